// What the runs leave over, matched by hash.

/// An element that is left to the hash table.
@usableFromInline
struct ResidueRecord: BitwiseCopyable {
  @usableFromInline var index: Int32
  @usableFromInline var hash: UInt32

  @inlinable init(index: Int, hash: UInt32) { (self.index, self.hash) = (Int32(truncatingIfNeeded: index), hash) }
}

/// The elements of both lists that are left to the hash table, ascending by index.
@usableFromInline
struct Residue: ~Copyable {
  @usableFromInline var old: Scratch<ResidueRecord>
  @usableFromInline var new: Scratch<ResidueRecord>

  @inlinable
  init(old: consuming Scratch<ResidueRecord>, new: consuming Scratch<ResidueRecord>) {
    self.old = old
    self.new = new
  }
}

extension ListMatcher {
  /// Hashes all elements outside `runs`.
  @inlinable
  func residue(
    _ oldMiddle: Range<Int>, _ newMiddle: Range<Int>, outside runs: [Run]
  ) throws(Comparison.Interruption) -> Residue {
    let matched = runs.reduce(0) { $0 + $1.count }
    let old = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: oldMiddle.count - matched)
    let new = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: newMiddle.count - matched)
    var (oldIndex, newIndex) = (oldMiddle.lowerBound, newMiddle.lowerBound)
    var (oldCount, newCount) = (0, 0)
    let end = Run(old: oldMiddle.upperBound, new: newMiddle.upperBound, count: 0)
    for position in 0...runs.count {
      let run = position < runs.count ? runs[position] : end
      while oldIndex < run.old {
        try checkpoint(oldIndex)
        old[oldCount] = ResidueRecord(index: oldIndex, hash: hash(oldID(oldIndex)))
        (oldIndex, oldCount) = (oldIndex + 1, oldCount + 1)
      }
      while newIndex < run.new {
        try checkpoint(newIndex)
        new[newCount] = ResidueRecord(index: newIndex, hash: hash(newID(newIndex)))
        (newIndex, newCount) = (newIndex + 1, newCount + 1)
      }
      (oldIndex, newIndex) = (run.old + run.count, run.new + run.count)
    }
    return Residue(old: old, new: new)
  }

  /// Takes out of `runs` all elements whose ids may occur in the residue, and adds them to it.
  ///
  /// What stays in the runs has all its occurrences there, as many on both sides and in the same order: the k-th with
  /// the k-th. What occurs in the residue has all its occurrences there, so that the table sees every one.
  @inlinable
  func screen(_ runs: [Run], _ residue: inout Residue) throws(Comparison.Interruption) -> [Run] {
    let filter = HashFilter(residue)
    var kept: [Run] = []
    var doubtful: (old: [ResidueRecord], new: [ResidueRecord]) = ([], [])
    for run in runs {
      var start = 0
      for offset in 0..<run.count {
        try checkpoint(offset)
        let hash = hash(oldID(run.old + offset))
        guard filter.mayContain(hash) else { continue }
        if start < offset { kept.append(Run(old: run.old + start, new: run.new + start, count: offset - start)) }
        start = offset + 1
        doubtful.old.append(ResidueRecord(index: run.old + offset, hash: hash))
        doubtful.new.append(ResidueRecord(index: run.new + offset, hash: hash))
      }
      if start < run.count { kept.append(Run(old: run.old + start, new: run.new + start, count: run.count - start)) }
    }
    if !doubtful.old.isEmpty {
      residue = Residue(old: residue.old.merging(doubtful.old), new: residue.new.merging(doubtful.new))
    }
    return kept
  }
}

extension Scratch<ResidueRecord> {
  /// These records and others, ascending by index as both are.
  @inlinable
  func merging(_ others: [ResidueRecord]) -> Scratch<ResidueRecord> {
    let merged = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: count + others.count)
    var (mine, theirs) = (0, 0)
    for position in 0..<merged.count {
      if theirs == others.count || (mine < count && self[mine].index < others[theirs].index) {
        merged[position] = self[mine]
        mine += 1
      } else {
        merged[position] = others[theirs]
        theirs += 1
      }
    }
    return merged
  }
}

/// A set of hashes that now and then takes one for a member that is none.
@usableFromInline
struct HashFilter: ~Copyable {
  @usableFromInline let words: Scratch<UInt64>

  /// The hashes of all records, at 256 bits and more for each.
  @inlinable
  init(_ residue: borrowing Residue) {
    var count = 64
    while count < 4 * (residue.old.count + residue.new.count), count < 1 << 26 { count *= 2 }
    words = Scratch(repeating: 0, count: count)
    for index in 0..<residue.old.count { insert(residue.old[index].hash) }
    for index in 0..<residue.new.count { insert(residue.new[index].hash) }
  }

  @inlinable @inline(__always)
  func insert(_ hash: UInt32) { words[Int(hash) & (words.count - 1)] |= 1 << UInt64(hash >> 26) }

  @inlinable @inline(__always)
  func mayContain(_ hash: UInt32) -> Bool { words[Int(hash) & (words.count - 1)] & 1 << UInt64(hash >> 26) != 0 }
}
