/// How an insertion below a node went.
@frozen @usableFromInline
enum InsertionResult {
  case done
  /// The node was split; its new right neighbour is to be put behind it.
  case split(NodeRef)
  /// No label is left for a new leaf. Nothing has been changed.
  case noLabel
}

extension KeyedList {
  /// Inserts an element whose id the list does not hold.
  @inlinable
  mutating func insertNew(_ element: Element, hash: UInt32, at position: Int) {
    if index != nil {
      insertIndexed(element, hash: hash, at: position)
    } else if root == nil {
      let leaf = Node.allocate(capacity: 4, label: LeafLabels(count: 1)[0])
      leaf.insert(element, tag: KeyHash.tag(hash), at: 0)
      root = leaf.node.takeObject()
    } else if count < Node.maximum {
      let needed = count + 1
      mutateRoot { root in
        let leaf = Node.makeUnique(&root, needed: needed, limit: Node.maximum)
        leaf.insert(element, tag: KeyHash.tag(hash), at: position)
      }
    } else {
      var elements = ContiguousArray(self)
      elements.insert(element, at: position)
      self = KeyedList(trusting: elements)
      return
    }
    size &+= 1
  }

  @inlinable
  mutating func insertIndexed(_ element: Element, hash: UInt32, at position: Int) {
    if count >= Int32.max - 1 { fatalError("KeyedList: \(count) elements are as many as a list can hold") }
    let (start, end) = (position, count)
    mutateTrees { root, index in
      while true {
        let place = InsertionPlace(position: start, upper: .max, atStart: true, atEnd: true, isEnd: start == end)
        switch KeyedList.insert(&root, &index, element, hash, place) {
        case .done: return
        case .split(let right):
          root = Branch.tree([root, right])
          return
        case .noLabel:
          KeyedList.relabel(&root, &index, labels: LeafLabels(count: Branch.leafCount(root)))
        }
      }
    }
  }

  /// Inserts below a node of the order tree.
  @inlinable
  static func insert(
    _ slot: inout NodeRef, _ index: inout NodeRef, _ element: Element, _ hash: UInt32, _ place: InsertionPlace
  ) -> InsertionResult {
    if slot.height == 0 { return insertIntoLeaf(&slot, &index, element, hash, place) }
    let branch = Branch.makeUnique(&slot)
    while true {
      let (i, inner) = place.child(of: branch, leafLimit: Node.limit)
      switch insert(&branch[i], &index, element, hash, inner) {
      case .done:
        branch.changeCounts(from: i, by: 1)
        branch.refreshLabel(i)
        return .done
      case .split(let right):
        let neighbor = branch.adopt(right, behind: i, atStart: place.atStart, atEnd: place.atEnd)
        return neighbor.map { .split($0) } ?? .done
      case .noLabel:
        let leafCount = Branch.leafCount(slot)
        let step = (place.upper - branch.label(0)) / UInt64(leafCount + 1)
        if place.upper == .max || step < 1 << 16 { return .noLabel }
        relabel(&slot, &index, labels: LeafLabels(first: branch.label(0), step: step))
      }
    }
  }

  @inlinable
  static func insertIntoLeaf(
    _ slot: inout NodeRef, _ index: inout NodeRef, _ element: Element, _ hash: UInt32, _ place: InsertionPlace
  ) -> InsertionResult {
    let old = Node(slot)
    let position = place.position
    let isGrowing = old.count >= Node.fill && (place.isEnd || (place.atStart && position == 0))
    if isGrowing {
      guard let label = place.isEnd ? LeafLabels.after(old.label) : LeafLabels.before(old.label) else {
        return .noLabel
      }
      let leaf = Node.allocate(capacity: Swift.min(Node.limit, 16), label: label)
      leaf.insert(element, tag: KeyHash.tag(hash), at: 0)
      LabelIndex.insert(&index, hash, label)
      if place.isEnd { return .split(leaf.node) }
      slot = leaf.node
      return .split(old.node)
    }
    if old.count < Node.limit {
      let leaf = Node.makeUnique(&slot, needed: old.count + 1, limit: Node.limit)
      leaf.insert(element, tag: KeyHash.tag(hash), at: position)
      LabelIndex.insert(&index, hash, leaf.label)
      return .done
    }
    let isLeft = position <= old.count / 2
    guard let label = LeafLabels.between(old.label, place.upper, closerToUpper: isLeft) else { return .noLabel }
    let left = Node.makeUnique(&slot, needed: old.count, limit: Node.limit)
    let right = Node.allocate(capacity: Node.limit, label: label)
    let cut = left.count / 2
    move(cut..<left.count, of: left, to: right, at: 0, &index)
    let target = isLeft ? left : right
    target.insert(element, tag: KeyHash.tag(hash), at: isLeft ? position : position - cut)
    LabelIndex.insert(&index, hash, target.label)
    return .split(right.node)
  }

  /// Moves elements to another leaf and files them under its label.
  @inlinable
  static func move(_ range: Range<Int>, of leaf: Node, to other: Node, at slot: Int, _ index: inout NodeRef) {
    leaf.move(range, to: other, at: slot)
    for i in slot..<slot + range.count {
      let hash = unsafe KeyHash.hash(other.elements[i].id)
      if leaf.holds(hash: hash) {
        LabelIndex.insert(&index, hash, other.label)
      } else {
        LabelIndex.replace(&index, hash, leaf.label, with: other.label)
      }
    }
  }

  /// Calls `body` with the places of both roots, neither of which may be nil.
  @inlinable
  mutating func mutateTrees<R>(_ body: (inout NodeRef, inout NodeRef) -> R) -> R {
    unsafe withUnsafeMutablePointer(to: &root) { root in
      unsafe withUnsafeMutablePointer(to: &index) { index in
        unsafe body(
          &UnsafeMutableRawPointer(root).assumingMemoryBound(to: NodeRef.self).pointee,
          &UnsafeMutableRawPointer(index).assumingMemoryBound(to: NodeRef.self).pointee)
      }
    }
  }
}
