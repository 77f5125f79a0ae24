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
@safe
struct Borrowed<Object: AnyObject> {
  private let reference: Unmanaged<Object>

  init(_ object: Object) { unsafe reference = .passUnretained(object) }

  @inline(__always)
  func with<Result>(_ body: (Object) -> Result) -> Result { unsafe reference._withUnsafeGuaranteedRef(body) }
}
