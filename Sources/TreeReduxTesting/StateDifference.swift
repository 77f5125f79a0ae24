import TreeDiff

/// How one value differs from another, property by property, for people who read a failed test.
///
/// ```
/// - posts[42].likes: 1
/// + posts[42].likes: 0
/// + posts[7]: Post(id: 7, likes: 0)
///   posts[5] was expected at 0, and is at 2
/// ```
///
/// Lists whose elements have ids are compared by these, so that an element that comes or goes is one line.
struct StateDifference: CustomStringConvertible {
  private var lines: [String] = []

  /// The lines: what was expected marked with `-`, what there is with `+`.
  var description: String { lines.joined(separator: "\n") }

  /// - Returns: Nil if no difference is found.
  init?<Value>(expected: Value, actual: Value) {
    compare(expected, actual, at: "")
    if lines.isEmpty { return nil }
  }

  private mutating func compare(_ old: Any, _ new: Any, at path: String) {
    if Self.areEqual(old, new) { return }
    let (a, b) = (Mirror(reflecting: old), Mirror(reflecting: new))
    let (before, after) = (Array(a.children), Array(b.children))
    guard type(of: old) == type(of: new), let style = a.displayStyle else { return differ(old, new, at: path) }
    switch style {
    case .struct where before.count == after.count, .tuple where before.count == after.count:
      let count = lines.count
      for (x, y) in zip(before, after) { compare(x.value, y.value, at: Self.join(path, x.label)) }
      // What makes them differ may not be stored, or look the same.
      if lines.count == count { differ(old, new, at: path) }
    case .optional where before.count == 1 && after.count == 1: compare(before[0].value, after[0].value, at: path)
    case .enum where before.count == 1 && after.count == 1 && before[0].label == after[0].label:
      compare(before[0].value, after[0].value, at: Self.join(path, before[0].label))
    case .collection: compareElements(before.map(\.value), after.map(\.value), at: path)
    case .dictionary, .set:
      func id(_ child: Any) -> String { Mirror(reflecting: child).children.first.map { "\($0.value)" } ?? "\(child)" }
      compareParts(
        before.map { Part(id: id($0.value), value: $0.value) }, after.map { Part(id: id($0.value), value: $0.value) },
        at: path)
    default: differ(old, new, at: path)
    }
  }

  // MARK: Parts of a collection

  private struct Part {
    let id: AnyHashable
    let value: Any
  }

  private mutating func compareElements(_ old: [Any], _ new: [Any], at path: String) {
    func parts(_ elements: [Any]) -> [Part]? {
      let parts = elements.compactMap { element in Self.id(of: element).map { Part(id: $0, value: element) } }
      return parts.count == elements.count && Set(parts.map(\.id)).count == parts.count ? parts : nil
    }
    if let old = parts(old), let new = parts(new) { return compareParts(old, new, areOrdered: true, at: path) }
    for i in 0..<max(old.count, new.count) {
      let place = "\(path)[\(i)]"
      if i >= new.count {
        line("-", place, old[i])
      } else if i >= old.count {
        line("+", place, new[i])
      } else {
        compare(old[i], new[i], at: place)
      }
    }
  }

  private mutating func compareParts(_ old: [Part], _ new: [Part], areOrdered: Bool = false, at path: String) {
    let diff = ListDiff(from: old, to: new, id: \.id, by: { Self.areEqual($0.value, $1.value) })
    for removal in diff.removals { line("-", "\(path)[\(removal.element.id)]", removal.element.value) }
    for insertion in diff.insertions { line("+", "\(path)[\(insertion.element.id)]", insertion.element.value) }
    for update in diff.updates { compare(update.old.value, update.new.value, at: "\(path)[\(update.new.id)]") }
    for move in diff.moves where areOrdered {
      lines.append("  \(path)[\(new[move.to].id)] was expected at \(move.from), and is at \(move.to)")
    }
  }

  // MARK: Lines

  private mutating func differ(_ old: Any, _ new: Any, at path: String) {
    line("-", path, old)
    line("+", path, new)
  }

  private mutating func line(_ mark: String, _ path: String, _ value: Any) {
    let text = String(reflecting: value)
    let short = text.count > 300 ? text.prefix(300) + "…" : text[...]
    lines.append("\(mark) \(path.isEmpty ? "" : path + ": ")\(short)")
  }

  private static func join(_ path: String, _ label: String?) -> String {
    guard let label else { return path }
    return path.isEmpty ? label : "\(path).\(label)"
  }

  // MARK: Values of any type

  private static func areEqual(_ a: Any, _ b: Any) -> Bool {
    guard let a = a as? any Equatable else { return false }
    func open<E: Equatable>(_ a: E) -> Bool { b as? E == a }
    return open(a)
  }

  private static func id(of value: Any) -> AnyHashable? {
    guard let value = value as? any Identifiable else { return nil }
    func open<I: Identifiable>(_ value: I) -> AnyHashable { AnyHashable(value.id) }
    return open(value)
  }
}
