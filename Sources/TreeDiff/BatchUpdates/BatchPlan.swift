/// The stages of a diff's changes.
@usableFromInline
struct BatchPlan {
  /// The changes of one stage.
  struct Stage {
    /// Its number, from one on.
    let number: Int
    var sections: BatchChanges<Int>
    var items: BatchChanges<ItemPath>

    var isEmpty: Bool { sections.isEmpty && items.isEmpty }
  }

  private(set) var stages: [Stage]
  let places: BatchPlaces
  /// The stage of each update.
  private(set) var (sectionUpdates, itemUpdates): ([Int], [Int]) = ([], [])

  /// The plan with the fewest stages.
  static func best(for shape: BatchShape) -> BatchPlan {
    let sections = ChangedSections(shape)
    var attempts = 1
    if let plan = BatchSchedule.one(shape, sections).flatMap({ plan(for: shape, $0, &attempts) }) { return plan }
    if let plan = TwoStages(shape, sections).flatMap({ two(shape, sections, $0) }) { return plan }
    if let plan = plan(for: shape, BatchSchedule.three(shape, sections), &attempts) { return plan }
    fatalError("No three stages fit \(shape.sections) in sections and \(shape.items) in items.")
  }

  /// The first plan of two stages that is found, the likeliest choices first.
  ///
  /// Choices that break a condition cost little. The others cost a plan each, so there are fewer the more a plan costs: at
  /// most 400 for one change, 20 for twenty, and four for many.
  private static func two(_ shape: BatchShape, _ sections: ChangedSections, _ stages: TwoStages) -> BatchPlan? {
    var attempts = max(4, 400 / (shape.sections.count + shape.items.count))
    var conditions = StageConditions(shape, sections, stages)
    for comingFirst in shape.hasFreeSections ? [false, true] : [false] {
      for choice in stages.groups.choices where attempts > 0 && conditions.allow(choice) {
        let schedule = stages.schedule(choice, comingSectionsFirst: comingFirst)
        if let plan = plan(for: shape, schedule, &attempts) { return plan }
      }
    }
    return nil
  }

  /// The plan for a schedule, or nil if some update has no stage in it.
  ///
  /// A move that ends where it starts shifts nothing. Which ones do depends on the order of what leaves and what has come,
  /// and that order on which moves shift. So at first none counts, and then those that did in the attempt before.
  private static func plan(for shape: BatchShape, _ schedule: BatchSchedule, _ attempts: inout Int) -> BatchPlan? {
    var shifting = MoveMarks(shape, false)
    for _ in 0..<3 {
      attempts -= 1
      var plan = BatchPlan(BatchPlaces(shape, schedule, shifting: shifting))
      if plan.placeUpdates() {
        plan.stages.removeAll(where: \.isEmpty)
        return plan
      }
      if schedule.stageCount != 2 || !shape.hasHeldMoves { return nil }
      let found = plan.places.shifting
      if found == shifting { return nil }
      shifting = found
    }
    return nil
  }

  private init(_ places: BatchPlaces) {
    self.places = places
    stages = (1...places.schedule.stageCount).map { number in
      let (sections, items) = places.structure(of: number)
      return Stage(number: number, sections: sections, items: items)
    }
  }

  /// Gives each update the last stage that can have it; false if there is none.
  private mutating func placeUpdates() -> Bool {
    let shifts = stages.map { stage in
      (sections: Shifts(stage.sections.map { ItemPath(section: 0, item: $0) }.moves), items: Shifts(stage.items.moves))
    }
    // For each section of the old list the stage in which it is updated.
    var reloads = [Int?](repeating: nil, count: places.shape.targets.count)
    let schedule = places.schedule
    for (update, wanted) in zip(places.shape.sections.updates, schedule.sections.updates) {
      let stage = possibleStages(wanted).first { stage in
        places.moveStages[update.before] != stage
          && !shifts[stage - 1].sections.shift(sectionPlaces(update.before, in: stage))
      }
      guard let stage else { return false }
      sectionUpdates.append(stage)
      reloads[update.before] = stage
      let place = sectionPlaces(update.before, in: stage)
      stages[stage - 1].sections.updates.append(.init(before: place.before.item, after: place.after.item))
    }
    for (number, update) in places.shape.items.updates.enumerated() {
      let move = places.shape.movesOfUpdates[number].map { schedule.items.moves[$0] }
      let stage = possibleStages(schedule.items.updates[number]).first { stage in
        if stage == move { return false }
        if let section = section(of: update, move, in: stage) {
          if stage == reloads[section] { return true }
          if stage == places.moveStages[section] { return false }
          if shifts[stage - 1].sections.shift(sectionPlaces(section, in: stage)) { return false }
        }
        return !shifts[stage - 1].items.shift(itemPlaces(update, move, in: stage))
      }
      guard let stage else { return false }
      itemUpdates.append(stage)
      // What reloads a section reloads its items.
      if let section = section(of: update, move, in: stage), reloads[section] == stage { continue }
      stages[stage - 1].items.updates.append(itemPlaces(update, move, in: stage))
    }
    for index in stages.indices {
      stages[index].sections.updates.sort { $0.after < $1.after }
      stages[index].items.updates.sort { $0.after < $1.after }
    }
    return true
  }

  private func possibleStages(_ wanted: Int) -> [Int] { wanted > 0 ? [wanted] : (1...stages.count).reversed() }

  /// The section, by its index in the old list, in which an item is updated; nil if it is an inserted one.
  private func section(of update: BatchChanges<ItemPath>.Places, _ move: Int?, in stage: Int) -> Int? {
    move.map { $0 < stage } ?? false ? places.shape.sources[update.after.section] : update.before.section
  }

  /// Where a section of the old list is before and after a stage in which it does not move.
  private func sectionPlaces(_ section: Int, in stage: Int) -> BatchChanges<ItemPath>.Places {
    .init(
      before: ItemPath(section: 0, item: places.section(ofOld: section, after: stage - 1)),
      after: ItemPath(section: 0, item: places.section(ofOld: section, after: stage)))
  }

  /// Where an item that moves in the stage `move`, if at all, is before and after another stage.
  private func itemPlaces(
    _ update: BatchChanges<ItemPath>.Places, _ move: Int?, in stage: Int
  ) -> BatchChanges<ItemPath>.Places {
    if let move, move < stage {
      return .init(
        before: places.item(ofNew: update.after, after: stage - 1),
        after: places.item(ofNew: update.after, after: stage))
    }
    return .init(
      before: places.item(ofOld: update.before, after: stage - 1),
      after: places.item(ofOld: update.before, after: stage))
  }
}

/// The moves of a stage as far as they shift what does not move.
private struct Shifts {
  private let sources: [ItemPath]
  private let targets: [ItemPath]

  /// - Parameter moves: Ascending by their places after the stage.
  init(_ moves: [BatchChanges<ItemPath>.Places]) {
    sources = moves.map(\.before).sorted()
    targets = moves.map(\.after)
  }

  /// Whether more elements move away from before a place than arrive there, or fewer.
  func shift(_ place: BatchChanges<ItemPath>.Places) -> Bool {
    Self.count(sources, before: place.before) != Self.count(targets, before: place.after)
  }

  private static func count(_ paths: [ItemPath], before path: ItemPath) -> Int {
    paths.lowerBound(of: path) - paths.lowerBound(of: ItemPath(section: path.section, item: .min))
  }
}
