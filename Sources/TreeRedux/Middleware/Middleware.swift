/// Stands between what is dispatched and the reducers.
///
/// A middleware is given each action with the step that follows: the next middleware, and after the last one the
/// reducers and observers. It may look, pass the action on, block it, replace it, send more, and act once `next` has
/// returned and the state is new.
///
/// ```swift
/// struct Blocker: Middleware {
///   func handle(_ action: any Action, in context: MiddlewareContext<App>, next: (any Action) -> Void) -> Effect<any Action> {
///     if !context.state.isLocked { next(action) }
///     return .none
///   }
/// }
/// ```
///
/// The first one named sees an action first. All are asked, whatever the others do, unless one blocks.
public protocol Middleware<State> {
  /// The state of the store.
  associatedtype State

  /// Handles an action on its way to the reducers.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - context: The state, the action's address, and a way to send more.
  ///   - next: Passes an action on; called once as a rule, not at all to block.
  /// - Returns: What is to be done besides. It belongs to the store; what it sends is dispatched at the root. What it sends
  ///   at once comes after what observers of the action dispatched.
  func handle(
    _ action: any Action, in context: MiddlewareContext<State>, next: (any Action) -> Void
  ) -> Effect<any Action>
}

/// What a middleware sees of the store while it handles an action.
///
/// It may be kept for later, and does not keep the store alive. When the store is gone, the state is the last one, and
/// what is sent comes to nothing.
public struct MiddlewareContext<State> {
  let pass: MiddlewarePass

  /// The state, before `next` was called or after.
  public var state: State {
    pass.link.core?.checkReading()
    return pass.memory.live[as: State.self]
  }
  /// The path of the node that the action was sent to; empty for the root.
  public var path: String { pass.route.path }
  /// Grows with every action that reaches the reducers.
  public var revision: UInt { pass.link.core?.revision ?? pass.revision }

  /// Sends another action to the root, which waits for its turn if an action runs.
  public func send(_ action: some Action) {
    if let core = pass.link.core { core.dispatch(action, route: Route(node: core.root)) }
  }
}

/// A middleware made from a closure.
///
/// ```swift
/// let counting = Intercept<App> { action, context, next in
///   count += 1
///   next(action)
///   return .none
/// }
/// ```
public struct Intercept<State>: Middleware {
  private let body: (any Action, MiddlewareContext<State>, (any Action) -> Void) -> Effect<any Action>

  /// Creates a middleware that calls `body`.
  public init(
    _ body: @escaping (any Action, MiddlewareContext<State>, (any Action) -> Void) -> Effect<any Action>
  ) {
    self.body = body
  }

  /// Calls the closure.
  public func handle(
    _ action: any Action, in context: MiddlewareContext<State>, next: (any Action) -> Void
  ) -> Effect<any Action> {
    body(action, context, next)
  }
}
