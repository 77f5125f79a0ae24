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

    init(offset: Int, operations: ValueOperations) { (self.offset, self.operations) = (offset, operations) }
  }

  /// The state as it is.
  @usableFromInline let live: Memory
  /// Where saved parts lie, each at the offset it has in the state.
  @usableFromInline let saved: Memory
  private let destroy: (Memory) -> Void

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
    initialize(live)
  }

  deinit {
    destroy(live)
    unsafe live.address.deallocate()
    unsafe saved.address.deallocate()
  }

  /// Copies a part; `forget(_:)` must follow.
  func save(_ part: Part) {
    let from = live.advanced(by: part.offset)
    let to = saved.advanced(by: part.offset)
    if part.operations.isTrivial {
      unsafe to.address.copyMemory(from: from.address, byteCount: part.operations.size)
    } else {
      part.operations.copy(from, to)
    }
  }

  /// Destroys the copy of a part.
  func forget(_ part: Part) {
    if !part.operations.isTrivial { part.operations.destroy(saved.advanced(by: part.offset)) }
  }

  /// Whether the bits of a saved part of the state differ from what they were.
  func differs(_ part: Part) -> Bool {
    let saved = saved.advanced(by: part.offset)
    return !live.advanced(by: part.offset).hasSameBits(as: saved, size: part.operations.size)
  }
}
