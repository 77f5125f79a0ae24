// The new elements of a residue, each with the first old one of its id that is free.

extension ListMatcher {
  /// Whether all that is read of so many old elements is taken to be near, so that nothing need be read ahead.
  @inlinable
  func isNear(_ count: Int) -> Bool { count * MemoryLayout<Comparison.Element>.stride <= 1 << 18 }

  /// Matches the new elements, a block after the other; false if too many have no match.
  @inlinable
  mutating func matchFar(
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
      start = end
      guard end - match.residueMatches <= limit else { return false }
    }
    return true
  }

  /// Matches new elements where all that is read is near.
  ///
  /// Most follow each other as the old ones do. So each is compared with the one that is expected, as far from it as the
  /// last ones were, before it is hashed and looked up.
  @inlinable @inline(never)
  mutating func matchNear(
    _ state: inout ResidueTable, _ updated: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> Bool {
    let sources = match.sources.view
    var distances = (likely: 0, other: 0)
    var (position, unmatched) = (0, 0)
    while position < sources.count {
      try checkpoint(position)
      var source = position &+ distances.likely
      if !isMatch(position, source) {
        distances = (distances.other, distances.likely)
        source = position &+ distances.likely
        if !isMatch(position, source) {
          source = lookUp(position, &state)
          if source < 0 {
            position &+= 1
            unmatched &+= 1
            if unmatched > limit { return false }
            continue
          }
          distances.likely = source &- position
        }
      }
      let count = matchRun(from: position, source, state.chains.next.view, &updated)
      match.append(
        Run(old: match.residue.old.start &+ source, new: match.residue.new.start &+ position, count: count))
      position &+= count
    }
    match.residueMatches = sources.count - unmatched
    return true
  }

  /// Whether an old element is the first of its id that is free and has that of a new one. Takes elements of ranges.
  @inlinable @inline(__always)
  func isMatch(_ position: Int, _ source: Int) -> Bool {
    0 <= source && source < match.targets.count && match.targets[source] == ListMatch.isFree
      && hasSameID(match.residue.old.start &+ source, match.residue.new.start &+ position)
  }

  /// Matches elements that match, and all that follow them and match. Takes elements of ranges.
  ///
  /// - Returns: How many match.
  @inlinable @inline(__always)
  func matchRun(
    from position: Int, _ source: Int, _ next: ScratchView<Int32>, _ updated: inout [ListMatch.Pair]
  ) -> Int {
    let (targets, sources, old, new, comparison) = (match.targets.view, match.sources.view, old, new, comparison)
    let (oldStart, newStart) = (match.residue.old.start &+ source, match.residue.new.start &+ position)
    let (most, comparesContent) = (min(targets.count &- source, sources.count &- position), comparesContent)
    var offset = 0
    repeat {
      sources[position &+ offset] = Int32(truncatingIfNeeded: source &+ offset)
      targets[source &+ offset] = Int32(truncatingIfNeeded: position &+ offset)
      if next.count > 0, next[source &+ offset] >= 0 { targets[Int(next[source &+ offset])] = ListMatch.isFree }
      if comparesContent, !comparison.hasSameContent(old[oldStart &+ offset], new[newStart &+ offset]) {
        updated.append(.init(old: oldStart &+ offset, new: newStart &+ offset))
      }
      offset &+= 1
    } while offset < most && targets[source &+ offset] == ListMatch.isFree
      && IDHash.areEqual(comparison.id(of: old[oldStart &+ offset]), comparison.id(of: new[newStart &+ offset]))
    return offset
  }

  /// Looks a new element up whose hash is not there yet. Takes elements of ranges.
  ///
  /// - Returns: The old one that it matches, or -1.
  @inlinable @inline(__always)
  func lookUp(_ position: Int, _ state: inout ResidueTable) -> Int {
    let index = match.residue.new.start &+ position
    let hash = hash(newID(index))
    let place = state.table.slots.place(for: hash)
    if state.table.slots.isEmpty(place) {
      state.table.slots.put(match.targets.count &+ position, with: hash, at: place)
      return -1
    }
    let source = state.table.slots.candidate(hash, at: place)
    return isMatch(position, source) ? source : lookUp(position, index, hash, &state)
  }

  /// Notes where searches for a block's hashes probably end, and reads the old elements there.
  @inlinable @inline(never)
  func touchCandidates(_ count: Int, _ state: borrowing ResidueTable) {
    let (slots, hashes, places) = (state.table.slots, state.hashes.view, state.places.view)
    let (list, indexes, targets) = (old, match.residue.old.indexes, match.targets.view)
    var touched = 0
    for offset in 0..<count {
      let hash = hashes[offset]
      let place = slots.place(for: hash)
      places[offset] = place
      let entry = slots.candidate(hash, at: place)
      let source = entry < targets.count ? entry : 0
      touched &+= Int(list.touch(indexes[source]))
    }
    state.touched[0] = touched
  }

  /// Matches a block of new elements whose searches are begun.
  @inlinable @inline(never)
  mutating func matchBlock(_ block: Range<Int>, _ state: inout ResidueTable) {
    let (slots, hashes, places) = (state.table.slots, state.hashes.view, state.places.view)
    let (oldIndexes, newIndexes) = (match.residue.old.indexes, match.residue.new.indexes)
    let (targets, sources, old, new, comparison) = (match.targets.view, match.sources.view, old, new, comparison)
    var (next, matches) = (state.chains.next.view, 0)
    for position in block {
      let (hash, place) = (hashes[position &- block.lowerBound], places[position &- block.lowerBound])
      if slots.isEmpty(place) {
        slots.put(targets.count &+ position, with: hash, at: place)
        continue
      }
      let index = newIndexes[position]
      var source = slots.candidate(hash, at: place)
      if source >= targets.count || targets[source] != ListMatch.isFree
        || !IDHash.areEqual(comparison.id(of: old[oldIndexes[source]]), comparison.id(of: new[index]))
      {
        source = lookUp(position, index, hash, &state)
        next = state.chains.next.view
        if source < 0 { continue }
      }
      sources[position] = Int32(truncatingIfNeeded: source)
      targets[source] = Int32(truncatingIfNeeded: position)
      if next.count > 0, next[source] >= 0 { targets[Int(next[source])] = ListMatch.isFree }
      matches &+= 1
    }
    match.residueMatches += matches
  }

  /// Looks one new element up.
  ///
  /// - Returns: The old one that it matches, or -1.
  @inlinable
  func lookUp(_ position: Int, _ index: Int, _ hash: UInt32, _ state: inout ResidueTable) -> Int {
    let (targets, entry) = (match.targets.view, match.targets.count + position)
    let found = state.table.slots.find(hash) { entry in
      entry < targets.count
        ? hasSameID(match.residue.old.index(entry), index)
        : IDHash.areEqual(newID(match.residue.new.index(entry &- targets.count)), newID(index))
    } isReflexive: {
      IDHash.areEqual(newID(index), newID(index))
    }
    guard let slot = found.slot else { return -1 }
    var last = found.entry
    if last >= 0, last < targets.count {
      // The first that is free, which the next search need not look for again; or the new one of the last old one.
      while targets[last] >= 0, state.chains.next.count > 0, state.chains.next[last] >= 0 {
        last = Int(state.chains.next[last])
      }
      if targets[last] < 0 {
        state.table.slots.put(last, with: hash, at: slot)
        return last
      }
      last = targets.count + Int(targets[last])
    }
    if last >= 0 { state.chain(last, to: entry) }
    state.table.slots.put(entry, with: hash, at: slot)
    return -1
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
