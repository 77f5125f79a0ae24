extension KeyedList {
  /// Builds a list from elements in order, or returns nil when two of them have the same id.
  ///
  /// - Parameter trusting: Whether the ids are known to be unique, so that nothing is compared.
  @inlinable
  init?(building source: UnsafeBufferPointer<Element>, trusting: Bool = false) {
    self.init()
    let total = source.count
    if total == 0 { return }
    if total > Int32.max { fatalError("KeyedList: \(total) elements are more than a list can hold") }
    if total <= Node.maximum {
      guard let leaf = unsafe KeyedList.singleLeaf(source, trusting: trusting) else { return nil }
      root = leaf.node.takeObject()
      size = total
      return
    }
    let items = UnsafeMutablePointer<LabelIndex.Item>.allocate(capacity: 2 * total)
    defer { unsafe items.deallocate() }
    let leafCount = (total + Node.fill - 1) / Node.fill
    let labels = LeafLabels(count: leafCount)
    let tree = unsafe KeyedList.leaves(source, leafCount, labels, items)
    root = tree.takeObject()
    let sources = unsafe source
    let built = unsafe LabelIndex.build(items, total, labels: labels) {
      unsafe !trusting && sources[$0].id == sources[$1].id
    }
    guard let built else {
      root = nil
      return nil
    }
    index = built.takeObject()
    size = total
  }

  /// A leaf with all elements, or nil when two of them have the same id.
  @inlinable
  static func singleLeaf(_ source: UnsafeBufferPointer<Element>, trusting: Bool) -> Node? {
    let leaf = Node.allocate(capacity: Swift.min(Node.maximum, (source.count + 3) & ~3), label: LeafLabels(count: 1)[0])
    for i in 0..<source.count {
      let hash = unsafe KeyHash.hash(source[i].id)
      if unsafe !trusting && leaf.slot(of: source[i].id, hash: hash) != nil {
        leaf.node.release()
        return nil
      }
      unsafe leaf.insert(source[i], tag: KeyHash.tag(hash), at: i)
    }
    return leaf
  }

  /// The order tree of elements that need more than one leaf. Notes the hash and the leaf of each in `items`.
  @inlinable
  static func leaves(
    _ source: UnsafeBufferPointer<Element>, _ leafCount: Int, _ labels: LeafLabels,
    _ items: UnsafeMutablePointer<LabelIndex.Item>
  ) -> NodeRef {
    var leaves: [NodeRef] = []
    leaves.reserveCapacity(leafCount)
    let total = source.count
    let (share, rest) = (total / leafCount, total % leafCount)
    // Spare room only where it is cheap.
    let isRoomy = (Node.limit - share) * MemoryLayout<Element>.stride <= 16 * share
    var position = 0
    for number in 0..<leafCount {
      let size = share + (number < rest ? 1 : 0)
      let leaf = Node.allocate(capacity: isRoomy ? Node.limit : size, label: labels[number])
      let (tags, elements) = unsafe (leaf.tags, leaf.elements)
      for slot in 0..<size {
        unsafe (elements + slot).initialize(to: source[position])
        let hash = unsafe KeyHash.hash(elements[slot].id)
        unsafe tags[slot] = KeyHash.tag(hash)
        unsafe items[position] = LabelIndex.Item(
          hash: hash, position: UInt32(truncatingIfNeeded: position), leaf: UInt32(truncatingIfNeeded: number))
        position &+= 1
      }
      leaf.count = size
      leaves.append(leaf.node)
    }
    return Branch.tree(leaves)
  }
}

extension Branch {
  /// A tree over nodes that stand in order.
  @usableFromInline
  static func tree(_ nodes: [NodeRef]) -> NodeRef {
    var level = nodes
    var height = nodes[0].height
    while level.count > 1 {
      height += 1
      let size = level.count <= limit ? 1 : (level.count + fill - 1) / fill
      let (share, rest) = (level.count / size, level.count % size)
      var above: [NodeRef] = []
      above.reserveCapacity(size)
      var next = 0
      for number in 0..<size {
        let branch = Branch.allocate(height: height)
        for i in 0..<share + (number < rest ? 1 : 0) {
          branch[i] = level[next]
          branch.node.count = i + 1
          next += 1
        }
        branch.refresh(from: 0)
        above.append(branch.node)
      }
      level = above
    }
    return level[0]
  }
}
