/// Which elements of two lists belong together, in indexes alone.
///
/// What matched in runs is in `runs`. What matched by hash is in the residue, whose elements without a match were removed
/// or inserted.
@usableFromInline
package struct ListMatch: ~Copyable {
  /// Neighbours in the old list that are neighbours in the new one too.
  @usableFromInline
  package struct Run: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var old: Int
    @usableFromInline package var new: Int
    @usableFromInline package var count: Int

    @inlinable package init(old: Int, new: Int, count: Int) { (self.old, self.new, self.count) = (old, new, count) }

    /// Whether its elements have the same indexes in both lists.
    @inlinable package var isInPlace: Bool { old == new }
  }

  /// An element of both lists.
  @usableFromInline
  package struct Pair: Hashable, Sendable {
    @usableFromInline package let old: Int
    @usableFromInline package let new: Int

    @inlinable package init(old: Int, new: Int) { (self.old, self.new) = (old, new) }
  }

  /// Matched elements as runs, ascending by their new index: all of them, or, if `isLoose`, those of the common ends.
  @usableFromInline var runs: [Run] = []
  /// Whether what matched between the common ends is in the residue alone, in runs too short and too many to be worth
  /// making.
  @usableFromInline var isLoose = false
  /// What no run covered.
  @usableFromInline var residue = Residue(old: ResidueSide(0..<0), new: ResidueSide(0..<0))
  /// For each new element of the residue the old one there that it matches, or -1. Empty if none matches.
  @usableFromInline var sources = Scratch<Int32>(repeating: -1, count: 0)
  /// For each old element of the residue the new one there that it matches, or else ``isFree`` or ``isWaiting``. Empty if
  /// none matches.
  @usableFromInline var targets = Scratch<Int32>(repeating: -1, count: 0)
  /// The number of matches in the residue.
  @usableFromInline var residueMatches = 0
  /// The source of the last of them, or -1.
  @usableFromInline var lastSource = -1
  /// Matched elements whose content differs, ascending by their new index.
  @usableFromInline var updated: [Pair] = []
  /// The elements of the residue, as distances from its start, that are there for a hash which elements outside runs have,
  /// maybe with another id.
  @usableFromInline var screened: (old: [Int], new: [Int]) = ([], [])
  /// Ids that matching found more than once in one of the lists.
  @usableFromInline var duplicates = DuplicatePositions()
  /// Whether matched elements have another order in the new list.
  @usableFromInline var isReordered = false

  /// Stands for the target of an old element that may be matched: the first of its id that is not.
  @inlinable static var isFree: Int32 { -1 }
  /// Stands for the target of an old element that follows one of the same id which is not matched yet.
  @inlinable static var isWaiting: Int32 { -2 }

  @inlinable init() {}
}

extension ListMatch {
  @inlinable var removedCount: Int { residue.old.count - residueMatches }
  @inlinable var insertedCount: Int { residue.new.count - residueMatches }

  /// How many changes there are, without moves.
  @inlinable var changeCount: Int { removedCount + insertedCount + updated.count }

  /// The old indexes that have no match, ascending.
  @inlinable
  func removed<Removal>(_ removal: (_ old: Int) -> Removal) -> [Removal] {
    let (indexes, targets) = (residue.old.indexes, targets.view)
    if residueMatches == 0 { return (0..<residue.old.count).map { removal(indexes[$0]) } }
    let positions = Scratch(removedCount, below: residue.old.count) { UInt32(bitPattern: targets[$0]) >> 31 }
    return (0..<removedCount).map { removal(indexes[Int(positions[$0])]) }
  }

  /// The new indexes that have no match, ascending.
  @inlinable
  func inserted<Insertion>(_ insertion: (_ new: Int) -> Insertion) -> [Insertion] {
    let (indexes, sources) = (residue.new.indexes, sources.view)
    if residueMatches == 0 { return (0..<residue.new.count).map { insertion(indexes[$0]) } }
    let positions = Scratch(insertedCount, below: residue.new.count) { UInt32(bitPattern: sources[$0]) >> 31 }
    return (0..<insertedCount).map { insertion(indexes[Int(positions[$0])]) }
  }

  /// The elements that must move for the others to keep their order, as few as possible, ascending by new index.
  @inlinable
  func moved<Move>(_ move: (_ old: Int, _ new: Int) -> Move) -> [Move] {
    guard isReordered else { return [] }
    guard isLoose else { return movedElements(of: runs, move) }
    // Nothing crosses the common ends.
    let isMoved = Scratch(repeating: true, count: sources.count)
    var moves = residueMatches
    longestIncreasingElements(of: sources) {
      isMoved[$0] = false
      moves -= 1
    }
    let (oldIndexes, newIndexes) = (residue.old.indexes, residue.new.indexes)
    var moved: [Move] = []
    moved.reserveCapacity(moves)
    for position in 0..<sources.count where isMoved[position] && sources[position] >= 0 {
      moved.append(move(oldIndexes[Int(sources[position])], newIndexes[position]))
    }
    return moved
  }

  /// Adds a run behind all others, joined to the last one where it continues it.
  @inlinable
  mutating func append(_ run: Run) {
    guard let last = runs.last else { return runs.append(run) }
    if last.old + last.count == run.old, last.new + last.count == run.new {
      runs[runs.count - 1].count += run.count
    } else {
      if run.old < last.old { isReordered = true }
      runs.append(run)
    }
  }
}

/// The elements of some runs, ascending by their new index, that must move for the others to keep their order, as few as
/// possible.
@inlinable
package func movedElements<Move>(of runs: [ListMatch.Run], _ move: (_ old: Int, _ new: Int) -> Move) -> [Move] {
  let stays = stationary(runs)
  var moved: [Move] = []
  moved.reserveCapacity(runs.indices.reduce(0) { $0 + (stays[$1] ? 0 : runs[$1].count) })
  for index in runs.indices where !stays[index] {
    for offset in 0..<runs[index].count { moved.append(move(runs[index].old + offset, runs[index].new + offset)) }
  }
  return moved
}
