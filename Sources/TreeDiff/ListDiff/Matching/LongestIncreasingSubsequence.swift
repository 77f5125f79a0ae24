extension ListMatch {
  /// Marks the runs that need not move: the longest selection, in elements, that keeps its order.
  ///
  /// A run is a block of neighbours in both lists, so a longest increasing subsequence of all matched elements takes a
  /// run whole or not at all.
  ///
  /// - Complexity: O(*m* + *r* log *m*) for *r* runs of *m* elements.
  @inlinable
  package func stationaryRuns() -> [Bool] {
    var stays = [Bool](repeating: !isReordered, count: runs.count)
    guard isReordered else { return stays }
    longestIncreasingSubsequence(of: runs) { stays[$0] = true }
    return stays
  }
}

/// Reports, from the last to the first, the runs of a longest increasing subsequence of the runs' old indexes, each run
/// standing for as many consecutive values as it is long.
///
/// Patience sorting (Fredman, "On computing the length of longest increasing subsequences", 1975): for each length the
/// least value that ends a subsequence of it. The values of a run follow each other, so that only its first is searched.
@inlinable
package func longestIncreasingSubsequence(of runs: [ListMatch.Run], report: (Int) -> Void) {
  let total = runs.reduce(0) { $0 + $1.count }
  let tails = Scratch<(value: Int32, run: Int32)>(repeating: (0, 0), count: total)
  let previous = Scratch<Int32>(repeating: -1, count: runs.count)
  var length = 0
  for index in runs.indices {
    let run = runs[index]
    let value = Int32(truncatingIfNeeded: run.old)
    var place = length
    if length > 0, value < tails[length - 1].value {
      var low = 0
      place = length - 1
      while low < place {
        let middle = (low + place) >> 1
        if tails[middle].value < value { low = middle + 1 } else { place = middle }
      }
    }
    if place > 0 { previous[index] = tails[place - 1].run }
    for offset in 0..<run.count {
      tails[place + offset] = (value + Int32(truncatingIfNeeded: offset), Int32(truncatingIfNeeded: index))
    }
    length = max(length, place + run.count)
  }
  var index = length > 0 ? Int(tails[length - 1].run) : -1
  while index >= 0 {
    report(index)
    index = Int(previous[index])
  }
}
