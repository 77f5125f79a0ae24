extension ListDiff {
  /// The diff that leads back from the new list to the old one.
  ///
  ///     try old.applying(diff).applying(diff.inverse) == old
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  @inlinable
  public var inverse: ListDiff {
    ListDiff(
      oldCount: newCount, newCount: oldCount,
      removals: insertions.map { Removal(index: $0.index, element: $0.element) },
      insertions: removals.map { Insertion(index: $0.index, element: $0.element) },
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: updates.map { Update(from: $0.to, to: $0.from, old: $0.new, new: $0.old) }.sorted { $0.to < $1.to },
      duplicates: duplicates.inverse, isReplacement: isReplacement)
  }
}
