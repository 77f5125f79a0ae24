/// Goes through an order tree from left to right, over whole subtrees where possible.
///
/// Label and number of elements of the node at hand come from its parent: subtrees that are passed over are never
/// read.
@safe @usableFromInline
struct TreeWalker {
  /// A branch on the way to the node at hand, and which child leads there.
  private struct Step {
    var branch: NodeRef
    var child: Int
    var start: Int
  }

  /// The levels that a tree can have: every branch but the outermost ones has four children or more.
  private static let maximumHeight = 20

  private let steps: UnsafeMutablePointer<Step>
  private var depth = 0

  /// The node at hand, nil behind the last one.
  private(set) var node: NodeRef?
  /// The number of elements before the node at hand.
  private(set) var position = 0
  private(set) var label: UInt64 = 0
  private(set) var size = 0
  private(set) var height = 0

  private init(_ root: NodeRef?, steps: UnsafeMutablePointer<Step>) {
    unsafe self.steps = steps
    guard let root else { return }
    node = root
    label = root.label
    size = root.total
    height = root.height
  }

  /// Goes down to the first child of a branch.
  mutating func descend() {
    guard let node else { return }
    unsafe steps[depth] = Step(branch: node, child: 0, start: position)
    depth += 1
    height -= 1
    take(Branch(node), 0)
  }

  /// Goes on to what follows the node at hand.
  mutating func skip() {
    position += size
    while depth > 0 {
      let branch = unsafe Branch(steps[depth - 1].branch)
      let child = unsafe steps[depth - 1].child + 1
      if child < branch.count {
        unsafe steps[depth - 1].child = child
        take(branch, child)
        return
      }
      depth -= 1
      height += 1
    }
    node = nil
  }

  private mutating func take(_ branch: Branch, _ child: Int) {
    node = branch[child]
    label = branch.label(child)
    size = branch.end(child) - branch.start(child)
  }

  private static func withWalkers<R>(
    _ old: NodeRef?, _ new: NodeRef?, _ body: (inout TreeWalker, inout TreeWalker) -> R
  ) -> R {
    unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: 2 * maximumHeight) { room in
      let steps = unsafe room.baseAddress.unsafelyUnwrapped
      var left = unsafe TreeWalker(old, steps: steps)
      var right = unsafe TreeWalker(new, steps: steps + maximumHeight)
      return body(&left, &right)
    }
  }
}

extension TreeWalker {
  /// What a walk over two versions comes across.
  @frozen @usableFromInline
  enum Event {
    /// A node with so many elements that both versions share.
    case shared(Int)
    /// A leaf of each version, with the same label.
    case pair(NodeRef, NodeRef)
    /// A leaf that only the older version has.
    case old(NodeRef)
    /// A leaf that only the newer version has.
    case new(NodeRef)
  }

  /// Calls `body` with what two versions share and with the leaves that they do not share, in order.
  ///
  /// Where both have grown alike, children are compared one by one. Elsewhere they are merged by label: labels rise in both
  /// versions, and a node that is shared has the same one in both, so that it is met on both sides at once.
  @usableFromInline
  static func merge(_ old: NodeRef?, _ new: NodeRef?, _ body: (Event) -> Void) {
    guard let old, let new, old.height == new.height, old.height > 0, Branch(old).isAligned(with: Branch(new)) else {
      return mergeByLabel(old, new, body)
    }
    let (a, b) = (Branch(old), Branch(new))
    var i = 0
    while i < a.count {
      let start = i
      while i < a.count, a[i] == b[i] { i += 1 }
      if i > start { body(.shared(a.end(i - 1) - a.start(start))) }
      if i == a.count { break }
      if a.height > 1 { merge(a[i], b[i], body) } else { body(.pair(a[i], b[i])) }
      i += 1
    }
  }

  private static func mergeByLabel(_ old: NodeRef?, _ new: NodeRef?, _ body: (Event) -> Void) {
    withWalkers(old, new) { x, y in
      while let a = x.node, let b = y.node {
        if a == b {
          body(.shared(x.size))
          x.skip()
          y.skip()
        } else if x.label < y.label || (x.label == y.label && x.height > y.height) {
          if x.height > 0 {
            x.descend()
          } else {
            body(.old(a))
            x.skip()
          }
        } else if y.label < x.label || y.height > x.height {
          if y.height > 0 {
            y.descend()
          } else {
            body(.new(b))
            y.skip()
          }
        } else if x.height > 0 {
          x.descend()
          y.descend()
        } else {
          body(.pair(a, b))
          x.skip()
          y.skip()
        }
      }
      while let a = x.node {
        if x.height > 0 { x.descend() } else { body(.old(a)); x.skip() }
      }
      while let b = y.node {
        if y.height > 0 { y.descend() } else { body(.new(b)); y.skip() }
      }
    }
  }

  /// Calls `body` with the parts of leaves that stand at the same positions and are not shared, until it is false.
  @usableFromInline
  static func compare(
    _ left: NodeRef, _ right: NodeRef, _ body: (NodeRef, Int, NodeRef, Int, _ count: Int) -> Bool
  ) -> Bool {
    withWalkers(left, right) { x, y in
      // The slots of the leaves at hand that have been compared.
      var (i, j) = (0, 0)
      while let a = x.node, let b = y.node {
        let isAligned = i == 0 && j == 0
        if isAligned && a == b {
          x.skip()
          y.skip()
        } else if x.height > 0 || y.height > 0 {
          let (p, q) = (x.height, y.height)
          if p > 0, p >= q || !isAligned { x.descend() }
          if q > 0, q >= p || !isAligned { y.descend() }
        } else {
          let count = Swift.min(x.size - i, y.size - j)
          if !body(a, i, b, j, count) { return false }
          i += count
          j += count
          if i == x.size { x.skip(); i = 0 }
          if j == y.size { y.skip(); j = 0 }
        }
      }
      return true
    }
  }
}
