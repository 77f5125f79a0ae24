extension KeyedList {
  /// Inserts an element in front of the one that stands at `position` now.
  ///
  /// If the list holds an element with its id already, the new one wins: the old one is taken out, wherever it stands,
  /// and returned. Traps, naming the position, unless it is one of an element or the end.
  ///
  /// ```swift
  /// var list: KeyedList = [a, b, c]
  /// list.insert(a2, at: 2)   // b, a2, c: in front of what stood at 2
  /// ```
  ///
  /// - Parameters:
  ///   - element: The element.
  ///   - position: The position of the element in front of which it goes, or the end, before the old one is taken out.
  /// - Returns: The element that had the id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element, at position: Int) -> Element? {
    check(insertionAt: position)
    let hash = KeyHash.hash(element.id)
    guard let old = self.position(element.id, hash: hash) else {
      insertNew(element, hash: hash, at: position)
      return nil
    }
    let replaced = removeElement(at: old)
    insertNew(element, hash: hash, at: old < position ? position - 1 : position)
    return replaced
  }

  /// Adds an element at the end.
  ///
  /// If the list holds an element with its id already, that one is taken out, wherever it stands, and returned.
  ///
  /// - Parameter element: The element.
  /// - Returns: The element that had the id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func append(_ element: Element) -> Element? { insert(element, at: count) }

  /// Adds an element at the start.
  ///
  /// If the list holds an element with its id already, that one is taken out, wherever it stands, and returned.
  ///
  /// - Parameter element: The element.
  /// - Returns: The element that had the id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func prepend(_ element: Element) -> Element? { insert(element, at: 0) }

  /// Inserts elements, in order, in front of the one that stands at `position` now.
  ///
  /// Elements that have an id which the list holds already win: the old ones are taken out, wherever they stand, and
  /// returned. Of several new ones with the same id the last one remains. Traps, naming the position, unless it is one
  /// of an element or the end.
  ///
  /// - Parameters:
  ///   - elements: The elements in order.
  ///   - position: The position of the element in front of which they go, or the end, before old ones are taken out.
  /// - Returns: The elements that had the ids.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of new ones.
  @inlinable
  @discardableResult
  public mutating func insert(contentsOf elements: some Sequence<Element>, at position: Int) -> [Element] {
    check(insertionAt: position)
    let elements = ContiguousArray(elements)
    if isCheaperAnew(elements.count) {
      let all = ContiguousArray(self[..<position]) + elements + self[position...]
      if let list = unsafe all.withUnsafeBufferPointer({ unsafe KeyedList(building: $0) }) {
        self = list
        return []
      }
    }
    var replaced: [Element] = []
    var position = position
    for element in elements {
      let hash = KeyHash.hash(element.id)
      if let old = self.position(element.id, hash: hash) {
        replaced.append(removeElement(at: old))
        if old < position { position -= 1 }
      }
      insertNew(element, hash: hash, at: position)
      position += 1
    }
    return replaced
  }

  /// Adds elements at the end, as ``insert(contentsOf:at:)`` does.
  ///
  /// - Parameter elements: The elements in order.
  /// - Returns: The elements that had their ids.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of new ones.
  @inlinable
  @discardableResult
  public mutating func append(contentsOf elements: some Sequence<Element>) -> [Element] {
    insert(contentsOf: elements, at: count)
  }

  /// Adds elements at the start, in order, as ``insert(contentsOf:at:)`` does.
  ///
  /// - Parameter elements: The elements in order.
  /// - Returns: The elements that had their ids.
  /// - Complexity: O(*k* log *n*), where *n* is the number of elements and *k* that of new ones.
  @inlinable
  @discardableResult
  public mutating func prepend(contentsOf elements: some Sequence<Element>) -> [Element] {
    insert(contentsOf: elements, at: 0)
  }
}
