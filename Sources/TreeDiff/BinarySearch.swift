extension Range<Int> {
  /// The first number for which `belongsInSecondPartition` is true, which must be so for all that follow, or the end.
  @inlinable
  func partitioningIndex(where belongsInSecondPartition: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if belongsInSecondPartition(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Array where Element: Comparable {
  /// The number of elements before `value` in this ascending list.
  @inlinable
  func lowerBound(of value: Element) -> Int { indices.partitioningIndex { self[$0] >= value } }

  /// Whether this ascending list holds `value`.
  @inlinable
  func holds(_ value: Element) -> Bool {
    let index = lowerBound(of: value)
    return index < count && self[index] == value
  }
}

extension [Int] {
  /// The number with `rank` smaller ones, from zero on, that are not in this ascending list.
  @inlinable
  func gap(_ rank: Int) -> Int { rank + indices.partitioningIndex { self[$0] - $0 > rank } }
}
