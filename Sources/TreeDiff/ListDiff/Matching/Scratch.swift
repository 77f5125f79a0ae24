/// A growable buffer of plain values for the inner loops of a diff: no reference count, no check for uniqueness.
///
/// All memory that a diff works on, apart from its result, is held by this type. Indexes are checked in debug builds.
@safe
@usableFromInline
package struct Scratch<Value: BitwiseCopyable>: ~Copyable {
  @usableFromInline let base: UnsafeMutablePointer<Value>
  /// The number of values, all of which are initialized.
  @usableFromInline package let count: Int

  /// A buffer of `count` values, all equal to `value`.
  @inlinable
  package init(repeating value: Value, count: Int) {
    unsafe base = .allocate(capacity: count)
    unsafe base.initialize(repeating: value, count: count)
    self.count = count
  }

  @inlinable deinit { unsafe base.deallocate() }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get {
      assert(0 <= index && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(0 <= index && index < count)
      unsafe base[index] = newValue
    }
  }
}

/// The values of a buffer, for a loop: a copy of the address that writes through other addresses cannot change, so that
/// it stays in a register. The buffer must outlive it.
@safe
@usableFromInline
package struct ScratchView<Value: BitwiseCopyable>: BitwiseCopyable {
  @usableFromInline let base: UnsafeMutablePointer<Value>
  @usableFromInline package let count: Int

  @inlinable @inline(__always)
  init(_ base: UnsafeMutablePointer<Value>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get {
      assert(0 <= index && index < count)
      return unsafe base[index]
    }
    nonmutating set {
      assert(0 <= index && index < count)
      unsafe base[index] = newValue
    }
  }
}

extension Scratch {
  @inlinable @inline(__always)
  package var view: ScratchView<Value> { unsafe ScratchView(base, count: count) }
}

/// The elements of a list for the duration of a diff, read in place.
@safe
@usableFromInline
package struct ListView<Element> {
  @usableFromInline let base: UnsafePointer<Element>?
  /// The number of elements.
  @usableFromInline package let count: Int

  /// A view of `buffer`, which must outlive it.
  @inlinable
  package init(_ buffer: UnsafeBufferPointer<Element>) {
    unsafe base = buffer.baseAddress
    count = buffer.count
  }

  /// The element at `index`, borrowed: reading an id out of it does not retain the element.
  @inlinable
  package subscript(index: Int) -> Element {
    @inline(__always)
    unsafeAddress {
      assert(0 <= index && index < count)
      return unsafe base.unsafelyUnwrapped + index
    }
  }

  /// Whether the elements at `index` of both views have the same bits, and so the same value. Other bits say nothing.
  @inlinable @inline(__always)
  func hasSameBits(at index: Int, as other: ListView) -> Bool {
    assert(0 <= index && index < min(count, other.count))
    let left = unsafe UnsafeRawPointer(base.unsafelyUnwrapped + index)
    let right = unsafe UnsafeRawPointer(other.base.unsafelyUnwrapped + index)
    var (offset, difference) = (0, 0 as UInt64)
    while offset + 8 <= MemoryLayout<Element>.size {
      difference |=
        unsafe left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        ^ right.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < MemoryLayout<Element>.size {
      difference |= unsafe UInt64(
        left.load(fromByteOffset: offset, as: UInt8.self) ^ right.load(fromByteOffset: offset, as: UInt8.self))
      offset += 1
    }
    return difference == 0
  }

  /// Reads a byte of the element at `index`, to have its memory near when it is needed.
  @inlinable @inline(__always)
  func touch(_ index: Int) -> UInt8 {
    guard index < count, MemoryLayout<Element>.size > 0 else { return 0 }
    return unsafe UnsafeRawPointer(base.unsafelyUnwrapped + index).load(as: UInt8.self)
  }
}
