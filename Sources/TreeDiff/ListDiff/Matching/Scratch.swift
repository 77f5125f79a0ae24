/// A growable buffer of plain values for the inner loops of a diff: no reference count, no check for uniqueness.
///
/// All memory that a diff works on, apart from its result, is held by this type. Indexes are checked in debug builds.
@safe
@usableFromInline
package struct Scratch<Value: BitwiseCopyable>: ~Copyable {
  /// The values, for a loop.
  @usableFromInline package let view: ScratchView<Value>

  /// A buffer of `count` values, all equal to `value`.
  @inlinable
  package init(repeating value: Value, count: Int) {
    let base = UnsafeMutablePointer<Value>.allocate(capacity: count)
    unsafe base.initialize(repeating: value, count: count)
    unsafe view = ScratchView(base, count: count)
  }

  @inlinable deinit { unsafe view.base.deallocate() }

  /// The number of values, all of which are initialized.
  @inlinable @inline(__always)
  package var count: Int { view.count }

  @inlinable @inline(__always)
  package subscript(index: Int) -> Value {
    get { view[index] }
    nonmutating set { view[index] = newValue }
  }
}

extension Scratch where Value == Int32 {
  /// The numbers below `count` that count, ascending, and one more value that means nothing.
  ///
  /// Every number is written, and kept if it counts. So no branch depends on it, which nothing would predict.
  ///
  /// - Parameters:
  ///   - members: How many numbers count.
  ///   - weight: One for a number that counts, zero for another.
  @inlinable @inline(__always)
  init(_ members: Int, below count: Int, weight: (Int) -> UInt32) {
    self.init(repeating: 0, count: members + 1)
    let view = view
    var found = 0
    for number in 0..<count {
      view[found] = Int32(truncatingIfNeeded: number)
      found &+= Int(weight(number))
    }
    assert(found == members)
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
    return unsafe TreeDiff.hasSameBits(base.unsafelyUnwrapped + index, other.base.unsafelyUnwrapped + index)
  }

  /// Reads a byte of the element at `index`, to have its memory near when it is needed.
  @inlinable @inline(__always)
  func touch(_ index: Int) -> UInt8 {
    guard index < count, MemoryLayout<Element>.size > 0 else { return 0 }
    return unsafe UnsafeRawPointer(base.unsafelyUnwrapped + index).load(as: UInt8.self)
  }
}
