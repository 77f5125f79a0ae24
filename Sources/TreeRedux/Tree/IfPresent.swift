/// The value of an optional, with reducers of its own that run while there is one.
///
/// ```swift
/// IfPresent(\.details) { DetailsReducer() }
/// ```
///
/// When the optional becomes nil, or holds a value with another id, the node is gone: its effects are cancelled.
public struct IfPresent<Parent>: TreeNode {
  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates the node of an optional's value.
  ///
  /// - Parameters:
  ///   - path: Where the optional lies within its parent's state.
  ///   - content: The reducers and child nodes of the value.
  @inlinable
  public init<State>(_ path: WritableKeyPath<Parent, State?>, @NodeBuilder<State> _ content: () -> [AnyNode<State>]) {
    let content = content()
    part = AnyNode { parent in
      // The optional is a node, too, which other reducers may stand at.
      let child = parent.child(path).addPayload(of: State.self)
      child.attach(content)
      return child
    }
  }
}

extension NodeCore {
  @inlinable
  func addPayload<State>(of type: State.Type) -> NodeCore {
    let container = Container(type: State?.self, operations: ValueOperations(State?.self))
    return addContent(
      of: container, ValueOperations(State.self), type: ObjectIdentifier(State.self),
      .one(wayToPayload(of: State.self), dynamicIdentity(of: State.self)))
  }
}

/// The way from an optional to its value.
@inlinable
func wayToPayload<State>(of type: State.Type) -> Crossing.Way {
  let reach: Crossing.Reach = { optional, body in
    if optional[as: State?.self] == nil { return .absent }
    withMemory(of: &optional[as: State?.self]!, body)
    return .present
  }
  return Crossing.Way(modify: reach, read: reach)
}

/// What tells one value of a type from another, if the type is identifiable.
@inlinable
func dynamicIdentity<Value>(of type: Value.Type) -> Crossing.Identity? {
  guard let type = type as? any Identifiable.Type else { return nil }
  func open<I: Identifiable>(_: I.Type) -> Crossing.Identity { { AnyHashable($0[as: I.self].id) } }
  return open(type)
}
