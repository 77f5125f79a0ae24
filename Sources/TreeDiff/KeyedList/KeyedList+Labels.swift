extension KeyedList {
  /// Gives the leaves below a node new labels, evenly spaced.
  ///
  /// All old labels leave the index before the new ones come in: a new one may be the old one of a neighbour.
  @inlinable
  static func relabel(_ slot: inout NodeRef, _ index: inout NodeRef, labels: LeafLabels) {
    var hashes: ContiguousArray<UInt32> = []
    collectHashes(slot, &hashes) { hash, label in LabelIndex.remove(&index, hash, label) }
    var (number, next) = (0, 0)
    Branch.setLabels(&slot) { leaf in
      let leaf = Node.makeUnique(&leaf, needed: leaf.count, limit: Node.limit)
      leaf.node.label = labels[number]
      number += 1
      for _ in 0..<leaf.count {
        LabelIndex.insert(&index, hashes[next], leaf.label)
        next += 1
      }
    }
  }

  @inlinable
  static func collectHashes(
    _ node: NodeRef, _ hashes: inout ContiguousArray<UInt32>, _ body: (UInt32, UInt64) -> Void
  ) {
    if node.height > 0 {
      for i in 0..<node.count { collectHashes(Branch(node)[i], &hashes, body) }
      return
    }
    let leaf = Node(node)
    for slot in 0..<leaf.count {
      let hash = unsafe KeyHash.hash(leaf.elements[slot].id)
      hashes.append(hash)
      body(hash, leaf.label)
    }
  }
}

extension Branch {
  /// The number of leaves below a node.
  @usableFromInline
  static func leafCount(_ node: NodeRef) -> Int {
    if node.height == 0 { return 1 }
    if node.height == 1 { return node.count }
    return (0..<node.count).reduce(0) { $0 + leafCount(Branch(node)[$1]) }
  }

  /// Calls `body` with the place of each leaf below a node, whose branches are then brought up to date.
  @usableFromInline
  static func setLabels(_ slot: inout NodeRef, _ body: (inout NodeRef) -> Void) {
    if slot.height == 0 { return body(&slot) }
    let branch = makeUnique(&slot)
    for i in 0..<branch.count { setLabels(&branch[i], body) }
    branch.refresh(from: 0)
  }
}
