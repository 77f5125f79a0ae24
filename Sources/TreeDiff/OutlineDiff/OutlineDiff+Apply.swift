extension OutlineDiff {
  /// Turns the old outline into the new one.
  ///
  /// - Parameter outline: The old outline. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if the diff does not fit the outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) { outline = try outline.applying(self) }
}

extension Outline {
  /// Returns the outline that a diff makes of this one.
  ///
  /// - Parameter diff: The diff, whose old outline this is.
  /// - Throws: ``OutlineError`` if the diff does not fit this outline.
  /// - Complexity: O(*n* + *k* log *k*) for *n* nodes and *k* changes.
  public func applying(_ diff: OutlineDiff<Value>) throws(OutlineError) -> Outline {
    let edit = try OutlineEdit(self, diff)
    let (order, parents) = try edit.result()
    return Outline(values: order.map { edit.values[$0] }, parents: parents)
  }
}

/// An outline while a diff is applied to it.
struct OutlineEdit<Value: Identifiable> {
  private typealias Diff = OutlineDiff<Value>

  /// The nodes of the old outline and behind them those that the diff inserts.
  private(set) var values: [Value]
  private var numbers: [Value.ID: Int]
  private let old: Outline<Value>
  private let oldChildren: Outline<Value>.Children
  /// For each node whether it leaves its place, and whether it leaves for good.
  private var isTaken: [Bool]
  private var isRemoved: [Bool]
  /// For each node, behind one for the root level, the children that came with it and those that are put in.
  private var ownChildren: [Int: [Int]] = [:]
  private var arrivals: [Int: [(index: Int, node: Int)]] = [:]

  /// Takes out of an outline what a diff takes, and notes where it puts in what.
  init(_ outline: Outline<Value>, _ diff: OutlineDiff<Value>) throws(OutlineError) {
    old = outline
    values = outline.values
    numbers = try Outline.numbers(outline.values)
    oldChildren = Outline.Children(parents: outline.parents)
    isTaken = Array(repeating: false, count: outline.count)
    isRemoved = isTaken
    try take(diff)
    try putIn(diff)
  }

  /// The number of a node.
  func number(_ id: Value.ID) -> Int? { numbers[id] }

  /// The number of a parent, -1 for the root level.
  func number(ofParent parent: Value.ID?) -> Int? { parent.map { numbers[$0] } ?? -1 }

  /// Takes a node from its place in the old outline.
  private mutating func take(_ id: Value.ID, from place: Diff.Place) throws(OutlineError) -> Int {
    guard let node = numbers[id], let parent = number(ofParent: place.parent), old.parents[node] == parent else {
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

  /// Takes out what the diff removes and moves, and changes contents.
  private mutating func take(_ diff: OutlineDiff<Value>) throws(OutlineError) {
    for removal in diff.removals {
      let nodes = removal.nodes
      guard let root = nodes.values.first, nodes.rootCount == 1 else {
        throw .misplaced("nothing")
      }
      isRemoved[try take(root.id, from: removal.place)] = true
      for (value, parent) in zip(nodes.values, nodes.parents).dropFirst() {
        guard let node = numbers[value.id], numbers[nodes.values[parent].id] == old.parents[node] else {
          throw .misplaced("\(value.id)")
        }
        if isTaken[node] { throw .repeated("\(value.id)") }
        (isTaken[node], isRemoved[node]) = (true, true)
      }
    }
    for move in diff.moves { _ = try take(move.id, from: move.from) }
    for update in diff.updates {
      guard update.old.id == update.new.id, let node = numbers[update.old.id], !isRemoved[node] else {
        throw .misplaced("\(update.new.id)")
      }
      values[node] = update.new
    }
    for (node, parent) in old.parents.enumerated() where parent >= 0 && isRemoved[parent] && !isTaken[node] {
      throw .orphan("\(values[node].id)")
    }
  }

  /// Puts in what the diff inserts and moves.
  private mutating func putIn(_ diff: OutlineDiff<Value>) throws(OutlineError) {
    for insertion in diff.insertions {
      let nodes = insertion.nodes
      guard nodes.rootCount == 1 else { throw .misplaced("nothing") }
      let start = values.count
      for (value, parent) in zip(nodes.values, nodes.parents) {
        guard numbers.updateValue(values.count, forKey: value.id) == nil else { throw .repeated("\(value.id)") }
        if parent >= 0 { ownChildren[start + parent, default: []].append(values.count) }
        values.append(value)
      }
    }
    for insertion in diff.insertions { try putIn(insertion.nodes.values[0].id, at: insertion.place) }
    for move in diff.moves { try putIn(move.id, at: move.to) }
  }

  private mutating func putIn(_ id: Value.ID, at place: Diff.Place) throws(OutlineError) {
    guard let node = numbers[id], let parent = number(ofParent: place.parent),
      parent >= old.count || parent < 0 || !isRemoved[parent]
    else { throw .noRoom("\(id)") }
    arrivals[parent, default: []].append((place.index, node))
  }

  /// The new children of a node: what arrives at its index, and what was there before in the places between.
  private func children(of node: Int) throws(OutlineError) -> [Int] {
    var remaining =
      node < old.count ? oldChildren[node].filter { !isTaken[$0] }[...] : (ownChildren[node] ?? [])[...]
    guard let arrivals = arrivals[node]?.sorted(by: { $0.index < $1.index }) else { return Array(remaining) }
    var result: [Int] = []
    for (index, arrival) in arrivals {
      while result.count < index, let next = remaining.popFirst() { result.append(next) }
      guard result.count == index else { throw .noRoom("\(values[arrival].id)") }
      result.append(arrival)
    }
    return result + remaining
  }

  /// The nodes of the new outline depth first, and for each the place of its parent among them, or -1.
  func result() throws(OutlineError) -> (order: [Int], parents: [Int]) {
    let (order, parents) = try Outline<Value>.depthFirst { node throws(OutlineError) in try children(of: node) }
    guard order.count == values.count - isRemoved.count(where: { $0 }) else {
      let reached = Set(order)
      let lost = values.indices.first { !reached.contains($0) && ($0 >= old.count || !isRemoved[$0]) } ?? 0
      throw .cycle("\(values[lost].id)")
    }
    return (order, parents)
  }
}
