/// Where an insertion goes below a node of the order tree.
@frozen @usableFromInline
struct InsertionPlace {
  /// The position among the elements below the node.
  @usableFromInline var position: Int
  /// The label of the leaf that follows the node, or the largest there is.
  @usableFromInline var upper: UInt64
  /// Whether the node is the first or last one of its level.
  @usableFromInline var atStart: Bool
  @usableFromInline var atEnd: Bool
  /// Whether the element becomes the last one of the list.
  @usableFromInline var isEnd: Bool

  @inlinable
  init(position: Int, upper: UInt64, atStart: Bool, atEnd: Bool, isEnd: Bool) {
    self.position = position
    self.upper = upper
    self.atStart = atStart
    self.atEnd = atEnd
    self.isEnd = isEnd
  }

  /// The child of a branch into which the insertion goes, and where below that.
  ///
  /// Of two children that meet at the position the left one takes it; of two leaves the right one if only that has room.
  @usableFromInline
  func child(of branch: Branch, leafLimit: Int) -> (i: Int, inner: InsertionPlace) {
    let last = branch.count - 1
    var i = position == 0 ? 0 : isEnd ? last : branch.child(holding: position - 1)
    if branch.height == 1, position == branch.end(i), i < last, branch[i].count == leafLimit,
      branch[i + 1].count < leafLimit
    {
      i += 1
    }
    let inner = InsertionPlace(
      position: position - branch.start(i), upper: i < last ? branch.label(i + 1) : upper,
      atStart: atStart && i == 0, atEnd: atEnd && i == last, isEnd: isEnd)
    return (i, inner)
  }
}

extension LeafLabels {
  /// A label for a leaf behind the last one.
  @usableFromInline
  static func after(_ last: UInt64) -> UInt64? {
    let room = UInt64.max - 1 - last
    return room == 0 ? nil : last + Swift.min(spacing, (room + 1) / 2)
  }

  /// A label for a leaf in front of the first one.
  @usableFromInline
  static func before(_ first: UInt64) -> UInt64? {
    first <= 1 ? nil : first - Swift.min(spacing, first / 2)
  }

  /// A label for the right half of a leaf that is split.
  ///
  /// The half in which elements were put gets most of the room: more are likely to come there.
  @usableFromInline
  static func between(_ left: UInt64, _ upper: UInt64, closerToUpper: Bool) -> UInt64? {
    if upper == .max { return after(left) }
    let gap = upper - left
    if gap < 2 { return nil }
    let small = Swift.max(1, gap / 8)
    return closerToUpper ? upper - small : left + small
  }
}
