extension KeyedList {
  /// The leaf and the slot of the element with this id; the leaf lives as long as the list does.
  @inlinable
  func locate(_ id: ID, hash: UInt32) -> (leaf: Node, slot: Int)? {
    guard let root else { return nil }
    let top = NodeRef(root)
    guard let index else {
      let leaf = Node(top)
      guard let slot = leaf.slot(of: id, hash: hash) else { return nil }
      return (leaf, slot)
    }
    let height = top.height
    return LabelIndex.first(NodeRef(index), hash) { label in
      var node = top
      for _ in 0..<height {
        let branch = Branch(node)
        node = branch[branch.child(label: label)]
      }
      let leaf = Node(node)
      guard let slot = leaf.slot(of: id, hash: hash) else { return nil }
      return (leaf, slot)
    }
  }

  /// The position of the element with this id.
  @inlinable
  func position(_ id: ID, hash: UInt32) -> Int? {
    guard let root else { return nil }
    let top = NodeRef(root)
    guard let index else { return Node(top).slot(of: id, hash: hash) }
    let height = top.height
    return LabelIndex.first(NodeRef(index), hash) { label in
      var node = top
      var start = 0
      for _ in 0..<height {
        let branch = Branch(node)
        let child = branch.child(label: label)
        start &+= branch.start(child)
        node = branch[child]
      }
      guard let slot = Node(node).slot(of: id, hash: hash) else { return nil }
      return start &+ slot
    }
  }

  /// The leaf and the slot of the element at a position.
  @inlinable
  static func locate(_ root: NodeRef, _ position: Int) -> (leaf: Node, slot: Int) {
    var node = root
    var position = position
    for _ in 0..<root.height {
      let branch = Branch(node)
      let child = branch.child(holding: position)
      position &-= branch.start(child)
      node = branch[child]
    }
    return (Node(node), position)
  }

  /// Returns the position of the element with this id, or nil if there is none.
  ///
  /// - Parameter id: The id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public func index(id: ID) -> Int? {
    defer { withExtendedLifetime(self) {} }
    return position(id, hash: KeyHash.hash(id))
  }

  /// Returns whether the list holds an element with this id.
  ///
  /// - Parameter id: The id.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public func contains(id: ID) -> Bool {
    defer { withExtendedLifetime(self) {} }
    return locate(id, hash: KeyHash.hash(id)) != nil
  }

  /// The element with this id, or nil if there is none.
  @inlinable
  func element(id: ID) -> Element? {
    defer { withExtendedLifetime(self) {} }
    guard let (leaf, slot) = locate(id, hash: KeyHash.hash(id)) else { return nil }
    return unsafe leaf.elements[slot]
  }

  /// Traps, naming the position, unless it is one of an element.
  @inlinable
  func check(_ position: Int) {
    if position < 0 || position >= count { failBounds(position, "is not one of an element") }
  }

  /// Traps, naming the position, unless it is one of an element or the end.
  @inlinable
  func check(insertionAt position: Int) {
    if position < 0 || position > count { failBounds(position, "is outside the list") }
  }

  @usableFromInline
  func failBounds(_ position: Int, _ what: String) -> Never {
    fatalError("KeyedList: position \(position) \(what); the list has \(count) elements")
  }
}
