/// An open-addressing hash table from ids to small entry numbers, four bytes a slot.
///
/// A slot holds the entry's number in its low bits and what remains of the id's hash above that. So a look-up touches an id only where it is very likely the one. Entries are never removed, only replaced by others of
/// equal id.
@usableFromInline
package struct IDTable: ~Copyable {
  @usableFromInline let memory: Scratch<UInt32>
  /// The slots, for a loop.
  @usableFromInline let slots: IDSlots

  /// A table for at most `count` entries, which are numbered from zero.
  @inlinable
  package init(count: Int) {
    var capacity = 16
    while 4 * capacity < 5 * count { capacity *= 2 }
    memory = Scratch(repeating: 0, count: capacity)
    slots = IDSlots(
      memory.view, entryMask: ~0 >> UInt32((count + 1).leadingZeroBitCount - (Int.bitWidth - UInt32.bitWidth)))
  }
}

/// The slots of an ``IDTable``, which must outlive them.
@usableFromInline
package struct IDSlots: BitwiseCopyable {
  @usableFromInline let slots: ScratchView<UInt32>
  @usableFromInline let mask: Int
  @usableFromInline let entryMask: UInt32
  @usableFromInline let hashMask: UInt32

  /// After this many different ids with one hash a search asks whether the id equals itself.
  @inlinable static var patience: Int { 8 }

  @inlinable
  init(_ slots: ScratchView<UInt32>, entryMask: UInt32) {
    self.slots = slots
    mask = slots.count - 1
    self.entryMask = entryMask
    hashMask = ~entryMask
  }

  /// The first slot on the way of a search for `hash` that is empty or whose entry is very likely the one.
  @inlinable @inline(__always)
  package func place(for hash: UInt32) -> Int {
    var index = Int(hash) & mask
    while slots[index] != 0, (slots[index] ^ hash) & hashMask != 0 { index = (index &+ 1) & mask }
    return index
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
      if (slot ^ hash) & hashMask == 0 {
        let entry = Int(slot & entryMask) &- 1
        if isSame(entry) { return (index, entry) }
        rivals &+= 1
        if rivals == Self.patience, !isReflexive() { return (nil, -1) }
      }
      index = (index &+ 1) & mask
    }
  }

  @inlinable @inline(__always)
  package func isEmpty(_ slot: Int) -> Bool { slots[slot] == 0 }

  /// Reads the first slot that a search for `hash` looks at.
  @inlinable @inline(__always)
  package func touch(_ hash: UInt32) -> Int { Int(slots[Int(hash) & mask]) }

  /// The entry in a slot if it is very likely the one with `hash`, else a number above all entries.
  @inlinable @inline(__always)
  package func candidate(_ hash: UInt32, at slot: Int) -> Int {
    // What differs in the hash is above the entry's number. Takes no branch.
    Int((slots[slot] ^ hash & hashMask) &- 1)
  }

  /// Puts `entry` into a slot where the search for its id ended.
  @inlinable @inline(__always)
  package func put(_ entry: Int, with hash: UInt32, at slot: Int) {
    slots[slot] = (hash & hashMask) | UInt32(truncatingIfNeeded: entry &+ 1)
  }
}
