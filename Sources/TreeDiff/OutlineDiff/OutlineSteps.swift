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
  @usableFromInline let steps: [OutlineStep<Value>]

  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of steps.
  @inlinable public var endIndex: Int { steps.count }
  /// The step with this number.
  @inlinable public subscript(number: Int) -> OutlineStep<Value> { steps[number] }

  /// Creates the steps that do what a diff does at once.
  ///
  /// - Parameters:
  ///   - diff: The changes of `old`.
  ///   - old: The outline that they change.
  /// - Throws: ``OutlineError`` if the diff does not fit the outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  @inlinable
  public init(_ diff: OutlineDiff<Value>, from old: Outline<Value>) throws(OutlineError) {
    let edit = try OutlineEdit(old, diff)
    var ranks = [Int](repeating: 0, count: edit.values.count)
    for (rank, node) in try edit.result().order.enumerated() { ranks[node] = rank }
    func number(_ id: Value.ID) -> Int { edit.numbers[id] ?? 0 }
    func root(_ subtree: OutlineDiff<Value>.Subtree) -> Int { number(subtree.nodes.values[0].id) }

    let insertions = diff.insertions.ordered { ranks[root($0)] }
    let moves = diff.moves.ordered { ranks[number($0.id)] }
    // The numbers of old nodes are their ranks in the old outline.
    let removals = diff.removals.ordered { -root($0) }
    var passages = OutlinePassages()
    func pass(_ place: OutlineDiff<Value>.Place, isArrival: Bool) {
      passages.add(at: place.index, of: edit.number(ofParent: place.parent) ?? -1, isArrival: isArrival)
    }
    for insertion in insertions { pass(insertion.place, isArrival: true) }
    for move in moves {
      pass(move.from, isArrival: false)
      pass(move.to, isArrival: true)
    }
    for removal in removals { pass(removal.place, isArrival: false) }
    var indexes = passages.sequentialIndexes()[...]
    func next(_ place: OutlineDiff<Value>.Place) -> OutlineDiff<Value>.Place {
      .init(parent: place.parent, index: indexes.removeFirst())
    }
    steps =
      insertions.map { .insert($0.nodes, at: next($0.place)) }
      + moves.map { .move(from: next($0.from), to: next($0.to)) }
      + removals.map { .remove(at: next($0.place)) } + diff.updates.map { .update($0.new) }
  }
}

extension Array {
  /// The elements in the order of numbers, each of which is asked for once.
  @inlinable
  func ordered(by number: (Element) -> Int) -> [Element] {
    let numbers = map(number)
    return indices.sorted { numbers[$0] < numbers[$1] }.map { self[$0] }
  }
}

extension OutlineStep: Equatable where Value: Equatable {}
extension OutlineStep: Hashable where Value: Hashable {}
extension OutlineStep: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineSteps: Equatable where Value: Equatable {}
extension OutlineSteps: Hashable where Value: Hashable {}
extension OutlineSteps: Sendable where Value: Sendable, Value.ID: Sendable {}
