/// Several middlewares as one; the first sees an action first.
public struct MiddlewareChain<State>: Middleware {
  let members: [any Middleware<State>]

  init(_ members: [any Middleware<State>]) { self.members = members }

  /// Hands the action through all members.
  public func handle(
    _ action: any Action, in context: MiddlewareContext<State>, next: (any Action) -> Void
  ) -> Effect<any Action> {
    var effects: [Effect<any Action>] = []
    func pass(_ action: any Action, from index: Int) {
      if index == members.count { return next(action) }
      let effect = members[index].handle(action, in: context) { pass($0, from: index + 1) }
      if effect.start != nil { effects.append(effect) }
    }
    pass(action, from: 0)
    return .merge(effects)
  }
}

/// Composes two middlewares; the left one sees an action first.
public func + <State>(
  left: some Middleware<State>, right: some Middleware<State>
) -> MiddlewareChain<State> {
  MiddlewareChain([left, right])
}

/// Builds a list of middlewares, in the order written.
@resultBuilder
public enum MiddlewareBuilder<State> {
  /// Takes a middleware.
  public static func buildExpression<M: Middleware>(_ middleware: M) -> [any Middleware<State>]
  where M.State == State { [middleware] }
  /// Takes middlewares that were made elsewhere.
  public static func buildExpression(_ middlewares: [any Middleware<State>]) -> [any Middleware<State>] { middlewares }
  /// Joins what a loop built.
  public static func buildArray(_ parts: [[any Middleware<State>]]) -> [any Middleware<State>] { parts.flatMap { $0 } }
  /// Joins what was built.
  public static func buildBlock(_ parts: [any Middleware<State>]...) -> [any Middleware<State>] {
    parts.flatMap { $0 }
  }
  /// Takes what a condition let through.
  public static func buildOptional(_ part: [any Middleware<State>]?) -> [any Middleware<State>] { part ?? [] }
  /// Takes the first branch.
  public static func buildEither(first part: [any Middleware<State>]) -> [any Middleware<State>] { part }
  /// Takes the second branch.
  public static func buildEither(second part: [any Middleware<State>]) -> [any Middleware<State>] { part }
}
