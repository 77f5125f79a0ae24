import TreeDiff

/// How one value differs from another, line by line, for people who read a failed test.
struct StateDifference: CustomStringConvertible {
  /// The lines that differ, marked with `-` and `+`, and a few around them.
  let description: String

  /// How many equal lines are shown around those that differ.
  private static let context = 3

  /// - Returns: Nil if the dumps of the values are the same.
  init?<Value>(expected: Value, actual: Value) {
    let lines = Self.merged(Self.lines(of: expected), Self.lines(of: actual))
    let changed = lines.indices.filter { lines[$0].mark != " " }
    if changed.isEmpty { return nil }
    var shown = [Bool](repeating: false, count: lines.count)
    for i in changed {
      for j in max(0, i - Self.context)...min(lines.count - 1, i + Self.context) { shown[j] = true }
    }
    var text = ""
    for i in lines.indices {
      if shown[i] {
        text += "\(lines[i].mark) \(lines[i].text)\n"
      } else if i == 0 || shown[i - 1] {
        text += "  …\n"
      }
    }
    description = text
  }

  private typealias Line = (mark: Character, text: String)

  private static func merged(_ old: [String], _ new: [String]) -> [Line] {
    let diff = ListDiff(from: old, to: new, id: \.self, by: ==, moves: .asRemovalsAndInsertions)
    let removed = Set(diff.removals.map(\.index))
    let inserted = Set(diff.insertions.map(\.index))
    var lines: [Line] = []
    var (i, j) = (0, 0)
    while i < old.count || j < new.count {
      if removed.contains(i) {
        lines.append(("-", old[i]))
        i += 1
      } else if inserted.contains(j) {
        lines.append(("+", new[j]))
        j += 1
      } else {
        lines.append((" ", new[j]))
        (i, j) = (i + 1, j + 1)
      }
    }
    return lines
  }

  private static func lines<Value>(of value: Value) -> [String] {
    var text = ""
    dump(value, to: &text)
    return text.split(separator: "\n").map(String.init)
  }
}
