package import Foundation

/// JSON in which something has been changed at random.
package enum CorruptedJSON {
  /// The text with one value, somewhere in it, removed, repeated, or replaced by one that is probably wrong.
  package static func corrupted(_ data: Data, _ random: inout SeededRandom) throws -> Data {
    let value = try JSONSerialization.jsonObject(with: data)
    var target = random.number(0...count(value) - 1)
    return try JSONSerialization.data(
      withJSONObject: changed(value, at: &target, &random), options: [.fragmentsAllowed, .sortedKeys])
  }

  /// How many values there are, those within others too.
  private static func count(_ value: Any) -> Int {
    1 + parts(of: value).reduce(0) { $0 + count($1) }
  }

  private static func parts(of value: Any) -> [Any] {
    if let object = value as? [String: Any] { return object.sorted { $0.key < $1.key }.map(\.value) }
    return value as? [Any] ?? []
  }

  /// The value with that one changed which is `target` places ahead.
  private static func changed(_ value: Any, at target: inout Int, _ random: inout SeededRandom) -> Any {
    target -= 1
    if target < 0 { return replacement(for: value, &random) }
    if let object = value as? [String: Any] {
      var result = object
      for (key, part) in object.sorted(by: { $0.key < $1.key }) where target >= 0 {
        result[key] = changed(part, at: &target, &random)
      }
      return result
    }
    guard let list = value as? [Any] else { return value }
    var result = list
    for (index, part) in list.enumerated() where target >= 0 { result[index] = changed(part, at: &target, &random) }
    return result
  }

  private static func replacement(for value: Any, _ random: inout SeededRandom) -> Any {
    if var object = value as? [String: Any] {
      if let key = object.keys.sorted().randomElement(using: &random) { object[key] = nil }
      return object
    }
    if let list = value as? [Any] {
      let changes: [[Any]] = [
        [], Array(list.dropLast()), list + list.prefix(1), list.reversed(), Array(list.dropFirst()), list + list,
      ]
      return changes.randomElement(using: &random) ?? []
    }
    if let number = value as? Int {
      return [number + 1, number - 1, 0, -1, .max, .min].randomElement(using: &random) ?? number
    }
    return "other"
  }
}
