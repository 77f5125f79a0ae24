extension SectionedDiff {
  /// The diff that leads back from the new list to the old one.
  ///
  ///     try old.applying(diff).applying(diff.inverse) == old
  ///
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes.
  @inlinable
  public var inverse: SectionedDiff {
    SectionedDiff(
      sections: sections.inverse, oldItemCounts: newItemCounts, newItemCounts: oldItemCounts,
      removals: insertions.map { Removal(path: $0.path, item: $0.item) },
      insertions: removals.map { Insertion(path: $0.path, item: $0.item) },
      moves: moves.map { Move(from: $0.to, to: $0.from) }.sorted { $0.to < $1.to },
      updates: updates.map { Update(from: $0.to, to: $0.from, old: $0.new, new: $0.old) }.sorted { $0.to < $1.to },
      duplicates: duplicates.map { Duplicate(item: $0.item, old: $0.new, new: $0.old) })
  }
}
