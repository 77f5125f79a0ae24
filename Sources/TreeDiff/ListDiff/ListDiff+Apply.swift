extension ListDiff {
  /// Turns the old list into the new one.
  ///
  ///     var rows = old
  ///     try diff.apply(to: &rows)   // rows == new
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``ListDiffError`` if the list has not as many elements as the old one had.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  @inlinable
  public func apply<List: RangeReplaceableCollection<Element>>(to list: inout List) throws(ListDiffError) {
    list = try list.applying(self)
  }
}

extension RangeReplaceableCollection {
  /// Returns the list that a diff makes of this one.
  ///
  /// - Parameter diff: The diff, whose old list this is.
  /// - Returns: The new list.
  /// - Throws: ``ListDiffError`` if this list has not as many elements as the diff's old list had.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  @inlinable
  public func applying(_ diff: ListDiff<Element>) throws(ListDiffError) -> Self {
    let count = count
    guard count == diff.oldCount else { throw .wrongCount(expected: diff.oldCount, actual: count) }
    try diff.validate()
    let old = ContiguousArray(self)
    var result = Self()
    result.reserveCapacity(diff.newCount)
    var (index, insertion, update) = (0, 0, 0)
    diff.forEachSource { source in
      if source < 0 {
        result.append(diff.insertions[insertion].element)
        insertion += 1
      } else if update < diff.updates.count, diff.updates[update].to == index {
        result.append(diff.updates[update].new)
        update += 1
      } else {
        result.append(old[source])
      }
      index += 1
    }
    return result
  }
}
