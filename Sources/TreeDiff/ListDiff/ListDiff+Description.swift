extension ListDiff: CustomStringConvertible {
  /// One change a line: what was removed and where from, what was inserted and where, what moved, what was updated.
  ///
  ///     - 3 "c"
  ///     + 0 "x"
  ///     2 → 5
  ///     ~ 4 "a" → "b"
  ///
  /// An update that moved too names both indexes: `~ 4 → 7 "a" → "b"`, as does one that was only pushed along.
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = removals.map(\.description)
    lines += insertions.map(\.description)
    lines += moves.map(\.description)
    lines += updates.map(\.description)
    return lines.joined(separator: "\n")
  }
}

extension ListDiff.Removal: CustomStringConvertible {
  /// The old index and the element: `- 3 "c"`.
  public var description: String { "- \(index) \(String(reflecting: element))" }
}

extension ListDiff.Insertion: CustomStringConvertible {
  /// The new index and the element: `+ 0 "x"`.
  public var description: String { "+ \(index) \(String(reflecting: element))" }
}

extension ListDiff.Move: CustomStringConvertible {
  /// The old and the new index: `2 → 5`.
  public var description: String { "\(from) → \(to)" }
}

extension ListDiff.Update: CustomStringConvertible {
  /// The index, or both where they differ, and the element before and after: `~ 4 "a" → "b"`.
  public var description: String {
    let place = from == to ? "\(to)" : "\(from) → \(to)"
    return "~ \(place) \(String(reflecting: old)) → \(String(reflecting: new))"
  }
}
