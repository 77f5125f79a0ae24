/// Which stage the changes of structure belong to.
///
/// An update whose stage is 0 may have any that suits it.
///
/// The rules tie changes together. An item comes to or leaves a section in another stage than the one in which the
/// section moves or is updated, after the one in which it is inserted, and before the one in which it is removed. Where
/// there are two stages, that makes each tie an equation: the stage of a section and that of its items are different.
/// So the sections between which items move form groups with one stage each. A group is fixed by an item that comes to an
/// inserted section (in the second stage) or leaves a removed one (in the first). The others are free, and are chosen so
/// that moves do not shift what is updated.
///
/// Sections that will leave stand before those that have come, where the order is free, or the other way round. What a
/// section is numbered between the stages decides which items end where they start, and so do not shift others.
struct BatchSchedule {
  let stageCount: Int
  var sections: BatchTimes
  var items: BatchTimes
  var comingSectionsFirst = false
}

extension BatchSchedule {
  /// The schedules to try, those with the fewest stages first. The last one fits any changes.
  static func candidates(for shape: BatchShape) -> some Sequence<BatchSchedule> {
    let sections = ChangedSections(shape)
    var attempts: [() -> BatchSchedule?] = [{ one(shape, sections) }]
    if let groups = StageGroups(sections) {
      for comingFirst in shape.hasFreeSections ? [false, true] : [false] {
        attempts += (0..<groups.choiceCount).map { choice in
          { two(shape, sections, groups, choice, comingSectionsFirst: comingFirst) }
        }
      }
    }
    attempts.append { three(shape, sections) }
    return attempts.lazy.compactMap { $0() }
  }

  /// Everything at once, where no item changes in a section that changes.
  private static func one(_ shape: BatchShape, _ sections: ChangedSections) -> BatchSchedule? {
    for contact in sections.contacts where contact.isWithSectionThatComesOrGoes || !contact.touched.isEmpty {
      return nil
    }
    if shape.sections.moves.contains(where: { sections.isUpdated[$0.before] }) { return nil }
    if shape.movesOfUpdates.contains(where: { $0 != nil }) { return nil }
    return BatchSchedule(stageCount: 1, sections: BatchTimes(shape.sections), items: BatchTimes(shape.items))
  }

  /// Sections come, items change, sections go.
  private static func three(_ shape: BatchShape, _ sections: ChangedSections) -> BatchSchedule {
    var times = BatchTimes(shape.sections)
    times.updates = times.updates.map { _ in 3 }
    times.removals = shape.sections.removals.map { sections.isLeft[$0] ? 3 : 1 }
    var items = BatchTimes(shape.items, stage: 2)
    items.updates = items.updates.map { _ in 3 }
    return BatchSchedule(stageCount: 3, sections: times, items: items)
  }

  /// Two stages, by one of the choices that the groups leave.
  private static func two(
    _ shape: BatchShape, _ sections: ChangedSections, _ groups: StageGroups, _ choice: Int,
    comingSectionsFirst: Bool
  ) -> BatchSchedule {
    var times = BatchTimes(shape.sections)
    times.removals = shape.sections.removals.map { groups.stage(of: $0, choice) }
    times.insertions = shape.sections.insertions.map { groups.stage(ofInserted: $0, choice) }
    times.moves = shape.sections.moves.map { groups.stage(of: $0.before, choice) }
    times.updates = shape.sections.updates.map { update in
      let stage = groups.stage(of: update.before, choice)
      return sections.isMoved[update.before] ? 3 - stage : sections.isTied[update.before] ? stage : 0
    }
    var stages = sections.contacts.enumerated().map { number, contact in
      contact.touched.first.map { 3 - groups.stage(of: $0, choice) } ?? contact.stage
        ?? groups.stage(ofFree: number, choice)
    }[...]
    func next(_ count: Int) -> [Int] {
      defer { stages = stages.dropFirst(count) }
      return Array(stages.prefix(count))
    }
    var items = BatchTimes(shape.items)
    items.removals = next(shape.items.removals.count)
    items.insertions = next(shape.items.insertions.count)
    items.moves = next(shape.items.moves.count)
    items.updates = shape.movesOfUpdates.map { [moves = items.moves] move in move.map { 3 - moves[$0] } ?? 0 }
    return BatchSchedule(stageCount: 2, sections: times, items: items, comingSectionsFirst: comingSectionsFirst)
  }
}
