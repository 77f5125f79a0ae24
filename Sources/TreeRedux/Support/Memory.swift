/// The address of a value whose type is known where it is used.
///
/// Everything that is compiled once for all types (plans, slots, the queue) passes values on by address, and closures
/// made where the type is known read them. It is `@safe` because each address is made together with the closures that
/// read it, and neither leaves the store: `subscript(as:)` is never given a type other than the one stored there.
@safe @usableFromInline
struct Memory {
  @usableFromInline let address: UnsafeMutableRawPointer

  @inlinable init(_ address: UnsafeMutableRawPointer) { unsafe self.address = address }
  @inlinable init<Value>(_ pointer: UnsafeMutablePointer<Value>) {
    unsafe self.address = UnsafeMutableRawPointer(pointer)
  }
  /// The address of a value that is only read.
  @inlinable init<Value>(reading pointer: UnsafePointer<Value>) {
    unsafe self.address = UnsafeMutableRawPointer(mutating: pointer)
  }

  /// The value that lives here.
  @inlinable subscript<Value>(as type: Value.Type) -> Value {
    unsafeAddress { unsafe UnsafePointer(address.assumingMemoryBound(to: Value.self)) }
    nonmutating unsafeMutableAddress { unsafe address.assumingMemoryBound(to: Value.self) }
  }

  /// Puts a value where there is none.
  @inlinable func initialize<Value>(to value: consuming Value) {
    unsafe address.initializeMemory(as: Value.self, to: value)
  }
  /// Destroys the value that lives here; another has to follow before anything else is done with this.
  @inlinable func deinitialize<Value>(as type: Value.Type) {
    unsafe address.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
  }

  /// The address `offset` bytes further on.
  @inlinable func advanced(by offset: Int) -> Memory { unsafe Memory(address + offset) }

  /// Whether `size` bytes here and there are the same.
  @inlinable func hasSameBits(as other: Memory, size: Int) -> Bool {
    var i = 0
    while i &+ 8 <= size {
      let a = unsafe address.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      if unsafe a != other.address.loadUnaligned(fromByteOffset: i, as: UInt64.self) { return false }
      i &+= 8
    }
    while i < size {
      let a = unsafe address.load(fromByteOffset: i, as: UInt8.self)
      if unsafe a != other.address.load(fromByteOffset: i, as: UInt8.self) { return false }
      i &+= 1
    }
    return true
  }

  /// The range from the first to the last word that differs here and there, in bytes from here; nil if none does.
  func differingBytes(from other: Memory, size: Int) -> Range<Int>? {
    var lower = 0
    while lower < size {
      let width = min(8, size &- lower)
      if !advanced(by: lower).hasSameBits(as: other.advanced(by: lower), size: width) { break }
      lower &+= 8
    }
    if lower >= size { return nil }
    var upper = size
    while upper &- lower > 8 {
      if !advanced(by: upper &- 8).hasSameBits(as: other.advanced(by: upper &- 8), size: 8) { break }
      upper &-= 8
    }
    return lower..<upper
  }
}

/// Calls `body` with the address of `value`.
@inlinable
func withMemory<Value, Result>(of value: inout Value, _ body: (Memory) -> Result) -> Result {
  unsafe withUnsafeMutablePointer(to: &value) { unsafe body(Memory($0)) }
}

/// Calls `body` with the address of `value`, which is only read.
@inlinable
func withMemory<Value, Result>(reading value: Value, _ body: (Memory) -> Result) -> Result {
  unsafe withUnsafePointer(to: value) { unsafe body(Memory(reading: $0)) }
}

/// How values of one type are copied, destroyed and compared where only their address is known.
@usableFromInline
struct ValueOperations {
  @usableFromInline let size: Int
  @usableFromInline let alignment: Int
  /// Whether copying the bits is copying the value.
  @usableFromInline let isTrivial: Bool
  @usableFromInline let copy: (_ from: Memory, _ to: Memory) -> Void
  @usableFromInline let destroy: (Memory) -> Void

  @inlinable init<Value>(_ type: Value.Type) {
    size = MemoryLayout<Value>.size
    alignment = MemoryLayout<Value>.alignment
    isTrivial = _isPOD(Value.self)
    copy = { from, to in
      unsafe to.address.assumingMemoryBound(to: Value.self).initialize(to: from[as: Value.self])
    }
    destroy = { memory in unsafe memory.address.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
  }

  /// A copy of a value in memory of its own, which `move` or `discard` frees.
  func copied(_ value: Memory) -> Memory {
    let memory = unsafe Memory(.allocate(byteCount: max(size, 1), alignment: alignment))
    copy(value, memory)
    return memory
  }
  /// Puts a copy in the place of a value, and frees its memory.
  func move(_ copy: Memory, over value: Memory) {
    destroy(value)
    unsafe value.address.copyMemory(from: copy.address, byteCount: size)
    unsafe copy.address.deallocate()
  }
  /// Destroys a copy and frees its memory.
  func discard(_ copy: Memory) {
    destroy(copy)
    unsafe copy.address.deallocate()
  }
}
