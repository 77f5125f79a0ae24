import TreeDiff

/// How one value differs from another, line by line, for people who read a failed test.
struct StateDifference: CustomStringConvertible {
  let description: String

  /// - Returns: Nil if the dumps of the values are the same.
  init?<Value>(expected: Value, actual: Value) {
    let (old, new) = (Self.lines(of: expected), Self.lines(of: actual))
    let diff = ListDiff(from: old, to: new, id: \.self, by: ==, moves: .asRemovalsAndInsertions)
    if diff.isEmpty { return nil }
    let removed = Set(diff.removals.map(\.index))
    let inserted = Set(diff.insertions.map(\.index))
    var text = ""
    var i = 0
    var j = 0
    while i < old.count || j < new.count {
      if removed.contains(i), i < old.count {
        text += "- \(old[i])\n"
        i += 1
      } else if inserted.contains(j), j < new.count {
        text += "+ \(new[j])\n"
        j += 1
      } else {
        text += "  \(new[j])\n"
        (i, j) = (i + 1, j + 1)
      }
    }
    description = text
  }

  private static func lines<Value>(of value: Value) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}
