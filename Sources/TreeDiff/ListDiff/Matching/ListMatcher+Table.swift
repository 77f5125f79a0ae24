// The k-th occurrence of an id with the k-th, in one pass over each side of the residue.

/// The state of matching a residue.
///
/// Entries are numbered: old elements first, new ones behind them. The table leads from an id to an old element behind
/// which the first that is free is found, if one is; else to the last new element seen that has the id.
@usableFromInline
struct ResidueTable: ~Copyable {
  @usableFromInline let table: IDTable
  /// What occurs twice. Empty until an id does.
  @usableFromInline var chains = Chains(entryCount: 0)
  @usableFromInline let entryCount: Int

  /// The hashes of the block of elements at hand, and where their searches probably end.
  @usableFromInline let hashes = Scratch<UInt32>(repeating: 0, count: Self.blockSize)
  @usableFromInline let places = Scratch<Int>(repeating: 0, count: Self.blockSize)
  /// Where reads end whose only purpose is to have memory near.
  @usableFromInline let touched = Scratch<Int>(repeating: 0, count: 1)

  /// How many elements are hashed, and their places in memory read, before they are looked up one by one. Those reads
  /// do not wait for each other, as those of searches would.
  @inlinable static var blockSize: Int { 32 }

  @inlinable
  init(entryCount: Int) {
    table = IDTable(count: entryCount)
    self.entryCount = entryCount
  }

  /// Notes that another entry with the same id follows one.
  @inlinable
  mutating func chain(_ entry: Int, to other: Int) {
    if chains.next.count == 0 { chains = Chains(entryCount: entryCount) }
    chains.append(other, to: entry)
  }
}

extension ListMatcher {
  /// Matches the residue and joins it with the runs; false if that takes more changes than the limit. If no runs were
  /// found, it is all that lies between the common ends.
  @inlinable
  mutating func matchResidue(
    _ residue: consuming Residue, between runs: [Run]?, _ runUpdates: [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    match.sources = Scratch(repeating: -1, count: residue.new.count)
    match.targets = Scratch(repeating: ListMatch.isFree, count: residue.old.count)
    match.residue = residue
    var state = ResidueTable(entryCount: match.targets.count + match.sources.count)
    try fileOld(&state)
    var updated: [ListMatch.Pair] = []
    if runs == nil, isNear(match.targets.count) {
      guard try matchNear(&state, &updated) else { return false }
    } else {
      guard try matchFar(&state, &updated) else { return false }
      match.isLoose = runs == nil && match.residueMatches > fewRuns
      if !match.isLoose { match.join(runs ?? []) }
    }
    collectUpdates(updated, runUpdates)
    if state.chains.next.count > 0 { match.duplicates = match.duplicates(state.chains) }
    return true
  }

  /// Files the old elements, the last first, so that the table leads to the first of each id.
  @inlinable
  func fileOld(_ state: inout ResidueTable) throws(Comparison.Interruption) {
    var end = match.residue.old.count
    while end > 0 {
      let start = max(0, end - ResidueTable.blockSize)
      try comparison.checkpoint()
      hashBlock(start..<end, of: match.residue.old, in: old, state)
      fileBlock(start..<end, &state)
      end = start
    }
  }

  /// Files a block of old elements whose hashes are there.
  @inlinable @inline(never)
  func fileBlock(_ block: Range<Int>, _ state: inout ResidueTable) {
    let (slots, hashes) = (state.table.slots, state.hashes.view)
    var entry = block.upperBound
    while entry > block.lowerBound {
      entry &-= 1
      let hash = hashes[entry &- block.lowerBound]
      let place = slots.place(for: hash)
      if slots.isEmpty(place) { slots.put(entry, with: hash, at: place) } else { file(entry, hash, &state) }
    }
  }

  /// Files an old element whose id may be in the table.
  @inlinable
  func file(_ entry: Int, _ hash: UInt32, _ state: inout ResidueTable) {
    let index = match.residue.old.index(entry)
    let found = state.table.slots.find(hash) {
      IDHash.areEqual(oldID(match.residue.old.index($0)), oldID(index))
    } isReflexive: {
      IDHash.areEqual(oldID(index), oldID(index))
    }
    guard let slot = found.slot else { return match.targets[entry] = ListMatch.isWaiting }
    if found.entry >= 0 {
      state.chain(entry, to: found.entry)
      match.targets[found.entry] = ListMatch.isWaiting
    }
    state.table.slots.put(entry, with: hash, at: slot)
  }

  /// Hashes a block of elements and reads the slots that searches for them begin at.
  @inlinable @inline(never)
  func hashBlock(
    _ block: Range<Int>, of side: borrowing ResidueSide, in list: ListView<Comparison.Element>,
    _ state: borrowing ResidueTable
  ) {
    let (slots, hashes) = (state.table.slots, state.hashes.view)
    var touched = 0
    if side.isRange {
      let (hasher, comparison, start) = (hash, comparison, side.start &+ block.lowerBound)
      for offset in 0..<block.count {
        let hash = hasher(comparison.id(of: list[start &+ offset]))
        hashes[offset] = hash
        touched &+= slots.touch(hash)
      }
    } else {
      for offset in 0..<block.count {
        hashes[offset] = side.records[block.lowerBound &+ offset].hash
        touched &+= slots.touch(hashes[offset])
      }
    }
    state.touched[0] = touched
  }
}
