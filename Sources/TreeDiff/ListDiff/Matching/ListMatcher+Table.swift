// The k-th occurrence of an id with the k-th, in one pass over each side of the residue.

/// The state of matching a residue.
///
/// Entries are numbered: old elements first, new ones behind them. The table leads from an id to the next old element
/// that is free, or to the last one that was, or to the first new element where no old one has the id.
@usableFromInline
struct ResidueMatch: ~Copyable {
  @usableFromInline let table: IDTable
  /// For each old element whether it is matched.
  @usableFromInline let isTaken: Scratch<Bool>
  /// For each new element the old one that it matches, or -1.
  @usableFromInline let source: Scratch<Int32>
  /// For each old element the next one with the same id, or -1. Empty until an id occurs twice.
  @usableFromInline var next = Scratch<Int32>(repeating: -1, count: 0)
  /// For each entry one that stands for all with its id. Empty until an id occurs twice.
  @usableFromInline var group = Scratch<Int32>(repeating: -1, count: 0)

  /// The hashes of the block of elements at hand.
  @usableFromInline let hashes = Scratch<UInt32>(repeating: 0, count: Self.blockSize)
  /// Where reads end whose only purpose is to have memory near.
  @usableFromInline let touched = Scratch<Int>(repeating: 0, count: 1)

  /// How many elements are hashed, and their places in memory read, before they are looked up one by one. Those reads
  /// do not wait for each other, as those of searches would.
  @inlinable static var blockSize: Int { 32 }

  @inlinable
  init(oldCount: Int, newCount: Int) {
    table = IDTable(count: oldCount + newCount)
    isTaken = Scratch(repeating: false, count: oldCount)
    source = Scratch(repeating: -1, count: newCount)
  }

  /// Notes that two entries have the same id.
  @inlinable
  mutating func join(_ entry: Int, with other: Int) {
    if group.count == 0 {
      next = Scratch(repeating: -1, count: isTaken.count)
      group = Scratch(repeating: 0, count: isTaken.count + source.count)
      for entry in 0..<group.count { group[entry] = Int32(truncatingIfNeeded: entry) }
    }
    group[entry] = group[other]
  }
}

extension ListMatcher {
  /// Matches the residue and joins it with the runs; false if that takes more changes than the limit.
  @inlinable
  mutating func matchResidue(
    _ residue: borrowing Residue, between runs: [Run], _ runUpdates: [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    var state = ResidueMatch(oldCount: residue.old.count, newCount: residue.new.count)
    try fileOld(residue.old, &state)
    var updated: [ListMatch.Pair] = []
    guard let matched = try lookUpNew(residue, &state, &updated) else { return false }
    collectUpdates(updated, runUpdates)
    match.removed.reserveCapacity(residue.old.count - matched)
    for position in 0..<residue.old.count where !state.isTaken[position] {
      match.removed.append(residue.old.index(position))
    }
    join(runs, with: residue, state, matched)
    if state.group.count > 0 { match.duplicates = duplicates(residue, state) }
    return true
  }

  /// Files the old elements, the last first, so that the table leads to the first of each id.
  @inlinable
  func fileOld(_ side: borrowing ResidueSide, _ state: inout ResidueMatch) throws(Comparison.Interruption) {
    var end = side.count
    while end > 0 {
      let start = max(0, end - ResidueMatch.blockSize)
      try comparison.checkpoint()
      hashBlock(start..<end, of: side, state) { oldID($0) }
      for entry in (start..<end).reversed() {
        let (index, hash) = (side.index(entry), state.hashes[entry - start])
        let found = state.table.find(hash) {
          IDHash.areEqual(oldID(side.index($0)), oldID(index))
        } isReflexive: {
          IDHash.areEqual(oldID(index), oldID(index))
        }
        guard let slot = found.slot else { continue }
        if found.entry >= 0 {
          state.join(entry, with: found.entry)
          state.next[entry] = Int32(truncatingIfNeeded: found.entry)
        }
        state.table.put(entry, with: hash, at: slot)
      }
      end = start
    }
  }

  /// Hashes a block of elements and reads the slots that searches for them begin at.
  @inlinable @inline(__always)
  func hashBlock(
    _ block: Range<Int>, of side: borrowing ResidueSide, _ state: borrowing ResidueMatch, id: (Int) -> Comparison.ID
  ) {
    var touched = 0
    for position in block {
      let hash = side.isRange ? hash(id(side.index(position))) : side.records[position].hash
      state.hashes[position - block.lowerBound] = hash
      touched &+= state.table.touch(hash)
    }
    state.touched[0] = touched
  }

  /// Reads the old elements that searches for a block's hashes will compare with first.
  @inlinable @inline(__always)
  func touchCandidates(_ count: Int, _ side: borrowing ResidueSide, _ state: borrowing ResidueMatch) {
    var touched = 0
    for offset in 0..<count {
      touched &+= Int(old.touch(side.index(state.table.candidate(state.hashes[offset], below: side.count))))
    }
    state.touched[0] = touched
  }

  /// Looks the new elements up, the first first.
  ///
  /// - Returns: The number of matches, or nil if too many have none.
  @inlinable
  mutating func lookUpNew(
    _ residue: borrowing Residue, _ state: inout ResidueMatch, _ updated: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Int? {
    var inserted: [Int] = []
    var start = 0
    while start < residue.new.count {
      let end = min(start + ResidueMatch.blockSize, residue.new.count)
      try comparison.checkpoint()
      hashBlock(start..<end, of: residue.new, state) { newID($0) }
      touchCandidates(end - start, residue.old, state)
      for position in start..<end {
        let index = residue.new.index(position)
        let source = lookUp(position, index, state.hashes[position - start], residue, &state)
        if source < 0 {
          inserted.append(index)
        } else if !hasSameContent(residue.old.index(source), index) {
          updated.append(.init(old: residue.old.index(source), new: index))
        }
      }
      guard inserted.count <= limit else { return nil }
      start = end
    }
    match.inserted = inserted
    return residue.new.count - inserted.count
  }

  /// Looks one new element up.
  ///
  /// - Returns: The old one that it matches, or -1.
  @inlinable @inline(__always)
  func lookUp(
    _ position: Int, _ index: Int, _ hash: UInt32, _ residue: borrowing Residue, _ state: inout ResidueMatch
  ) -> Int {
    let oldCount = residue.old.count
    let found = state.table.find(hash) { entry in
      entry < oldCount
        ? hasSameID(residue.old.index(entry), index)
        : IDHash.areEqual(newID(residue.new.index(entry - oldCount)), newID(index))
    } isReflexive: {
      IDHash.areEqual(newID(index), newID(index))
    }
    guard let slot = found.slot else { return -1 }
    if found.entry < 0 {
      state.table.put(oldCount + position, with: hash, at: slot)
      return -1
    }
    guard found.entry < oldCount, !state.isTaken[found.entry] else {
      state.join(oldCount + position, with: found.entry)
      return -1
    }
    state.isTaken[found.entry] = true
    state.source[position] = Int32(truncatingIfNeeded: found.entry)
    if state.next.count > 0, state.next[found.entry] >= 0 {
      state.table.put(Int(state.next[found.entry]), with: hash, at: slot)
    }
    return found.entry
  }

  /// Adds two lists of updates in one order.
  @inlinable
  mutating func collectUpdates(_ some: [ListMatch.Pair], _ others: [ListMatch.Pair]) {
    var position = 0
    for pair in some {
      while position < others.count, others[position].new < pair.new {
        match.updated.append(others[position])
        position += 1
      }
      match.updated.append(pair)
    }
    match.updated.append(contentsOf: others[position...])
  }

  /// Puts the runs and the matches of the residue into one order.
  @inlinable
  mutating func join(
    _ runs: [Run], with residue: borrowing Residue, _ state: borrowing ResidueMatch, _ matched: Int
  ) {
    var all = match.runs
    match.runs = []
    all.reserveCapacity(all.count + runs.count + matched + 1)
    var last = all.popLast() ?? Run(old: 0, new: 0, count: 0)
    var isReordered = false
    func append(_ run: Run) {
      if last.old + last.count == run.old, last.new + last.count == run.new {
        last.count += run.count
      } else {
        if last.count > 0 { all.append(last) }
        if run.old < last.old { isReordered = true }
        last = run
      }
    }
    var position = 0
    for run in runs {
      while position < residue.new.count, residue.new.index(position) < run.new {
        let source = Int(state.source[position])
        if source >= 0 { append(Run(old: residue.old.index(source), new: residue.new.index(position), count: 1)) }
        position += 1
      }
      append(run)
    }
    while position < residue.new.count {
      let source = Int(state.source[position])
      if source >= 0 { append(Run(old: residue.old.index(source), new: residue.new.index(position), count: 1)) }
      position += 1
    }
    if last.count > 0 { all.append(last) }
    match.runs = all
    match.isReordered = isReordered
  }
}
