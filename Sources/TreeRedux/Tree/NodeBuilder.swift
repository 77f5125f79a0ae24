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
  /// Adds this part to the node whose state it belongs to; returns the node that it is, unless it is a reducer.
  @usableFromInline let attach: (NodeCore) -> NodeCore?

  @inlinable init(_ attach: @escaping (NodeCore) -> NodeCore?) { self.attach = attach }
}

/// A node of a tree: a ``Node``, a ``ForEach``, an ``IfPresent``, an ``IfCase`` or a ``Recursive``.
public protocol TreeNode<Parent> {
  /// The state of the node around it.
  associatedtype Parent
  /// The node as a part of the tree.
  var part: AnyNode<Parent> { get }
}

extension AnyNode: TreeNode {
  /// This.
  public var part: AnyNode<State> { self }
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
    return [AnyNode(core)]
  }
  /// Takes a reducer of actions of any type.
  @inlinable
  public static func buildExpression<R: AnyActionReducer>(_ reducer: R) -> [AnyNode<State>] where R.State == State {
    let core = ReducerCore(R.self) { state, action in
      reducer.reduce(&state[as: State.self], action).map { AnyEffect($0) }
    }
    return [AnyNode(core)]
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
    return [AnyNode(mutating), AnyNode(reducing)]
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
  @inlinable public static func buildExpression(_ node: Node<State>) -> [AnyNode<State>] { [node.part] }
  /// Takes the nodes of the elements of a list.
  @inlinable public static func buildExpression(_ node: ForEach<State>) -> [AnyNode<State>] { [node.part] }
  /// Takes the node of an optional.
  @inlinable public static func buildExpression(_ node: IfPresent<State>) -> [AnyNode<State>] { [node.part] }
  /// Takes the node of an enum's case.
  @inlinable public static func buildExpression(_ node: IfCase<State>) -> [AnyNode<State>] { [node.part] }
  /// Takes nodes that repeat those around them.
  @inlinable public static func buildExpression(_ node: Recursive<State>) -> [AnyNode<State>] { [node.part] }
  /// Takes what takes its actions out of others.
  @inlinable public static func buildExpression(_ embed: Embed<State>) -> [AnyNode<State>] { [embed.part] }
  /// Takes a node of any kind.
  @inlinable public static func buildExpression(_ node: AnyNode<State>) -> [AnyNode<State>] { [node] }
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

extension AnyNode {
  /// A reducer as a part of a tree.
  @usableFromInline
  init(_ reducer: ReducerCore) {
    self.init { node in
      node.add(reducer)
      return nil
    }
  }
}
