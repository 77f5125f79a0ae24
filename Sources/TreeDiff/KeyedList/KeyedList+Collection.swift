extension KeyedList: RandomAccessCollection {
  /// The position of an element.
  public typealias Index = Int
  /// The positions of elements.
  public typealias Indices = Range<Int>

  /// The position of the first element: 0.
  @inlinable public var startIndex: Int { 0 }
  /// The position behind the last element: the number of elements.
  @inlinable public var endIndex: Int { count }
  /// The positions of all elements.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// Returns the position after `i`.
  @inlinable public func index(after i: Int) -> Int { i + 1 }
  /// Returns the position before `i`.
  @inlinable public func index(before i: Int) -> Int { i - 1 }
  /// Returns the position `distance` behind `i`.
  @inlinable public func index(_ i: Int, offsetBy distance: Int) -> Int { i + distance }
  /// Returns how far `end` is behind `start`.
  @inlinable public func distance(from start: Int, to end: Int) -> Int { end - start }

  /// The element at a position.
  ///
  /// An element that is set replaces the one at its position. If another element has its id, that one is removed, as
  /// ``update(id:_:)`` says, and the list becomes shorter. Traps, naming the position, unless it is one of an element.
  ///
  /// - Parameter position: The position.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public subscript(position: Int) -> Element {
    get {
      check(position)
      return withRoot { root in
        let (leaf, slot) = KeyedList.locate(root, position)
        return unsafe leaf.elements[slot]
      }
    }
    _modify {
      check(position)
      let (leaf, slot) = reach(position)
      let id = unsafe leaf.elements[slot].id
      defer { if unsafe leaf.elements[slot].id != id { rename(leaf, slot, from: KeyHash.hash(id)) } }
      yield unsafe &leaf.elements[slot]
    }
  }

  /// The element with an id, or nil if there is none.
  ///
  /// Setting an element replaces the one with the id, where it stands, or appends it if there is none. If its own id is
  /// a different one, it stands under that, as ``update(id:_:)`` says. Setting nil removes the element.
  ///
  /// - Parameter id: The id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public subscript(id id: ID) -> Element? {
    get { element(id: id) }
    _modify {
      let hash = KeyHash.hash(id)
      if let (leaf, slot) = reach(id, hash: hash) {
        // Taken out, so that changing it does not copy what it holds.
        var element: Element? = unsafe (leaf.elements + slot).move()
        defer {
          if let element {
            unsafe (leaf.elements + slot).initialize(to: element)
            if element.id != id { rename(leaf, slot, from: hash) }
          } else {
            removeEmptied(leaf, slot, hash: hash)
          }
        }
        yield &element
      } else {
        var element: Element?
        defer { if let element { append(element) } }
        yield &element
      }
    }
  }
}

extension KeyedList {
  /// The ids of a list, in order.
  public struct IDs: RandomAccessCollection {
    @usableFromInline let list: KeyedList

    @inlinable init(_ list: KeyedList) { self.list = list }

    /// The position of the first id: 0.
    @inlinable public var startIndex: Int { 0 }
    /// The position behind the last id.
    @inlinable public var endIndex: Int { list.count }
    /// The id at a position.
    ///
    /// - Parameter position: The position. Traps, naming it, unless it is one of an element.
    /// - Complexity: O(log *n*), where *n* is the number of elements.
    @inlinable
    public subscript(position: Int) -> ID {
      list.check(position)
      return list.withRoot { root in
        let (leaf, slot) = KeyedList.locate(root, position)
        return unsafe leaf.elements[slot].id
      }
    }

    /// Goes through ids in order.
    public struct Iterator: IteratorProtocol {
      @usableFromInline var elements: KeyedList.Iterator

      @inlinable init(_ list: KeyedList) { elements = list.makeIterator() }

      /// Returns the next id, or nil behind the last.
      @inlinable public mutating func next() -> ID? { elements.next()?.id }
    }

    /// Returns an iterator over the ids.
    @inlinable public func makeIterator() -> Iterator { Iterator(list) }
    /// Returns whether the list holds an element with this id.
    ///
    /// - Parameter id: The id.
    /// - Complexity: O(log *n*), where *n* is the number of elements.
    @inlinable public func contains(_ id: ID) -> Bool { list.contains(id: id) }
  }

  /// The ids in order, as a collection that shares the list's storage.
  @inlinable public var ids: IDs { IDs(self) }
}

extension KeyedList.IDs: Sendable where Element: Sendable {}
