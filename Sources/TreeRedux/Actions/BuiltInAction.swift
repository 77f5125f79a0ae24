/// An action that the store itself knows how to take, whether or not somebody wrote a reducer for it.
protocol BuiltInAction: Action {
  /// Whether whoever sends it in a sequence waits for its effects.
  static var isAwaited: Bool { get }

  /// What takes the action at a node; nil if nothing does there.
  ///
  /// - Parameters:
  ///   - node: A node that the action reaches on its way down.
  ///   - isTarget: Whether it was sent to just this node.
  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore?
}

extension BuiltInAction {
  static var isAwaited: Bool { false }

  /// What takes the action, from a function.
  static func core(_ body: @escaping (_ state: Memory, _ action: Self) -> AnyEffect?) -> ReducerCore {
    ReducerCore(Self.self, type: ObjectIdentifier(Self.self)) { state, action in body(state, action[as: Self.self]) }
  }
}

/// Sent once to the whole tree when a store has been created, after its middleware was added.
///
/// Reducers and middleware that have something to begin with take it like any other action:
///
/// ```swift
/// Reduce { (feed: inout Feed, _: Prepare) in
///   feed.isLoading = true
///   return .send(FeedAction.refresh, to: .node)
/// }
/// ```
public struct Prepare: Action {
  /// Creates it.
  public init() {}
}

/// Puts another state in the place of a node's.
///
/// ```swift
/// store.dispatch(Reset(App()))
/// store.node(\.feed).dispatch(Reset(Feed()))
/// ```
///
/// It is taken by the node that it is sent to, whose state has to be of this type. It goes through the middleware like
/// any other action, and observers hear of what differs.
public struct Reset<State: Sendable>: Action {
  /// The state that is put there.
  public let state: State

  /// Creates the action.
  ///
  /// - Parameter state: The state that is put there.
  public init(_ state: State) { self.state = state }
}

extension Prepare: BuiltInAction {
  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore? { isTarget ? core { _, _ in nil } : nil }
}

extension Reset: BuiltInAction {
  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore? {
    guard isTarget, node.stateType == ObjectIdentifier(State.self) else { return nil }
    return core { state, action in
      state[as: State.self] = action.state
      return nil
    }
  }
}

extension NoAction: BuiltInAction {
  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore? { isTarget ? core { _, _ in nil } : nil }
}
