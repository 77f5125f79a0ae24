/// Marks the runs that need not move: a selection with as many elements as possible that keeps its order.
///
/// A run is a block of neighbours in both lists, so a longest increasing subsequence of all matched elements takes a run
/// whole or not at all. Among several the one is taken that leaves the fewest elements to move to the index where they
/// are, unless there are very many runs.
///
/// - Complexity: O(*r* log *r*) for *r* runs.
@inlinable
package func stationary(_ runs: [ListMatch.Run]) -> [Bool] {
  // Nothing crosses the start that both lists have in common.
  let first = runs.first.map { $0.old == 0 && $0.new == 0 } == true ? 1 : 0
  let inner = runs[first...]
  func selection(_ report: (ArraySlice<ListMatch.Run>, (Int) -> Void) -> Void) -> [Bool] {
    var stays = [Bool](repeating: false, count: runs.count)
    if first == 1 { stays[0] = true }
    report(inner) { stays[$0] = true }
    return stays
  }
  let elements = inner.reduce(0) { $0 + $1.count }
  let stays = selection {
    if elements < 4 * $0.count {
      longestIncreasingElements(of: $0, elementCount: elements, report: $1)
    } else {
      heaviestIncreasingRuns(of: $0, weight: { $0.count }, report: $1)
    }
  }
  guard inner.count <= fewRuns, inner.indices.contains(where: { !stays[$0] && runs[$0].isInPlace }) else {
    return stays
  }
  return selection {
    heaviestIncreasingRuns(
      of: $0, weight: { ($0.isInPlace ? elements + 2 : elements + 1) * $0.count }, report: $1)
  }
}

/// How many runs are few enough to look for moves that do not end where they begin.
@inlinable package var fewRuns: Int { 4096 }

/// Reports the runs of a longest increasing subsequence of old indexes, from the last to the first.
///
/// The values of a run follow each other, so only its first is searched for.
///
/// - Complexity: O(*m* + *r* log *m*) for *r* runs of *m* elements. The fastest where runs are short.
@inlinable
package func longestIncreasingElements(
  of runs: ArraySlice<ListMatch.Run>, elementCount: Int, report: (Int) -> Void
) {
  let base = runs.startIndex
  var tails = Tails(capacity: elementCount)
  let previous = Scratch<Int32>(repeating: -1, count: runs.count)
  for index in runs.indices {
    let run = runs[index]
    let place = tails.place(of: run.old)
    previous[index - base] = tails.holder(before: place)
    for offset in 0..<run.count { tails.put(run.old + offset, of: index - base, at: place + offset) }
  }
  tails.follow(previous) { report(base + $0) }
}

/// Reports the positions of a longest increasing subsequence of values, from the last to the first. Negative values do
/// not take part.
///
/// A value that is the successor of the one before it goes behind it without a search.
///
/// - Complexity: O(*n* log *n*) for *n* values.
@inlinable
func longestIncreasingElements(of values: borrowing Scratch<Int32>, report: (Int) -> Void) {
  var tails = Tails(capacity: values.count)
  let previous = Scratch<Int32>(repeating: -1, count: values.count)
  var (last, place) = (-2, 0)
  for position in 0..<values.count {
    let value = Int(values[position])
    if value < 0 { continue }
    place = value == last &+ 1 ? place &+ 1 : tails.place(of: value)
    last = value
    previous[position] = tails.holder(before: place)
    tails.put(value, of: position, at: place)
  }
  tails.follow(previous, report)
}

/// For each length the least value that ends an increasing subsequence of it, and whose value that is: patience sorting
/// (Fredman, "On computing the length of longest increasing subsequences", 1975).
@usableFromInline
struct Tails: ~Copyable {
  @usableFromInline let values: Scratch<Int>
  /// The holder of each value, behind one that stands for none.
  @usableFromInline let holders: Scratch<Int32>
  @usableFromInline var length = 0

  /// How many tails a search compares all at once in the end. Where there are not many, that would wait for values which
  /// have only just been written.
  @inlinable static var few: Int { 8 }
  @inlinable static var many: Int { 64 }

  @inlinable
  init(capacity: Int) {
    values = Scratch(repeating: .max, count: capacity + Self.few)
    holders = Scratch(repeating: -1, count: capacity + 1)
  }

  /// The number of tails that are less than `value`.
  @inlinable @inline(__always)
  func place(of value: Int) -> Int {
    if length == 0 || value > values[length &- 1] { return length }
    let sign = Int.bitWidth &- 1
    var (place, count) = (0, length)
    let rest = length < Self.many ? 1 : Self.few
    // Halves without a branch to mispredict: a difference shifted by its sign is all ones where it is negative.
    while count > rest {
      let half = count >> 1
      place &+= half & ((values[place &+ half &- 1] &- value) >> sign)
      count &-= half
    }
    if rest > 1 {
      var less = 0
      for offset in 0..<Self.few { less &-= (values[place &+ offset] &- value) >> sign }
      place &+= less
    }
    return place
  }

  @inlinable @inline(__always)
  func holder(before place: Int) -> Int32 { holders[place] }

  @inlinable @inline(__always)
  mutating func put(_ value: Int, of holder: Int, at place: Int) {
    values[place] = value
    holders[place &+ 1] = Int32(truncatingIfNeeded: holder)
    if place == length { length &+= 1 }
  }

  /// Reports the holders of a longest subsequence, from the last to the first, each of which knows the one before it.
  @inlinable
  func follow(_ previous: borrowing Scratch<Int32>, _ report: (Int) -> Void) {
    var holder = Int(holders[length])
    while holder >= 0 {
      report(holder)
      holder = Int(previous[holder])
    }
  }
}

/// Reports the runs of an increasing subsequence of old indexes with the most weight, from the last to the first.
///
/// A Fenwick tree over the runs in their old order (Fenwick, "A new data structure for cumulative frequency tables",
/// 1994) knows the heaviest subsequence that ends before any old index.
///
/// - Complexity: O(*r* log *r*) for *r* runs. The fastest where runs are long.
@inlinable
package func heaviestIncreasingRuns(
  of runs: ArraySlice<ListMatch.Run>, weight: (ListMatch.Run) -> Int, report: (Int) -> Void
) {
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
    weights[index] = weight(runs[base + index]) + (best >= 0 ? weights[Int(best)] : 0)
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
