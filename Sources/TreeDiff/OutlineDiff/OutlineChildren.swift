/// The children of all nodes of an outline, and the roots.
@usableFromInline
struct OutlineChildren {
  /// The children of one node after the other, those of the root level first.
  @usableFromInline let indexes: [Int]
  /// Where the children of each node start, by its index plus one.
  @usableFromInline let starts: [Int]

  /// - Parameter parents: For each node the index of its parent, or -1. Siblings keep their order.
  @usableFromInline
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

extension Outline {
  /// The children of all nodes.
  @inlinable
  func children() -> OutlineChildren { OutlineChildren(parents: parents) }
}

/// All nodes that are reached from the root level, -1, by way of their parents.
///
/// - Returns: The nodes depth first, and for each the place of its parent among them, or -1.
@inlinable
func depthFirst<Failure: Error>(
  children: (Int) throws(Failure) -> ArraySlice<Int>
) throws(Failure) -> (order: [Int], parents: [Int]) {
  var (order, parents) = ([Int](), [Int]())
  var stack = try children(-1).reversed().map { (node: $0, parent: -1) }
  while let (node, parent) = stack.popLast() {
    for child in try children(node).reversed() { stack.append((child, order.count)) }
    order.append(node)
    parents.append(parent)
  }
  return (order, parents)
}
