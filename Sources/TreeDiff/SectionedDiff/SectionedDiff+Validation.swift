extension SectionedDiff {
  /// Creates a diff from its parts.
  ///
  /// - Parameters:
  ///   - sections: The changes of the sections.
  ///   - oldItemCounts: The number of items in each section of the old list.
  ///   - newItemCounts: The number of items in each section of the new list.
  ///   - removals: Ascending by path.
  ///   - insertions: Ascending by path.
  ///   - moves: Ascending by the new path.
  ///   - updates: Ascending by the new path.
  /// - Throws: ``SectionedDiffError`` if the parts do not describe how one list of sections becomes another, or if a count
  ///   is greater than `Int32.max`.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes.
  @inlinable
  public init(
    validating sections: ListDiff<Section>, oldItemCounts: [Int], newItemCounts: [Int], removals: [Removal] = [],
    insertions: [Insertion] = [], moves: [Move] = [], updates: [Update] = []
  ) throws(SectionedDiffError) {
    self.init(
      sections: sections, oldItemCounts: oldItemCounts, newItemCounts: newItemCounts, removals: removals,
      insertions: insertions, moves: moves, updates: updates)
    try validate()
  }

  /// Throws if the diff could not be one of any two lists. Nothing of the size of a list is allocated.
  @inlinable
  package func validate() throws(SectionedDiffError) {
    do { try sections.validate() } catch { throw .sections(error) }
    guard sections.oldCount == oldItemCounts.count else { throw .inconsistentCounts(section: oldItemCounts.count) }
    guard sections.newCount == newItemCounts.count else { throw .inconsistentCounts(section: newItemCounts.count) }
    try Self.validate(removals.map(\.path), within: oldItemCounts, .removals)
    try Self.validate(insertions.map(\.path), within: newItemCounts, .insertions)
    try Self.validate(moves.map(\.to), within: newItemCounts, .moves)
    try Self.validate(updates.map(\.to), within: newItemCounts, .updates)
    let (vacated, filled) = (vacatedPaths, filledPaths)
    try Self.validate(vacated, within: oldItemCounts, .removals)
    try Self.validate(filled, within: newItemCounts, .insertions)
    let sources = sections.oldIndexes()
    try validateCounts(vacated, filled, sources)
    try validateUpdates(vacated, filled, sources)
  }

  /// The old paths whose items leave their place: removals and the sources of moves, ascending.
  @inlinable
  var vacatedPaths: [ItemPath] {
    moves.isEmpty ? removals.map(\.path) : (removals.map(\.path) + moves.map(\.from)).sorted()
  }

  /// The new paths that are taken by other items than those that kept their order, ascending.
  @inlinable
  var filledPaths: [ItemPath] {
    moves.isEmpty ? insertions.map(\.path) : (insertions.map(\.path) + moves.map(\.to)).sorted()
  }

  @inlinable
  static func validate(
    _ paths: [ItemPath], within counts: [Int], _ part: ListDiffError.Part
  ) throws(SectionedDiffError) {
    for (position, path) in paths.enumerated() {
      guard counts.indices.contains(path.section), 0 <= path.item, path.item < counts[path.section] else {
        throw .pathOutOfRange(path, in: part)
      }
      guard position == 0 || paths[position - 1] < path else { throw .pathOutOfOrder(path, in: part) }
    }
  }

  /// Checks that each section keeps as many items as the places that nothing else takes.
  @inlinable
  func validateCounts(_ vacated: [ItemPath], _ filled: [ItemPath], _ sources: [Int?]) throws(SectionedDiffError) {
    for counts in [oldItemCounts, newItemCounts] {
      if let section = counts.firstIndex(where: { !ListDiff<Item>.possibleCounts.contains($0) }) {
        throw .inconsistentCounts(section: section)
      }
    }
    var kept = oldItemCounts
    for path in vacated { kept[path.section] -= 1 }
    var open = newItemCounts
    for path in filled { open[path.section] -= 1 }
    for (section, source) in sources.enumerated() {
      guard open[section] == source.map({ kept[$0] }) ?? 0 else { throw .inconsistentCounts(section: section) }
    }
    for removal in sections.removals where kept[removal.index] != 0 {
      throw .inconsistentCounts(section: removal.index)
    }
  }

  /// Checks that each update is about one item, by its rank among those of its section that kept their order.
  @inlinable
  func validateUpdates(_ vacated: [ItemPath], _ filled: [ItemPath], _ sources: [Int?]) throws(SectionedDiffError) {
    var movesBefore = 0
    for update in updates {
      while movesBefore < moves.count, moves[movesBefore].to < update.to { movesBefore += 1 }
      let isRelated: Bool
      if movesBefore < moves.count, moves[movesBefore].to == update.to {
        isRelated = moves[movesBefore].from == update.from
      } else {
        let (oldRank, newRank) = (update.from.rank(without: vacated), update.to.rank(without: filled))
        isRelated = oldRank != nil && oldRank == newRank && sources[update.to.section] == update.from.section
      }
      guard isRelated else { throw .unrelatedUpdate(from: update.from, to: update.to) }
    }
  }
}

extension ItemPath {
  /// The number of items before this one in its section that are not among `paths`, which ascend; nil if it is itself.
  @inlinable
  func rank(without paths: [ItemPath]) -> Int? {
    let place = paths.lowerBound(of: self)
    if place < paths.count, paths[place] == self { return nil }
    let (rank, overflow) = item.subtractingReportingOverflow(
      place - paths.lowerBound(of: ItemPath(section: section, item: .min)))
    return overflow ? nil : rank
  }
}
