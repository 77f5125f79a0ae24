extension KeyedList {
  /// Returns a list of the elements for which `isIncluded` returns true.
  ///
  /// It shares with this one what the elements left out do not touch.
  ///
  /// - Parameter isIncluded: Whether an element stays. Called for each one, in order.
  /// - Throws: What `isIncluded` throws.
  /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of elements and *k* that of those left out.
  @inlinable
  public func filter<Failure: Error>(
    _ isIncluded: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> KeyedList {
    var list = self
    try list.removeAll { element throws(Failure) in try !isIncluded(element) }
    return list
  }

  /// Returns a list of what `transform` makes of the elements.
  ///
  /// Of several results with the same id only the last remains.
  ///
  /// ```swift
  /// let rows = posts.mapElements { Row(id: $0.id, text: $0.title) }
  /// ```
  ///
  /// - Parameter transform: Makes an element of the new list. Called for each one, in order.
  /// - Throws: What `transform` throws.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public func mapElements<Other: Identifiable, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> KeyedList<Other> {
    var results: ContiguousArray<Other> = []
    results.reserveCapacity(count)
    for element in self { results.append(try transform(element)) }
    return KeyedList<Other>(lastWins: results)
  }

  /// Calls `body` with each element in order.
  ///
  /// - Parameter body: What to do with an element.
  /// - Throws: What `body` throws, at once.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public func forEach<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
    for element in self { try body(element) }
  }
}
