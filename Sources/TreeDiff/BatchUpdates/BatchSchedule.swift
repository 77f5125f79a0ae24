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
  var sections: BatchTimes<Int>
  var items: BatchTimes<Int>
  var comingSectionsFirst = false
}

extension BatchSchedule {
  /// Everything at once; nil if an item changes in a section that changes.
  static func one(_ shape: BatchShape, _ sections: ChangedSections) -> BatchSchedule? {
    for contact in sections.contacts where contact.isWithSectionThatComesOrGoes || !contact.touched.isEmpty {
      return nil
    }
    if shape.sections.moves.contains(where: { sections.isUpdated[$0.before] }) { return nil }
    if shape.movesOfUpdates.contains(where: { $0 != nil }) { return nil }
    return BatchSchedule(
      stageCount: 1, sections: BatchTimes(shape.sections, stage: 1), items: BatchTimes(shape.items, stage: 1))
  }

  /// Sections come, items change, sections go. This fits any changes.
  static func three(_ shape: BatchShape, _ sections: ChangedSections) -> BatchSchedule {
    var times = BatchTimes(shape.sections, stage: 1)
    times.updates = times.updates.map { _ in 3 }
    times.removals = shape.sections.removals.map { sections.isLeft[$0] ? 3 : 1 }
    var items = BatchTimes(shape.items, stage: 2)
    items.updates = items.updates.map { _ in 3 }
    return BatchSchedule(stageCount: 3, sections: times, items: items)
  }
}

/// Two stages as far as they are known before a choice is made.
struct TwoStages {
  let sections: BatchTimes<StageVariable>
  let items: BatchTimes<StageVariable>
  let groups: StageGroups

  /// Nil if two stages are not enough, whatever is chosen.
  init?(_ shape: BatchShape, _ changed: ChangedSections) {
    guard let groups = StageGroups(changed) else { return nil }
    self.groups = groups
    sections = BatchTimes(
      removals: shape.sections.removals.map { groups.stage(of: $0) },
      insertions: shape.sections.insertions.map { groups.stage(ofInserted: $0) },
      moves: shape.sections.moves.map { groups.stage(of: $0.before) },
      updates: shape.sections.updates.map { update in
        let stage = groups.stage(of: update.before)
        return changed.isMoved[update.before] ? stage.opposite : changed.isTied[update.before] ? stage : groups.any
      })
    let stages = changed.contacts.indices.map { groups.stage(of: changed.contacts[$0], number: $0) }
    let (removals, insertions) = (shape.items.removals.count, shape.items.insertions.count)
    let moves = Array(stages[(removals + insertions)...])
    items = BatchTimes(
      removals: Array(stages[..<removals]), insertions: Array(stages[removals..<removals + insertions]), moves: moves,
      updates: shape.movesOfUpdates.map { $0.map { moves[$0].opposite } ?? groups.any })
  }

  /// The stages of a choice.
  func schedule(_ choice: Int, comingSectionsFirst: Bool) -> BatchSchedule {
    BatchSchedule(
      stageCount: 2, sections: sections.map { $0.stage(choice) }, items: items.map { $0.stage(choice) },
      comingSectionsFirst: comingSectionsFirst)
  }
}
