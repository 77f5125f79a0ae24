/// Which stage the changes of structure belong to.
///
/// An update whose stage is 0 may have any that suits it.
///
/// The rules tie changes together. An item comes to or leaves a section in another stage than the one in which the
/// section moves or is updated, after the one in which it is inserted, and before the one in which it is removed. Where
/// there are two stages, that makes each tie an equation: the stage of a section and that of its items are different.
/// So the sections between which items move form groups with one stage each, and a group is fixed by an item that comes
/// to an inserted section (in the second stage) or leaves a removed one (in the first).
struct BatchSchedule {
  let stageCount: Int
  var sections: BatchTimes
  var items: BatchTimes
}

extension BatchSchedule {
  /// The schedules to try, those with the fewest stages first. The last one fits any changes.
  static func candidates(for shape: BatchShape) -> some Sequence<BatchSchedule> {
    let sections = ChangedSections(shape)
    let attempts: [() -> BatchSchedule?] = [
      { one(shape, sections) }, { two(shape, sections, preferred: 1) }, { two(shape, sections, preferred: 2) },
      { three(shape, sections) },
    ]
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

  /// Two stages, if the ties allow it. What is not tied goes to the preferred stage if it is a section, and to the first
  /// if it is an item.
  private static func two(_ shape: BatchShape, _ sections: ChangedSections, preferred: Int) -> BatchSchedule? {
    var groups = StageGroups(count: shape.targets.count)
    for contact in sections.contacts {
      if contact.needsThreeStages { return nil }
      if contact.touched.count == 2, !groups.join(contact.touched[0], contact.touched[1]) { return nil }
      guard let wanted = contact.stage else { continue }
      for section in contact.touched where !groups.fix(section, to: 3 - wanted) { return nil }
    }
    func stage(of section: Int) -> Int { groups.stage(of: section) ?? preferred }
    var times = BatchTimes(shape.sections)
    times.insertions = shape.sections.insertions.map { sections.isEntered[$0] ? 1 : preferred }
    times.removals = shape.sections.removals.map { sections.isLeft[$0] ? 2 : preferred }
    times.moves = shape.sections.moves.map { sections.isUpdated[$0.before] ? 1 : stage(of: $0.before) }
    times.updates = shape.sections.updates.map { update in
      let section = update.before
      return sections.isMoved[section] ? 2 : sections.isTied[section] ? stage(of: section) : 0
    }
    var stages = sections.contacts.map { contact in
      contact.touched.first.map { 3 - stage(of: $0) } ?? contact.stage ?? 1
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
    return BatchSchedule(stageCount: 2, sections: times, items: items)
  }
}

/// What happens to whole sections, and which items have to do with it.
struct ChangedSections {
  /// For each section of the old list whether it moves, and whether it is updated.
  private(set) var (isMoved, isUpdated): ([Bool], [Bool])
  /// For each section of the old list whether it moves or is updated and items change in it.
  private(set) var isTied: [Bool]
  /// For each section of the old list whether it is removed and items move out of it.
  private(set) var isLeft: [Bool]
  /// For each section of the new list whether it is inserted and items move into it.
  private(set) var isEntered: [Bool]
  /// What each removal, insertion and move of an item has to do with sections that change.
  private(set) var contacts: [Contact] = []

  struct Contact {
    /// The sections that move or are updated, by their index in the old list.
    var touched: [Int] = []
    /// The only stage of two that the change can have.
    var stage: Int?
    var isWithSectionThatComesOrGoes = false
    var needsThreeStages = false

    mutating func want(_ stage: Int) {
      if self.stage == 3 - stage { needsThreeStages = true }
      self.stage = stage
    }
  }

  init(_ shape: BatchShape) {
    let none = [Bool](repeating: false, count: shape.targets.count)
    (isMoved, isUpdated, isTied, isLeft) = (none, none, none, none)
    isEntered = Array(repeating: false, count: shape.sources.count)
    for move in shape.sections.moves { isMoved[move.before] = true }
    for update in shape.sections.updates { isUpdated[update.before] = true }
    for removal in shape.items.removals { contacts.append(contact(from: removal.section, to: nil, shape)) }
    for insertion in shape.items.insertions { contacts.append(contact(from: nil, to: insertion.section, shape)) }
    let updated = Set(shape.movesOfUpdates.lazy.compactMap(\.self))
    for (number, move) in shape.items.moves.enumerated() {
      contacts.append(
        contact(from: move.before.section, to: move.after.section, isUpdated: updated.contains(number), shape))
    }
  }

  private mutating func contact(
    from source: Int?, to target: Int?, isUpdated isUpdatedToo: Bool = false, _ shape: BatchShape
  ) -> Contact {
    var contact = Contact()
    if let source, shape.targets[source] == nil {
      contact.isWithSectionThatComesOrGoes = true
      isLeft[source] = true
      contact.want(1)
    }
    let targetSource = target.flatMap { shape.sources[$0] }
    if let target, targetSource == nil {
      contact.isWithSectionThatComesOrGoes = true
      isEntered[target] = true
      contact.want(2)
    }
    for section in [source, targetSource == source ? nil : targetSource] {
      guard let section, isMoved[section] || isUpdated[section] else { continue }
      contact.touched.append(section)
      isTied[section] = true
      if isMoved[section], isUpdated[section] { contact.needsThreeStages = true }
    }
    // The stage of the update is the one in which the item does not move, and its section must not move in it.
    if isUpdatedToo {
      if let source, isMoved[source] { contact.want(1) }
      if let targetSource, isMoved[targetSource] { contact.want(2) }
    }
    return contact
  }
}

/// Sections that change in one stage, joined into groups (a union-find structure with path halving).
struct StageGroups {
  private var parent: [Int]
  private var stages: [Int?]

  init(count: Int) {
    parent = Array(0..<count)
    stages = Array(repeating: nil, count: count)
  }

  private mutating func root(of section: Int) -> Int {
    var section = section
    while parent[section] != section {
      parent[section] = parent[parent[section]]
      section = parent[section]
    }
    return section
  }

  mutating func stage(of section: Int) -> Int? { stages[root(of: section)] }

  /// Joins the groups of two sections; false if their stages differ.
  mutating func join(_ a: Int, _ b: Int) -> Bool {
    let (a, b) = (root(of: a), root(of: b))
    if a == b { return true }
    if let first = stages[a], let second = stages[b], first != second { return false }
    parent[b] = a
    stages[a] = stages[a] ?? stages[b]
    return true
  }

  /// Fixes the stage of a section's group; false if it has another one.
  mutating func fix(_ section: Int, to stage: Int) -> Bool {
    let root = root(of: section)
    if let other = stages[root] { return other == stage }
    stages[root] = stage
    return true
  }
}
