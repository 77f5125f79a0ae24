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
  /// - Throws: ``ListDiffError`` if this list has not as many elements as the diff's old list had.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  @inlinable
  public func applying(_ diff: ListDiff<Element>) throws(ListDiffError) -> Self {
    let old = ContiguousArray(self)
    guard old.count == diff.oldCount else { throw .wrongCount(expected: diff.oldCount, actual: old.count) }
    try diff.validate()
    var result = Self()
    result.reserveCapacity(diff.newCount)
    var (insertions, moves, updates) = (diff.insertions[...], diff.moves[...], diff.updates[...])
    var vacated = diff.vacatedIndexes[...]
    var kept = 0
    for index in 0..<diff.newCount {
      if insertions.first?.index == index {
        result.append(insertions.removeFirst().element)
        continue
      }
      var source = moves.first?.to == index ? moves.removeFirst().from : -1
      if source < 0 {
        while vacated.first == kept {
          vacated.removeFirst()
          kept += 1
        }
        source = kept
        kept += 1
      }
      result.append(updates.first?.to == index ? updates.removeFirst().new : old[source])
    }
    return result
  }
}
