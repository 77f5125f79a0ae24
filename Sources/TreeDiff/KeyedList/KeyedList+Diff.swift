extension KeyedList {
  /// Returns how this list differs from an older version of it.
  ///
  /// Only what the two do not share is looked at. The moves are as few as there can be.
  ///
  /// ```swift
  /// let before = posts
  /// posts.move(from: 5, to: 0)
  /// posts.diff(from: before).moves   // one, from 5 to 0
  /// ```
  ///
  /// - Parameters:
  ///   - older: The older list. It need not be a version of this one; then all elements are compared.
  ///   - isEqual: Whether two elements with the same id have the same content. It is not asked about elements that both
  ///     versions share.
  /// - Complexity: O(*k* log *n*) for two versions of *n* elements that differ in *k* places.
  @inlinable
  public func diff(from older: KeyedList, by isEqual: (Element, Element) -> Bool) -> ListDiff<Element> {
    if isIdentical(to: older) { return ListDiff(oldCount: size, newCount: size) }
    defer { withExtendedLifetime((self, older)) {} }
    return withoutActuallyEscaping(isEqual) { isEqual in
      var comparison = VersionComparison<Element>(isEqual: isEqual)
      TreeWalker.merge(older.root.map { NodeRef($0) }, root.map { NodeRef($0) }) { comparison.add($0) }
      comparison.finishStretch()
      comparison.matchLeftovers()
      return ListDiff(
        oldCount: older.size, newCount: size,
        removals: comparison.gone.map { unsafe .init(index: $0.position, element: $0.element.pointee) },
        insertions: comparison.come.map { unsafe .init(index: $0.position, element: $0.element.pointee) },
        moves: comparison.moves.map { .init(from: $0.old, to: $0.new) },
        updates: comparison.updates)
    }
  }
}

extension KeyedList where Element: Equatable {
  /// Returns how this list differs from an older version of it.
  ///
  /// Only what the two do not share is looked at. The moves are as few as there can be.
  ///
  /// - Parameter older: The older list. It need not be a version of this one; then all elements are compared.
  /// - Complexity: O(*k* log *n*) for two versions of *n* elements that differ in *k* places.
  @inlinable
  public func diff(from older: KeyedList) -> ListDiff<Element> { diff(from: older, by: ==) }
}
