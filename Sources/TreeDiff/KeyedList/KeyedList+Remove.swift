extension KeyedList {
  /// Removes the element at a position and returns it.
  ///
  /// Traps, naming the position, unless it is one of an element.
  ///
  /// - Parameter position: The position of the element.
  /// - Returns: The element.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    check(position)
    return removeElement(at: position)
  }

  /// Removes the element with an id and returns it, or nil if there is none.
  ///
  /// - Parameter id: The id.
  /// - Returns: The element that had the id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return removeElement(at: position)
  }

  /// Removes the first element and returns it. Traps when the list is empty.
  ///
  /// - Returns: The element.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element and returns it. Traps when the list is empty.
  ///
  /// - Returns: The element.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes the last element, if there is one, and returns it.
  ///
  /// - Returns: The element, or nil if the list is empty.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable public mutating func popLast() -> Element? { isEmpty ? nil : removeLast() }

  /// Removes the first elements. Traps when the list has fewer.
  ///
  /// - Parameter count: How many.
  /// - Complexity: O(*k* log *n*), where *k* elements of *n* are removed.
  @inlinable public mutating func removeFirst(_ count: Int) { removeSubrange(0..<count) }

  /// Removes the last elements. Traps when the list has fewer.
  ///
  /// - Parameter count: How many.
  /// - Complexity: O(*k* log *n*), where *k* elements of *n* are removed.
  @inlinable public mutating func removeLast(_ count: Int) { removeSubrange(self.count - count..<self.count) }

  /// Removes all elements.
  ///
  /// - Complexity: O(*n*) to release *n* elements if no copy holds them, otherwise O(1).
  @inlinable public mutating func removeAll() { self = KeyedList() }

  /// Removes the elements for which `shouldBeRemoved` returns true.
  ///
  /// - Parameter shouldBeRemoved: Whether an element goes. Called for each one, in order.
  /// - Throws: What `shouldBeRemoved` throws. Nothing is removed then.
  /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of elements and *k* that of removed ones.
  @inlinable
  public mutating func removeAll<Failure: Error>(
    where shouldBeRemoved: (Element) throws(Failure) -> Bool
  ) throws(Failure) {
    var positions: [Int] = []
    var position = 0
    for element in self {
      if try shouldBeRemoved(element) { positions.append(position) }
      position += 1
    }
    removeElements(at: positions)
  }

  /// Removes the elements at the positions of a range.
  ///
  /// Traps, naming the position, when the range reaches beyond the list.
  ///
  /// - Parameter range: The positions.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of removed ones.
  @inlinable
  public mutating func removeSubrange(_ range: some RangeExpression<Int>) {
    let range = range.relative(to: self)
    check(insertionAt: range.lowerBound)
    check(insertionAt: range.upperBound)
    removeElements(at: Array(range))
  }

  /// Removes the elements at some positions, such as those of an `IndexSet`.
  ///
  /// The positions may come in any order. Traps, naming the position, when one is not that of an element.
  ///
  /// - Parameter offsets: The positions; one that comes twice counts once.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of removed ones.
  @inlinable
  public mutating func remove(atOffsets offsets: some Sequence<Int>) { removeElements(at: checked(offsets)) }
}

// MARK: - Several positions

extension KeyedList {
  /// Whether changing so many places one by one costs more than building the list anew.
  @inlinable func isCheaperAnew(_ changes: Int) -> Bool { changes > 16 && changes > count / 4 }

  /// The positions, all of which must be those of elements, without repetition and ascending.
  @inlinable
  func checked(_ offsets: some Sequence<Int>) -> [Int] {
    var positions = offsets.sorted()
    if let first = positions.first, let last = positions.last {
      check(first)
      check(last)
    }
    var kept = 0
    for position in positions where kept == 0 || positions[kept - 1] != position {
      positions[kept] = position
      kept += 1
    }
    positions.removeLast(positions.count - kept)
    return positions
  }

  /// Removes the elements at positions that rise.
  @inlinable
  mutating func removeElements(at positions: [Int]) {
    if !isCheaperAnew(positions.count) {
      for position in positions.reversed() { removeElement(at: position) }
      return
    }
    var rest: ContiguousArray<Element> = []
    rest.reserveCapacity(count - positions.count)
    var (position, next) = (0, 0)
    for element in self {
      if next < positions.count, positions[next] == position { next += 1 } else { rest.append(element) }
      position += 1
    }
    self = KeyedList(trusting: rest)
  }
}
