/// The children of one node of an outline, or its roots.
public struct OutlineFamily<Value> {
  /// The node whose children these are, nil for the roots.
  public let parent: Value?
  /// The children in order, at least one.
  public let children: [Value]

  @inlinable
  init(parent: Value?, children: [Value]) { (self.parent, self.children) = (parent, children) }
}

extension OutlineFamily: Equatable where Value: Equatable {}
extension OutlineFamily: Hashable where Value: Hashable {}
extension OutlineFamily: Sendable where Value: Sendable {}

extension Outline {
  /// Returns the outline parent by parent, each before those who are its children: the form in which section snapshots of
  /// diffable data sources are filled.
  ///
  ///     var snapshot = NSDiffableDataSourceSectionSnapshot<Comment.ID>()
  ///     for family in outline.families() { snapshot.append(family.children.map(\.id), to: family.parent?.id) }
  ///     dataSource.apply(snapshot, to: section)
  ///
  /// - Returns: The roots, if there are any, and then the children of each node that has some, depth first.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public func families() -> [OutlineFamily<Value>] {
    let children = children()
    return (-1..<count).compactMap { parent in
      let indexes = children[parent]
      if indexes.isEmpty { return nil }
      return OutlineFamily(parent: parent < 0 ? nil : values[parent], children: indexes.map { values[$0] })
    }
  }
}
