/// The way from a frame into another one.
@usableFromInline
final class Crossing {
  /// Calls a function with the address behind the crossing, if there is something.
  @usableFromInline typealias Reach = (_ container: Memory, _ body: (Memory) -> Void) -> Outcome
  /// What was found behind a crossing, and what became of it.
  @usableFromInline
  enum Outcome {
    case absent, present
    /// An element was given the id of another one, which is gone for that.
    case replaced
  }

  /// The way to one value.
  @usableFromInline
  struct Way {
    /// To change it.
    let modify: Reach
    /// To look at it; what `body` is given may be a copy.
    let read: Reach

    @usableFromInline
    init(modify: @escaping Reach, read: @escaping Reach) { (self.modify, self.read) = (modify, read) }
  }
  /// Tells which of several values this is, where an optional or a case may hold one after the other.
  @usableFromInline typealias Identity = (Memory) -> AnyHashable

  @usableFromInline
  enum Kind {
    /// One value at most: an optional, a case, a computed path.
    case one(Way, Identity?)
    /// The elements of a list.
    case each(EachElement)
  }

  /// The optional, the list, or the value that a computed path starts from.
  let container: Container
  /// Where the container lies in the outer frame.
  let offset: Int
  let kind: Kind
  /// What is known of the type of the values behind it.
  let inner: ValueOperations

  @usableFromInline
  init(container: Container, offset: Int, kind: Kind, inner: ValueOperations) {
    (self.container, self.offset, self.kind, self.inner) = (container, offset, kind, inner)
  }

  /// The bytes of the container in the outer frame.
  var range: Range<Int> { offset..<offset + container.operations.size }
}

/// What is known of the type of a container.
@usableFromInline
struct Container {
  let type: Any.Type
  let operations: ValueOperations
  /// Makes what watches its elements, if it is a list.
  let makeWatch: ((Slot) -> ListWatch)?

  @usableFromInline
  init(type: Any.Type, operations: ValueOperations, makeWatch: ((Slot) -> ListWatch)? = nil) {
    (self.type, self.operations, self.makeWatch) = (type, operations, makeWatch)
  }
}

/// How the elements of a list are visited.
@usableFromInline
struct EachElement {
  @usableFromInline typealias Visit = (_ element: Memory) -> Bool
  @usableFromInline typealias Adopt = (_ id: AnyHashable, _ way: Crossing.Way) -> Void

  /// Calls `visit` for every element, which may change in place; where that returns true, calls `adopt` with the
  /// element's id and the way to it. Says whether elements were given ids of others, which are gone for that.
  let body: (_ list: Memory, _ visit: Visit, _ adopt: Adopt) -> Bool
  /// Whether an action that was not addressed is meant to reach every element.
  let isBroadcastMeant: Bool

  /// Calls `body` with every element that was removed or is stored anew between two versions of the list.
  let changes: (_ old: Memory, _ new: Memory, _ body: Changed) -> Void
  @usableFromInline typealias Changed = (_ id: AnyHashable, _ old: Memory, _ new: Memory?) -> Void

  @usableFromInline
  init(
    isBroadcastMeant: Bool, _ body: @escaping (_ list: Memory, _ visit: Visit, _ adopt: Adopt) -> Bool,
    changes: @escaping (_ old: Memory, _ new: Memory, _ body: Changed) -> Void
  ) {
    (self.isBroadcastMeant, self.body, self.changes) = (isBroadcastMeant, body, changes)
  }
}
