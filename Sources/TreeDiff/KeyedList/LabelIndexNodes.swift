/// A hash and the label of a leaf that holds an element with that hash.
@frozen @usableFromInline
struct IndexEntry: Hashable {
  @usableFromInline var hash: UInt32
  // Halves, so that an entry takes 12 bytes and not 16. No leaf has label 0, which marks a free place.
  @usableFromInline var low: UInt32
  @usableFromInline var high: UInt32

  @inlinable init(hash: UInt32, label: UInt64) {
    self.hash = hash
    low = UInt32(truncatingIfNeeded: label)
    high = UInt32(truncatingIfNeeded: label &>> 32)
  }

  @inlinable static var free: IndexEntry { IndexEntry(hash: 0, label: 0) }
  @inlinable var label: UInt64 { UInt64(high) &<< 32 | UInt64(low) }
  @inlinable var isFree: Bool { low | high == 0 }
}

/// What a slot of an index branch leads to; the lowest bit of the address tells branches from buckets.
@safe @frozen @usableFromInline
struct IndexLink: Equatable {
  @usableFromInline let bits: UInt

  @inlinable init(_ node: NodeRef, isBranch: Bool) {
    bits = unsafe UInt(bitPattern: node.address) | (isBranch ? 1 : 0)
  }
  @inlinable var isBranch: Bool { bits & 1 != 0 }
  @inlinable var node: NodeRef {
    unsafe NodeRef(address: UnsafeMutableRawPointer(bitPattern: bits & ~1).unsafelyUnwrapped)
  }
}

/// The object of an index branch, which releases what its slots lead to.
@usableFromInline
final class IndexBranchObject: NodeObject {
  deinit { IndexBranch(NodeRef(self)).eachChild { $0.node.release() } }
}

/// An inner node of the index. A run of slots that lead to the same bucket owns one reference to it.
@safe @frozen @usableFromInline
struct IndexBranch {
  @usableFromInline let node: NodeRef

  @inlinable init(_ node: NodeRef) { self.node = node }

  static func allocate() -> IndexBranch {
    IndexBranch(
      NodeRef.allocate(
        IndexBranchObject.self, bytes: LabelIndex.slots * MemoryLayout<IndexLink>.size,
        header: NodeHeader(count: UInt32(LabelIndex.slots), height: 1, capacity: 0, label: 0)))
  }

  @inlinable var links: UnsafeMutablePointer<IndexLink> {
    unsafe node.body.assumingMemoryBound(to: IndexLink.self)
  }
  @inlinable func link(_ slot: Int) -> IndexLink { unsafe links[slot] }
  func setLink(_ slot: Int, _ link: IndexLink) { unsafe links[slot] = link }
  func set(_ run: Range<Int>, to bucket: NodeRef) {
    for slot in run { setLink(slot, IndexLink(bucket, isBranch: false)) }
  }

  /// The slots around `slot` that lead to the same node.
  func run(_ slot: Int) -> Range<Int> {
    let link = link(slot)
    var (start, end) = (slot, slot + 1)
    while start > 0, self.link(start - 1) == link { start -= 1 }
    while end < LabelIndex.slots, self.link(end) == link { end += 1 }
    return start..<end
  }

  func eachChild(_ body: (IndexLink) -> Void) {
    var last: IndexLink?
    for slot in 0..<LabelIndex.slots where link(slot) != last {
      last = link(slot)
      body(link(slot))
    }
  }

  static func makeUnique(_ slot: inout NodeRef) -> IndexBranch {
    if slot.isUnique { return IndexBranch(slot) }
    let (old, new) = (IndexBranch(slot), allocate())
    unsafe new.links.update(from: old.links, count: LabelIndex.slots)
    new.eachChild { $0.node.retain() }
    slot.release()
    slot = new.node
    return new
  }
}

/// The object of a bucket. Entries need no clean-up.
@usableFromInline
final class IndexBucketObject: NodeObject {}

/// A small open-addressed table of entries. All buckets have the same capacity, but for those of the last level.
@safe @frozen @usableFromInline
struct IndexBucket {
  @usableFromInline let node: NodeRef

  @inlinable init(_ node: NodeRef) { self.node = node }

  @inlinable static var standardLog: Int { 6 }
  @inlinable static var standardMask: Int { 1 << standardLog - 1 }
  static var standardRoom: Int { (1 << standardLog) / 4 * 3 }

  static func allocate(logCapacity: Int) -> IndexBucket {
    let capacity = 1 << logCapacity
    let bucket = IndexBucket(
      NodeRef.allocate(
        IndexBucketObject.self, bytes: capacity * MemoryLayout<IndexEntry>.stride,
        header: NodeHeader(count: 0, height: 0, capacity: UInt16(logCapacity), label: 0)))
    unsafe bucket.entries.initialize(repeating: .free, count: capacity)
    return bucket
  }

  @inlinable var count: Int { node.count }
  @inlinable var mask: Int { 1 << node.capacity - 1 }
  /// The entries that it may hold: three quarters of the places.
  var room: Int { (mask + 1) / 4 * 3 }

  @inlinable var entries: UnsafeMutablePointer<IndexEntry> {
    unsafe node.body.assumingMemoryBound(to: IndexEntry.self)
  }
  @inlinable subscript(place: Int) -> IndexEntry {
    get { unsafe entries[place] }
    nonmutating set { unsafe entries[place] = newValue }
  }

  /// The place of an entry, or the free place where it would be put.
  func find(_ entry: IndexEntry) -> Int {
    let mask = mask
    var place = Int(truncatingIfNeeded: entry.hash) & mask
    while !self[place].isFree, self[place] != entry { place = (place + 1) & mask }
    return place
  }

  /// This bucket, or a copy that replaces this reference to it if there are others.
  func uniqued() -> IndexBucket {
    if node.isUnique { return self }
    let copy = IndexBucket.allocate(logCapacity: node.capacity)
    unsafe copy.entries.update(from: entries, count: mask + 1)
    copy.node.count = count
    node.release()
    return copy
  }

  /// Adds an entry that is not there yet; there must be room.
  func add(_ entry: IndexEntry) {
    self[find(entry)] = entry
    node.count = count + 1
  }

  func adoptAll(of other: IndexBucket) {
    for place in 0...other.mask where !other[place].isFree { add(other[place]) }
  }

  /// Two new buckets with the entries, those whose hash fits `isRight` in the second.
  func separated(_ isRight: (UInt32) -> Bool) -> (left: IndexBucket, right: IndexBucket) {
    let left = IndexBucket.allocate(logCapacity: IndexBucket.standardLog)
    let right = IndexBucket.allocate(logCapacity: IndexBucket.standardLog)
    for place in 0...mask where !self[place].isFree {
      let entry = self[place]
      if isRight(entry.hash) { right.add(entry) } else { left.add(entry) }
    }
    return (left, right)
  }

  /// A new bucket with twice the places.
  func grown() -> IndexBucket {
    let larger = IndexBucket.allocate(logCapacity: node.capacity + 1)
    larger.adoptAll(of: self)
    return larger
  }

  /// Removes the entry at `place` and closes the gap in the chains that pass over it.
  func remove(at place: Int) {
    let mask = mask
    var (hole, next) = (place, place)
    while true {
      next = (next + 1) & mask
      let entry = self[next]
      if entry.isFree { break }
      let home = Int(truncatingIfNeeded: entry.hash) & mask
      if (next - home) & mask >= (next - hole) & mask {
        self[hole] = entry
        hole = next
      }
    }
    self[hole] = .free
    node.count = count - 1
  }
}
