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
/// Insertions come first, then moves from the top of the new outline down, so that no node moves below itself, then
/// removals, then updates. There are as many steps as the diff has changes.
public struct OutlineSteps<Value: Identifiable>: RandomAccessCollection {
  private let steps: [OutlineStep<Value>]

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
  /// - Complexity: O(*n* + *k* · *s*) for *n* nodes and *k* changes under parents with *s* children.
  public init(_ diff: OutlineDiff<Value>, from old: Outline<Value>) throws(OutlineError) {
    var families = Families(old, new: try old.applying(diff), diff)
    var steps: [OutlineStep<Value>] = []
    for insertion in diff.insertions.sorted(by: { families.precedes($0.nodes.values[0].id, $1.nodes.values[0].id) }) {
      steps.append(.insert(insertion.nodes, at: families.insert(insertion)))
    }
    for move in diff.moves.sorted(by: { families.precedes($0.id, $1.id) }) {
      let from = families.remove(move.id)
      steps.append(.move(from: from, to: families.insert(move.id, under: move.to.parent)))
    }
    for removal in diff.removals { steps.append(.remove(at: families.remove(removal.nodes.values[0].id))) }
    self.steps = steps + diff.updates.map { .update($0.new) }
  }

  /// Takes the steps in turn.
  ///
  /// - Parameter outline: The old outline. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if a step does not fit the outline.
  /// - Complexity: O(*k* · *n*) for *k* steps and *n* nodes.
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) {
    var result = outline
    for step in steps { result = try result.taking(step) }
    outline = result
  }
}

/// Which children each node has, by id, while steps are taken.
///
/// A child is settled if it is where it belongs: it stayed, or it has been put there. What is put in goes directly behind
/// the nearest settled one of those that will be before it.
private struct Families<Value: Identifiable> {
  typealias Place = OutlineDiff<Value>.Place

  private var children: [Value.ID?: [Value.ID]] = [:]
  private var parents: [Value.ID: Value.ID?] = [:]
  private var settled: Set<Value.ID>
  /// The children that each node will have, and for each node its rank in the new outline and among its siblings.
  private var targets: [Value.ID?: [Value.ID]] = [:]
  private var ranks: [Value.ID: (outline: Int, siblings: Int)] = [:]

  init(_ old: Outline<Value>, new: Outline<Value>, _ diff: OutlineDiff<Value>) {
    settled = Set(new.values.map(\.id)).subtracting(diff.moves.map(\.id))
    settled.subtract(diff.insertions.map { $0.nodes.values[0].id })
    for row in old.rows { append(row) }
    for (rank, row) in new.rows.enumerated() {
      ranks[row.value.id] = (rank, targets[row.parent]?.count ?? 0)
      targets[row.parent, default: []].append(row.value.id)
    }
  }

  private mutating func append(_ row: OutlineRow<Value>) {
    children[row.parent, default: []].append(row.value.id)
    parents[row.value.id] = .some(row.parent)
  }

  /// Whether one node stands before another in the new outline.
  func precedes(_ left: Value.ID, _ right: Value.ID) -> Bool { rank(left).outline < rank(right).outline }

  private func rank(_ id: Value.ID) -> (outline: Int, siblings: Int) { ranks[id] ?? (0, 0) }

  /// Takes a node away and returns where it was.
  mutating func remove(_ id: Value.ID) -> Place {
    let parent = parents[id] ?? nil
    let index = children[parent]?.firstIndex(of: id) ?? 0
    children[parent]?.remove(at: index)
    return Place(parent: parent, index: index)
  }

  /// Puts a node in and returns where.
  mutating func insert(_ id: Value.ID, under parent: Value.ID?) -> Place {
    let before = targets[parent, default: []].prefix(rank(id).siblings).last { settled.contains($0) }
    let siblings = children[parent] ?? []
    let index = before.flatMap { siblings.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    children[parent, default: []].insert(id, at: index)
    parents[id] = .some(parent)
    settled.insert(id)
    return Place(parent: parent, index: index)
  }

  /// Puts a tree in and returns where.
  mutating func insert(_ subtree: OutlineDiff<Value>.Subtree) -> Place {
    for row in subtree.nodes.rows.dropFirst() { append(row) }
    return insert(subtree.nodes.values[0].id, under: subtree.place.parent)
  }
}

extension Outline {
  /// The outline after one step.
  func taking(_ step: OutlineStep<Value>) throws(OutlineError) -> Outline {
    switch step {
    case .remove(let place): try removing(at: place).rest
    case .insert(let tree, let place): try inserting(tree.rows, at: place)
    case .move(let from, let to):
      try { () throws(OutlineError) in
        let (rest, tree) = try removing(at: from)
        return try rest.inserting(tree, at: to)
      }()
    case .update(let value):
      try { () throws(OutlineError) in
        guard let index = values.firstIndex(where: { $0.id == value.id }) else { throw .misplaced("\(value.id)") }
        var values = values
        values[index] = value
        return Outline(values: values, parents: parents)
      }()
    }
  }

  /// The children of a place's parent.
  private func siblings(at place: OutlineDiff<Value>.Place) throws(OutlineError) -> ArraySlice<Int> {
    guard let id = place.parent else { return children()[-1] }
    guard let parent = values.firstIndex(where: { $0.id == id }) else { throw .misplaced("\(id)") }
    return children()[parent]
  }

  private func removing(
    at place: OutlineDiff<Value>.Place
  ) throws(OutlineError) -> (rest: Outline, tree: [OutlineRow<Value>]) {
    let siblings = try siblings(at: place)
    guard siblings.indices.contains(siblings.startIndex + place.index) else { throw .noRoom("\(place)") }
    let start = siblings[siblings.startIndex + place.index]
    // What is below a node stands behind it, and has its parents there.
    let end = parents.indices.first { $0 > start && parents[$0] < start } ?? count
    let rows = rows
    return (try Outline(rows: rows[..<start] + rows[end...]), Array(rows[start..<end]))
  }

  private func inserting(
    _ tree: [OutlineRow<Value>], at place: OutlineDiff<Value>.Place
  ) throws(OutlineError) -> Outline {
    let siblings = try siblings(at: place)
    guard 0 <= place.index, place.index <= siblings.count else { throw .noRoom("\(place)") }
    var (rows, tree) = (rows, tree)
    let next = place.index < siblings.count ? siblings[siblings.startIndex + place.index] : count
    for index in tree.indices.prefix(1) { tree[index].parent = place.parent }
    rows.insert(contentsOf: tree, at: next)
    return try Outline(rows: rows)
  }
}

extension OutlineStep: Equatable where Value: Equatable {}
extension OutlineStep: Hashable where Value: Hashable {}
extension OutlineStep: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineSteps: Equatable where Value: Equatable {}
extension OutlineSteps: Hashable where Value: Hashable {}
extension OutlineSteps: Sendable where Value: Sendable, Value.ID: Sendable {}
