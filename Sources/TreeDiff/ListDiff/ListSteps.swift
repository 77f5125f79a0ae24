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
  /// - Complexity: O(*k* log *n*) for *k* changes, and O(*n*) if elements moved, of *n* elements.
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
  /// behind one of the former. A Fenwick tree over the old order counts them.
  @inlinable
  func sequentialMoves() -> [Move] {
    guard !moves.isEmpty else { return [] }
    let survivors = oldCount - removals.count
    let isMoved = Scratch(repeating: false, count: oldCount)
    for move in moves { isMoved[move.from] = true }
    let rank = Scratch(repeating: 0, count: oldCount)
    for removal in removals { rank[removal.index] = -1 }
    var count = 0
    for index in 0..<oldCount where rank[index] == 0 {
      rank[index] = count
      count += 1
    }
    // Place 0 stands before all elements, place r + 1 is that of the element with rank r.
    let places = Tally(ones: survivors + 1)
    places.add(-1, at: 0)
    var anchor = 0
    var result: [Move] = []
    result.reserveCapacity(moves.count)
    forEachSource { source in
      guard source >= 0 else { return }
      let place = rank[source] + 1
      guard isMoved[source] else {
        anchor = place
        return
      }
      let from = places.sum(before: place)
      places.add(-1, at: place)
      let to = places.sum(before: anchor + 1)
      places.add(1, at: anchor)
      result.append(Move(from: from, to: to))
    }
    return result
  }
}

/// Counts with fast sums of all before one (a Fenwick tree).
@usableFromInline
struct Tally: ~Copyable {
  @usableFromInline let tree: Scratch<Int>

  /// A one at each of `count` places.
  @inlinable
  init(ones count: Int) {
    tree = Scratch(repeating: 0, count: count + 1)
    for node in 1..<count + 1 { tree[node] = node & -node }
  }

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
