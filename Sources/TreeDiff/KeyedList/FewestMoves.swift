/// The fewest moves that bring elements of an old order into a new one.
///
/// The elements that need not move are a heaviest chain that rises in both orders: a longest increasing subsequence
/// in which whole runs of elements count with their length, found with a Fenwick tree of the best chains (Fredman,
/// "On computing the length of longest increasing subsequences", 1975, with weights).
@usableFromInline
struct FewestMoves {
  /// Elements that follow each other in both orders.
  @frozen @usableFromInline
  struct Run {
    @usableFromInline var old: Int
    @usableFromInline var new: Int
    @usableFromInline var count: Int

    @inlinable init(old: Int, new: Int, count: Int) {
      self.old = old
      self.new = new
      self.count = count
    }
  }

  /// The moves, as positions in both orders, rising by the new one.
  ///
  /// - Parameter runs: All elements that both orders have, in any order. A run is cut wherever one of the orders has
  ///   something else between its elements.
  /// - Complexity: O(*k* log *k*) for *k* runs, and the moves.
  @usableFromInline
  static func moves(_ runs: [Run]) -> [(from: Int, to: Int)] {
    let runs = runs.sorted { $0.old < $1.old }
    let byNew = runs.indices.sorted { runs[$0].new < runs[$1].new }
    if byNew == Array(runs.indices) { return [] }
    let stays = heaviestChain(runs, byNew)
    var moves: [(from: Int, to: Int)] = []
    for i in byNew where !stays[i] {
      for k in 0..<runs[i].count { moves.append((runs[i].old + k, runs[i].new + k)) }
    }
    return moves
  }

  /// Whether each run is part of a heaviest chain. The runs stand in the old order, `byNew` is their new one.
  private static func heaviestChain(_ runs: [Run], _ byNew: [Int]) -> [Bool] {
    var rank = [Int](repeating: 0, count: runs.count)
    for (place, i) in byNew.enumerated() { rank[i] = place + 1 }
    // The heaviest chains that end at some range of ranks, among the runs seen so far.
    var best = [(weight: Int, end: Int)](repeating: (0, -1), count: runs.count + 1)
    var before = [Int](repeating: -1, count: runs.count)
    var top = (weight: 0, end: -1)
    for i in runs.indices {
      var chain = (weight: 0, end: -1)
      var r = rank[i] - 1
      while r > 0 {
        if best[r].weight > chain.weight { chain = best[r] }
        r &= r - 1
      }
      before[i] = chain.end
      chain = (chain.weight + runs[i].count, i)
      if chain.weight > top.weight { top = chain }
      r = rank[i]
      while r <= runs.count {
        if best[r].weight < chain.weight { best[r] = chain }
        r += r & -r
      }
    }
    var stays = [Bool](repeating: false, count: runs.count)
    var i = top.end
    while i >= 0 {
      stays[i] = true
      i = before[i]
    }
    return stays
  }
}
