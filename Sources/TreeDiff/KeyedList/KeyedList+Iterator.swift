extension KeyedList {
  /// Goes through the elements of a list, leaf by leaf.
  @safe
  public struct Iterator: IteratorProtocol {
    // Keeps the nodes alive.
    @usableFromInline let list: KeyedList
    @usableFromInline var place: UnsafeMutablePointer<Element>
    @usableFromInline var end: UnsafeMutablePointer<Element>
    // The lowest branch, and its children that are still to come.
    @usableFromInline var branch: NodeRef?
    @usableFromInline var child = 0
    @usableFromInline var done = 0

    @inlinable
    init(_ list: KeyedList) {
      self.list = list
      unsafe place = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
      unsafe end = place
    }

    /// Returns the next element, or nil behind the last.
    @inlinable
    public mutating func next() -> Element? {
      if unsafe place == end, !advance() { return nil }
      defer { unsafe place += 1 }
      return unsafe place.pointee
    }

    /// Goes on to the next leaf.
    @inlinable @inline(never)
    mutating func advance() -> Bool {
      if done == list.count { return false }
      let leaf: Node
      if let branch, child < branch.count {
        leaf = Node(Branch(branch)[child])
        child &+= 1
      } else {
        leaf = descend()
      }
      unsafe place = leaf.elements
      unsafe end = place + leaf.count
      done &+= leaf.count
      return true
    }

    @inlinable
    mutating func descend() -> Node {
      var node = unsafe NodeRef(list.root.unsafelyUnwrapped)
      var position = done
      for _ in 0..<node.height {
        branch = node
        child = Branch(node).child(holding: position)
        position &-= Branch(node).start(child)
        node = Branch(node)[child]
        child &+= 1
      }
      return Node(node)
    }
  }

  /// Returns an iterator over the elements.
  @inlinable public func makeIterator() -> Iterator { Iterator(self) }

  /// The number of elements.
  @inlinable public var underestimatedCount: Int { count }
}

extension KeyedList.Iterator: @unchecked Sendable where Element: Sendable {}  // It reads what it keeps alive.
