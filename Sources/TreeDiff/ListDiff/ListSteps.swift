/// One change of a list, in coordinates of the list as it is before it.
public enum ListStep<Value> {
  /// Remove the element at an index, which is `element`.
  case remove(at: Int, element: Value)
  /// Insert an element so that it stands at an index.
  case insert(Value, at: Int)
  /// Remove the element at `from` and insert it so that it then stands at `to`.
  case move(from: Int, to: Int)
  /// Replace the element at an index, which is `old`, by `new`.
  case update(at: Int, old: Value, new: Value)
}

/// The changes between two lists one by one: each is valid in the list as the ones before it left it.
///
/// Removals come first, from the back; then moves; then insertions, from the front; then updates.
///
///     for step in ListSteps(diff) { step.apply(to: &rows) }
public struct ListSteps<Value>: RandomAccessCollection {
  @usableFromInline let steps: [ListStep<Value>]
  @usableFromInline let oldCount: Int

  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of steps.
  @inlinable public var endIndex: Int { steps.count }
  /// The step with this number.
  @inlinable public subscript(number: Int) -> ListStep<Value> { steps[number] }

  /// Creates the steps that do what a diff does at once, as many as it has changes.
  ///
  /// - Parameter diff: The changes.
  /// - Complexity: O(*k* log *k*) for *k* changes, however long the lists are.
  @inlinable
  public init(_ diff: ListDiff<Value>) {
    oldCount = diff.oldCount
    steps =
      diff.removals.reversed().map { .remove(at: $0.index, element: $0.element) }
      + diff.sequentialMoves().map { .move(from: $0.from, to: $0.to) }
      + diff.insertions.map { .insert($0.element, at: $0.index) }
      + diff.updates.map { .update(at: $0.to, old: $0.old, new: $0.new) }
  }

  /// Takes the steps in turn.
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``ListDiffError`` if the list has not as many elements as the old one had.
  /// - Complexity: O(*k* · *n*) for *k* steps and *n* elements of an array.
  @inlinable
  public func apply<List>(to list: inout List) throws(ListDiffError)
  where List: RangeReplaceableCollection<Value> & MutableCollection {
    guard list.count == oldCount else { throw .wrongCount(expected: oldCount, actual: list.count) }
    for step in steps { step.apply(to: &list) }
  }
}

extension ListStep {
  /// Takes the step. Its indexes must lie in the list.
  ///
  /// - Parameter list: The list as the steps before this one left it.
  /// - Complexity: O(*n*) for *n* elements of an array.
  @inlinable
  public func apply<List>(to list: inout List) where List: RangeReplaceableCollection<Value> & MutableCollection {
    func index(_ offset: Int) -> List.Index { list.index(list.startIndex, offsetBy: offset) }
    switch self {
    case .remove(let offset, _): list.remove(at: index(offset))
    case .insert(let element, let offset): list.insert(element, at: index(offset))
    case .move(let from, let to):
      let element = list.remove(at: index(from))
      list.insert(element, at: index(to))
    case .update(let offset, _, let new): list[index(offset)] = new
    }
  }
}

extension ListDiff {
  /// The moves in coordinates of the list from which all removals are gone, each after the ones before it.
  ///
  /// In the order of their new indexes, each element moves behind the one that will precede it. What stands before a
  /// place is then known from the old order: elements that stay, those that have not moved yet, and those that were put
  /// behind one of the former. A Fenwick tree over the places that moves leave and go behind counts how these differ
  /// from the old order: nothing here is of the size of a list, which a decoded diff may say anything about.
  @inlinable
  func sequentialMoves() -> [Move] {
    guard !moves.isEmpty else { return [] }
    let (removed, vacated, filled) = (removals.map(\.index), vacatedIndexes, filledIndexes)
    // Place 0 stands before all elements, place r + 1 is that of the r-th element that is not removed.
    func place(_ index: Int) -> Int { index - removed.lowerBound(of: index) + 1 }
    let ways = moves.map { move in
      let staying = move.to - filled.lowerBound(of: move.to)
      return (from: place(move.from), anchor: staying == 0 ? 0 : place(vacated.gap(staying - 1)))
    }
    let places = (ways.map(\.from) + ways.map(\.anchor)).sorted()
    let changes = Tally(count: places.count)
    return ways.map { way in
      let (from, anchor) = (places.lowerBound(of: way.from), places.lowerBound(of: way.anchor))
      let start = way.from - 1 + changes.sum(before: from)
      changes.add(-1, at: from)
      let end = way.anchor + changes.sum(before: anchor + 1)
      changes.add(1, at: anchor)
      return Move(from: start, to: end)
    }
  }
}

/// Counts with fast sums of all before one (a Fenwick tree).
@usableFromInline
struct Tally: ~Copyable {
  @usableFromInline let tree: Scratch<Int>

  /// A zero at each of `count` places.
  @inlinable
  init(count: Int) { tree = Scratch(repeating: 0, count: count + 1) }

  /// Adds to the count at a place.
  @inlinable
  func add(_ amount: Int, at place: Int) {
    var node = place + 1
    while node < tree.count {
      tree[node] += amount
      node += node & -node
    }
  }

  /// The sum of the counts at all places before one.
  @inlinable
  func sum(before place: Int) -> Int {
    var (node, sum) = (place, 0)
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return sum
  }
}

extension ListStep: Equatable where Value: Equatable {}
extension ListStep: Hashable where Value: Hashable {}
extension ListStep: Sendable where Value: Sendable {}
extension ListSteps: Equatable where Value: Equatable {}
extension ListSteps: Hashable where Value: Hashable {}
extension ListSteps: Sendable where Value: Sendable {}
