/// A part of the tree below a state of type `State`: a node with its reducers, or a reducer.
///
/// Features hand their part of a tree to others as an array of these.
///
/// ```swift
/// extension FeedState {
///   @NodeBuilder<FeedState> static func tree(client: FeedClient) -> [AnyNode<FeedState>] {
///     FeedReducer(client: client)
///     ForEach(\.posts) { PostReducer() }
///   }
/// }
/// ```
public struct AnyNode<State> {
  /// Adds this part to the node whose state it belongs to.
  @usableFromInline let attach: (NodeCore) -> Void

  @inlinable init(_ attach: @escaping (NodeCore) -> Void) { self.attach = attach }
}

/// Builds the part of a tree below a state of type `State` from nodes and reducers, in the order written.
@resultBuilder
public enum NodeBuilder<State> {
  /// Takes a reducer of the state.
  @inlinable
  public static func buildExpression<R: Reducer>(_ reducer: R) -> [AnyNode<State>] where R.State == State {
    let core = ReducerCore(R.self, type: ObjectIdentifier(R.ActionType.self)) { state, action in
      AnyEffect(reducer.reduce(&state[as: State.self], action[as: R.ActionType.self]))
    }
    return [AnyNode { $0.add(core) }]
  }
  /// Takes a reducer in two phases.
  @inlinable
  public static func buildExpression<R: TwoPhaseReducer>(_ reducer: R) -> [AnyNode<State>] where R.State == State {
    let mutating = ReducerCore(R.self, type: ObjectIdentifier(R.ActionType.self)) { state, action in
      AnyEffect(reducer.mutate(state[as: State.self], action[as: R.ActionType.self]))
    }
    let reducing = ReducerCore(R.self, type: ObjectIdentifier(R.Mutation.self)) { state, mutation in
      reducer.reduce(&state[as: State.self], mutation[as: R.Mutation.self])
      return nil
    }
    return [AnyNode { $0.add(mutating) }, AnyNode { $0.add(reducing) }]
  }
  /// Says what is wrong where a reducer of another state stands.
  @available(
    *, unavailable,
    message:
      "this reducer's State is not this node's; put it into a Node, ForEach, IfPresent or IfCase that leads to its state"
  )
  @_disfavoredOverload
  public static func buildExpression<R: Reducer>(_ reducer: R) -> [AnyNode<State>] { [] }
  /// Takes a node at a key path of the state.
  @inlinable public static func buildExpression(_ node: Node<State>) -> [AnyNode<State>] { [node.node] }
  /// Takes the nodes of the elements of a list.
  @inlinable public static func buildExpression(_ node: ForEach<State>) -> [AnyNode<State>] { [node.node] }
  /// Takes the node of an optional.
  @inlinable public static func buildExpression(_ node: IfPresent<State>) -> [AnyNode<State>] { [node.node] }
  /// Takes the node of an enum's case.
  @inlinable public static func buildExpression(_ node: IfCase<State>) -> [AnyNode<State>] { [node.node] }
  /// Takes the parts of a tree that were built elsewhere.
  @inlinable public static func buildExpression(_ nodes: [AnyNode<State>]) -> [AnyNode<State>] { nodes }

  /// Joins what was built.
  @inlinable public static func buildBlock(_ parts: [AnyNode<State>]...) -> [AnyNode<State>] { parts.flatMap(\.self) }
  /// Joins what a loop built.
  @inlinable public static func buildArray(_ parts: [[AnyNode<State>]]) -> [AnyNode<State>] { parts.flatMap(\.self) }
  /// Takes what a condition let through.
  @inlinable public static func buildOptional(_ part: [AnyNode<State>]?) -> [AnyNode<State>] { part ?? [] }
  /// Takes the first branch.
  @inlinable public static func buildEither(first part: [AnyNode<State>]) -> [AnyNode<State>] { part }
  /// Takes the second branch.
  @inlinable public static func buildEither(second part: [AnyNode<State>]) -> [AnyNode<State>] { part }
}
