/// The positions of ids that stand more than once in a list, without the ids.
///
/// Two flat arrays, since a list may have very many.
@usableFromInline
package struct DuplicatePositions: Hashable, Sendable {
  /// The positions in the old and in the new list of one id after the other.
  @usableFromInline package var positions: [Int] = []
  /// Where in `positions` each id's old and new ones end: two numbers an id.
  @usableFromInline package var ends: [Int] = []

  @inlinable package init() {}

  @inlinable package var count: Int { ends.count / 2 }

  /// Adds an id.
  @inlinable
  package mutating func append(old: ArraySlice<Int>, new: ArraySlice<Int>) {
    positions += old
    ends.append(positions.count)
    positions += new
    ends.append(positions.count)
  }

  /// Takes the last id out, whose positions begin at `start`.
  @inlinable
  mutating func removeLast(from start: Int) {
    positions.removeLast(positions.count - start)
    ends.removeLast(2)
  }

  /// The first position of the id with this number, in the old list if it is there.
  @inlinable
  package func first(_ number: Int) -> (isOld: Bool, index: Int) {
    let start = number == 0 ? 0 : ends[2 * number - 1]
    return (start < ends[2 * number], positions[start])
  }

  /// The positions of the id with this number.
  @inlinable
  package subscript(number: Int) -> (old: ArraySlice<Int>, new: ArraySlice<Int>) {
    let start = number == 0 ? 0 : ends[2 * number - 1]
    return (positions[start..<ends[2 * number]], positions[ends[2 * number]..<ends[2 * number + 1]])
  }
}

/// A set of entries, as bits.
@usableFromInline
struct EntrySet: ~Copyable {
  @usableFromInline let words: Scratch<UInt64>

  @inlinable init(entryCount: Int) { words = Scratch(repeating: 0, count: (entryCount + 63) / 64) }

  @inlinable @inline(__always)
  func contains(_ entry: Int) -> Bool { words[entry >> 6] & 1 << UInt64(entry & 63) != 0 }

  @inlinable @inline(__always)
  func insert(_ entry: Int) { words[entry >> 6] |= 1 << UInt64(entry & 63) }

  @inlinable @inline(__always)
  func remove(_ entry: Int) { words[entry >> 6] &= ~(1 << UInt64(entry & 63)) }

  /// Calls `body` with each entry from `start` on, ascending.
  @inlinable
  func forEach(from start: Int, _ body: (Int) -> Void) {
    for number in start >> 6..<words.count {
      var word = words[number]
      if number == start >> 6 { word &= ~0 << UInt64(start & 63) }
      while word != 0 {
        body(number << 6 | word.trailingZeroBitCount)
        word &= word &- 1
      }
    }
  }
}

/// The entries of ids that occur twice on one side.
@usableFromInline
struct Chains: ~Copyable {
  /// For each old entry the next old one with the same id, for each new one the next new one that matches none, or -1.
  @usableFromInline let next: Scratch<Int32>
  /// The first entry of each chain.
  @usableFromInline let heads: EntrySet
  /// All others.
  @usableFromInline let followers: EntrySet

  @inlinable
  init(entryCount: Int) {
    next = Scratch(repeating: -1, count: entryCount)
    heads = EntrySet(entryCount: entryCount)
    followers = EntrySet(entryCount: entryCount)
  }

  /// Joins the chain of one entry, or it alone, to the end of another.
  @inlinable
  func append(_ other: Int, to entry: Int) {
    next[entry] = Int32(truncatingIfNeeded: other)
    heads.remove(other)
    followers.insert(other)
    if !followers.contains(entry) { heads.insert(entry) }
  }
}

extension ListMatch {
  /// The positions of all ids that stand more than once in one of the residue's sides.
  @inlinable
  borrowing func duplicates(_ chains: borrowing Chains) -> DuplicatePositions {
    let oldCount = residue.old.count
    // A chain of new elements of which the first has a match is found with the old ones of its id.
    chains.heads.forEach(from: oldCount) { entry in
      let source = Int(sources[entry &- oldCount])
      if source < 0 { return }
      chains.heads.remove(entry)
      if !chains.followers.contains(source) { chains.heads.insert(source) }
    }
    var result = DuplicatePositions()
    let (next, targets, oldIndexes, newIndexes) = (
      chains.next.view, targets.view, residue.old.indexes, residue.new.indexes
    )
    var count = 0
    chains.heads.forEach(from: 0) { _ in count += 1 }
    result.ends.reserveCapacity(2 * count)
    result.positions.reserveCapacity(3 * count)
    chains.heads.forEach(from: 0) { head in
      let start = result.positions.count
      var (entry, last) = (head, head)
      if head < oldCount {
        // Old elements ascend, their counterparts do, and so do the new ones without one, which come behind these.
        while entry >= 0 {
          result.positions.append(oldIndexes[entry])
          entry = Int(next[entry])
        }
        result.ends.append(result.positions.count)
        (entry, last) = (head, -1)
        while entry >= 0, targets[entry] >= 0 {
          last = oldCount &+ Int(targets[entry])
          result.positions.append(newIndexes[last &- oldCount])
          entry = Int(next[entry])
        }
        entry = last < 0 ? -1 : Int(next[last])
      } else {
        result.ends.append(result.positions.count)
      }
      while entry >= 0 {
        result.positions.append(newIndexes[entry &- oldCount])
        entry = Int(next[entry])
      }
      result.ends.append(result.positions.count)
      if isScreened(result, from: start) { result.removeLast(from: start) }
    }
    return result
  }

  /// Whether the positions of the last id are all those of elements that are there for their hash alone. So what is
  /// reported does not depend on hashes, which are others in each process.
  @inlinable
  borrowing func isScreened(_ duplicates: borrowing DuplicatePositions, from start: Int) -> Bool {
    if screened.old.isEmpty { return false }
    let middle = duplicates.ends[duplicates.ends.count - 2]
    return duplicates.positions[start..<middle].allSatisfy { screened.old.holds($0 - residue.old.start) }
      && duplicates.positions[middle...].allSatisfy { screened.new.holds($0 - residue.new.start) }
  }
}
