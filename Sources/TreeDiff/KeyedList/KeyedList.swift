/// An ordered list of identified elements whose versions share what they have in common.
///
/// A copy costs nothing. A change to one of *n* elements costs O(log *n*): it is made in place where the list is not
/// shared with a copy, and copies one path of the tree where it is. What two versions have not changed they still
/// share, so comparing them, and finding out how they differ, costs as much as the change.
///
/// ```swift
/// var posts: KeyedList = [Post(id: 1, title: "One"), Post(id: 2, title: "Two")]
/// let before = posts
/// posts.update(id: 2) { $0.likes += 1 }
/// posts.prepend(Post(id: 3, title: "Three"))
/// let diff = posts.diff(from: before)   // one insertion at 0, one update
/// ```
///
/// No two elements have the same id. An element that is put in under an id that the list holds already wins: the list
/// then holds it once, where it was put, and the operation returns the element that had to go. Data that may hold an
/// id twice comes in through ``init(_:uniquingIDsWith:)``, ``init(validating:)`` or ``reconcile(with:)``.
///
/// The order is kept in a B+tree whose leaves hold up to 32 elements and have labels that rise with the order. A radix
/// tree leads from the hash of an id to the label of its leaf. Lists of up to 32 elements are one leaf and have no
/// index.
@safe
public struct KeyedList<Element: Identifiable> {
  /// What tells an element from all others.
  public typealias ID = Element.ID

  /// The root of the order tree, nil when the list is empty.
  @usableFromInline var root: NodeObject?
  /// The root of the index, nil when the order tree is a single leaf.
  @usableFromInline var index: NodeObject?

  /// The number of elements.
  @usableFromInline var size: Int

  /// Creates an empty list.
  @inlinable
  public init() {
    root = nil
    index = nil
    size = 0
  }
}

// Nodes that are shared are never written to, and those that are not have one owner; reference counts are atomic.
extension KeyedList: @unchecked Sendable where Element: Sendable {}

extension KeyedList {
  /// Whether both lists are the same version: one is an unchanged copy of the other.
  ///
  /// Lists for which this is false may still be equal.
  ///
  /// - Parameter other: The other list.
  /// - Complexity: O(1).
  @inlinable
  public func isIdentical(to other: KeyedList) -> Bool { root === other.root && count == other.count }

  /// The number of elements.
  @inlinable public var count: Int { size }
  /// Whether the list is empty.
  @inlinable public var isEmpty: Bool { count == 0 }
}

// MARK: - Access to the trees

extension KeyedList {
  @usableFromInline typealias Node = Leaf<Element>

  /// Calls `body` with the root of the order tree, which must not be nil, and keeps it alive meanwhile.
  @inlinable
  func withRoot<R, Failure: Error>(_ body: (NodeRef) throws(Failure) -> R) throws(Failure) -> R {
    let object = unsafe root.unsafelyUnwrapped
    defer { withExtendedLifetime(object) {} }
    return try body(NodeRef(object))
  }

  /// Calls `body` with the place of the root of the order tree, which must not be nil.
  @inlinable
  mutating func mutateRoot<R, Failure: Error>(
    _ body: (inout NodeRef) throws(Failure) -> R
  ) throws(Failure) -> R {
    try KeyedList.mutate(&root, body)
  }

  /// Calls `body` with the place of the root of the index, which must not be nil.
  @inlinable
  mutating func mutateIndex<R, Failure: Error>(
    _ body: (inout NodeRef) throws(Failure) -> R
  ) throws(Failure) -> R {
    try KeyedList.mutate(&index, body)
  }

  // A reference and an address have one representation, and ownership passes through `body` untouched.
  @inlinable
  static func mutate<R, Failure: Error>(
    _ object: inout NodeObject?, _ body: (inout NodeRef) throws(Failure) -> R
  ) throws(Failure) -> R {
    try unsafe withUnsafeMutablePointer(to: &object) { pointer throws(Failure) in
      try unsafe body(&UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: NodeRef.self).pointee)
    }
  }
}
