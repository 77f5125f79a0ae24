/// Ordered trees of identified values, any number of them and any depth, in one flat list.
///
///     let outline = try Outline(comments, value: \.header, children: \.replies)
///     let outline = try Outline(rows: rows)   // values, each with the id of its parent
///
/// The nodes stand depth first: each before its children, and these before its next sibling. Nothing that has to do with
/// an outline calls itself for each level, so the depth is limited by memory alone. Every id is there once and equals
/// itself, which NaN does not.
public struct Outline<Value: Identifiable> {
  /// The values depth first.
  public let values: [Value]
  /// For each node the index of its parent, or -1 for a root.
  @usableFromInline let parents: [Int]

  /// Creates an empty outline.
  @inlinable public init() { (values, parents) = ([], []) }

  /// An outline of values that stand depth first and have different ids.
  @inlinable
  init(values: [Value], parents: [Int]) { (self.values, self.parents) = (values, parents) }

  /// The number of nodes.
  @inlinable public var count: Int { values.count }
  /// Whether there are no nodes.
  @inlinable public var isEmpty: Bool { values.isEmpty }

  /// The number of nodes that are nobody's children.
  @inlinable var rootCount: Int { parents.count { $0 < 0 } }

  /// The index of a node's parent, or nil for a root.
  ///
  /// - Parameter index: The index of the node.
  /// - Returns: The index of the parent, which is less.
  /// - Complexity: O(1)
  @inlinable
  public func parent(of index: Int) -> Int? { parents[index] < 0 ? nil : parents[index] }

  /// The indexes of a node's children, or of the roots.
  ///
  /// - Parameter index: The index of the node, nil for the roots.
  /// - Returns: The indexes of the children in order.
  /// - Complexity: O(*n*) for *n* nodes below the node. ``families()`` gives the children of all nodes at once.
  @inlinable
  public func children(of index: Int?) -> [Int] {
    // What is below a node stands right behind it, up to the first node whose parent stands before it.
    let parent = index ?? -1
    return (parent + 1..<count).prefix { parents[$0] >= parent }.filter { parents[$0] == parent }
  }

  /// For each node how many ancestors it has.
  ///
  /// - Returns: As many numbers as there are nodes; 0 for a root.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public func depths() -> [Int] {
    var depths: [Int] = []
    depths.reserveCapacity(count)
    for parent in parents { depths.append(parent < 0 ? 0 : depths[parent] + 1) }
    return depths
  }
}

extension Outline: Equatable where Value: Equatable {}
extension Outline: Hashable where Value: Hashable {}
extension Outline: Sendable where Value: Sendable {}

extension Outline: CustomStringConvertible {
  /// A line for each node, indented by its depth. From a depth of 17 on the depth stands there as a number, so that
  /// what is printed grows with the number of nodes and not with their depth as well.
  public var description: String {
    let limit = 16
    return zip(values, depths()).map { value, depth in
      String(repeating: "  ", count: min(depth, limit)) + (depth > limit ? "(\(depth)) " : "") + "\(value)"
    }.joined(separator: "\n")
  }
}
