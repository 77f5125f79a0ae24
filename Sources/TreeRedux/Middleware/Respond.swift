/// A middleware that answers actions of one type once they have been reduced, and lets all of them through.
///
/// ```swift
/// let searching = Respond { (app: App, action: SearchAction) in
///   switch action {
///   case .opened: .merge(.send(SearchAction.clear), .send(FeedAction.pause))
///   case .typed: .run { send in await send(SearchAction.found(await client.search(app.query))) }
///   case .clear, .found: .none
///   }
/// }
/// ```
///
/// An answer is an effect: an action is `.send`, a route `.route`, a source whose every value is dispatched `.sequence`,
/// several of these, nested in any way, `.merge` or `.concatenate`, and nothing `.none`. For actions of all types, write
/// `any Action`.
public struct Respond<State, Handled>: Middleware {
  private let handler: (State, Handled) -> Effect<any Action>

  /// Creates a middleware from a function.
  ///
  /// - Parameter handler: Answers an action, given the state that it led to.
  public init(_ handler: @escaping (_ state: State, _ action: Handled) -> Effect<any Action>) { self.handler = handler }

  /// Creates a middleware from an asynchronous function.
  ///
  /// - Parameter handler: Answers an action, given the state that it led to. It runs outside the store's isolation domain.
  public init(
    _ handler: @escaping @concurrent @Sendable (_ state: State, _ action: Handled) async -> Effect<any Action>
  ) where State: Sendable, Handled: Sendable {
    self.handler = { state, action in .deferred { await handler(state, action) } }
  }

  /// Passes the action on, and answers it.
  public func handle(
    _ action: any Action, in context: MiddlewareContext<State>, next: (any Action) -> Void
  ) -> Effect<any Action> {
    next(action)
    guard let action = action as? Handled else { return .none }
    return handler(context.state, action)
  }
}
