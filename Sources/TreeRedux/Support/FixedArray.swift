/// Objects that are visited without counting references to them.
///
/// Counting is most of what a visit would cost: a like would take twice as long. It is safe because the array owns the
/// objects, never changes, and is itself kept by the object that is visited from.
@safe
struct FixedArray<Element: AnyObject> {
  let elements: [Element]
  private let references: [Unmanaged<Element>]

  init(_ elements: [Element] = []) {
    self.elements = elements
    unsafe references = elements.map { unsafe .passUnretained($0) }
  }

  var isEmpty: Bool { elements.isEmpty }

  @inline(__always)
  func forEach(_ body: (Element) -> Void) {
    for i in 0..<elements.count { unsafe references[i]._withUnsafeGuaranteedRef(body) }
  }
}

/// An object that somebody else keeps, at least as long as it is read here.
///
/// What is passed on from `body` to a function of its own is not counted there either, nor is what that function reads
/// from constants that are not optional. Counting is what most of the time of an action would go into.
@safe @usableFromInline
struct Borrowed<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable init(_ object: Object) { unsafe reference = .passUnretained(object) }

  /// The object, for somebody who keeps it.
  @inlinable var object: Object { unsafe reference.takeUnretainedValue() }

  @inlinable @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { unsafe reference._withUnsafeGuaranteedRef(body) }
}

extension Optional where Wrapped: AnyObject {
  @inline(__always) var borrowed: Borrowed<Wrapped>? { map { Borrowed($0) } }
}
