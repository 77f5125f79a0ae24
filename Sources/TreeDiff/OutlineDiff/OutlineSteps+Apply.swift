extension OutlineSteps {
  /// Takes the steps in turn.
  ///
  /// - Parameter outline: The old outline. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if a step does not fit the outline as the ones before it left it.
  /// - Complexity: O(*n* + *k* log *n*) for *k* steps and *n* nodes of the outline that they were made for, and of all that
  ///   they insert. In another outline, whose nodes move again and again below each other, O(*n*) for each move.
  @inlinable
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) {
    var walk = try OutlineWalk(outline)
    for step in steps { try walk.take(step) }
    outline = walk.result()
  }
}

extension OutlineStep {
  /// Takes the step. To take many at once costs little more, see ``OutlineSteps/apply(to:)``.
  ///
  /// - Parameter outline: The outline as the steps before this one left it. It is not changed if an error is thrown.
  /// - Throws: ``OutlineError`` if the step does not fit the outline.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public func apply(to outline: inout Outline<Value>) throws(OutlineError) {
    var walk = try OutlineWalk(outline)
    try walk.take(self)
    outline = walk.result()
  }
}

/// An outline while steps are taken in it.
@usableFromInline
struct OutlineWalk<Value: Identifiable> {
  @usableFromInline typealias Place = OutlineDiff<Value>.Place

  /// The nodes of the old outline and behind them those that steps insert.
  @usableFromInline var values: [Value]
  /// The numbers of the nodes that are there.
  @usableFromInline var numbers: [Value.ID: Int]
  /// Where they are.
  @usableFromInline var nodes: OutlineNodes

  @inlinable
  init(_ outline: Outline<Value>) throws(OutlineError) {
    values = outline.values
    numbers = try Outline.numbers(outline.values)
    nodes = OutlineNodes(parents: outline.parents)
  }

  @inlinable
  mutating func take(_ step: OutlineStep<Value>) throws(OutlineError) {
    switch step {
    case .remove(let place):
      for node in nodes.subtree(try takeNode(at: place)) { numbers[values[node].id] = nil }
    case .insert(let tree, let place):
      guard tree.rootCount == 1 else { throw .misplaced("nothing") }
      for value in tree.values {
        if numbers.updateValue(values.count, forKey: value.id) != nil { throw .repeated("\(value.id)") }
        values.append(value)
      }
      try put(nodes.add(parents: tree.parents), at: place)
    case .move(let from, let to): try put(try takeNode(at: from), at: to)
    case .update(let value):
      guard let node = numbers[value.id] else { throw .misplaced("\(value.id)") }
      values[node] = value
    }
  }

  /// The new outline.
  @inlinable
  func result() -> Outline<Value> {
    let (order, parents) = nodes.depthFirst()
    return Outline(values: order.map { values[$0] }, parents: parents)
  }

  @inlinable
  mutating func takeNode(at place: Place) throws(OutlineError) -> Int {
    guard let parent = number(ofParent: place), let node = nodes.take(at: place.index, of: parent) else {
      throw .misplaced("at \(place)")
    }
    return node
  }

  @inlinable
  mutating func put(_ node: Int, at place: Place) throws(OutlineError) {
    guard let parent = number(ofParent: place), nodes.hasRoom(at: place.index, of: parent) else {
      throw .noRoom("\(values[node].id)")
    }
    guard nodes.put(node, at: place.index, of: parent) else { throw .cycle("\(values[node].id)") }
  }

  /// The number of a place's parent, -1 for the root level.
  @inlinable
  func number(ofParent place: Place) -> Int? { place.parent.map { numbers[$0] } ?? -1 }
}
