extension KeyedList {
  /// Changes the element with an id where it stands.
  ///
  /// Where the list shares no storage with a copy the element is changed in place, otherwise one path of the tree is
  /// copied. The index is not touched.
  ///
  /// If `body` changes the element's id, the element keeps its place under its new id, as a post that was shown before
  /// the server had named it does. Another element that already has this id is removed: the last write wins. That
  /// holds when `body` throws, too; what it has changed until then stays changed.
  ///
  /// ```swift
  /// posts.update(id: 42) { $0.likes += 1 }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - body: Changes the element.
  /// - Returns: What `body` returns, or nil, without calling it, if there is no such element.
  /// - Throws: What `body` throws.
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func update<R, Failure: Error>(
    id: ID, _ body: (inout Element) throws(Failure) -> R
  ) throws(Failure) -> R? {
    let hash = KeyHash.hash(id)
    guard let (leaf, slot) = reach(id, hash: hash) else { return nil }
    defer { if unsafe leaf.elements[slot].id != id { rename(leaf, slot, from: hash) } }
    return try unsafe body(&leaf.elements[slot])
  }

  /// Changes every element, in order, where it stands.
  ///
  /// Elements whose id `body` changes keep their place under the new one. Of several elements that have the same id
  /// afterwards only the last remains. That holds when `body` throws, too; what it has changed until then stays changed.
  ///
  /// - Parameter body: Changes an element.
  /// - Throws: What `body` throws, at once.
  /// - Complexity: O(*n*), where *n* is the number of elements. All elements are copied where the list is shared.
  @inlinable
  public mutating func updateAll<Failure: Error>(_ body: (inout Element) throws(Failure) -> Void) throws(Failure) {
    if root == nil { return }
    var renamed = false
    defer { if renamed { self = KeyedList(lastWins: ContiguousArray(self)) } }
    let limit = index == nil ? Node.maximum : Node.limit
    try mutateRoot { root throws(Failure) in
      try KeyedList.updateAll(&root, limit: limit, renamed: &renamed, body)
    }
  }

  @inlinable
  static func updateAll<Failure: Error>(
    _ slot: inout NodeRef, limit: Int, renamed: inout Bool, _ body: (inout Element) throws(Failure) -> Void
  ) throws(Failure) {
    if slot.height > 0 {
      let branch = Branch.makeUnique(&slot)
      for i in 0..<branch.count { try updateAll(&branch[i], limit: limit, renamed: &renamed, body) }
      return
    }
    let leaf = Node.makeUnique(&slot, needed: slot.count, limit: limit)
    for i in 0..<leaf.count {
      let id = unsafe leaf.elements[i].id
      defer { if unsafe leaf.elements[i].id != id { renamed = true } }
      try unsafe body(&leaf.elements[i])
    }
  }
}

// MARK: - Reaching a slot that may be written to

extension KeyedList {
  /// The leaf and the slot of the element with this id, ready to be changed.
  @inlinable
  mutating func reach(_ id: ID, hash: UInt32) -> (leaf: Node, slot: Int)? {
    // No reference to a root may be held beside the list's own, or the path would be copied.
    if root == nil { return nil }
    guard index != nil else {
      guard let slot = withRoot({ Node($0).slot(of: id, hash: hash) }) else { return nil }
      return (mutateRoot { Node.makeUnique(&$0, needed: $0.count, limit: Node.maximum) }, slot)
    }
    let indexRoot = unsafe NodeRef(index.unsafelyUnwrapped)
    return unsafe withUnsafeMutablePointer(to: &self.root) { pointer in
      let top = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: NodeRef.self)
      let height = unsafe top.pointee.height
      return LabelIndex.first(indexRoot, hash) { label in
        var at = unsafe top
        for _ in 0..<height {
          let branch = unsafe Branch.makeUnique(&at.pointee)
          unsafe at = branch.children + branch.child(label: label)
        }
        guard let slot = unsafe Node(at.pointee).slot(of: id, hash: hash) else { return nil }
        return unsafe (Node.makeUnique(&at.pointee, needed: at.pointee.count, limit: Node.limit), slot)
      }
    }
  }

  /// The leaf and the slot of the element at a position, ready to be changed.
  @inlinable
  mutating func reach(_ position: Int) -> (leaf: Node, slot: Int) {
    mutateRoot { root in
      unsafe withUnsafeMutablePointer(to: &root) { top in
        var at = unsafe top
        var position = position
        for _ in 0..<(unsafe top.pointee.height) {
          let branch = unsafe Branch.makeUnique(&at.pointee)
          let child = branch.child(holding: position)
          position &-= branch.start(child)
          unsafe at = branch.children + child
        }
        return unsafe (Node.makeUnique(&at.pointee, needed: at.pointee.count, limit: Node.maximum), position)
      }
    }
  }

  /// Files an element under the id that it has got, and removes another one that has it.
  @inlinable @inline(never)
  mutating func rename(_ leaf: Node, _ slot: Int, from oldHash: UInt32) {
    let id = unsafe leaf.elements[slot].id
    let hash = KeyHash.hash(id)
    let other = position(id, hash: hash, except: leaf, slot)
    unsafe leaf.tags[slot] = KeyHash.tag(hash)
    if index != nil {
      mutateIndex { index in
        LabelIndex.insert(&index, hash, leaf.label)
        if !leaf.holds(hash: oldHash) { LabelIndex.remove(&index, oldHash, leaf.label) }
      }
    }
    if let other { removeElement(at: other) }
  }

  /// The position of an element with this id that is not the one in a slot.
  @inlinable
  func position(_ id: ID, hash: UInt32, except leaf: Node, _ slot: Int) -> Int? {
    guard let root else { return nil }
    let top = NodeRef(root)
    func other(in node: NodeRef) -> Int? {
      Node(node).slot(of: id, hash: hash, except: node == leaf.node ? slot : -1)
    }
    guard let index else { return other(in: top) }
    return LabelIndex.first(NodeRef(index), hash) { label in
      var (node, start) = (top, 0)
      while node.height > 0 {
        let branch = Branch(node)
        let child = branch.child(label: label)
        start += branch.start(child)
        node = branch[child]
      }
      return other(in: node).map { start + $0 }
    }
  }
}
