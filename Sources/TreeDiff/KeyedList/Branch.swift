/// The object of a branch, which releases its children.
@usableFromInline
final class BranchObject: NodeObject {
  deinit {
    let branch = Branch(NodeRef(self))
    for i in 0..<branch.count { branch[i].release() }
  }
}

/// An inner node of the order tree: up to 16 children with running counts and first labels.
///
/// Places that are not used hold the largest count and label. So a search looks at every place, without a
/// branch that a processor could mispredict.
@safe @frozen @usableFromInline
struct Branch {
  @usableFromInline let node: NodeRef

  @inlinable init(_ node: NodeRef) { self.node = node }

  @inlinable static var limit: Int { 16 }
  @inlinable static var fill: Int { 14 }
  @inlinable static var minimum: Int { 4 }

  @inlinable static var labelsOffset: Int { limit * MemoryLayout<Int32>.size }
  @inlinable static var childrenOffset: Int { labelsOffset + limit * MemoryLayout<UInt64>.size }
  @inlinable static var byteCount: Int { childrenOffset + limit * MemoryLayout<NodeRef>.size }

  private init(header: NodeHeader) {
    self.init(NodeRef.allocate(BranchObject.self, bytes: Branch.byteCount, header: header))
  }

  /// A new branch without children.
  static func allocate(height: Int) -> Branch {
    let branch = Branch(
      header: NodeHeader(count: 0, height: UInt16(height), capacity: UInt16(limit), label: 0))
    unsafe branch.ends.initialize(repeating: .max, count: limit)
    unsafe branch.labels.initialize(repeating: .max, count: limit)
    return branch
  }

  @inlinable var count: Int { node.count }
  @inlinable var height: Int { node.height }
  @inlinable var total: Int { end(count - 1) }

  /// The number of elements below each child and those before it.
  @inlinable var ends: UnsafeMutablePointer<Int32> { unsafe node.body.assumingMemoryBound(to: Int32.self) }
  /// The label of the first leaf below each child.
  @inlinable var labels: UnsafeMutablePointer<UInt64> {
    unsafe (node.body + Branch.labelsOffset).assumingMemoryBound(to: UInt64.self)
  }
  @inlinable var children: UnsafeMutablePointer<NodeRef> {
    unsafe (node.body + Branch.childrenOffset).assumingMemoryBound(to: NodeRef.self)
  }

  @inlinable subscript(i: Int) -> NodeRef {
    get { unsafe children[i] }
    nonmutating set { unsafe children[i] = newValue }
    nonmutating _modify { yield unsafe &children[i] }
  }
  @inlinable func start(_ i: Int) -> Int { i == 0 ? 0 : end(i - 1) }
  @inlinable func end(_ i: Int) -> Int { unsafe Int(ends[i]) }
  @inlinable func label(_ i: Int) -> UInt64 { unsafe labels[i] }

  /// The child that holds the element at `position`.
  @inlinable
  func child(holding position: Int) -> Int {
    let target = Int32(truncatingIfNeeded: position)
    var result: Int32 = 0
    for i in 0..<Branch.limit { result &+= unsafe ends[i] <= target ? 1 : 0 }
    return Int(result)
  }

  /// The child into which an insertion at `position` goes: the left one of two that meet there.
  @inlinable
  func child(takingInsertionAt position: Int) -> Int {
    position == 0 ? 0 : child(holding: position - 1)
  }

  /// The child whose leaves include the one with this label.
  @inlinable
  func child(label: UInt64) -> Int {
    var result = 0
    for i in 1..<Branch.limit { result &+= unsafe labels[i] <= label ? 1 : 0 }
    return result
  }

  /// Whether each child has leaves from the same range of labels as in another branch of the same height.
  func isAligned(with other: Branch) -> Bool {
    // Places that are not used are alike. All are looked at, so that the loop needs no branches.
    var difference: UInt64 = 0
    for i in 1..<Branch.limit { difference |= label(i) ^ other.label(i) }
    // What leads a branch stands in front of its second child, whatever its label; a leaf is its label.
    return difference == 0 && (height > 1 || label(0) == other.label(0))
  }

  /// Makes sure that the branch in `slot` is referenced only there.
  @inlinable
  static func makeUnique(_ slot: inout NodeRef) -> Branch {
    if slot.isUnique { return Branch(slot) }
    return copy(&slot)
  }

  @usableFromInline
  static func copy(_ slot: inout NodeRef) -> Branch {
    let old = Branch(slot)
    let new = Branch(header: old.node.header)
    unsafe new.node.body.copyMemory(from: old.node.body, byteCount: byteCount)
    new.fetchChildren()
    for i in 0..<new.count { new[i].retain() }
    slot.release()
    slot = new.node
    return new
  }

  /// Reads a word of every child.
  ///
  /// To count a reference is an atomic operation, and none begins before the one in front has got its cache line. Plain
  /// reads of the same lines do not wait for each other.
  private func fetchChildren() {
    var words: UInt = 0
    for i in 0..<count { words |= unsafe self[i].address.load(as: UInt.self) }
    // Always the case, but the compiler does not know and keeps the reads.
    if words == 0 { fatalError("KeyedList: a branch without children") }
  }

  /// Adds `change` to the counts from child `i` on.
  @inlinable
  func changeCounts(from i: Int, by change: Int32) {
    for j in i..<count { unsafe ends[j] &+= change }
  }

  /// Reads the label of a child whose first leaf may have changed.
  @inlinable
  func refreshLabel(_ i: Int) {
    unsafe labels[i] = self[i].label
    if i == 0 { node.label = label(0) }
  }

  /// Reads counts and labels of the children from `i` on from the children.
  @usableFromInline
  func refresh(from i: Int) {
    var sum = start(i)
    for j in i..<count {
      let child = self[j]
      sum += child.total
      unsafe ends[j] = Int32(truncatingIfNeeded: sum)
      unsafe labels[j] = child.label
    }
    for j in count..<Branch.limit {
      unsafe ends[j] = .max
      unsafe labels[j] = .max
    }
    node.label = label(0)
  }

  /// Puts a child into a unique branch that has room, without its count and label.
  @usableFromInline
  func insertChild(_ child: NodeRef, at i: Int) {
    for j in stride(from: count, to: i, by: -1) { self[j] = self[j - 1] }
    self[i] = child
    node.count = count + 1
  }

  /// Takes out a child without releasing it, counts and labels excepted.
  @usableFromInline
  func removeChild(at i: Int) {
    for j in i + 1..<count { self[j - 1] = self[j] }
    node.count = count - 1
  }

  /// Moves the children in `range` to place `i` of another branch, counts and labels excepted.
  @usableFromInline
  func move(_ range: Range<Int>, to other: Branch, at i: Int) {
    let moved = range.count
    for j in stride(from: other.count - 1, through: i, by: -1) { other[j + moved] = other[j] }
    for j in 0..<moved { other[i + j] = self[range.lowerBound + j] }
    other.node.count = other.count + moved
    for j in range.upperBound..<count { self[j - moved] = self[j] }
    node.count = count - moved
  }

  /// Puts `child` behind the child at `i`; splits a full branch and returns its new right neighbour.
  ///
  /// - Parameter atEnd: Whether the branch is the last of its level: a split then leaves it nearly full, so that a
  ///   list that grows by appending has full nodes. `atStart` likewise.
  @usableFromInline
  func adopt(_ child: NodeRef, behind i: Int, atStart: Bool, atEnd: Bool) -> NodeRef? {
    guard count == Branch.limit else {
      insertChild(child, at: i + 1)
      refresh(from: i)
      return nil
    }
    let right = Branch.allocate(height: height)
    let cut =
      atEnd && i == count - 1 ? Branch.fill : atStart && i == 0 ? Branch.limit - Branch.fill : Branch.limit / 2
    move(cut..<count, to: right, at: 0)
    if i < cut { insertChild(child, at: i + 1) } else { right.insertChild(child, at: i + 1 - cut) }
    refresh(from: 0)
    right.refresh(from: 0)
    return right.node
  }

  /// Joins the branches at `i` and `i + 1` of this one, or shares their children out evenly.
  @usableFromInline
  func rebalanceBranches(_ i: Int) {
    let (left, right) = (Branch.makeUnique(&self[i]), Branch.makeUnique(&self[i + 1]))
    let sum = left.count + right.count
    if sum <= Branch.fill {
      right.move(0..<right.count, to: left, at: left.count)
      right.node.release()
      removeChild(at: i + 1)
    } else if left.count < sum / 2 {
      right.move(0..<sum / 2 - left.count, to: left, at: left.count)
      right.refresh(from: 0)
    } else {
      left.move(sum / 2..<left.count, to: right, at: 0)
      right.refresh(from: 0)
    }
    left.refresh(from: 0)
    refresh(from: i)
  }
}
