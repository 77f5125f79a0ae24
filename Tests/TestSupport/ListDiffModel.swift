/// What a list diff has to say, worked out as plainly as possible and without regard to cost.
public struct ListDiffModel {
  /// Which old index matches which new one, ascending by the new index.
  public let pairs: [(old: Int, new: Int)]
  /// Old indexes without a match.
  public let removed: [Int]
  /// New indexes without a match.
  public let inserted: [Int]
  /// The fewest elements that must move so that the others keep their order.
  public let fewestMoves: Int

  /// The rule: common ends first; of what remains, the k-th occurrence of an id with the k-th.
  public init<ID: Hashable>(_ old: [ID], _ new: [ID]) {
    var source = [Int?](repeating: nil, count: new.count)
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] {
      source[start] = start
      start += 1
    }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
      source[newEnd] = oldEnd
    }
    var occurrences: [ID: [Int]] = [:]
    for index in start..<oldEnd { occurrences[old[index], default: []].append(index) }
    for index in start..<newEnd {
      guard let first = occurrences[new[index]]?.first else { continue }
      occurrences[new[index]]?.removeFirst()
      source[index] = first
    }
    pairs = source.enumerated().compactMap { new, old in old.map { (old: $0, new: new) } }
    let matched = Set(pairs.map(\.old))
    removed = old.indices.filter { !matched.contains($0) }
    inserted = new.indices.filter { source[$0] == nil }
    fewestMoves = pairs.count - Self.longestIncreasing(pairs.map(\.old))
  }

  /// The length of the longest increasing subsequence: for each length the least value that can end one.
  public static func longestIncreasing(_ values: [Int]) -> Int {
    var ends: [Int] = []
    for value in values {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low == ends.count { ends.append(value) } else { ends[low] = value }
    }
    return ends.count
  }

  /// The same by trying every selection; for a dozen values at most.
  public static func longestIncreasingByTrial(_ values: [Int]) -> Int {
    (0..<1 << values.count).reduce(0) { longest, selection in
      let chosen = values.indices.filter { selection >> $0 & 1 == 1 }.map { values[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? max(longest, chosen.count) : longest
    }
  }
}
