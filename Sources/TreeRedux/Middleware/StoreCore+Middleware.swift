extension StoreCore {
  /// Hands an action through the middlewares to the reducers.
  ///
  /// - Returns: Whether a reducer took what arrived.
  func intercept(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    settleMounts()
    let (pass, chain, version) = (takePass(route), takeChain(), middlewareVersion)
    chain.handle(type.box(action), pass)
    defer {
      // What was added or taken out meanwhile counts from the next action on.
      if version == middlewareVersion { self.chain = chain }
      lastPass = pass
    }
    return pass.isHandled
  }

  /// Runs an action in the tree, and in nodes that were mounted beside it.
  fileprivate func processEverywhere(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    if mounts.isEmpty { return process(action, type, route: route) }
    return processWithMounts(action, type, route: route) { process($0, $1, route: route) }
  }

  /// The middlewares linked together; they are put back unless they change meanwhile.
  private func takeChain() -> MiddlewareLink {
    defer { chain = nil }
    return chain ?? middlewares.reversed().reduce(ReducersLink()) { next, middleware in middleware.link(to: next) }
  }

  /// The pass of the action before, unless a middleware has kept it, or a new one.
  private func takePass(_ route: Route) -> MiddlewarePass {
    guard isKnownUniquelyReferenced(&lastPass), let pass = lastPass else {
      return MiddlewarePass(core: self, route: route)
    }
    lastPass = nil
    pass.begin(route, revision: revision)
    return pass
  }
}

/// An action on its way through the middlewares. It does not keep them, since they may keep it.
final class MiddlewarePass {
  /// The store, while the action is on its way. A middleware may keep the pass for longer.
  fileprivate unowned let core: StoreCore
  /// The way to the store at any time.
  let link: StoreLink
  let memory: StateMemory
  @safe @exclusivity(unchecked) private(set) var route: Route
  /// The store's revision when the action came.
  @safe @exclusivity(unchecked) private(set) var revision: UInt
  @safe @exclusivity(unchecked) fileprivate(set) var isHandled = false

  init(core: StoreCore, route: Route) {
    (self.core, link, memory) = (core, core.link, core.memory)
    (self.route, revision) = (route, core.revision)
  }

  /// Begins anew with another action.
  func begin(_ route: Route, revision: UInt) {
    (self.route, self.revision, isHandled) = (route, revision, false)
  }
}

/// A middleware, whatever its type.
final class MiddlewareCore {
  private let makeLink: (MiddlewareLink) -> MiddlewareLink

  init<M: Middleware>(_ middleware: M) { makeLink = { TypedLink<M, M.State>(middleware, next: $0) } }

  func link(to next: MiddlewareLink) -> MiddlewareLink { makeLink(next) }
}

/// A step on the way of an action.
///
/// Steps are linked, not called by index, and called virtually: that way nothing is copied or counted for a step but what
/// the middleware itself sees.
class MiddlewareLink {
  func handle(_ action: any Action, _ pass: MiddlewarePass) {
    fatalError("\(type(of: self)) handles no actions")
  }
}

/// The type of the state is named besides, so that it need not be looked up for each action.
private final class TypedLink<M: Middleware, State>: MiddlewareLink where M.State == State {
  private let middleware: M
  private let next: MiddlewareLink

  init(_ middleware: M, next: MiddlewareLink) { (self.middleware, self.next) = (middleware, next) }

  override func handle(_ action: any Action, _ pass: MiddlewarePass) {
    let effect = middleware.handle(action, in: MiddlewareContext(pass: pass)) { next.handle($0, pass) }
    if effect.start == nil { return }
    let core = pass.core
    AnyEffect(effect)?.start(core.effects, core, Route(node: core.root), nil)
  }
}

/// The last step: the reducers, and whoever watches what they change.
private final class ReducersLink: MiddlewareLink {
  override func handle(_ action: any Action, _ pass: MiddlewarePass) {
    func open<A: Action>(_ action: A) {
      if withMemory(reading: action, { pass.core.processEverywhere($0, ActionType(A.self), route: pass.route) }) {
        pass.isHandled = true
      }
    }
    open(action)
  }
}

/// A middleware that was added to a store.
public struct MiddlewareToken {
  let middleware: MiddlewareCore
}
