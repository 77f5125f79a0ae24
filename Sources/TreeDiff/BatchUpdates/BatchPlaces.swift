/// Where sections and items are between the stages of a schedule.
struct BatchPlaces {
  let shape: BatchShape
  let schedule: BatchSchedule
  private let sectionOrder: StageOrder
  private let itemOrder: StageOrder
  /// For each section of the old list the stage in which it moves, or nil.
  let moveStages: [Int?]

  init(_ shape: BatchShape, _ schedule: BatchSchedule) {
    self.shape = shape
    self.schedule = schedule
    sectionOrder = StageOrder(
      shape.sections.map { ItemPath(section: 0, item: $0) }, schedule.sections, targets: [0], sources: [0],
      stageCount: schedule.stageCount)
    itemOrder = StageOrder(
      shape.items, schedule.items, targets: shape.targets, sources: shape.sources, stageCount: schedule.stageCount)
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
  fileprivate init(
    _ changes: BatchChanges<ItemPath>, _ times: BatchTimes, targets: [Int?], sources: [Int?], stageCount: Int
  ) {
    let (leaving, arriving) = (changes.moves.map(\.before), changes.moves.map(\.after))
    self.init(
      vacated: zip(changes.removals + leaving, times.removals + times.moves).map { ($0, $1) },
      filled: zip(changes.insertions + arriving, times.insertions + times.moves).map { ($0, $1) }, targets: targets,
      sources: sources, stageCount: stageCount)
  }
}

extension BatchChanges where Place: Comparable {
  /// The changes of structure that belong to one stage, in its places.
  ///
  /// A move that would lead from a place to itself, since others moved around it, is a removal and an insertion: there is
  /// nothing to animate, and list views refuse it.
  fileprivate init(
    _ changes: BatchChanges, _ times: BatchTimes, in stage: Int, old: (Place) -> Place, new: (Place) -> Place
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
