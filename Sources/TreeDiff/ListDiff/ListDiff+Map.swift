extension ListDiff {
  /// The same changes with other elements in the place of these, such as the rows that a screen shows.
  ///
  ///     let rows = diff.map { Row(title: $0.title) }
  ///
  /// - Parameter transform: Makes the other element. It is called once for each removal and insertion, twice for each
  ///   update and once for each id among the ``duplicates``.
  /// - Returns: A diff with the same indexes. An update stays one even where the other elements are equal.
  /// - Throws: What `transform` throws.
  /// - Complexity: O(*k*) for *k* changes.
  @inlinable
  public func map<Other, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> ListDiff<Other> {
    ListDiff<Other>(
      oldCount: oldCount, newCount: newCount,
      removals: try removals.map { removal throws(Failure) in
        .init(index: removal.index, element: try transform(removal.element))
      },
      insertions: try insertions.map { insertion throws(Failure) in
        .init(index: insertion.index, element: try transform(insertion.element))
      },
      moves: moves.map { .init(from: $0.from, to: $0.to) },
      updates: try updates.map { update throws(Failure) in
        .init(from: update.from, to: update.to, old: try transform(update.old), new: try transform(update.new))
      },
      duplicates: ListDuplicates<Other>(duplicates.positions, try duplicates.values.map(transform)),
      isReplacement: isReplacement)
  }
}
