// What the runs leave over, and what they have to give back.

/// An element that is left to the hash table.
@usableFromInline
struct ResidueRecord: BitwiseCopyable {
  @usableFromInline var index: Int32
  @usableFromInline var hash: UInt32

  @inlinable init(index: Int, hash: UInt32) { (self.index, self.hash) = (Int32(truncatingIfNeeded: index), hash) }
}

/// The elements of one list that are left to the hash table, ascending by index.
///
/// Where that is a whole range, nothing is stored: an index needs only an addition, and a hash is made when it is used.
@usableFromInline
struct ResidueSide: ~Copyable {
  @usableFromInline let records: Scratch<ResidueRecord>
  @usableFromInline let start: Int
  @usableFromInline let count: Int

  /// The elements of a range.
  @inlinable
  init(_ range: Range<Int>) {
    records = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: 0)
    (start, count) = (range.lowerBound, range.count)
  }

  /// The elements of records with indexes from `start`.
  @inlinable
  init(_ records: consuming Scratch<ResidueRecord>, start: Int) {
    self.start = start
    count = records.count
    self.records = records
  }

  @inlinable var isRange: Bool { records.count == 0 }

  /// The indexes in the list, for a loop.
  @inlinable @inline(__always)
  var indexes: ResidueIndexes { ResidueIndexes(records: records.view, start: start) }

  /// The index in the list of the element at a position of the residue.
  @inlinable @inline(__always)
  func index(_ position: Int) -> Int { indexes[position] }

  /// These records and others, in order as both are.
  @inlinable
  func merging(_ others: [ResidueRecord]) -> ResidueSide {
    let merged = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: records.count + others.count)
    var (mine, theirs) = (0, 0)
    for position in 0..<merged.count {
      if theirs == others.count || (mine < records.count && records[mine].index < others[theirs].index) {
        merged[position] = records[mine]
        mine += 1
      } else {
        merged[position] = others[theirs]
        theirs += 1
      }
    }
    return ResidueSide(merged, start: start)
  }
}

/// The indexes in a list of what is left of it to the hash table. The side they belong to must outlive them.
@usableFromInline
struct ResidueIndexes: BitwiseCopyable {
  @usableFromInline let records: ScratchView<ResidueRecord>
  @usableFromInline let start: Int

  @inlinable
  init(records: ScratchView<ResidueRecord>, start: Int) { (self.records, self.start) = (records, start) }

  @inlinable @inline(__always)
  subscript(position: Int) -> Int { start &+ (records.count == 0 ? position : Int(records[position].index)) }
}

/// Both sides of what is left to the hash table.
@usableFromInline
struct Residue: ~Copyable {
  @usableFromInline var old: ResidueSide
  @usableFromInline var new: ResidueSide

  @inlinable
  init(old: consuming ResidueSide, new: consuming ResidueSide) {
    self.old = old
    self.new = new
  }
}

extension ListMatcher {
  /// The elements of a range that no run covers, with their hashes.
  @inlinable
  func residue(
    of range: Range<Int>, outside runs: [Run], from start: (Run) -> Int, id: (Int) -> Comparison.ID
  ) throws(Comparison.Interruption) -> ResidueSide {
    guard !runs.isEmpty else { return ResidueSide(range) }
    let matched = runs.reduce(0) { $0 + $1.count }
    let records = Scratch(repeating: ResidueRecord(index: 0, hash: 0), count: range.count - matched)
    var (index, count) = (range.lowerBound, 0)
    for position in 0...runs.count {
      let end = position < runs.count ? start(runs[position]) : range.upperBound
      while index < end {
        try checkpoint(index)
        records[count] = ResidueRecord(index: index - range.lowerBound, hash: hash(id(index)))
        (index, count) = (index + 1, count + 1)
      }
      if position < runs.count { index += runs[position].count }
    }
    return ResidueSide(records, start: range.lowerBound)
  }

  /// Compares the contents of what the runs matched. Takes out of the runs all elements whose ids may occur in the
  /// residue and adds them to it, unless no id can occur twice.
  ///
  /// What stays in the runs has all its occurrences there, as many on both sides and in the same order: the k-th with
  /// the k-th. What occurs in the residue has all its occurrences there, so that the table sees every one.
  ///
  /// - Returns: The runs that stay.
  @inlinable
  mutating func settle(
    _ runs: [Run], _ residue: inout Residue, _ updated: inout [ListMatch.Pair]
  ) throws(Comparison.Interruption) -> [Run] {
    let isScreening = !hasUniqueIDs && residue.old.count + residue.new.count > 0
    let filter = HashFilter(residue)
    var kept: [Run] = []
    kept.reserveCapacity(runs.count)
    var doubtful: (old: [ResidueRecord], new: [ResidueRecord]) = ([], [])
    for run in runs {
      var start = 0
      for offset in 0..<run.count {
        try checkpoint(offset)
        let (old, new) = (run.old + offset, run.new + offset)
        if isScreening {
          let hash = hash(oldID(old))
          if filter.mayContain(hash) {
            if start < offset { kept.append(Run(old: run.old + start, new: run.new + start, count: offset - start)) }
            start = offset + 1
            doubtful.old.append(ResidueRecord(index: old - residue.old.start, hash: hash))
            doubtful.new.append(ResidueRecord(index: new - residue.new.start, hash: hash))
            continue
          }
        }
        if !hasSameContent(old, new) { updated.append(.init(old: old, new: new)) }
      }
      if start < run.count { kept.append(Run(old: run.old + start, new: run.new + start, count: run.count - start)) }
    }
    if !doubtful.old.isEmpty {
      match.screened = (doubtful.old.map { Int($0.index) }, doubtful.new.map { Int($0.index) })
      residue = Residue(old: residue.old.merging(doubtful.old), new: residue.new.merging(doubtful.new))
    }
    return kept
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
    while count < 4 * (residue.old.records.count + residue.new.records.count), count < 1 << 26 { count *= 2 }
    words = Scratch(repeating: 0, count: count)
    for position in 0..<residue.old.records.count { insert(residue.old.records[position].hash) }
    for position in 0..<residue.new.records.count { insert(residue.new.records[position].hash) }
  }

  @inlinable @inline(__always)
  func insert(_ hash: UInt32) { words[Int(hash) & (words.count - 1)] |= 1 << UInt64(hash >> 26) }

  @inlinable @inline(__always)
  func mayContain(_ hash: UInt32) -> Bool { words[Int(hash) & (words.count - 1)] & 1 << UInt64(hash >> 26) != 0 }
}
