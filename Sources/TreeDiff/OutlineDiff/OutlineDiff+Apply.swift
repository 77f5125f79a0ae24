extension OutlineDiff {
  /// Turns the old outline into the new one.
  ///
  /// - Parameter outline: The old outline. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if the diff does not fit the outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  @inlinable
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) { outline = try outline.applying(self) }
}

extension Outline {
  /// Returns the outline that a diff makes of this one.
  ///
  /// - Parameter diff: The diff, whose old outline this is.
  /// - Throws: ``OutlineError`` if the diff does not fit this outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  @inlinable
  public func applying(_ diff: OutlineDiff<Value>) throws(OutlineError) -> Outline {
    let edit = try OutlineEdit(self, diff)
    let (order, parents) = try edit.result()
    return Outline(values: order.map { edit.values[$0] }, parents: parents)
  }
}

/// An outline while a diff is applied to it.
@usableFromInline
struct OutlineEdit<Value: Identifiable> {
  @usableFromInline typealias Diff = OutlineDiff<Value>

  /// The nodes of the old outline and behind them those that the diff inserts.
  @usableFromInline var values: [Value]
  @usableFromInline var numbers: [Value.ID: Int]
  /// For each node of the old outline its parent, or -1.
  @usableFromInline let oldParents: [Int]
  @usableFromInline let oldChildren: OutlineChildren
  /// For each node of the old outline whether it leaves its place, and whether it leaves for good.
  @usableFromInline var isTaken: [Bool]
  @usableFromInline var isRemoved: [Bool]
  /// For each inserted node the children that came with it.
  @usableFromInline var ownChildren: [Int: [Int]] = [:]
  /// For each node, and for -1, the root level, the children that are put in.
  @usableFromInline var arrivals: [Int: [(index: Int, node: Int)]] = [:]

  /// Takes out of an outline what a diff takes, and notes where it puts in what.
  @inlinable
  init(_ outline: Outline<Value>, _ diff: Diff) throws(OutlineError) {
    values = outline.values
    numbers = try Outline.numbers(outline.values)
    (oldParents, oldChildren) = (outline.parents, outline.children())
    isTaken = Array(repeating: false, count: outline.count)
    isRemoved = isTaken
    try remove(diff.removals)
    for move in diff.moves { _ = try take(move.id, from: move.from) }
    try update(diff.updates)
    for (node, parent) in oldParents.enumerated() where parent >= 0 && isRemoved[parent] && !isTaken[node] {
      throw .orphan("\(values[node].id)")
    }
    try insert(diff.insertions)
    for move in diff.moves { try putIn(move.id, at: move.to) }
  }

  /// The number of a parent, -1 for the root level.
  @inlinable
  func number(ofParent parent: Value.ID?) -> Int? { parent.map { numbers[$0] } ?? -1 }

  /// Takes a node from its place in the old outline.
  @inlinable
  mutating func take(_ id: Value.ID, from place: Diff.Place) throws(OutlineError) -> Int {
    guard let node = numbers[id], let parent = number(ofParent: place.parent), oldParents[node] == parent else {
      throw .misplaced("\(id)")
    }
    let siblings = oldChildren[parent]
    guard place.index >= 0, place.index < siblings.count, siblings[siblings.startIndex + place.index] == node else {
      throw .misplaced("\(id)")
    }
    if isTaken[node] { throw .repeated("\(id)") }
    isTaken[node] = true
    return node
  }

  @inlinable
  mutating func remove(_ removals: [Diff.Subtree]) throws(OutlineError) {
    for removal in removals {
      let nodes = removal.nodes
      guard let root = nodes.values.first, nodes.rootCount == 1 else { throw .misplaced("nothing") }
      isRemoved[try take(root.id, from: removal.place)] = true
      for (value, parent) in zip(nodes.values, nodes.parents).dropFirst() {
        guard let node = numbers[value.id], numbers[nodes.values[parent].id] == oldParents[node] else {
          throw .misplaced("\(value.id)")
        }
        if isTaken[node] { throw .repeated("\(value.id)") }
        (isTaken[node], isRemoved[node]) = (true, true)
      }
    }
  }

  /// Changes contents.
  @inlinable
  mutating func update(_ updates: [Diff.Update]) throws(OutlineError) {
    var updated: Set<Int> = []
    for update in updates {
      guard update.old.id == update.new.id, let node = numbers[update.old.id], !isRemoved[node] else {
        throw .misplaced("\(update.new.id)")
      }
      guard updated.insert(node).inserted else { throw .repeated("\(update.new.id)") }
      values[node] = update.new
    }
  }

  @inlinable
  mutating func insert(_ insertions: [Diff.Subtree]) throws(OutlineError) {
    for insertion in insertions {
      let nodes = insertion.nodes
      guard nodes.rootCount == 1 else { throw .misplaced("nothing") }
      let start = values.count
      for (value, parent) in zip(nodes.values, nodes.parents) {
        guard numbers.updateValue(values.count, forKey: value.id) == nil else { throw .repeated("\(value.id)") }
        if parent >= 0 { ownChildren[start + parent, default: []].append(values.count) }
        values.append(value)
      }
    }
    for insertion in insertions { try putIn(insertion.nodes.values[0].id, at: insertion.place) }
  }

  @inlinable
  mutating func putIn(_ id: Value.ID, at place: Diff.Place) throws(OutlineError) {
    guard let node = numbers[id], let parent = number(ofParent: place.parent),
      parent >= oldParents.count || parent < 0 || !isRemoved[parent]
    else { throw .noRoom("\(id)") }
    arrivals[parent, default: []].append((place.index, node))
  }

  /// The children of a node, or of the root level, that the diff leaves where they are.
  @inlinable
  func staying(_ node: Int) -> ArraySlice<Int> {
    if node >= oldParents.count { return ownChildren[node]?[...] ?? [] }
    let children = oldChildren[node]
    return children.contains { isTaken[$0] } ? children.filter { !isTaken[$0] }[...] : children
  }

  /// The new children of a node: what arrives at its index, and what was there before in the places between.
  @inlinable
  func children(of node: Int) throws(OutlineError) -> ArraySlice<Int> {
    var remaining = staying(node)
    guard let arrivals = arrivals[node]?.sorted(by: { $0.index < $1.index }) else { return remaining }
    var result: [Int] = []
    for (index, arrival) in arrivals {
      while result.count < index, let next = remaining.popFirst() { result.append(next) }
      guard result.count == index else { throw .noRoom("\(values[arrival].id)") }
      result.append(arrival)
    }
    return (result + remaining)[...]
  }

  /// The nodes of the new outline depth first, and for each the place of its parent among them, or -1.
  @inlinable
  func result() throws(OutlineError) -> (order: [Int], parents: [Int]) {
    let (order, parents) = try depthFirst { node throws(OutlineError) in try children(of: node) }
    guard order.count == values.count - isRemoved.count(where: { $0 }) else {
      let reached = Set(order)
      let lost = values.indices.first { !reached.contains($0) && ($0 >= oldParents.count || !isRemoved[$0]) } ?? 0
      throw .cycle("\(values[lost].id)")
    }
    return (order, parents)
  }
}
