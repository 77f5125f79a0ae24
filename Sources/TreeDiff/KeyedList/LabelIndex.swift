/// Where in the order tree an element may be: hashes of ids and the labels of the leaves that hold them.
///
/// A persistent radix tree over 32 bits of hash, five bits a level, with small open-addressed tables (buckets)
/// below. Neighbouring slots of a branch may lead to the same bucket; a bucket that is full is shared out between
/// the two halves of its slots, and one that has a single slot gets a level of its own. No ids are kept: what is
/// found is a candidate that the leaf confirms. So the index is not generic, copying it retains nothing but nodes,
/// and an entry serves all elements of a leaf with the same hash.
@safe @frozen @usableFromInline
struct LabelIndex {
  /// Bits of the hash that choose a slot of a branch.
  @inlinable static var bits: UInt32 { 5 }
  @inlinable static var slots: Int { 1 << Int(bits) }
  /// How far the hash is shifted to choose a slot of the root.
  @inlinable static var topShift: UInt32 { 32 - bits }
  /// The shift of the last level, whose buckets grow instead of being shared out.
  @inlinable static var lastShift: UInt32 { topShift % bits }

  @inlinable
  static func slot(_ hash: UInt32, _ shift: UInt32) -> Int { Int(truncatingIfNeeded: (hash &>> shift) & 31) }

  /// A new index without entries.
  static func make() -> NodeRef {
    let root = IndexBranch.allocate()
    root.set(0..<slots, to: IndexBucket.allocate(logCapacity: IndexBucket.standardLog).node)
    return root.node
  }

  /// The bucket for a hash, and its number of places less one.
  @inlinable
  static func bucket(_ root: NodeRef, _ hash: UInt32) -> (bucket: IndexBucket, mask: Int) {
    var branch = IndexBranch(root)
    var shift = topShift
    while true {
      let link = branch.link(slot(hash, shift))
      if !link.isBranch {
        let bucket = IndexBucket(link.node)
        // Only on the last level must the bucket itself be asked, which would cost a second cache miss.
        return (bucket, shift > lastShift ? IndexBucket.standardMask : bucket.mask)
      }
      branch = IndexBranch(link.node)
      shift &-= bits
    }
  }

  /// Calls `body` with each label filed under `hash` until it returns a result.
  @inlinable
  static func first<Result>(_ root: NodeRef, _ hash: UInt32, _ body: (UInt64) -> Result?) -> Result? {
    let (bucket, mask) = bucket(root, hash)
    var place = Int(truncatingIfNeeded: hash) & mask
    while true {
      let entry = bucket[place]
      if entry.isFree { return nil }
      if entry.hash == hash, let result = body(entry.label) { return result }
      place = (place &+ 1) & mask
    }
  }

  /// Files a label under a hash; does nothing if it is there already.
  @usableFromInline
  static func insert(_ root: inout NodeRef, _ hash: UInt32, _ label: UInt64) {
    insert(&root, IndexEntry(hash: hash, label: label), topShift)
  }

  private static func insert(_ node: inout NodeRef, _ entry: IndexEntry, _ shift: UInt32) {
    let branch = IndexBranch.makeUnique(&node)
    let slot = slot(entry.hash, shift)
    while true {
      let link = branch.link(slot)
      var child = link.node
      if link.isBranch {
        insert(&child, entry, shift - bits)
        branch.setLink(slot, IndexLink(child, isBranch: true))
        return
      }
      let bucket = IndexBucket(child)
      let place = bucket.find(entry)
      if !bucket[place].isFree { return }
      if bucket.count < bucket.room {
        let unique = bucket.uniqued()
        unique[place] = entry
        unique.node.count += 1
        if unique.node != child { branch.set(branch.run(slot), to: unique.node) }
        return
      }
      split(bucket, slot: slot, of: branch, shift)
    }
  }

  /// Files a new label in the place of an old one.
  @usableFromInline
  static func replace(_ root: inout NodeRef, _ hash: UInt32, _ old: UInt64, with new: UInt64) {
    remove(&root, hash, old)
    insert(&root, hash, new)
  }

  /// Makes room in the part of a full bucket that `slot` leads to.
  private static func split(_ full: IndexBucket, slot: Int, of branch: IndexBranch, _ shift: UInt32) {
    let run = branch.run(slot)
    if run.count > 1 {
      let middle = run.lowerBound + run.count / 2
      let (left, right) = full.separated { LabelIndex.slot($0, shift) >= middle }
      branch.set(run.lowerBound..<middle, to: left.node)
      branch.set(middle..<run.upperBound, to: right.node)
      full.node.release()
    } else if shift > lastShift {
      let level = IndexBranch.allocate()
      level.set(0..<slots, to: full.node)
      branch.setLink(slot, IndexLink(level.node, isBranch: true))
    } else {
      branch.set(run, to: full.grown().node)
      full.node.release()
    }
  }

  /// Removes a label filed under a hash; does nothing if it is not there.
  @usableFromInline
  static func remove(_ root: inout NodeRef, _ hash: UInt32, _ label: UInt64) {
    let entry = IndexEntry(hash: hash, label: label)
    let (bucket, _) = bucket(root, hash)
    if bucket[bucket.find(entry)].isFree { return }
    remove(&root, entry, topShift)
  }

  private static func remove(_ node: inout NodeRef, _ entry: IndexEntry, _ shift: UInt32) {
    let branch = IndexBranch.makeUnique(&node)
    let slot = slot(entry.hash, shift)
    let link = branch.link(slot)
    var child = link.node
    if link.isBranch {
      remove(&child, entry, shift - bits)
      branch.setLink(slot, IndexLink(child, isBranch: true))
      // A level with a single bucket is not needed.
      let level = IndexBranch(child)
      if level.run(0).count == slots, !level.link(0).isBranch {
        let only = level.link(0).node
        if only.capacity == IndexBucket.standardLog {
          only.retain()
          branch.set(slot..<slot + 1, to: only)
          child.release()
        }
      }
    } else {
      let unique = IndexBucket(child).uniqued()
      unique.remove(at: unique.find(entry))
      if unique.node != child { branch.set(branch.run(slot), to: unique.node) }
      join(slot, of: branch)
    }
  }

  /// Joins a bucket with the one of the other half of its slots while both are nearly empty.
  private static func join(_ slot: Int, of branch: IndexBranch) {
    while true {
      let run = branch.run(slot)
      let other = run.lowerBound ^ run.count
      guard run.count < slots, !branch.link(other).isBranch, branch.run(other).count == run.count else { return }
      let (bucket, neighbor) = (IndexBucket(branch.link(slot).node), IndexBucket(branch.link(other).node))
      let standard = IndexBucket.standardLog
      guard bucket.count + neighbor.count <= IndexBucket.standardRoom / 2,
        bucket.node.capacity == standard, neighbor.node.capacity == standard
      else { return }
      let joined = bucket.uniqued()
      joined.adoptAll(of: neighbor)
      let start = Swift.min(run.lowerBound, other)
      branch.set(start..<start + 2 * run.count, to: joined.node)
      neighbor.node.release()
    }
  }
}
