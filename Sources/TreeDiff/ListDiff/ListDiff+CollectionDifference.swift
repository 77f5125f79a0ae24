extension CollectionDifference {
  /// Creates the standard library's form of a diff.
  ///
  /// A move becomes a removal and an insertion that are associated with each other; so does an update, since the
  /// standard library knows none.
  ///
  /// - Parameters:
  ///   - diff: The diff.
  ///   - old: The list that it starts from, which has the elements that moved.
  /// - Throws: ``ListDiffError`` if the list has not as many elements as the diff's old list had.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  public init(_ diff: ListDiff<ChangeElement>, from old: some Collection<ChangeElement>) throws(ListDiffError) {
    let old = ContiguousArray(old)
    guard old.count == diff.oldCount else { throw .wrongCount(expected: diff.oldCount, actual: old.count) }
    var changes: [Change] = diff.removals.map { .remove(offset: $0.index, element: $0.element, associatedWith: nil) }
    changes += diff.insertions.map { .insert(offset: $0.index, element: $0.element, associatedWith: nil) }
    func associate(_ from: Int, _ oldElement: ChangeElement, _ to: Int, _ newElement: ChangeElement) {
      changes.append(.remove(offset: from, element: oldElement, associatedWith: to))
      changes.append(.insert(offset: to, element: newElement, associatedWith: from))
    }
    for update in diff.updates { associate(update.from, update.old, update.to, update.new) }
    let updated = Set(diff.updates.map(\.to))
    for move in diff.moves where !updated.contains(move.to) {
      associate(move.from, old[move.from], move.to, old[move.from])
    }
    guard let difference = Self(changes) else {
      fatalError("A diff from \(diff.oldCount) to \(diff.newCount) elements is inconsistent.")
    }
    self = difference
  }
}

extension ListDiff where Element: Equatable {
  /// Creates the changes that a difference of the standard library describes.
  ///
  /// Removals and insertions that are associated with each other become moves where they change an order, as few as
  /// possible, and updates where their elements differ.
  ///
  /// - Parameters:
  ///   - difference: The difference, with moves inferred if they are wanted.
  ///   - oldCount: The number of elements of the list that it starts from.
  /// - Throws: ``ListDiffError`` if the difference is not one of a list with so many elements, or if a count is greater
  ///   than `Int32.max`.
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public init(_ difference: CollectionDifference<Element>, oldCount: Int) throws(ListDiffError) {
    let growth = difference.insertions.count - difference.removals.count
    let (newCount, overflow) = oldCount.addingReportingOverflow(growth)
    if overflow { throw .inconsistentCounts(old: oldCount, new: newCount) }
    var (removals, insertions): ([Removal], [Insertion]) = ([], [])
    var leaving: [Int: (element: Element, kept: Int)] = [:]
    var (moves, updates): ([Move], [Update]) = ([], [])
    for (ordinal, change) in difference.removals.enumerated() {
      guard case .remove(let offset, let element, let target) = change else { continue }
      // How many elements that the difference does not mention stand before it.
      if target != nil { leaving[offset] = (element, offset - ordinal) }
      if target == nil { removals.append(Removal(index: offset, element: element)) }
    }
    var inOrder: [ListMatch.Run] = []
    for (ordinal, change) in difference.insertions.enumerated() {
      guard case .insert(let offset, let element, let source) = change else { continue }
      guard let source, let left = leaving[source] else {
        insertions.append(Insertion(index: offset, element: element))
        continue
      }
      if left.element != element {
        updates.append(Update(from: source, to: offset, old: left.element, new: element))
      }
      if left.kept == offset - ordinal {
        inOrder.append(ListMatch.Run(old: source, new: offset, count: 1))
      } else {
        moves.append(Move(from: source, to: offset))
      }
    }
    var stays = [Bool](repeating: false, count: inOrder.count)
    longestIncreasingElements(of: inOrder[...], elementCount: inOrder.count) { stays[$0] = true }
    for (run, stays) in zip(inOrder, stays) where !stays { moves.append(Move(from: run.old, to: run.new)) }
    moves.sort { $0.to < $1.to }
    try self.init(
      validatingOldCount: oldCount, newCount: newCount, removals: removals, insertions: insertions, moves: moves,
      updates: updates)
  }
}
