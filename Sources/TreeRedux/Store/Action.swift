/// Something that happened and that reducers may answer by changing the state.
///
/// Any type can be an action; enums and small structs are usual. Which reducers take an action is decided by its type.
///
/// ```swift
/// enum PostAction: Action { case like, unlike }
/// ```
public protocol Action: Sendable {}

/// Stands for no action: what observers are told when they begin was not brought about by one.
///
/// It can be dispatched where an action is asked for and nothing is to happen; the store takes it and changes nothing.
public struct NoAction: Action {
  /// Creates it.
  public init() {}
}

/// The type of an action that is passed on by address.
@usableFromInline
struct ActionType {
  private let type: any Action.Type

  @usableFromInline init(_ type: any Action.Type) { self.type = type }

  var id: ObjectIdentifier { ObjectIdentifier(type) }

  /// The type, if the store itself takes its actions.
  var builtIn: (any BuiltInAction.Type)? { type as? any BuiltInAction.Type }

  /// Whether it is meant to reach all there is: every element of every list, and closed nodes.
  var isForAll: Bool { builtIn?.isForAll == true }

  /// Whether copies of an action keep nothing alive.
  var isTrivial: Bool { type.isTrivial }

  /// The action at an address.
  func box(_ action: Memory) -> any Action { type.read(action) }
}

extension Action {
  fileprivate static var isTrivial: Bool { _isPOD(Self.self) }
  fileprivate static func read(_ memory: Memory) -> Self { memory[as: Self.self] }
}
