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
  ///     versions share or store as the same bits, such as an object that changed or a value that is not equal to itself.
  /// - Complexity: O(*k* log *n*) for two versions of *n* elements that differ in *k* places.
  @inlinable
  public func diff(from older: KeyedList, by isEqual: (Element, Element) -> Bool) -> ListDiff<Element> {
    withoutActuallyEscaping(isEqual) { isEqual in
      diff(from: older, CustomComparison(id: { (element: Element) in element.id }, areEqual: isEqual))
    }
  }

  @inlinable
  func diff<Comparison: ListComparison>(from older: KeyedList, _ comparison: Comparison) -> ListDiff<Element>
  where Comparison.Element == Element, Comparison.Interruption == Never {
    if isIdentical(to: older) { return ListDiff(oldCount: size, newCount: size) }
    defer { withExtendedLifetime((self, older)) {} }
    var versions = VersionComparison<Element, Comparison>(comparison)
    TreeWalker.merge(older.root.map { NodeRef($0) }, root.map { NodeRef($0) }) { versions.add($0) }
    if versions.isUnrelated {
      return ListDiff(
        from: ContiguousArray(older), to: ContiguousArray(self), comparison: comparison, hasUniqueIDs: true)
    }
    versions.finishStretch()
    versions.matchLeftovers()
    return ListDiff(
      oldCount: older.size, newCount: size,
      removals: versions.gone.map { unsafe .init(index: $0.position, element: $0.element.pointee) },
      insertions: versions.come.map { unsafe .init(index: $0.position, element: $0.element.pointee) },
      moves: versions.moves.map { .init(from: $0.old, to: $0.new) },
      updates: versions.updates)
  }
}

extension KeyedList where Element: Equatable {
  /// Returns how this list differs from an older version of it.
  ///
  /// Only what the two do not share is looked at, and `==` is asked only about elements that are not stored as the same
  /// bits. The moves are as few as there can be.
  ///
  /// - Parameter older: The older list. It need not be a version of this one; then all elements are compared.
  /// - Complexity: O(*k* log *n*) for two versions of *n* elements that differ in *k* places.
  @inlinable
  public func diff(from older: KeyedList) -> ListDiff<Element> { diff(from: older, NaturalComparison()) }
}
