/// One change of an outline, with places in the outline as it is before it.
public enum OutlineStep<Value: Identifiable> {
  /// Remove the node at a place with everything below it.
  case remove(at: OutlineDiff<Value>.Place)
  /// Insert a tree so that its root is at a place. The outline has one root.
  case insert(Outline<Value>, at: OutlineDiff<Value>.Place)
  /// Take the node at `from` with everything below it away and insert it so that it is then at `to`.
  case move(from: OutlineDiff<Value>.Place, to: OutlineDiff<Value>.Place)
  /// Replace what is shown for the node with the value's id.
  case update(Value)
}

/// The changes between two outlines one by one, as outline views want to hear of them: each is valid in the outline as the
/// ones before it left it.
///
///     outlineView.beginUpdates()
///     for step in OutlineSteps(diff, from: old) {
///       switch step {
///       case .move(let from, let to): outlineView.moveItem(at: from.index, inParent: from.parent, to: to.index, inParent: to.parent)
///       …
///
/// Insertions come first, then moves, both from the top of the new outline down, so that no node moves below itself, then
/// removals from the bottom of the old outline up, then updates. There are as many steps as the diff has changes.
public struct OutlineSteps<Value: Identifiable>: RandomAccessCollection {
  let steps: [OutlineStep<Value>]

  /// Zero.
  public var startIndex: Int { 0 }
  /// The number of steps.
  public var endIndex: Int { steps.count }
  /// The step with this number.
  public subscript(number: Int) -> OutlineStep<Value> { steps[number] }

  /// Creates the steps that do what a diff does at once.
  ///
  /// - Parameters:
  ///   - diff: The changes of `old`.
  ///   - old: The outline that they change.
  /// - Throws: ``OutlineError`` if the diff does not fit the outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  public init(_ diff: OutlineDiff<Value>, from old: Outline<Value>) throws(OutlineError) {
    let edit = try OutlineEdit(old, diff)
    var ranks = [Int](repeating: 0, count: edit.values.count)
    for (rank, node) in try edit.result().order.enumerated() { ranks[node] = rank }
    func number(_ id: Value.ID) -> Int { edit.number(id) ?? 0 }
    func root(_ subtree: OutlineDiff<Value>.Subtree) -> Int { number(subtree.nodes.values[0].id) }

    let insertions = diff.insertions.ordered { ranks[root($0)] }
    let moves = diff.moves.ordered { ranks[number($0.id)] }
    // The numbers of old nodes are their ranks in the old outline.
    let removals = diff.removals.ordered { -root($0) }
    var places = edit.sequentialPlaces(
      of: insertions.map { Passage(place: $0.place, isArrival: true) }
        + moves.flatMap { [Passage(place: $0.from, isArrival: false), Passage(place: $0.to, isArrival: true)] }
        + removals.map { Passage(place: $0.place, isArrival: false) })[...]
    steps =
      insertions.map { .insert($0.nodes, at: places.removeFirst()) }
      + moves.map { _ in .move(from: places.removeFirst(), to: places.removeFirst()) }
      + removals.map { _ in .remove(at: places.removeFirst()) } + diff.updates.map { .update($0.new) }
  }
}

extension Array {
  /// The elements in the order of numbers, each of which is asked for once.
  fileprivate func ordered(by number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return indices.sorted { numbers[$0] < numbers[$1] }.map { self[$0] }
  }
}

/// A node leaves its siblings, from a place in the old outline, or reaches new ones, at a place in the new outline.
private struct Passage<Value: Identifiable> {
  let place: OutlineDiff<Value>.Place
  let isArrival: Bool
}

extension OutlineEdit {
  /// The places of passages in turn, each in the outline as the ones before it left it.
  fileprivate func sequentialPlaces(of passages: [Passage<Value>]) -> [OutlineDiff<Value>.Place] {
    var families: [Int: [Int]] = [:]
    for (index, passage) in passages.enumerated() {
      families[number(ofParent: passage.place.parent) ?? -1, default: []].append(index)
    }
    var places = passages.map(\.place)
    for family in families.values {
      let indexes = sequentialIndexes(of: family.map { (passages[$0].place.index, passages[$0].isArrival) })
      for (passage, index) in zip(family, indexes) {
        places[passage] = .init(parent: places[passage].parent, index: index)
      }
    }
    return places
  }
}

/// The indexes of passages among the children of one node, each in the list as the ones before it left it.
///
/// What arrives goes behind the nearest child that stays of those that will be before it, and behind what arrived between
/// the two. So all children that there ever are have one order. Before a place stand the old children that were before
/// it, but for the passages that are before it in that order and over, which a Fenwick tree counts.
private func sequentialIndexes(of passages: [(index: Int, isArrival: Bool)]) -> [Int] {
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

/// Where among all children that a node ever has one leaves or arrives.
private struct PassageSlot: Comparable {
  /// The number of old children before it.
  let oldIndex: Int
  /// Its index among the new children, a number above all if it leaves: what arrives stands before the old child there.
  let newIndex: Int

  static func < (left: Self, right: Self) -> Bool { (left.oldIndex, left.newIndex) < (right.oldIndex, right.newIndex) }
}

extension OutlineStep: Equatable where Value: Equatable {}
extension OutlineStep: Hashable where Value: Hashable {}
extension OutlineStep: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineSteps: Equatable where Value: Equatable {}
extension OutlineSteps: Hashable where Value: Hashable {}
extension OutlineSteps: Sendable where Value: Sendable, Value.ID: Sendable {}
