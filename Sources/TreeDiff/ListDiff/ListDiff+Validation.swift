extension ListDiff {
  /// Creates a diff from its parts.
  ///
  /// - Parameters:
  ///   - oldCount: The number of elements in the old list.
  ///   - newCount: The number of elements in the new list.
  ///   - removals: Ascending by index.
  ///   - insertions: Ascending by index.
  ///   - moves: Ascending by the new index.
  ///   - updates: Ascending by the new index.
  /// - Throws: ``ListDiffError`` if the parts do not describe how a list of `oldCount` becomes one of `newCount`, or if a
  ///   count is greater than `Int32.max`.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  @inlinable
  public init(
    validatingOldCount oldCount: Int, newCount: Int, removals: [Removal] = [], insertions: [Insertion] = [],
    moves: [Move] = [], updates: [Update] = []
  ) throws(ListDiffError) {
    self.init(
      oldCount: oldCount, newCount: newCount, removals: removals, insertions: insertions, moves: moves,
      updates: updates)
    try validate()
  }

  /// The numbers of elements that lists can have. Matching counts by 32 bits.
  @inlinable static var possibleCounts: ClosedRange<Int> { 0...Int(Int32.max) }

  /// Throws if the diff could not be one of any two lists. Nothing of the size of a list is allocated, since counts
  /// may come from outside.
  @inlinable
  package func validate() throws(ListDiffError) {
    guard Self.possibleCounts.contains(oldCount), Self.possibleCounts.contains(newCount) else {
      throw .inconsistentCounts(old: oldCount, new: newCount)
    }
    try Self.validate(removals.lazy.map(\.index), below: oldCount, .removals)
    try Self.validate(insertions.lazy.map(\.index), below: newCount, .insertions)
    try Self.validate(moves.lazy.map(\.to), below: newCount, .moves)
    try Self.validate(updates.lazy.map(\.to), below: newCount, .updates)
    let (vacated, filled) = (vacatedIndexes, filledIndexes)
    try Self.validate(vacated, below: oldCount, .removals)
    try Self.validate(filled, below: newCount, .insertions)
    guard oldCount - vacated.count == newCount - filled.count else {
      throw .inconsistentCounts(old: oldCount, new: newCount)
    }
    guard !isReplacement || (removals.count == oldCount && insertions.count == newCount) else {
      throw .inconsistentCounts(old: oldCount, new: newCount)
    }
    try validateUpdates(vacated, filled)
  }

  /// The old indexes whose elements leave their place: removals and the sources of moves, ascending.
  @inlinable
  var vacatedIndexes: [Int] {
    moves.isEmpty ? removals.map(\.index) : (removals.map(\.index) + moves.map(\.from)).sorted()
  }

  /// The new indexes that are taken by other elements than those that kept their order, ascending.
  @inlinable
  var filledIndexes: [Int] {
    moves.isEmpty ? insertions.map(\.index) : (insertions.map(\.index) + moves.map(\.to)).sorted()
  }

  @inlinable
  static func validate(
    _ indexes: some Sequence<Int>, below count: Int, _ part: ListDiffError.Part
  ) throws(ListDiffError) {
    var previous = -1
    for index in indexes {
      guard 0 <= index, index < count else { throw .indexOutOfRange(index, in: part) }
      guard index > previous else { throw .indexOutOfOrder(index, in: part) }
      previous = index
    }
  }

  /// Checks that each update is about one element, by its rank among those that kept their order.
  @inlinable
  func validateUpdates(_ vacated: [Int], _ filled: [Int]) throws(ListDiffError) {
    var (vacatedBefore, filledBefore, movesBefore) = (0, 0, 0)
    for update in updates {
      while movesBefore < moves.count, moves[movesBefore].to < update.to { movesBefore += 1 }
      if movesBefore < moves.count, moves[movesBefore].to == update.to {
        guard moves[movesBefore].from == update.from else { throw .unrelatedUpdate(from: update.from, to: update.to) }
        continue
      }
      while vacatedBefore < vacated.count, vacated[vacatedBefore] < update.from { vacatedBefore += 1 }
      while filledBefore < filled.count, filled[filledBefore] < update.to { filledBefore += 1 }
      let isVacated = vacatedBefore < vacated.count && vacated[vacatedBefore] == update.from
      let isFilled = filledBefore < filled.count && filled[filledBefore] == update.to
      let (rank, overflow) = update.from.subtractingReportingOverflow(vacatedBefore)
      guard !overflow, !isVacated, !isFilled, rank == update.to - filledBefore else {
        throw .unrelatedUpdate(from: update.from, to: update.to)
      }
    }
  }
}
