import Foundation
import TreeDiff

/// All cases there are of a small size, up to names: the old side is numbered in order.
///
/// A run in debug takes one of many; all are run where the environment variable `TREEREDUX_FULL_WORLDS` is set.
package enum SmallWorlds {
  /// Every how many cases one is taken.
  package static func stride(_ slice: Int) -> Int {
    ProcessInfo.processInfo.environment["TREEREDUX_FULL_WORLDS"] == nil ? slice : 1
  }

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

  /// All lists of up to `items` items in up to `sections` sections, ids and all.
  package static func sections(atMost sections: Int, items: Int) -> [TestSections] {
    let contents = selections(of: Array(0..<items), atMost: items)
    return selections(of: Array(0..<sections), atMost: sections).flatMap { headers in
      contents.flatMap { content in
        deals(content, to: headers.count).map { deal in
          zip(headers, deal).map { ListSection(Item($0), items: $1.map { Item($0) }) }
        }
      }
    }
  }
}
