extension KeyedList {
  /// Removes the element at a position and returns it.
  ///
  /// Traps, naming the position, unless it is one of an element.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func remove(at position: Int) -> Element {
    check(position)
    return removeElement(at: position)
  }

  /// Removes the element with an id and returns it, or nil if there is none.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func remove(id: ID) -> Element? {
    guard let position = index(id: id) else { return nil }
    return removeElement(at: position)
  }

  /// Removes the first element and returns it. Traps when the list is empty.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func removeFirst() -> Element { remove(at: 0) }

  /// Removes the last element and returns it. Traps when the list is empty.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func removeLast() -> Element { remove(at: count - 1) }

  /// Removes all elements.
  @inlinable public mutating func removeAll() { self = KeyedList() }
}

// MARK: - The trees

extension KeyedList {
  @inlinable
  @discardableResult
  mutating func removeElement(at position: Int) -> Element {
    let element: Element
    if index == nil {
      element = mutateRoot { root in
        let leaf = Node.makeUnique(&root, needed: root.count, limit: Node.maximum)
        let element = unsafe (leaf.elements + position).move()
        leaf.closeGap(at: position)
        return element
      }
    } else {
      element = mutateTrees { root, index in
        let element = KeyedList.remove(&root, &index, at: position)
        Branch.dropLevels(&root)
        return element
      }
    }
    size &-= 1
    if count == 0 {
      self = KeyedList()
    } else if index != nil, count <= Node.maximum / 2 || withRoot({ $0.height == 0 }) {
      shrink()
    }
    return element
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
  static func remove(_ slot: inout NodeRef, _ index: inout NodeRef, at position: Int) -> Element {
    if slot.height == 0 {
      let leaf = Node.makeUnique(&slot, needed: slot.count, limit: Node.limit)
      let element = unsafe (leaf.elements + position).move()
      leaf.closeGap(at: position)
      let hash = KeyHash.hash(element.id)
      if !leaf.holds(hash: hash) { LabelIndex.remove(&index, hash, leaf.label) }
      return element
    }
    let branch = Branch.makeUnique(&slot)
    let i = branch.child(holding: position)
    let element = remove(&branch[i], &index, at: position - branch.start(i))
    branch.changeCounts(from: i, by: -1)
    branch.refreshLabel(i)
    if branch.height > 1 {
      if branch[i].count < Branch.minimum { branch.rebalanceBranches(i > 0 ? i - 1 : 0) }
    } else if branch[i].count < Node.minimum {
      rebalanceLeaves(branch, i > 0 ? i - 1 : 0, &index)
    }
    return element
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
