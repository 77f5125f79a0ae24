/// Ordered trees of identified values, any number of them and any depth, in one flat list.
///
///     let outline = try Outline(comments, value: \.header, children: \.replies)
///     let outline = try Outline(rows: rows)   // values, each with the id of its parent
///
/// The nodes stand depth first: each before its children, and these before its next sibling. Nothing that has to do with
/// an outline calls itself for each level, so the depth is limited by memory alone. Every id is there once.
public struct Outline<Value: Identifiable> {
  /// The values depth first.
  public let values: [Value]
  /// For each node the index of its parent, or -1 for a root.
  @usableFromInline let parents: [Int]

  /// Creates an empty outline.
  public init() { (values, parents) = ([], []) }

  /// An outline of values that stand depth first and have different ids.
  @inlinable
  init(values: [Value], parents: [Int]) { (self.values, self.parents) = (values, parents) }

  /// The number of nodes.
  public var count: Int { values.count }
  /// Whether there are no nodes.
  public var isEmpty: Bool { values.isEmpty }

  /// The number of nodes that are nobody's children.
  var rootCount: Int { parents.count { $0 < 0 } }

  /// The index of a node's parent, or nil for a root.
  ///
  /// - Parameter index: The index of the node.
  /// - Returns: The index of the parent, which is less.
  /// - Complexity: O(1)
  public func parent(of index: Int) -> Int? { parents[index] < 0 ? nil : parents[index] }

  /// For each node how many ancestors it has.
  ///
  /// - Returns: As many numbers as there are nodes; 0 for a root.
  /// - Complexity: O(*n*) for *n* nodes.
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

extension Outline {
  /// The children of all nodes.
  @inlinable
  func children() -> Children { Children(parents: parents) }

  /// The children of all nodes, and the roots.
  @usableFromInline
  struct Children {
    /// The children of one node after the other, those of the root level first.
    @usableFromInline let indexes: [Int]
    /// Where the children of each node start, by its index plus one.
    @usableFromInline let starts: [Int]

    /// - Parameter parents: For each node the index of its parent, or -1. Siblings keep their order.
    @inlinable
    init(parents: [Int]) {
      var starts = [Int](repeating: 0, count: parents.count + 2)
      for parent in parents { starts[parent + 2] += 1 }
      for index in 1..<starts.count { starts[index] += starts[index - 1] }
      var (next, indexes) = (starts, [Int](repeating: 0, count: parents.count))
      for (index, parent) in parents.enumerated() {
        indexes[next[parent + 1]] = index
        next[parent + 1] += 1
      }
      (self.indexes, self.starts) = (indexes, starts)
    }

    /// The children of the node at an index, or the roots for -1.
    @inlinable
    subscript(index: Int) -> ArraySlice<Int> { indexes[range(index)] }

    /// Where the children of the node at an index stand in `indexes`.
    @inlinable
    func range(_ index: Int) -> Range<Int> { starts[index + 1]..<starts[index + 2] }
  }
}
