extension KeyedList {
  /// Moves one element; it stands at `target` afterwards.
  ///
  /// Traps, naming the position, unless both are positions of elements.
  ///
  /// - Parameters:
  ///   - source: The position of the element now.
  ///   - target: The position of the element afterwards.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    check(source)
    check(target)
    if source == target { return }
    let element = removeElement(at: source)
    insertNew(element, hash: KeyHash.hash(element.id), at: target)
  }

  /// Moves the elements at some positions, such as those of an `IndexSet`, in front of the one that stands at `target`
  /// now.
  ///
  /// They stand there one after the other, in the order that they had.
  /// Traps, naming the position, when one is not that of an element or `target` is not that of an element or the end.
  ///
  /// ```swift
  /// var list: KeyedList = [a, b, c, d]
  /// list.move(fromOffsets: [0, 2], toOffset: 2)   // b, a, c, d
  /// ```
  ///
  /// - Parameters:
  ///   - offsets: The positions, in any order.
  ///   - target: The position, before anything moves, of the element that they go in front of, or the end.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of moved ones.
  @inlinable
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset target: Int) {
    check(insertionAt: target)
    let sources = checked(offsets)
    let before = sources.prefix { $0 < target }.count
    if isCheaperAnew(sources.count) {
      let moved = Set(sources)
      let stay = { (range: Range<Int>) in range.filter { !moved.contains($0) } }
      return reorder(stay(0..<target) + sources + stay(target..<count))
    }
    // Those before the target go to it from the last one on, those behind it from the first one on, so that none
    // passes a place that another one leaves.
    for (distance, source) in sources[..<before].reversed().enumerated() {
      move(from: source, to: target - 1 - distance)
    }
    for (distance, source) in sources[before...].enumerated() { move(from: source, to: target + distance) }
  }

  /// Exchanges the elements at two positions.
  ///
  /// Traps, naming the position, unless both are positions of elements.
  ///
  /// - Parameters:
  ///   - i: The position of one element.
  ///   - j: The position of the other, which may be the same.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public mutating func swapAt(_ i: Int, _ j: Int) {
    check(i)
    check(j)
    if i == j { return }
    let (low, high) = (Swift.min(i, j), Swift.max(i, j))
    move(from: high, to: low)
    if low + 1 < high { move(from: low + 1, to: high) }
  }
}
