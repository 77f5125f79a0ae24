extension SectionedDiff: CustomStringConvertible {
  /// One change a line, those of sections first and marked as such.
  ///
  ///     section + 1 "B"
  ///     - 0/2 "z"
  ///     0/1 → 1/0
  ///     ~ 0/0 "a" → "b"
  public var description: String {
    if isEmpty { return "no changes" }
    var lines = sections.isEmpty ? [] : sections.description.split(separator: "\n").map { "section \($0)" }
    lines += removals.map { "- \($0.path) \(String(reflecting: $0.item))" }
    lines += insertions.map { "+ \($0.path) \(String(reflecting: $0.item))" }
    lines += moves.map { "\($0.from) → \($0.to)" }
    lines += updates.map { update in
      let place = update.from == update.to ? "\(update.to)" : "\(update.from) → \(update.to)"
      return "~ \(place) \(String(reflecting: update.old)) → \(String(reflecting: update.new))"
    }
    return lines.joined(separator: "\n")
  }
}
