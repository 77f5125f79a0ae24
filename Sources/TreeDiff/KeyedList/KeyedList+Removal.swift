extension KeyedList {
  @inlinable
  @discardableResult
  mutating func removeElement(at position: Int) -> Element {
    unsafe removeSlot(at: position) { place in
      let element = unsafe place.move()
      return (element, KeyHash.hash(element.id))
    }
  }

  /// Closes the gap that an element with this hash has left, which was moved out of a unique leaf.
  @inlinable
  mutating func removeEmptied(_ leaf: Node, _ slot: Int, hash: UInt32) {
    let start = withRoot { root in
      var (node, start) = (root, 0)
      for _ in 0..<root.height {
        let branch = Branch(node)
        let child = branch.child(label: leaf.label)
        start += branch.start(child)
        node = branch[child]
      }
      return start
    }
    unsafe removeSlot(at: start + slot) { _ in ((), hash) }
  }

  /// Removes the slot at a position, after `empty` has moved the element out and given its hash.
  @inlinable
  mutating func removeSlot<R>(at position: Int, _ empty: (UnsafeMutablePointer<Element>) -> (R, UInt32)) -> R {
    let result: R
    if index == nil {
      result = mutateRoot { root in
        let leaf = Node.makeUnique(&root, needed: root.count, limit: Node.maximum)
        let (result, _) = unsafe empty(leaf.elements + position)
        leaf.closeGap(at: position)
        return result
      }
    } else {
      result = mutateTrees { root, index in
        let result = unsafe KeyedList.remove(&root, &index, at: position, empty)
        Branch.dropLevels(&root)
        return result
      }
    }
    size &-= 1
    if size == 0 {
      self = KeyedList()
    } else if index != nil, size <= Node.maximum / 2 || withRoot({ $0.height == 0 }) {
      shrink()
    }
    return result
  }

  /// Makes a list that has become small a single leaf again.
  @inlinable
  mutating func shrink() {
    if withRoot({ $0.height > 0 }) {
      self = KeyedList(trusting: ContiguousArray(self))
    } else {
      index = nil
    }
  }

  @inlinable
  static func remove<R>(
    _ slot: inout NodeRef, _ index: inout NodeRef, at position: Int,
    _ empty: (UnsafeMutablePointer<Element>) -> (R, UInt32)
  ) -> R {
    if slot.height == 0 {
      let leaf = Node.makeUnique(&slot, needed: slot.count, limit: Node.limit)
      let (result, hash) = unsafe empty(leaf.elements + position)
      leaf.closeGap(at: position)
      if !leaf.holds(hash: hash) { LabelIndex.remove(&index, hash, leaf.label) }
      return result
    }
    let branch = Branch.makeUnique(&slot)
    let i = branch.child(holding: position)
    let result = unsafe remove(&branch[i], &index, at: position - branch.start(i), empty)
    branch.changeCounts(from: i, by: -1)
    branch.refreshLabel(i)
    if branch.height > 1 {
      if branch[i].count < Branch.minimum { branch.rebalanceBranches(i > 0 ? i - 1 : 0) }
    } else if branch[i].count < Node.minimum {
      rebalanceLeaves(branch, i > 0 ? i - 1 : 0, &index)
    }
    return result
  }

  /// Joins the leaves at `i` and `i + 1`, or shares their elements out evenly.
  @inlinable
  static func rebalanceLeaves(_ branch: Branch, _ i: Int, _ index: inout NodeRef) {
    let (leftCount, rightCount) = (branch[i].count, branch[i + 1].count)
    let sum = leftCount + rightCount
    if sum <= Node.limit * 3 / 4 || leftCount == 0 || rightCount == 0 {
      // The smaller leaf goes into the larger, whose label stays.
      let keepsLeft = leftCount >= rightCount
      let (kept, gone) = keepsLeft ? (i, i + 1) : (i + 1, i)
      if branch[gone].count > 0 {
        let other = Node.makeUnique(&branch[kept], needed: sum, limit: Node.limit)
        let leaf = Node.makeUnique(&branch[gone], needed: 0, limit: Node.limit)
        move(0..<leaf.count, of: leaf, to: other, at: keepsLeft ? other.count : 0, &index)
      }
      branch[gone].release()
      branch.removeChild(at: gone)
    } else {
      let left = Node.makeUnique(&branch[i], needed: sum / 2, limit: Node.limit)
      let right = Node.makeUnique(&branch[i + 1], needed: sum - sum / 2, limit: Node.limit)
      if leftCount < sum / 2 {
        move(0..<sum / 2 - leftCount, of: right, to: left, at: leftCount, &index)
      } else {
        move(sum / 2..<leftCount, of: left, to: right, at: 0, &index)
      }
    }
    branch.refresh(from: i)
  }
}

extension Branch {
  /// Replaces a root that has a single child by that.
  @usableFromInline
  static func dropLevels(_ root: inout NodeRef) {
    while root.height > 0, root.count == 1 {
      let child = Branch(root)[0]
      child.retain()
      root.release()
      root = child
    }
  }
}
