extension StoreCore {
  /// Hands an action through the middlewares to `process`, which runs the reducers.
  ///
  /// - Returns: Whether a reducer took what arrived.
  func intercept(
    _ action: Memory, _ type: ActionType, route: Route, _ process: (Memory, ActionType) -> Bool
  ) -> Bool {
    var isHandled = false
    settleMounts()
    let chain = middlewares
    func pass(_ action: any Action, from index: Int) {
      guard index < chain.count else {
        func open<A: Action>(_ action: A) {
          let isTaken = withMemory(reading: action) { memory in
            let type = ActionType(A.self)
            return mounts.isEmpty
              ? process(memory, type) : processWithMounts(memory, type, route: route, process)
          }
          if isTaken { isHandled = true }
        }
        return open(action)
      }
      let effect = chain[index].handle(action, self, route) { pass($0, from: index + 1) }
      if let effect { effect.start(effects, self, Route(node: root), nil) }
    }
    pass(type.box(action), from: 0)
    return isHandled
  }
}

/// A middleware, whatever the type of the state.
final class MiddlewareCore {
  let handle: (any Action, StoreCore, Route, (any Action) -> Void) -> AnyEffect?

  init<State>(_ middleware: any Middleware<State>) {
    func open<M: Middleware>(_ middleware: M) -> (any Action, StoreCore, Route, (any Action) -> Void) -> AnyEffect? {
      { action, core, route, next in
        let context = MiddlewareContext<M.State>(core: core, route: route)
        return AnyEffect(middleware.handle(action, in: context, next: next))
      }
    }
    handle = open(middleware)
  }
}

/// A middleware that was added to a store.
public struct MiddlewareToken {
  let middleware: MiddlewareCore
}
