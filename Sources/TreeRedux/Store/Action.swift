/// Something that happened and that reducers may answer by changing the state.
///
/// Any type can be an action; enums and small structs are usual. Which reducers take an action is decided by its type.
///
/// ```swift
/// enum PostAction: Action { case like, unlike }
/// ```
public protocol Action: Sendable {}

/// Stands for no action: what observers are told when they begin was not brought about by one.
public struct NoAction: Action {
  /// Creates it.
  public init() {}
}

/// The type of an action, with the way from its address to a value.
@usableFromInline
struct ActionType {
  @usableFromInline let id: ObjectIdentifier
  @usableFromInline let box: (Memory) -> any Action

  @inlinable init<A: Action>(_ type: A.Type) {
    id = ObjectIdentifier(type)
    box = { $0[as: A.self] }
  }
}
