extension OutlineDiff: CustomStringConvertible {
  /// One change a line: what was removed and where from, what was inserted and where, what moved, what was updated.
  ///
  ///     - 3 at 1 of 7 (4 nodes)
  ///     + 8 at 0
  ///     5 from 2 to 0 of 7
  ///     ~ "a" → "b"
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = removals.map { "- \($0)" }
    lines += insertions.map { "+ \($0)" }
    lines += moves.map { "\($0)" }
    lines += updates.map { "\($0)" }
    return lines.joined(separator: "\n")
  }
}

extension OutlineDiff.Place: CustomStringConvertible {
  /// The index, and the parent unless this is the root level: `1 of 7`.
  public var description: String { "\(index)" + (parent.map { " of \($0)" } ?? "") }
}

extension OutlineDiff.Subtree: CustomStringConvertible {
  /// The topmost node and its place, and the number of nodes if there are others: `3 at 1 of 7 (4 nodes)`.
  public var description: String {
    let root = nodes.values.first.map { "\($0.id)" } ?? "nothing"
    return "\(root) at \(place)" + (nodes.count > 1 ? " (\(nodes.count) nodes)" : "")
  }
}

extension OutlineDiff.Move: CustomStringConvertible {
  /// The node, its old and its new place: `5 from 2 to 0 of 7`.
  public var description: String { "\(id) from \(from) to \(to)" }
}

extension OutlineDiff.Update: CustomStringConvertible {
  /// The node before and after: `~ "a" → "b"`.
  public var description: String { "~ \(String(reflecting: old)) → \(String(reflecting: new))" }
}

extension OutlineStep: CustomStringConvertible {
  /// What the step does, and where: `- at 1 of 7`, `+ 8 at 0 (2 nodes)`, `from 2 to 0 of 7` or `~ "b"`.
  public var description: String {
    switch self {
    case .remove(let place): "- at \(place)"
    case .insert(let nodes, let place): "+ \(OutlineDiff<Value>.Subtree(place: place, nodes: nodes))"
    case .move(let from, let to): "from \(from) to \(to)"
    case .update(let value): "~ \(String(reflecting: value))"
    }
  }
}
