/// Where sections and items are between the stages of a schedule.
struct BatchPlaces {
  let shape: BatchShape
  let schedule: BatchSchedule
  private let sectionOrder: StageOrder
  private let itemOrder: StageOrder
  /// For each section of the old list the stage in which it moves, or nil.
  let moveStages: [Int?]

  /// - Parameter shifting: Which moves shift what they pass, as far as the order between stages takes care of that.
  init(_ shape: BatchShape, _ schedule: BatchSchedule, shifting: MoveMarks) {
    self.shape = shape
    self.schedule = schedule
    sectionOrder = StageOrder(
      shape.sections.map { ItemPath(section: 0, item: $0) }, schedule.sections, shifting: shifting.sections,
      held: shape.heldMoves.sections, targets: [0], sources: [0], stageCount: schedule.stageCount,
      comingFirst: schedule.comingSectionsFirst)
    itemOrder = StageOrder(
      shape.items, schedule.items, shifting: shifting.items, held: shape.heldMoves.items, targets: shape.targets,
      sources: shape.sources, stageCount: schedule.stageCount)
    var moveStages = [Int?](repeating: nil, count: shape.targets.count)
    for (move, stage) in zip(shape.sections.moves, schedule.sections.moves) { moveStages[move.before] = stage }
    self.moveStages = moveStages
  }

  /// The index after `stage` of a section of the old list that is still there.
  func section(ofOld section: Int, after stage: Int) -> Int {
    if let moved = moveStages[section], moved <= stage, let target = shape.targets[section] {
      return sectionOrder.index(ofNew: ItemPath(section: 0, item: target), after: stage)
    }
    return sectionOrder.index(ofOld: ItemPath(section: 0, item: section), after: stage)
  }

  /// The index after `stage` of a section of the new list that is there already.
  func section(ofNew section: Int, after stage: Int) -> Int {
    if let source = shape.sources[section] { return self.section(ofOld: source, after: stage) }
    return sectionOrder.index(ofNew: ItemPath(section: 0, item: section), after: stage)
  }

  /// The index in its section after `stage` of an item of the old list that has not left its place.
  func index(ofOld path: ItemPath, after stage: Int) -> Int { itemOrder.index(ofOld: path, after: stage) }

  /// The index in its section after `stage` of an item of the new list that has taken its place.
  func index(ofNew path: ItemPath, after stage: Int) -> Int { itemOrder.index(ofNew: path, after: stage) }

  /// The place after `stage` of an item of the old list that has not left its place.
  func item(ofOld path: ItemPath, after stage: Int) -> ItemPath {
    ItemPath(section: section(ofOld: path.section, after: stage), item: index(ofOld: path, after: stage))
  }

  /// The place after `stage` of an item of the new list that has taken its place.
  func item(ofNew path: ItemPath, after stage: Int) -> ItemPath {
    ItemPath(section: section(ofNew: path.section, after: stage), item: index(ofNew: path, after: stage))
  }

  /// A section by its index in the old list, or in the new one if it is inserted.
  enum Origin {
    case old(Int), inserted(Int)
  }

  /// The sections that are there after a stage, in order.
  func sections(after stage: Int) -> [Origin] {
    var isGone = [Bool](repeating: false, count: shape.targets.count)
    for (section, time) in zip(shape.sections.removals, schedule.sections.removals) where time <= stage {
      isGone[section] = true
    }
    var sections: [(place: Int, origin: Origin)] = []
    for index in isGone.indices where !isGone[index] {
      sections.append((section(ofOld: index, after: stage), .old(index)))
    }
    for (index, time) in zip(shape.sections.insertions, schedule.sections.insertions) where time <= stage {
      sections.append((section(ofNew: index, after: stage), .inserted(index)))
    }
    return sections.sorted { $0.place < $1.place }.map(\.origin)
  }

  /// The moves that lead from a place to another one, and so shift what they pass.
  var shifting: MoveMarks {
    MoveMarks(
      sections: zip(shape.sections.moves, schedule.sections.moves).map { move, stage in
        section(ofOld: move.before, after: stage - 1) != section(ofNew: move.after, after: stage)
      },
      items: zip(shape.items.moves, schedule.items.moves).map { move, stage in
        item(ofOld: move.before, after: stage - 1) != item(ofNew: move.after, after: stage)
      })
  }

  /// The removals, insertions and moves of a stage.
  func structure(of stage: Int) -> (sections: BatchChanges<Int>, items: BatchChanges<ItemPath>) {
    let before = stage - 1
    let sections = BatchChanges(
      shape.sections, schedule.sections, in: stage, old: { section(ofOld: $0, after: before) },
      new: { section(ofNew: $0, after: stage) })
    let items = BatchChanges(
      shape.items, schedule.items, in: stage, old: { item(ofOld: $0, after: before) },
      new: { item(ofNew: $0, after: stage) })
    return (sections, items)
  }
}

extension StageOrder {
  /// The order of elements that changes of structure give.
  ///
  /// - Parameters:
  ///   - shifting: Of each move whether it shifts what it passes.
  ///   - held: Of each move whether others must not shift it in the stage in which it does not move.
  fileprivate init(
    _ changes: BatchChanges<ItemPath>, _ times: BatchTimes<Int>, shifting: [Bool], held: [Bool], targets: [Int?],
    sources: [Int?], stageCount: Int, comingFirst: Bool = false
  ) {
    var vacated = zip(changes.removals, times.removals).map { TimedPlace(path: $0, stage: $1) }
    var filled = zip(changes.insertions, times.insertions).map { TimedPlace(path: $0, stage: $1) }
    for (number, move) in changes.moves.enumerated() {
      let (stage, isShifting, isHeld) = (times.moves[number], shifting[number], held[number])
      vacated.append(TimedPlace(path: move.before, stage: stage, isShifting: isShifting, isHeld: isHeld))
      filled.append(TimedPlace(path: move.after, stage: stage, isShifting: isShifting, isHeld: isHeld))
    }
    self.init(
      vacated: vacated, filled: filled, targets: targets, sources: sources, stageCount: stageCount,
      comingFirst: comingFirst)
  }
}

extension BatchChanges where Place: Comparable {
  /// The changes of structure that belong to one stage, in its places.
  ///
  /// A move that would lead from a place to itself, since others moved around it, is a removal and an insertion: there is
  /// nothing to animate, and list views refuse it.
  fileprivate init(
    _ changes: BatchChanges, _ times: BatchTimes<Int>, in stage: Int, old: (Place) -> Place, new: (Place) -> Place
  ) {
    self.init()
    removals = zip(changes.removals, times.removals).filter { $0.1 == stage }.map { old($0.0) }
    insertions = zip(changes.insertions, times.insertions).filter { $0.1 == stage }.map { new($0.0) }
    for (move, time) in zip(changes.moves, times.moves) where time == stage {
      let places = Places(before: old(move.before), after: new(move.after))
      if places.before == places.after {
        removals.append(places.before)
        insertions.append(places.after)
      } else {
        moves.append(places)
      }
    }
    removals.sort()
    insertions.sort()
    moves.sort { $0.after < $1.after }
  }
}
