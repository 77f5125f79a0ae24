import Foundation
import TreeDiff

/// All cases there are of a small size, up to names: the old side is numbered in order.
///
/// A run in debug takes one case of many, one built for release all of them where the environment variable
/// `TREEREDUX_WORLD_STRIDE` is 1, or one of every so many.
package enum SmallWorlds {
  private static let chosenStride = ProcessInfo.processInfo.environment["TREEREDUX_WORLD_STRIDE"].flatMap { Int($0) }

  /// Every how many cases one is taken.
  package static func stride(_ slice: Int) -> Int { max(chosenStride ?? slice, 1) }

  /// The parts in which the largest worlds are gone through, side by side; a slice is one part.
  package static let parts = 0..<(chosenStride == nil ? 1 : 16)

  /// All ordered selections of at most `count` of `values`.
  package static func selections<Value>(of values: [Value], atMost count: Int) -> [[Value]] {
    guard count > 0 else { return [[]] }
    return [[]]
      + values.indices.flatMap { index in
        var rest = values
        let first = rest.remove(at: index)
        return selections(of: rest, atMost: count - 1).map { [first] + $0 }
      }
  }

  /// All ways to deal `items` out to `count` sections, in order.
  package static func deals<Value>(_ items: [Value], to count: Int) -> [[[Value]]] {
    guard count > 0 else { return items.isEmpty ? [[]] : [] }
    return (0...items.count).flatMap { size in
      deals(Array(items.dropFirst(size)), to: count - 1).map { [Array(items.prefix(size))] + $0 }
    }
  }

  /// All lists of `length` values in which each is at most one greater than all before it.
  package static func patterns(length: Int) -> [[Int]] {
    guard length > 0 else { return [[]] }
    return patterns(length: length - 1).flatMap { pattern in
      (0...(pattern.max() ?? -1) + 1).map { pattern + [$0] }
    }
  }

  /// All lists of up to `length` values below `count` in which one beyond the first `known` appears only after the one
  /// before it.
  package static func patterns(upTo length: Int, known: Int, below count: Int) -> [[Int]] {
    var result: [[Int]] = [[]]
    var start = 0
    for _ in 0..<length {
      let end = result.count
      for list in result[start..<end] {
        let next = max(known, (list.max() ?? -1) + 1)
        for value in 0...min(next, count - 1) { result.append(list + [value]) }
      }
      start = end
    }
    return result
  }

  /// All lists of `length` values below `count`.
  package static func lists(length: Int, below count: Int) -> [[Int]] {
    guard length > 0 else { return [[]] }
    return lists(length: length - 1, below: count).flatMap { list in (0..<count).map { list + [$0] } }
  }

  /// All lists of up to `length` different ids beside a list that has those below `count`, up to the names of others:
  /// ids that are not below `count` are numbered in order.
  package static func ids(beside count: Int, atMost length: Int) -> [[Int]] {
    guard length > 0 else { return [[]] }
    return ids(beside: count, atMost: length - 1).flatMap { list in
      guard list.count == length - 1 else { return [list] }
      let fresh = max(count, (list.max() ?? -1) + 1)
      return [list] + ((0..<count).filter { !list.contains($0) } + [fresh]).map { list + [$0] }
    }
  }

  /// All lists of up to `items` items in up to `sections` sections, numbered in order.
  package static func numberedSections(atMost sections: Int, items: Int) -> [TestSections] {
    (0...sections).flatMap { count in
      (0...items).flatMap { deals(Array(0..<$0), to: count).map { list(headers: Array(0..<count), items: $0) } }
    }
  }

  /// All lists of up to `items` items in up to `sections` sections, up to the names of what `other` does not have.
  package static func sections(beside other: TestSections, atMost sections: Int, items: Int) -> [TestSections] {
    let contents = ids(beside: other.reduce(0) { $0 + $1.items.count }, atMost: items)
    return ids(beside: other.count, atMost: sections).flatMap { headers in
      contents.flatMap { deals($0, to: headers.count).map { list(headers: headers, items: $0) } }
    }
  }

  private static func list(headers: [Int], items: [[Int]]) -> TestSections {
    zip(headers, items).map { ListSection(Item($0), items: $1.map { Item($0) }) }
  }
}
