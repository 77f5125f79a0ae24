// The k-th occurrence of an id with the k-th, in one pass over each side of the residue.

/// The state of matching a residue.
///
/// Entries are numbered: old elements first, new ones behind them. The table leads from an id to the next old element
/// that is free, marked where another may follow; where none is free, to the last new element seen that has the id.
@usableFromInline
struct ResidueTable: ~Copyable {
  @usableFromInline let table: IDTable
  /// For each old entry the next old one with the same id, for each new one the next new one that matches none, or -1.
  /// Empty until an id occurs twice.
  @usableFromInline var next = Scratch<Int32>(repeating: -1, count: 0)
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

  /// Notes that another entry follows one.
  @inlinable
  mutating func chain(_ entry: Int, to other: Int) {
    if next.count == 0 { next = Scratch(repeating: -1, count: entryCount) }
    next[entry] = Int32(truncatingIfNeeded: other)
  }
}

extension ListMatcher {
  /// Matches the residue and joins it with the runs; false if that takes more changes than the limit.
  @inlinable
  mutating func matchResidue(
    _ residue: consuming Residue, between runs: [Run], _ runUpdates: [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    match.sources = Scratch(repeating: -1, count: residue.new.count)
    match.isTaken = Scratch(repeating: false, count: residue.old.count)
    match.residue = residue
    var state = ResidueTable(entryCount: match.isTaken.count + match.sources.count)
    try fileOld(&state)
    var updated: [ListMatch.Pair] = []
    guard try lookUpNew(&state, &updated) else { return false }
    collectUpdates(updated, runUpdates)
    if runs.isEmpty { match.isLoose = true } else { match.join(runs) }
    if state.next.count > 0 { match.duplicates = match.duplicates(state.next) }
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
    guard let slot = found.slot else { return }
    if found.entry >= 0 { state.chain(entry, to: found.entry) }
    state.table.slots.put(entry, with: hash, at: slot, marked: found.entry >= 0)
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

  /// Notes where searches for a block's hashes probably end, and reads the old elements there.
  @inlinable @inline(never)
  func touchCandidates(_ count: Int, _ state: borrowing ResidueTable) {
    let (slots, hashes, places) = (state.table.slots, state.hashes.view, state.places.view)
    let (list, indexes, oldCount) = (old, match.residue.old.indexes, match.isTaken.count)
    var touched = 0
    for offset in 0..<count {
      let hash = hashes[offset]
      let place = slots.place(for: hash)
      places[offset] = place
      let candidate = slots.candidate(hash, at: place)
      touched &+= Int(list.touch(indexes[candidate < oldCount ? candidate : 0]))
    }
    state.touched[0] = touched
  }

  /// Looks the new elements up, the first first; false if too many have no match.
  @inlinable
  mutating func lookUpNew(
    _ state: inout ResidueTable, _ updated: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    let count = match.sources.count
    var start = 0
    while start < count {
      let end = min(start + ResidueTable.blockSize, count)
      try comparison.checkpoint()
      hashBlock(start..<end, of: match.residue.new, in: new, state)
      touchCandidates(end - start, state)
      matchBlock(start..<end, &state)
      compareBlock(start..<end, &updated)
      guard end - match.residueMatches <= limit else { return false }
      start = end
    }
    return true
  }

  /// Matches a block of new elements whose searches are begun.
  @inlinable @inline(never)
  mutating func matchBlock(_ block: Range<Int>, _ state: inout ResidueTable) {
    let (slots, hashes, places) = (state.table.slots, state.hashes.view, state.places.view)
    let (oldIndexes, newIndexes) = (match.residue.old.indexes, match.residue.new.indexes)
    let (isTaken, sources, old, new, comparison) = (match.isTaken.view, match.sources.view, old, new, comparison)
    var matches = 0
    for position in block {
      let (hash, place) = (hashes[position &- block.lowerBound], places[position &- block.lowerBound])
      if slots.isEmpty(place) {
        slots.put(isTaken.count &+ position, with: hash, at: place)
        continue
      }
      let index = newIndexes[position]
      var source = slots.candidate(hash, at: place)
      if source < isTaken.count,
        IDHash.areEqual(comparison.id(of: old[oldIndexes[source]]), comparison.id(of: new[index]))
      {
        slots.put(isTaken.count &+ position, with: hash, at: place)
      } else {
        source = lookUp(position, index, hash, &state)
        if source < 0 { continue }
      }
      isTaken[source] = true
      sources[position] = Int32(truncatingIfNeeded: source)
      matches &+= 1
    }
    match.residueMatches += matches
  }

  /// Compares the contents of what a block of new elements matched, and notes whether the order changes.
  @inlinable @inline(never)
  mutating func compareBlock(_ block: Range<Int>, _ updated: inout [ListMatch.Pair]) {
    let (oldIndexes, newIndexes, sources) = (match.residue.old.indexes, match.residue.new.indexes, match.sources.view)
    let (comparesContent, comparison, old, new) = (comparesContent, comparison, old, new)
    var last = match.lastSource
    for position in block where sources[position] >= 0 {
      let source = Int(sources[position])
      if source < last { match.isReordered = true }
      last = source
      let (oldIndex, newIndex) = (oldIndexes[source], newIndexes[position])
      if comparesContent, !comparison.hasSameContent(old[oldIndex], new[newIndex]) {
        updated.append(.init(old: oldIndex, new: newIndex))
      }
    }
    match.lastSource = last
  }

  /// Looks one new element up.
  ///
  /// - Returns: The old one that it matches, or -1.
  @inlinable
  func lookUp(_ position: Int, _ index: Int, _ hash: UInt32, _ state: inout ResidueTable) -> Int {
    let oldCount = match.isTaken.count
    let found = state.table.slots.find(hash) { entry in
      entry < oldCount
        ? hasSameID(match.residue.old.index(entry), index)
        : IDHash.areEqual(newID(match.residue.new.index(entry &- oldCount)), newID(index))
    } isReflexive: {
      IDHash.areEqual(newID(index), newID(index))
    }
    guard let slot = found.slot else { return -1 }
    if found.entry >= oldCount { state.chain(found.entry, to: oldCount &+ position) }
    let isOld = found.entry >= 0 && found.entry < oldCount
    if isOld, state.table.slots.isMarked(slot), state.next[found.entry] >= 0 {
      state.table.slots.put(Int(state.next[found.entry]), with: hash, at: slot, marked: true)
    } else {
      state.table.slots.put(oldCount &+ position, with: hash, at: slot)
    }
    return isOld ? found.entry : -1
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
}

extension ListMatch {
  /// Puts runs and the matches of the residue into one order.
  @inlinable
  mutating func join(_ inner: [Run]) {
    runs.reserveCapacity(runs.count + inner.count + residueMatches + 1)
    isReordered = false
    var position = 0
    for run in inner {
      while position < sources.count, residue.new.index(position) < run.new {
        appendMatch(of: position)
        position += 1
      }
      append(run)
    }
    while position < sources.count {
      appendMatch(of: position)
      position += 1
    }
  }

  /// Adds the match of a new element of the residue behind all runs, if there is one.
  @inlinable @inline(__always)
  mutating func appendMatch(of position: Int) {
    let source = Int(sources[position])
    if source >= 0 { append(Run(old: residue.old.index(source), new: residue.new.index(position), count: 1)) }
  }
}
