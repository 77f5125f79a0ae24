package import TreeDiff

/// A stand-in for an outline view, which takes changes one by one and refuses those that do not fit.
package struct OutlineViewModel {
  package struct Misfit: Error {}

  /// The ids of each node's children, of the root level under nil, where there are any.
  package private(set) var children: [Int?: [Int]] = [:]
  /// What is shown for each node.
  package private(set) var values: [Int: Item] = [:]

  package init(_ outline: Outline<Item>) {
    add(outline)
    let roots = outline.rows.filter { $0.parent == nil }
    if !roots.isEmpty { children[nil] = roots.map(\.value.id) }
  }

  /// Where a node is.
  package func place(of id: Int) -> OutlineDiff<Item>.Place {
    for (parent, ids) in children {
      if let index = ids.firstIndex(of: id) { return .init(parent: parent, index: index) }
    }
    fatalError("\(id) is not in the outline view.")
  }

  package mutating func perform(_ step: OutlineStep<Item>) throws {
    switch step {
    case .remove(let place): forget(try take(place))
    case .insert(let tree, let place):
      if tree.values.contains(where: { values[$0.id] != nil }) { throw Misfit() }
      try put(tree.values[0].id, at: place)
      add(tree)
    case .move(let from, let to):
      let id = try take(from)
      if let parent = to.parent, below(id).contains(parent) { throw Misfit() }
      try put(id, at: to)
    case .update(let value):
      if values.updateValue(value, forKey: value.id) == nil { throw Misfit() }
    }
  }

  private mutating func take(_ place: OutlineDiff<Item>.Place) throws -> Int {
    guard var siblings = children[place.parent], siblings.indices.contains(place.index) else { throw Misfit() }
    let id = siblings.remove(at: place.index)
    children[place.parent] = siblings.isEmpty ? nil : siblings
    return id
  }

  private mutating func put(_ id: Int, at place: OutlineDiff<Item>.Place) throws {
    if let parent = place.parent, values[parent] == nil { throw Misfit() }
    guard 0...(children[place.parent]?.count ?? 0) ~= place.index else { throw Misfit() }
    children[place.parent, default: []].insert(id, at: place.index)
  }

  /// Adds what an outline has, the roots not to a level.
  private mutating func add(_ outline: Outline<Item>) {
    for row in outline.rows {
      values[row.value.id] = row.value
      if row.parent != nil { children[row.parent, default: []].append(row.value.id) }
    }
  }

  private func below(_ id: Int) -> [Int] { [id] + (children[id] ?? []).flatMap { below($0) } }

  private mutating func forget(_ id: Int) {
    for id in below(id) { (values[id], children[id]) = (nil, nil) }
  }
}
