extension OutlineSteps {
  /// Takes the steps in turn.
  ///
  /// - Parameter outline: The old outline. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if a step does not fit the outline as the ones before it left it.
  /// - Complexity: O(*n* + *k* log *n*) for *k* steps and *n* nodes of the outline that they were made for, and of all that
  ///   they insert. In another outline, whose nodes move again and again below each other, O(*n*) for each move.
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) {
    var walk = try OutlineWalk(outline)
    for step in steps { try walk.take(step) }
    outline = walk.result()
  }
}

/// An outline while steps are taken in it.
private struct OutlineWalk<Value: Identifiable> {
  typealias Place = OutlineDiff<Value>.Place

  /// A node, by its number.
  private struct Child: Identifiable { let id: Int }

  /// The nodes of the old outline and behind them those that steps insert.
  private var values: [Value]
  private var parents: [Int]
  /// The numbers of the nodes that are there.
  private var numbers: [Value.ID: Int]
  private let oldCount: Int
  private let oldChildren: Outline<Value>.Children
  /// For each node, and for -1, the root level, its children if steps may have changed them.
  private var families: [Int: KeyedList<Child>] = [:]
  /// For each node the round in which it was last seen above a node that moved.
  private var rounds: [Int]
  private var round = 1

  init(_ outline: Outline<Value>) throws(OutlineError) {
    (values, parents, oldCount) = (outline.values, outline.parents, outline.count)
    numbers = try Outline.numbers(outline.values)
    oldChildren = outline.children()
    rounds = Array(repeating: 0, count: outline.count)
  }

  mutating func take(_ step: OutlineStep<Value>) throws(OutlineError) {
    switch step {
    case .remove(let place): forget(try takeNode(at: place))
    case .insert(let tree, let place): try insert(tree, at: place)
    case .move(let from, let to):
      let node = try takeNode(at: from)
      try put(node, at: to)
    case .update(let value):
      guard let node = numbers[value.id] else { throw .misplaced("\(value.id)") }
      values[node] = value
    }
  }

  /// The new outline.
  func result() -> Outline<Value> {
    let (order, parents) = Outline<Value>.depthFirst(children: children)
    return Outline(values: order.map { values[$0] }, parents: parents)
  }

  private func children(of node: Int) -> [Int] {
    if let family = families[node] { return family.map(\.id) }
    return node < oldCount ? Array(oldChildren[node]) : []
  }

  /// The number of a place's parent, once its children may change.
  private mutating func family(of place: Place) -> Int? {
    guard let parent = place.parent.map({ numbers[$0] }) ?? -1 else { return nil }
    if families[parent] == nil {
      families[parent] = KeyedList(uniqueElements: children(of: parent).map { Child(id: $0) })
    }
    return parent
  }

  private mutating func takeNode(at place: Place) throws(OutlineError) -> Int {
    guard let parent = family(of: place), families[parent]?.indices.contains(place.index) == true,
      let child = families[parent]?.remove(at: place.index)
    else { throw .misplaced("at \(place.words)") }
    return child.id
  }

  private mutating func put(_ node: Int, at place: Place) throws(OutlineError) {
    guard let parent = family(of: place), let count = families[parent]?.count, 0...count ~= place.index else {
      throw .noRoom("\(values[node].id)")
    }
    try check(node, isNotAbove: parent)
    families[parent]?.insert(Child(id: node), at: place.index)
    parents[node] = parent
  }

  private mutating func insert(_ tree: Outline<Value>, at place: Place) throws(OutlineError) {
    let (start, children) = (values.count, tree.children())
    for (index, value) in tree.values.enumerated() {
      if numbers.updateValue(start + index, forKey: value.id) != nil { throw .repeated("\(value.id)") }
      if !children[index].isEmpty {
        families[start + index] = KeyedList(uniqueElements: children[index].map { Child(id: start + $0) })
      }
    }
    values += tree.values
    parents += tree.parents.map { $0 < 0 ? -1 : $0 + start }
    rounds += repeatElement(0, count: tree.count)
    try put(start, at: place)
  }

  /// Forgets a node and all that is below it.
  private mutating func forget(_ node: Int) {
    var stack = [node]
    while let node = stack.popLast() {
      numbers[values[node].id] = nil
      stack += children(of: node)
    }
  }

  /// Checks that a node does not come below itself.
  ///
  /// What is above a parent that was checked is not looked at again until one of these nodes moves. In the outline that
  /// the steps were made for none does: they move from the top down.
  private mutating func check(_ node: Int, isNotAbove parent: Int) throws(OutlineError) {
    if rounds[node] == round { round += 1 }
    var ancestor = parent
    while ancestor >= 0, rounds[ancestor] != round {
      if ancestor == node { throw .cycle("\(values[node].id)") }
      rounds[ancestor] = round
      ancestor = parents[ancestor]
    }
  }
}
