/// An open-addressing hash table from ids to small entry numbers, four bytes a slot.
///
/// A slot holds the entry's number in its low bits and what remains of the id's hash above them, so that a look-up
/// touches an id only where it is very likely the one. Entries are never removed, only replaced by others of equal id.
@usableFromInline
package struct IDTable: ~Copyable {
  @usableFromInline let slots: Scratch<UInt32>
  @usableFromInline let mask: Int
  @usableFromInline let entryMask: UInt32

  /// After this many different ids with one hash a search asks whether the id equals itself.
  @usableFromInline static let patience = 8

  /// A table for at most `count` entries, which are numbered from zero.
  @inlinable
  package init(count: Int) {
    var capacity = 16
    while capacity < 2 * count { capacity *= 2 }
    slots = Scratch(repeating: 0, count: capacity)
    mask = capacity - 1
    entryMask = ~0 >> UInt32((count + 1).leadingZeroBitCount - (Int.bitWidth - UInt32.bitWidth))
  }

  /// Finds the entry with `hash` that satisfies `isSame`.
  ///
  /// Ids with equal hashes cost a comparison for each other. An id that does not even equal itself could fill the
  /// table with entries that no search ends at, so it gets no place once that many others share its hash.
  ///
  /// - Returns: The slot where the entry is or would be, and the entry, which is negative where there is none.
  @inlinable @inline(__always)
  package func find(_ hash: UInt32, isSame: (Int) -> Bool, isReflexive: () -> Bool) -> (slot: Int?, entry: Int) {
    var index = Int(hash) & mask
    var rivals = 0
    while true {
      let slot = slots[index]
      if slot == 0 { return (index, -1) }
      if (slot ^ hash) & ~entryMask == 0 {
        let entry = Int(slot & entryMask) - 1
        if isSame(entry) { return (index, entry) }
        rivals += 1
        if rivals == Self.patience, !isReflexive() { return (nil, -1) }
      }
      index = (index + 1) & mask
    }
  }

  /// Reads the first slot that a search for `hash` looks at.
  @inlinable @inline(__always)
  package func touch(_ hash: UInt32) -> Int { Int(slots[Int(hash) & mask]) }

  /// The entry in that slot if it is below `end` and very likely the one, else entry zero. Takes no branch.
  @inlinable @inline(__always)
  package func candidate(_ hash: UInt32, below end: Int) -> Int {
    let slot = slots[Int(hash) & mask]
    let entry = Int(slot & entryMask) &- 1
    return (slot ^ hash) & ~entryMask == 0 && UInt(bitPattern: entry) < UInt(bitPattern: end) ? entry : 0
  }

  /// Puts `entry` into a slot that `find` returned for `hash`.
  @inlinable @inline(__always)
  package func put(_ entry: Int, with hash: UInt32, at slot: Int) {
    slots[slot] = (hash & ~entryMask) | UInt32(truncatingIfNeeded: entry + 1)
  }
}
