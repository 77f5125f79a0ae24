/// Matches the elements of two lists by id.
///
/// The rule: what the lists have in common at their ends matches first; of what remains, the k-th occurrence of an id
/// in the old list matches its k-th occurrence in the new one. The steps:
///
/// 1. The common ends, at one comparison an element.
/// 2. Long common runs in between, found by comparison alone (`ListMatcher+Window.swift`).
/// 3. The residue, by hash (`ListMatcher+Residue.swift`), with those elements of the runs whose ids may occur in it,
///    so that the runs never decide which of several occurrences match.
@usableFromInline
package struct ListMatcher<Comparison: ListComparison>: ~Copyable {
  @usableFromInline package typealias Run = ListMatch.Run

  @usableFromInline let old: ListView<Comparison.Element>
  @usableFromInline let new: ListView<Comparison.Element>
  @usableFromInline let comparison: Comparison
  @usableFromInline let hash = IDHash()
  @usableFromInline var match = ListMatch()

  /// Whether to compare the contents of matched elements.
  @usableFromInline package var comparesContent = true
  /// Whether the caller knows that neither list holds an id twice, which saves hashing what the runs matched.
  @usableFromInline package var hasUniqueIDs = false
  /// The number of changes above which matching is given up.
  @usableFromInline package var limit = Int.max
  /// The number of elements between the common ends from which on long runs are looked for.
  @usableFromInline package var windowThreshold = 32

  @inlinable
  package init(
    old: UnsafeBufferPointer<Comparison.Element>, new: UnsafeBufferPointer<Comparison.Element>, comparison: Comparison
  ) {
    unsafe self.old = ListView(old)
    unsafe self.new = ListView(new)
    self.comparison = comparison
  }

  /// Matches the lists.
  ///
  /// - Returns: The match, or nil if the lists differ by more than the limit or by more than 2³¹ elements.
  @inlinable
  package consuming func run() throws(Comparison.Interruption) -> ListMatch? {
    let shorter = min(old.count, new.count)
    let prefix = try matchPrefix(upTo: shorter)
    guard match.updated.count <= limit else { return nil }
    var suffixUpdates: [ListMatch.Pair] = []
    let suffix = try matchSuffix(upTo: shorter - prefix, &suffixUpdates)
    guard suffixUpdates.count <= limit - match.updated.count else { return nil }

    if prefix > 0 { match.append(Run(old: 0, new: 0, count: prefix)) }
    let (oldMiddle, newMiddle) = (prefix..<old.count - suffix, prefix..<new.count - suffix)
    if abs(oldMiddle.count - newMiddle.count) > limit { return nil }
    // Elements of one list alone are looked at for duplicates only, of which one element is none.
    let isOneSided = oldMiddle.isEmpty || newMiddle.isEmpty
    if isOneSided, hasUniqueIDs || oldMiddle.count + newMiddle.count < 2 {
      match.residue = Residue(old: ResidueSide(oldMiddle), new: ResidueSide(newMiddle))
    } else {
      guard try matchMiddle(oldMiddle, newMiddle) else { return nil }
    }
    if suffix > 0 { match.append(Run(old: oldMiddle.upperBound, new: newMiddle.upperBound, count: suffix)) }
    match.updated.append(contentsOf: suffixUpdates.reversed())
    guard match.changeCount <= limit else { return nil }
    return match
  }

  @inlinable @inline(__always)
  func oldID(_ index: Int) -> Comparison.ID { comparison.id(of: old[index]) }

  @inlinable @inline(__always)
  func newID(_ index: Int) -> Comparison.ID { comparison.id(of: new[index]) }

  @inlinable @inline(__always)
  func hasSameID(_ oldIndex: Int, _ newIndex: Int) -> Bool { IDHash.areEqual(oldID(oldIndex), newID(newIndex)) }

  @inlinable @inline(__always)
  func hasSameContent(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    !comparesContent || comparison.hasSameContent(old[oldIndex], new[newIndex])
  }

  /// A checkpoint of the comparison at every 4,096th step.
  @inlinable @inline(__always)
  func checkpoint(_ step: Int) throws(Comparison.Interruption) {
    if step & 0xFFF == 0 { try comparison.checkpoint() }
  }

  @inlinable
  mutating func matchPrefix(upTo limit: Int) throws(Comparison.Interruption) -> Int {
    // Held here, so that the loop reads nothing but elements.
    let (old, new, comparison, comparesContent) = (old, new, comparison, comparesContent)
    var index = 0
    while true {
      while index < limit {
        guard IDHash.areEqual(comparison.id(of: old[index]), comparison.id(of: new[index])) else { return index }
        if comparesContent, !comparison.hasSameContent(old[index], new[index]) { break }
        try checkpoint(index)
        index += 1
      }
      if index == limit { return index }
      match.updated.append(.init(old: index, new: index))
      index += 1
    }
  }

  @inlinable
  func matchSuffix(
    upTo limit: Int, _ updates: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Int {
    var (oldIndex, newIndex) = (old.count - 1, new.count - 1)
    let end = old.count - limit
    while oldIndex >= end, hasSameID(oldIndex, newIndex) {
      try checkpoint(oldIndex)
      if !hasSameContent(oldIndex, newIndex) { updates.append(.init(old: oldIndex, new: newIndex)) }
      oldIndex -= 1
      newIndex -= 1
    }
    return old.count - 1 - oldIndex
  }

  /// Matches what lies between the common ends; false if that takes more changes than the limit.
  @inlinable
  mutating func matchMiddle(_ oldMiddle: Range<Int>, _ newMiddle: Range<Int>) throws(Comparison.Interruption) -> Bool {
    guard max(oldMiddle.count, newMiddle.count) < Int32.max / 2 else { return false }
    var runs: [Run] = []
    if min(oldMiddle.count, newMiddle.count) >= windowThreshold {
      runs = try window(oldMiddle, newMiddle)
    }
    var residue = Residue(
      old: try residue(of: oldMiddle, outside: runs, from: { $0.old }, id: { oldID($0) }),
      new: try residue(of: newMiddle, outside: runs, from: { $0.new }, id: { newID($0) }))
    var updated: [ListMatch.Pair] = []
    guard !runs.isEmpty else { return try matchResidue(residue, between: nil, updated) }
    runs = try settle(runs, &residue, &updated)
    return try matchResidue(residue, between: runs, updated)
  }
}
