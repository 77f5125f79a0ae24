extension ListMatch {
  /// Marks the runs that need not move: a selection with as many elements as possible that keeps its order.
  ///
  /// A run is a block of neighbours in both lists, so a longest increasing subsequence of all matched elements takes a
  /// run whole or not at all.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs.
  @inlinable
  package func stationaryRuns() -> [Bool] {
    var stays = [Bool](repeating: !isReordered, count: runs.count)
    guard isReordered else { return stays }
    // Nothing crosses the common ends.
    let first = runs[0].old == 0 && runs[0].new == 0 ? 1 : 0
    if first == 1 { stays[0] = true }
    let inner = runs[first...]
    let elements = inner.reduce(0) { $0 + $1.count }
    if elements < 4 * inner.count {
      longestIncreasingElements(of: inner, elementCount: elements) { stays[$0] = true }
    } else {
      heaviestIncreasingRuns(of: inner) { stays[$0] = true }
    }
    return stays
  }
}

/// Reports the runs of a longest increasing subsequence of old indexes, from the last to the first.
///
/// Patience sorting (Fredman, "On computing the length of longest increasing subsequences", 1975): for each length the
/// least value that ends a subsequence of it. The values of a run follow each other, so only its first is searched for.
///
/// - Complexity: O(*m* + *r* log *m*) for *r* runs of *m* elements. The fastest where runs are short.
@inlinable
package func longestIncreasingElements(
  of runs: ArraySlice<ListMatch.Run>, elementCount: Int, report: (Int) -> Void
) {
  let base = runs.startIndex
  // A search of many tails ends with as many that are compared all at once. Among few it would read values that are
  // still on their way to memory.
  let (many, few) = (64, 8)
  let values = Scratch<Int>(repeating: .max, count: elementCount + few)
  let holders = Scratch<Int32>(repeating: 0, count: elementCount)
  let previous = Scratch<Int32>(repeating: -1, count: runs.count)
  var length = 0
  for index in runs.indices {
    let run = runs[index]
    var place = length
    if length > 0, run.old < values[length - 1] {
      // Halves without a branch to mispredict: a difference shifted by its sign is all ones where it is negative.
      place = 0
      var count = length
      let rest = length < many ? 1 : few
      while count > rest {
        let half = count >> 1
        place &+= half & ((values[place &+ half &- 1] &- run.old) >> (Int.bitWidth - 1))
        count &-= half
      }
      if rest > 1 {
        var less: UInt = 0
        for offset in 0..<few { less &+= UInt(bitPattern: values[place &+ offset] &- run.old) >> (Int.bitWidth - 1) }
        place &+= Int(bitPattern: less)
      }
    }
    if place > 0 { previous[index - base] = holders[place - 1] }
    for offset in 0..<run.count {
      values[place + offset] = run.old + offset
      holders[place + offset] = Int32(truncatingIfNeeded: index - base)
    }
    length = max(length, place + run.count)
  }
  var index = length > 0 ? Int(holders[length - 1]) : -1
  while index >= 0 {
    report(base + index)
    index = Int(previous[index])
  }
}

/// Reports the runs of an increasing subsequence of old indexes with the most elements, from the last to the first.
///
/// A Fenwick tree over the runs in their old order (Fenwick, "A new data structure for cumulative frequency tables",
/// 1994) knows the heaviest subsequence that ends before any old index.
///
/// - Complexity: O(*r* log *r*) for *r* runs. The fastest where runs are long.
@inlinable
package func heaviestIncreasingRuns(of runs: ArraySlice<ListMatch.Run>, report: (Int) -> Void) {
  let base = runs.startIndex
  let weights = Scratch<Int>(repeating: 0, count: runs.count)
  let previous = Scratch<Int32>(repeating: -1, count: runs.count)
  let ranks = Scratch<Int32>(repeating: 0, count: runs.count)
  for (rank, index) in runs.indices.sorted(by: { runs[$0].old < runs[$1].old }).enumerated() {
    ranks[index - base] = Int32(truncatingIfNeeded: rank + 1)
  }
  let tree = Scratch<Int32>(repeating: -1, count: runs.count + 1)
  func heavier(_ a: Int32, _ b: Int32) -> Int32 { b < 0 || (a >= 0 && weights[Int(a)] >= weights[Int(b)]) ? a : b }
  for index in 0..<runs.count {
    var best = Int32(-1)
    var node = Int(ranks[index]) - 1
    while node > 0 {
      best = heavier(best, tree[node])
      node &= node - 1
    }
    previous[index] = best
    weights[index] = runs[base + index].count + (best >= 0 ? weights[Int(best)] : 0)
    node = Int(ranks[index])
    while node <= runs.count {
      tree[node] = heavier(tree[node], Int32(truncatingIfNeeded: index))
      node += node & -node
    }
  }
  var heaviest = Int32(-1)
  for index in 0..<runs.count { heaviest = heavier(heaviest, Int32(truncatingIfNeeded: index)) }
  while heaviest >= 0 {
    report(base + Int(heaviest))
    heaviest = previous[Int(heaviest)]
  }
}
