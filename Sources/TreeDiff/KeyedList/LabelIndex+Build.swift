extension LabelIndex {
  /// What a bulk build knows of an element.
  @frozen @usableFromInline
  struct Item {
    @usableFromInline var hash: UInt32
    @usableFromInline var position: UInt32
    @usableFromInline var leaf: UInt32

    @inlinable init(hash: UInt32, position: UInt32, leaf: UInt32) {
      self.hash = hash
      self.position = position
      self.leaf = leaf
    }
  }

  /// Builds an index of `count` items, or returns nil when two of them have the same id.
  ///
  /// - Parameters:
  ///   - items: The items, and as much room again behind them.
  ///   - isSameID: Whether the elements at two positions, which have the same hash, have the same id.
  @usableFromInline
  static func build(
    _ items: UnsafeMutablePointer<Item>, _ count: Int, labels: LeafLabels, isSameID: (Int, Int) -> Bool
  ) -> NodeRef? {
    withoutActuallyEscaping(isSameID) { isSameID in
      var builder = Builder(labels: labels, isSameID: isSameID)
      let root = unsafe builder.branch(from: items, scratch: items + count, count, topShift)
      if !builder.hasDuplicates { return root }
      root.release()
      return nil
    }
  }

  private struct Builder {
    let labels: LeafLabels
    let isSameID: (Int, Int) -> Bool
    var hasDuplicates = false

    /// A branch for the items in `from`, sorted by their slots into `scratch`.
    mutating func branch(
      from: UnsafeMutablePointer<Item>, scratch: UnsafeMutablePointer<Item>, _ count: Int, _ shift: UInt32
    ) -> NodeRef {
      let branch = IndexBranch.allocate()
      unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 2 * slots + 1) { room in
        // `ends[slot]` and `ends[slot + 1]` enclose the items of a slot; `next` is where its next item goes.
        unsafe room.initialize(repeating: 0)
        let next = unsafe room.baseAddress.unsafelyUnwrapped
        let ends = unsafe next + slots
        for i in 0..<count { unsafe ends[LabelIndex.slot(from[i].hash, shift) + 1] += 1 }
        for slot in 0..<slots {
          unsafe next[slot] = ends[slot]
          unsafe ends[slot + 1] += ends[slot]
        }
        for i in 0..<count {
          let slot = unsafe LabelIndex.slot(from[i].hash, shift)
          unsafe scratch[next[slot]] = from[i]
          unsafe next[slot] += 1
        }
        unsafe fill(0..<slots, of: branch, scratch, ends, from, shift)
      }
      return branch.node
    }

    /// Fills a run of slots with one bucket if the items fit, otherwise the halves of the run.
    mutating func fill(
      _ run: Range<Int>, of branch: IndexBranch, _ items: UnsafeMutablePointer<Item>, _ ends: UnsafeMutablePointer<Int>,
      _ scratch: UnsafeMutablePointer<Item>, _ shift: UInt32
    ) {
      let start = unsafe ends[run.lowerBound]
      let count = unsafe ends[run.upperBound] - start
      if count <= IndexBucket.standardRoom || (run.count == 1 && shift == lastShift) {
        unsafe branch.set(run, to: bucket(items + start, count).node)
      } else if run.count > 1 {
        let middle = run.lowerBound + run.count / 2
        unsafe fill(run.lowerBound..<middle, of: branch, items, ends, scratch, shift)
        unsafe fill(middle..<run.upperBound, of: branch, items, ends, scratch, shift)
      } else {
        let level = unsafe self.branch(from: items + start, scratch: scratch + start, count, shift - bits)
        branch.setLink(run.lowerBound, IndexLink(level, isBranch: true))
      }
    }

    mutating func bucket(_ items: UnsafeMutablePointer<Item>, _ count: Int) -> IndexBucket {
      var log = IndexBucket.standardLog
      while (1 << log) / 4 * 3 < count { log += 1 }
      let bucket = IndexBucket.allocate(logCapacity: log)
      let mask = bucket.mask
      for i in 0..<count where !hasDuplicates {
        let item = unsafe items[i]
        let entry = IndexEntry(hash: item.hash, label: labels[Int(item.leaf)])
        var place = Int(truncatingIfNeeded: entry.hash) & mask
        var clashes = false
        while !bucket[place].isFree, bucket[place] != entry {
          if bucket[place].hash == entry.hash { clashes = true }
          place = (place + 1) & mask
        }
        if clashes || !bucket[place].isFree { unsafe check(items, i) }
        if bucket[place].isFree {
          bucket[place] = entry
          bucket.node.count += 1
        }
      }
      return bucket
    }

    /// Looks for the id of an item among the items before it.
    mutating func check(_ items: UnsafeMutablePointer<Item>, _ i: Int) {
      let item = unsafe items[i]
      var j = 0
      while j < i, !hasDuplicates {
        let other = unsafe items[j]
        if other.hash == item.hash, isSameID(Int(other.position), Int(item.position)) { hasDuplicates = true }
        j += 1
      }
    }
  }
}

/// The labels of the leaves of a list that was built at once: evenly spaced around the middle.
@frozen @usableFromInline
struct LeafLabels {
  @usableFromInline let first: UInt64
  @usableFromInline let step: UInt64

  /// The distance between two leaves where there is plenty of room: 40 splits at one place halve it away, and
  /// 8 million leaves can be added at either end.
  @inlinable static var spacing: UInt64 { 1 << 40 }

  @inlinable init(first: UInt64, step: UInt64) {
    self.first = first
    self.step = step
  }
  @inlinable init(count: Int) {
    step = Swift.min(LeafLabels.spacing, (1 << 62) / UInt64(Swift.max(1, count)))
    first = (1 << 63) - UInt64(count / 2) * step
  }
  @inlinable subscript(leaf: Int) -> UInt64 { first &+ UInt64(truncatingIfNeeded: leaf) &* step }
}
