// The k-th occurrence of an id with the k-th, in one pass over each side of the residue.

/// The state of matching a residue.
///
/// Entries are numbered: old records first, new ones behind them. The table leads from an id to the next old record
/// that is free, or to the last one that was, or to the first new record where no old one has the id.
@usableFromInline
struct ResidueMatch: ~Copyable {
  @usableFromInline let table: IDTable
  /// For each old record whether it is matched.
  @usableFromInline let isTaken: Scratch<Bool>
  /// For each new record the old one that it matches, or -1.
  @usableFromInline let source: Scratch<Int32>
  /// For each old record the next one with the same id, or -1. Empty until an id occurs twice.
  @usableFromInline var next = Scratch<Int32>(repeating: -1, count: 0)
  /// For each entry one that stands for all with its id. Empty until an id occurs twice.
  @usableFromInline var group = Scratch<Int32>(repeating: -1, count: 0)

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
  mutating func matchResidue(_ residue: borrowing Residue, between runs: [Run]) throws(Comparison.Interruption) -> Bool
  {
    var state = ResidueMatch(oldCount: residue.old.count, newCount: residue.new.count)
    try fileOld(residue, &state)
    var updated: [ListMatch.Pair] = []
    guard try lookUpNew(residue, &state, &updated) else { return false }
    try compareContents(of: runs, between: updated)
    for position in 0..<residue.old.count where !state.isTaken[position] {
      match.removed.append(Int(residue.old[position].index))
    }
    join(runs, with: residue, state)
    if state.group.count > 0 { collectDuplicates(residue, state) }
    return true
  }

  /// Files the old records, the last first, so that the table leads to the first of each id.
  @inlinable
  func fileOld(_ residue: borrowing Residue, _ state: inout ResidueMatch) throws(Comparison.Interruption) {
    var entry = residue.old.count - 1
    while entry >= 0 {
      try checkpoint(entry)
      let record = residue.old[entry]
      let index = Int(record.index)
      let found = state.table.find(record.hash) {
        IDHash.areEqual(oldID(Int(residue.old[$0].index)), oldID(index))
      } isReflexive: {
        IDHash.areEqual(oldID(index), oldID(index))
      }
      if let slot = found.slot {
        if found.entry >= 0 {
          state.join(entry, with: found.entry)
          state.next[entry] = Int32(truncatingIfNeeded: found.entry)
        }
        state.table.put(entry, with: record.hash, at: slot)
      }
      entry -= 1
    }
  }

  /// Looks the new records up, the first first; false if too many have no match.
  @inlinable
  mutating func lookUpNew(
    _ residue: borrowing Residue, _ state: inout ResidueMatch, _ updated: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    let oldCount = residue.old.count
    for position in 0..<residue.new.count {
      try checkpoint(position)
      let record = residue.new[position]
      let index = Int(record.index)
      let found = state.table.find(record.hash) { entry in
        entry < oldCount
          ? hasSameID(Int(residue.old[entry].index), index)
          : IDHash.areEqual(newID(Int(residue.new[entry - oldCount].index)), newID(index))
      } isReflexive: {
        IDHash.areEqual(newID(index), newID(index))
      }
      if let slot = found.slot, found.entry < 0 {
        state.table.put(oldCount + position, with: record.hash, at: slot)
      } else if let slot = found.slot, found.entry < oldCount, !state.isTaken[found.entry] {
        state.isTaken[found.entry] = true
        state.source[position] = Int32(truncatingIfNeeded: found.entry)
        if state.next.count > 0, state.next[found.entry] >= 0 {
          state.table.put(Int(state.next[found.entry]), with: record.hash, at: slot)
        }
        let oldIndex = Int(residue.old[found.entry].index)
        if !hasSameContent(oldIndex, index) { updated.append(.init(old: oldIndex, new: index)) }
        continue
      } else if found.entry >= 0 {
        state.join(oldCount + position, with: found.entry)
      }
      match.inserted.append(index)
      guard match.inserted.count <= limit else { return false }
    }
    return true
  }

  /// Compares the contents of what the runs matched; adds what differs, among the updates of the residue.
  @inlinable
  mutating func compareContents(
    of runs: [Run], between others: [ListMatch.Pair]
  ) throws(Comparison.Interruption) {
    var position = 0
    for run in runs {
      while position < others.count, others[position].new < run.new {
        match.updated.append(others[position])
        position += 1
      }
      for offset in 0..<run.count {
        try checkpoint(offset)
        let (old, new) = (run.old + offset, run.new + offset)
        if !hasSameContent(old, new) { match.updated.append(.init(old: old, new: new)) }
      }
    }
    match.updated.append(contentsOf: others[position...])
  }

  /// Puts the runs and the matches of the residue into one order.
  @inlinable
  mutating func join(_ runs: [Run], with residue: borrowing Residue, _ state: borrowing ResidueMatch) {
    var position = 0
    let end = Run(old: .max, new: .max, count: 0)
    for runIndex in 0...runs.count {
      let run = runIndex < runs.count ? runs[runIndex] : end
      while position < residue.new.count, Int(residue.new[position].index) < run.new {
        let source = Int(state.source[position])
        if source >= 0 {
          let old = Int(residue.old[source].index)
          match.append(Run(old: old, new: Int(residue.new[position].index), count: 1))
        }
        position += 1
      }
      if run.count > 0 { match.append(run) }
    }
  }

  /// Collects the positions of all ids that occur twice in one of the residue's sides.
  @inlinable
  mutating func collectDuplicates(_ residue: borrowing Residue, _ state: borrowing ResidueMatch) {
    let oldCount = residue.old.count
    let tally = Scratch(repeating: UInt64(0), count: state.group.count)
    func group(ofNew position: Int) -> Int {
      let source = Int(state.source[position])
      return Int(state.group[source >= 0 ? source : oldCount + position])
    }
    for entry in 0..<oldCount { tally[Int(state.group[entry])] += 1 }
    for position in 0..<residue.new.count { tally[group(ofNew: position)] += 1 << 32 }

    var places: [Int: Int] = [:]
    var found: [(old: [Int], new: [Int])] = []
    func place(of group: Int) -> Int? {
      guard tally[group] >> 32 > 1 || tally[group] & 0xFFFF_FFFF > 1 else { return nil }
      if let place = places[group] { return place }
      places[group] = found.count
      found.append(([], []))
      return found.count - 1
    }
    for entry in 0..<oldCount {
      if let place = place(of: Int(state.group[entry])) { found[place].old.append(Int(residue.old[entry].index)) }
    }
    for position in 0..<residue.new.count {
      guard let place = place(of: group(ofNew: position)) else { continue }
      found[place].new.append(Int(residue.new[position].index))
    }
    match.duplicates = found.map { ListDuplicate(old: $0.old, new: $0.new) }
  }
}
