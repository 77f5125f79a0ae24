/// Which elements of two lists belong together, in indexes alone.
@usableFromInline
package struct ListMatch {
  /// Neighbours in the old list that are neighbours in the new one too.
  @usableFromInline
  package struct Run: Hashable, Sendable, BitwiseCopyable {
    @usableFromInline package var old: Int
    @usableFromInline package var new: Int
    @usableFromInline package var count: Int

    @inlinable package init(old: Int, new: Int, count: Int) { (self.old, self.new, self.count) = (old, new, count) }
  }

  /// An element of both lists.
  @usableFromInline
  package struct Pair: Hashable, Sendable {
    @usableFromInline package let old: Int
    @usableFromInline package let new: Int

    @inlinable package init(old: Int, new: Int) { (self.old, self.new) = (old, new) }
  }

  /// All matched elements as runs, ascending by their new index.
  @usableFromInline package var runs: [Run] = []
  /// Old indexes without a match, ascending.
  @usableFromInline package var removed: [Int] = []
  /// New indexes without a match, ascending.
  @usableFromInline package var inserted: [Int] = []
  /// Matched elements whose content differs, ascending by their new index.
  @usableFromInline package var updated: [Pair] = []
  /// Ids that matching found more than once in one of the lists.
  @usableFromInline package var duplicates = DuplicatePositions()
  /// Whether the old order of the runs differs from the new one.
  @usableFromInline package var isReordered = false

  @inlinable package init() {}
}
