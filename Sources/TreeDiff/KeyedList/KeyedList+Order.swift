extension KeyedList {
  /// Returns the position of the first element for which `belongsInSecondPartition` is true, in a list in which it is
  /// false for all elements before one position and true for all from there on.
  ///
  /// ```swift
  /// let firstOld = posts.partitioningIndex { $0.date < limit }   // posts by date, newest first
  /// ```
  ///
  /// - Parameter belongsInSecondPartition: Whether an element stands at or behind the position.
  /// - Returns: The position, or that behind the last element if there is none.
  /// - Throws: What `belongsInSecondPartition` throws.
  /// - Complexity: O(log² *n*), where *n* is the number of elements; `belongsInSecondPartition` is called O(log *n*) times.
  @inlinable
  public func partitioningIndex<Failure: Error>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (low, length) = (0, count)
    while length > 0 {
      let half = length / 2
      if try belongsInSecondPartition(self[low + half]) {
        length = half
      } else {
        low += half + 1
        length -= half + 1
      }
    }
    return low
  }

  /// Inserts an element into a sorted list, behind those that are neither before nor behind it.
  ///
  /// If the list holds an element with its id already, that one is taken out first, wherever it stands, and returned.
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - areInIncreasingOrder: The order by which the list is sorted.
  /// - Returns: The element that had the id.
  /// - Throws: What `areInIncreasingOrder` throws. The list stays as it was then.
  /// - Complexity: O(log² *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func insert<Failure: Error>(
    _ element: Element, by areInIncreasingOrder: (Element, Element) throws(Failure) -> Bool
  ) throws(Failure) -> Element? {
    let hash = KeyHash.hash(element.id)
    let old = self.position(element.id, hash: hash)
    // The old element is left out of the search: it may stand where the new one does not belong.
    let rest = count - (old == nil ? 0 : 1)
    var (low, length) = (0, rest)
    while length > 0 {
      let half = length / 2
      let middle = low + half
      if try areInIncreasingOrder(element, self[old.map { middle < $0 ? middle : middle + 1 } ?? middle]) {
        length = half
      } else {
        low = middle + 1
        length -= half + 1
      }
    }
    let replaced = old.map { removeElement(at: $0) }
    insertNew(element, hash: hash, at: low)
    return replaced
  }
}
