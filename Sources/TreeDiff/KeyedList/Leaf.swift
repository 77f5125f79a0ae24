/// The object of a leaf, which releases its elements.
@usableFromInline
final class LeafObject<Element>: NodeObject {
  deinit {
    let leaf = Leaf<Element>(NodeRef(self))
    unsafe leaf.elements.deinitialize(count: leaf.count)
  }
}

/// A leaf of the order tree: up to 32 elements side by side, with eight bits of each one's hash in front.
///
/// The bits (tags) make a search by id read one cache line and one element, whatever the elements' size.
@safe @frozen @usableFromInline
struct Leaf<Element> {
  @usableFromInline let node: NodeRef

  @inlinable init(_ node: NodeRef) { self.node = node }

  /// The most elements that a leaf which is the whole list can hold: the room for tags.
  @inlinable static var maximum: Int { 32 }
  /// The most elements in a leaf of a larger list. Copying a leaf is the greater part of a change to a shared
  /// list, so leaves of large elements hold fewer; smaller leaves would make it slower to go through a list.
  @inlinable static var limit: Int {
    Swift.min(32, Swift.max(8, 800 / Swift.max(1, MemoryLayout<Element>.stride) & ~3))
  }
  /// The elements in a leaf after a bulk build, with room for some insertions.
  @inlinable static var fill: Int { limit - limit / 8 }
  /// A leaf with fewer elements is joined with a neighbour or filled up from it.
  @inlinable static var minimum: Int { limit / 4 }

  @inlinable static var elementsOffset: Int { NodeRef.bodyOffset + maximum }

  /// A new leaf without elements.
  @inlinable
  static func allocate(capacity: Int, label: UInt64) -> Leaf {
    // Allocations are aligned to 16 bytes; more is made up for by hand.
    let slack = Swift.max(0, MemoryLayout<Element>.alignment - 8)
    let bytes = maximum + capacity * MemoryLayout<Element>.stride + slack
    return Leaf(
      NodeRef.allocate(
        LeafObject<Element>.self, bytes: bytes,
        header: NodeHeader(count: 0, height: 0, capacity: UInt16(capacity), label: label)))
  }

  @inlinable var count: Int {
    get { node.count }
    nonmutating set { node.count = newValue }
  }
  @inlinable var label: UInt64 { node.label }

  @inlinable var tags: UnsafeMutablePointer<UInt8> { unsafe node.body.assumingMemoryBound(to: UInt8.self) }
  @inlinable var elements: UnsafeMutablePointer<Element> {
    let start = unsafe node.address + Leaf.elementsOffset
    let mask = UInt(MemoryLayout<Element>.alignment - 1)
    if mask < 16 && Leaf.elementsOffset & Int(mask) == 0 {
      return unsafe start.assumingMemoryBound(to: Element.self)
    }
    let aligned = unsafe UnsafeMutableRawPointer(bitPattern: (UInt(bitPattern: start) + mask) & ~mask)
    return unsafe aligned.unsafelyUnwrapped.assumingMemoryBound(to: Element.self)
  }

  /// A set of slots, one bit each, that may hold an id with this hash.
  @inlinable
  func candidates(_ hash: UInt32) -> UInt32 {
    let words = unsafe node.body.assumingMemoryBound(to: UInt64.self)
    let pattern = UInt64(KeyHash.tag(hash)) &* 0x0101_0101_0101_0101
    var result: UInt32 = 0
    for word in 0..<4 {
      let x = unsafe UInt64(littleEndian: words[word]) ^ pattern
      // The high bit of each byte that is zero (and perhaps of some above one, which comparing ids sorts out).
      let zeros = (x &- 0x0101_0101_0101_0101) & ~x & 0x8080_8080_8080_8080
      // Gathers the eight bits in one byte.
      let bits = ((zeros &>> 7) &* 0x0102_0408_1020_4080) &>> 56
      result |= UInt32(truncatingIfNeeded: bits) &<< (8 &* UInt32(truncatingIfNeeded: word))
    }
    return result & UInt32(truncatingIfNeeded: (1 as UInt64 &<< UInt64(count)) &- 1)
  }

  /// Makes sure that the leaf in `slot` is referenced only there and has room for `needed` elements.
  @inlinable
  static func makeUnique(_ slot: inout NodeRef, needed: Int, limit: Int) -> Leaf {
    let unique = slot.isUnique
    if unique && slot.capacity >= needed { return Leaf(slot) }
    let old = Leaf(slot)
    let count = old.count
    let room = needed <= count ? count : Swift.max(4, needed + needed / 4)
    let new = allocate(capacity: Swift.max(needed, Swift.min(limit, (room + 3) & ~3)), label: old.label)
    unsafe new.node.body.copyMemory(from: old.node.body, byteCount: maximum)
    let (from, to) = unsafe (old.elements, new.elements)
    if unique {
      unsafe to.moveInitialize(from: from, count: count)
      old.count = 0
    } else {
      // One by one: this loop is compiled for the element, `initialize(from:count:)` asks the runtime for each.
      for slot in 0..<count { unsafe (to + slot).initialize(to: from[slot]) }
    }
    new.count = count
    slot.release()
    slot = new.node
    return new
  }

  /// Puts an element into a unique leaf that has room.
  @inlinable
  func insert(_ element: consuming Element, tag: UInt8, at slot: Int) {
    let (count, tags, elements) = unsafe (count, tags, elements)
    unsafe (tags + (slot + 1)).update(from: tags + slot, count: count - slot)
    unsafe (elements + (slot + 1)).moveInitialize(from: elements + slot, count: count - slot)
    unsafe tags[slot] = tag
    unsafe (elements + slot).initialize(to: element)
    self.count = count + 1
  }

  /// Closes the gap at a slot whose element has been moved out.
  @inlinable
  func closeGap(at slot: Int) {
    let (count, tags, elements) = unsafe (count, tags, elements)
    unsafe (tags + slot).update(from: tags + (slot + 1), count: count - slot - 1)
    unsafe (elements + slot).moveInitialize(from: elements + (slot + 1), count: count - slot - 1)
    self.count = count - 1
  }

  /// Moves the elements in `range` to `slot` of another leaf. Both are unique, and the other has room.
  @inlinable
  func move(_ range: Range<Int>, to other: Leaf, at slot: Int) {
    let (moved, otherCount) = (range.count, other.count)
    let (otherTags, otherElements) = unsafe (other.tags, other.elements)
    unsafe (otherTags + (slot + moved)).update(from: otherTags + slot, count: otherCount - slot)
    unsafe (otherElements + (slot + moved)).moveInitialize(from: otherElements + slot, count: otherCount - slot)
    unsafe (otherTags + slot).update(from: tags + range.lowerBound, count: moved)
    unsafe (otherElements + slot).moveInitialize(from: elements + range.lowerBound, count: moved)
    other.count = otherCount + moved
    let rest = count - range.upperBound
    unsafe (tags + range.lowerBound).update(from: tags + range.upperBound, count: rest)
    unsafe (elements + range.lowerBound).moveInitialize(from: elements + range.upperBound, count: rest)
    count -= moved
  }
}

extension Leaf where Element: Identifiable {
  /// The slot of the element with this id, whose hash is `hash`; one slot may be left out.
  @inlinable
  func slot(of id: Element.ID, hash: UInt32, except: Int = -1) -> Int? {
    var candidates = candidates(hash)
    while candidates != 0 {
      let slot = candidates.trailingZeroBitCount
      if unsafe slot != except && elements[slot].id == id { return slot }
      candidates &= candidates &- 1
    }
    return nil
  }

  /// Whether an element of the leaf has this hash.
  @inlinable
  func holds(hash: UInt32) -> Bool {
    var candidates = candidates(hash)
    while candidates != 0 {
      if unsafe KeyHash.hash(elements[candidates.trailingZeroBitCount].id) == hash { return true }
      candidates &= candidates &- 1
    }
    return false
  }
}
