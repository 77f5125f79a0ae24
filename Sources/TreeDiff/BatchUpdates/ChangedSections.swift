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
  /// The sections that are removed, by their index in the old list, and those that are inserted, in the new one.
  let (removed, inserted): ([Int], [Int])
  /// What each removal, insertion and move of an item has to do with sections that change.
  private(set) var contacts: [Contact] = []

  struct Contact {
    /// The sections that move or are updated, by their index in the old list.
    var touched: [Int] = []
    /// The only stage of two that the change can have.
    var stage: Int?
    var isWithSectionThatComesOrGoes = false
    var needsThreeStages = false
    /// Whether it may have either of two stages.
    var isFree: Bool { touched.isEmpty && stage == nil }

    mutating func want(_ stage: Int) {
      if self.stage == 3 - stage { needsThreeStages = true }
      self.stage = stage
    }
  }

  init(_ shape: BatchShape) {
    let none = [Bool](repeating: false, count: shape.targets.count)
    (isMoved, isUpdated, isTied, isLeft) = (none, none, none, none)
    isEntered = Array(repeating: false, count: shape.sources.count)
    (removed, inserted) = (shape.sections.removals, shape.sections.insertions)
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
