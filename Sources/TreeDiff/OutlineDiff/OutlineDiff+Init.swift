extension OutlineDiff where Value: Equatable {
  /// Creates the changes that lead from one outline to another.
  ///
  /// - Parameters:
  ///   - old: The outline as it was.
  ///   - new: The outline as it is.
  /// - Complexity: O(*n* + *m* log *m*) for *n* nodes in both outlines, *m* of them in places that changed.
  @inlinable
  public init(from old: Outline<Value>, to new: Outline<Value>) {
    let (oldChildren, newChildren) = (old.children(), new.children())
    // The nodes of the new outline are numbered behind those of the old one.
    let count = old.count
    let shifted = newChildren.indexes.map { $0 + count }
    func value(_ index: Int) -> Value { index < count ? old.values[index] : new.values[index - count] }
    func children(_ index: Int) -> ArraySlice<Int> {
      index < count ? oldChildren[index] : shifted[newChildren.range(index - count)]
    }
    do throws(OutlineError) {
      try self.init(from: oldChildren[-1], to: shifted[newChildren.range(-1)], value: value, children: children)
    } catch {
      fatalError("An outline is not one: \(error)")
    }
  }

  /// Creates the changes that lead from one outline to another, of nodes that hold their children.
  ///
  ///     let diff = try OutlineDiff(from: old, to: new, value: \.header, children: \.replies)
  ///
  /// - Parameters:
  ///   - old: The roots of the outline as it was.
  ///   - new: The roots of the outline as it is.
  ///   - value: What a node is without its children. Called several times for a node.
  ///   - children: The children of a node.
  /// - Throws: ``OutlineError`` if an id that comes, goes or moves stands twice or does not equal itself. Two nodes with one
  ///   id that keep their places go unnoticed, as does what stands in arrays that both outlines share. ``Outline`` finds
  ///   all.
  /// - Complexity: As ``init(from:to:)``. Nodes that are the same bit by bit are taken for equal, and so are their children.
  @inlinable @inline(__always)
  public init<Node, Children: RandomAccessCollection<Node>>(
    from old: Children, to new: Children, value: (Node) -> Value, children: (Node) -> Children
  ) throws(OutlineError) {
    // Inlined, and the closures with it: calls of them for every node would cost more than all the rest.
    var matcher = OutlineMatcher<Node, Children, Value>(old, new)
    while let level = matcher.levels.popLast() { try matcher.matchAll(level, value: value, children: children) }
    self = try matcher.finish(value: value, children: children)
  }

  /// Creates the changes that lead from one outline to a later version of it.
  ///
  /// What the two versions share is not looked at. A node that is removed, inserted or moved is looked at with all that
  /// is below it.
  ///
  /// - Parameters:
  ///   - old: The roots of the outline as it was.
  ///   - new: The roots of the outline as it is.
  ///   - value: What a node is without its children, under the node's id. Called several times for a node.
  ///   - children: The children of a node.
  /// - Throws: ``OutlineError`` if an id that comes, goes or moves stands twice or does not equal itself among what the two
  ///   versions do not share.
  /// - Complexity: O(*k* log *n*) for *k* nodes that the versions do not share, of *n* siblings each.
  @inlinable
  public init<Node: Identifiable>(
    from old: KeyedList<Node>, to new: KeyedList<Node>, value: (Node) -> Value,
    children: (Node) -> KeyedList<Node>
  ) throws(OutlineError) where Node.ID == Value.ID {
    var matcher = OutlineMatcher<Node, KeyedList<Node>, Value>(old, new)
    while let level = matcher.levels.popLast() { try matcher.matchVersions(level, value: value, children: children) }
    self = try matcher.finish(value: value, children: children)
  }
}

extension OutlineMatcher {
  /// Matches a level of which only that has to be looked at which its versions do not share.
  @inlinable
  mutating func matchVersions(
    _ level: Level, value: (Node) -> Value, children: (Node) -> Children
  ) throws(OutlineError)
  where Node: Identifiable, Children == KeyedList<Node> {
    // Whatever is not shared is taken for different, and is compared with its own children.
    let diff = level.new.diff(from: level.old) { _, _ in false }
    try add(diff, level, value: value)
    for update in diff.updates {
      let (old, new) = (value(update.old), value(update.new))
      guard old.id == new.id else { throw .unequalID("\(new.id)") }
      pair(update.old, old, update.new, new, children: children)
    }
  }
}
