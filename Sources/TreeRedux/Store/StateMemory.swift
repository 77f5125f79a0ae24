/// Owns the state, and copies of those parts of it that are observed while an action may change them.
///
/// What is observed is copied as a value, not as bits: the copy keeps what it refers to alive, so shared storage is
/// neither changed in place nor freed and reused. That is what makes equal bits mean equal values; bits alone would miss
/// both. What nobody observes is not copied and stays uniquely referenced.
@safe @usableFromInline
final class StateMemory {
  /// A stored part of the state.
  final class Part {
    let offset: Int
    let operations: ValueOperations
    let range: Range<Int>

    init(offset: Int, operations: ValueOperations) {
      (self.offset, self.operations) = (offset, operations)
      range = offset..<offset + operations.size
    }
  }

  /// Bytes that hold parts to be saved, and what is observed there.
  final class Region {
    let range: Range<Int>
    /// Those parts whose copies keep something alive.
    fileprivate let owning: FixedArray<Part>
    let slots: FixedArray<Slot>

    init(range: Range<Int>, parts: [Part], slots: [Slot]) {
      (self.range, self.slots) = (range, FixedArray(slots))
      owning = FixedArray(parts.filter { !$0.operations.isTrivial })
    }
  }

  /// The state as it is, and the states of mounted nodes behind it.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var live: Memory
  /// Where saved parts lie, each at the offset it has in the state.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var saved: Memory
  private let destroy: (Memory) -> Void
  private var block: (size: Int, alignment: Int)
  var capacity: Int { block.size }
  private var guests = Guests()
  /// Memory that was moved out of; something may still be reading it.
  private var outgrown: [Memory] = []

  /// Takes over `state`.
  @inlinable
  convenience init<State>(_ state: State) {
    self.init(
      size: MemoryLayout<State>.size, alignment: MemoryLayout<State>.alignment,
      initialize: { memory in unsafe memory.address.initializeMemory(as: State.self, to: state) },
      destroy: ValueOperations(State.self).destroy)
  }

  @usableFromInline
  init(size: Int, alignment: Int, initialize: (Memory) -> Void, destroy: @escaping (Memory) -> Void) {
    let bytes = max(size, 1)
    unsafe live = Memory(.allocate(byteCount: bytes, alignment: alignment))
    unsafe saved = Memory(.allocate(byteCount: bytes, alignment: alignment))
    self.destroy = destroy
    block = (bytes, alignment)
    guests.end = bytes
    initialize(live)
  }

  deinit {
    destroy(live)
    for (offset, guest) in guests.all { guest.destroy(live.advanced(by: offset)) }
    unsafe live.address.deallocate()
    unsafe saved.address.deallocate()
    freeOutgrown()
  }

  // MARK: States beside the state

  /// Puts another state behind the state, at an offset that stays as long as it does.
  ///
  /// No reducer may run meanwhile. Observers may: what they are given may lie in the memory that was left.
  func addGuest<Guest>(_ state: Guest) -> Int {
    let operations = ValueOperations(Guest.self)
    let offset = guests.reserve(size: max(operations.size, 1), alignment: MemoryLayout<Guest>.alignment, operations)
    if guests.end > block.size || MemoryLayout<Guest>.alignment > block.alignment {
      grow(to: max(guests.end, 2 * block.size, 256), alignment: max(block.alignment, MemoryLayout<Guest>.alignment, 16))
    }
    live.advanced(by: offset).initialize(to: state)
    return offset
  }

  /// Destroys a state that was put behind the state.
  func removeGuest(at offset: Int) {
    if let guest = guests.remove(offset) { guest.destroy(live.advanced(by: offset)) }
  }

  /// Moves everything to larger memory. Values can be moved by their bits.
  private func grow(to size: Int, alignment: Int) {
    let (oldLive, oldSaved) = (live, saved)
    unsafe live = Memory(.allocate(byteCount: size, alignment: alignment))
    unsafe saved = Memory(.allocate(byteCount: size, alignment: alignment))
    unsafe live.address.copyMemory(from: oldLive.address, byteCount: block.size)
    unsafe saved.address.copyMemory(from: oldSaved.address, byteCount: block.size)
    outgrown += [oldLive, oldSaved]
    block = (size, alignment)
  }

  /// Frees memory that was moved out of. Nothing may be reading it.
  func freeOutgrown() {
    for memory in outgrown { unsafe memory.address.deallocate() }
    outgrown = []
  }

  /// Copies what is observed in a region; `forget(_:)` must follow.
  ///
  /// The bits of all of it, then values over them where copying a value is more than that. Bits that belong to no part
  /// are compared and never used.
  @inline(__always)
  func save(_ region: Region) {
    let (from, to) = (live.advanced(by: region.range.lowerBound), saved.advanced(by: region.range.lowerBound))
    unsafe to.address.copyMemory(from: from.address, byteCount: region.range.count)
    region.owning.forEach { $0.operations.copy(live.advanced(by: $0.offset), saved.advanced(by: $0.offset)) }
  }

  /// Destroys the copies of a region.
  @inline(__always)
  func forget(_ region: Region) {
    region.owning.forEach { $0.operations.destroy(saved.advanced(by: $0.offset)) }
  }

  /// The bytes of a saved region that differ from what they were, and those between them; nil if there are none.
  @inline(__always)
  func changedBytes(of region: Region) -> Range<Int>? {
    let start = region.range.lowerBound
    return live.advanced(by: start).differingBytes(from: saved.advanced(by: start), size: region.range.count)
      .map { $0.lowerBound + start..<$0.upperBound + start }
  }

  /// Whether the bits of a saved part of the state differ from what they were.
  func differs(_ part: Part) -> Bool {
    let saved = saved.advanced(by: part.offset)
    return !live.advanced(by: part.offset).hasSameBits(as: saved, size: part.operations.size)
  }
}

/// States behind the state, by their offsets.
private struct Guests {
  private(set) var all: [Int: ValueOperations] = [:]
  /// Where memory begins that is not in use, up to its end.
  var end = 0
  /// What is not in use before that, in order; no two touch each other.
  private var gaps: [Range<Int>] = []

  mutating func reserve(size: Int, alignment: Int, _ operations: ValueOperations) -> Int {
    func place(from start: Int) -> Range<Int> {
      let offset = (start + alignment - 1) / alignment * alignment
      return offset..<offset + size
    }
    let fitting = gaps.firstIndex { place(from: $0.lowerBound).upperBound <= $0.upperBound }
    let gap = fitting.map { gaps.remove(at: $0) }
    let taken = place(from: gap?.lowerBound ?? end)
    if let gap {
      leave(gap.lowerBound..<taken.lowerBound)
      leave(taken.upperBound..<gap.upperBound)
    } else {
      let padding = end..<taken.lowerBound
      end = taken.upperBound
      leave(padding)
    }
    all[taken.lowerBound] = operations
    return taken.lowerBound
  }

  mutating func remove(_ offset: Int) -> ValueOperations? {
    guard let guest = all.removeValue(forKey: offset) else { return nil }
    leave(offset..<offset + max(guest.size, 1))
    return guest
  }

  /// Notes that a range is not in use, together with what is not in use beside it.
  private mutating func leave(_ range: Range<Int>) {
    if range.isEmpty { return }
    var index = gaps.firstIndex { $0.lowerBound >= range.upperBound } ?? gaps.count
    var gap = range
    if index < gaps.count, gaps[index].lowerBound == gap.upperBound {
      gap = gap.lowerBound..<gaps.remove(at: index).upperBound
    }
    if index > 0, gaps[index - 1].upperBound == gap.lowerBound {
      index -= 1
      gap = gaps.remove(at: index).lowerBound..<gap.upperBound
    }
    if gap.upperBound == end { end = gap.lowerBound } else { gaps.insert(gap, at: index) }
  }
}

extension RootStore {
  /// How many bytes there are for the state and those of mounted nodes.
  package var capacity: Int { memory.capacity }
}
