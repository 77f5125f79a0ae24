/// Nodes that leave their siblings one after the other, each from a place in the old outline, or reach new ones, at a place
/// in the new outline.
@usableFromInline
struct OutlinePassages {
  /// The indexes of the passages among the children of each node.
  private var families: [Int: [Passage]] = [:]
  private var count = 0

  private struct Passage {
    let number: Int
    let index: Int
    let isArrival: Bool
  }

  @usableFromInline
  init() {}

  /// Adds a passage at an index among the children of the node with the number `parent`.
  @usableFromInline
  mutating func add(at index: Int, of parent: Int, isArrival: Bool) {
    families[parent, default: []].append(Passage(number: count, index: index, isArrival: isArrival))
    count += 1
  }

  /// The indexes of the passages in turn, each in the outline as the ones before it left it.
  @usableFromInline
  func sequentialIndexes() -> [Int] {
    var indexes = [Int](repeating: 0, count: count)
    for family in families.values {
      for (passage, index) in zip(family, Self.sequentialIndexes(of: family)) { indexes[passage.number] = index }
    }
    return indexes
  }

  /// The indexes of passages among the children of one node, each in the list as the ones before it left it.
  ///
  /// What arrives goes behind the nearest child that stays of those that will be before it, and behind what arrived between
  /// the two. So all children that there ever are have one order. Before a place stand the old children that were before
  /// it, but for the passages that are before it in that order and over, which a Fenwick tree counts.
  private static func sequentialIndexes(of passages: [Passage]) -> [Int] {
    let left = passages.filter { !$0.isArrival }.map(\.index).sorted()
    let reached = passages.filter(\.isArrival).map(\.index).sorted()
    let slots = passages.map { passage in
      guard passage.isArrival else { return PassageSlot(oldIndex: passage.index, newIndex: .max) }
      let staying = passage.index - reached.lowerBound(of: passage.index)
      return PassageSlot(oldIndex: staying == 0 ? 0 : left.gap(staying - 1) + 1, newIndex: passage.index)
    }
    let order = slots.sorted()
    let changes = Tally(count: order.count)
    return zip(slots, passages).map { slot, passage in
      let place = order.lowerBound(of: slot)
      defer { changes.add(passage.isArrival ? 1 : -1, at: place) }
      return slot.oldIndex + changes.sum(before: place)
    }
  }
}

/// Where among all children that a node ever has one leaves or arrives.
private struct PassageSlot: Comparable {
  /// The number of old children before it.
  let oldIndex: Int
  /// Its index among the new children, a number above all if it leaves: what arrives stands before the old child there.
  let newIndex: Int

  static func < (left: Self, right: Self) -> Bool { (left.oldIndex, left.newIndex) < (right.oldIndex, right.newIndex) }
}
