/// How the elements of two lists are told apart: by id, and by content once the ids match.
///
/// A type rather than a pair of closures, so that a diff specialises to its elements.
@usableFromInline
package protocol ListComparison {
  associatedtype Element
  associatedtype ID: Hashable
  /// What can end the work early; `Never` where nothing can.
  associatedtype Interruption: Error

  func id(of element: Element) -> ID
  func hasSameContent(_ old: Element, _ new: Element) -> Bool
  /// Called now and then during long work; throws to end it.
  func checkpoint() throws(Interruption)
}

/// The comparison that `Identifiable` and `Equatable` stand for.
@usableFromInline
package struct NaturalComparison<Element: Identifiable & Equatable>: ListComparison {
  @inlinable package init() {}
  @inlinable @inline(__always) package func id(of element: Element) -> Element.ID { element.id }
  @inlinable @inline(__always) package func hasSameContent(_ old: Element, _ new: Element) -> Bool { old == new }
  @inlinable @inline(__always) package func checkpoint() {}
}

/// A comparison by two functions.
@usableFromInline
package struct CustomComparison<Element, ID: Hashable>: ListComparison {
  @usableFromInline let id: (Element) -> ID
  @usableFromInline let areEqual: (Element, Element) -> Bool

  @inlinable
  package init(id: @escaping (Element) -> ID, areEqual: @escaping (Element, Element) -> Bool) {
    (self.id, self.areEqual) = (id, areEqual)
  }

  @inlinable @inline(__always) package func id(of element: Element) -> ID { id(element) }
  @inlinable @inline(__always)
  package func hasSameContent(_ old: Element, _ new: Element) -> Bool { areEqual(old, new) }
  @inlinable @inline(__always) package func checkpoint() {}
}

/// Another comparison that stops when the task it runs in is cancelled.
@usableFromInline
package struct CancellableComparison<Base: ListComparison>: ListComparison {
  @usableFromInline let base: Base

  @inlinable package init(_ base: Base) { self.base = base }
  @inlinable @inline(__always) package func id(of element: Base.Element) -> Base.ID { base.id(of: element) }
  @inlinable @inline(__always)
  package func hasSameContent(_ old: Base.Element, _ new: Base.Element) -> Bool { base.hasSameContent(old, new) }

  @inlinable
  package func checkpoint() throws(CancellationError) {
    if Task.isCancelled { throw CancellationError() }
  }
}
