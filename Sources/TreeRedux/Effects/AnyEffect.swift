/// An effect that a reducer returned, whatever the type of what it sends.
@usableFromInline
final class AnyEffect {
  /// Puts what is sent into other actions.
  typealias Wrap = @Sendable (any Action) -> any Action

  let start: (EffectRunner, StoreCore, Route, Wrap?) -> Void

  /// Nil if nothing is to be done, which costs nothing.
  @inlinable
  convenience init?<Output: Action>(_ effect: Effect<Output>) {
    if effect.start == nil { return nil }
    self.init(effect) { $0 }
  }

  /// Nil if nothing is to be done. What is sent may be of any type.
  @usableFromInline
  convenience init?(_ effect: Effect<any Action>) {
    if effect.start == nil { return nil }
    self.init(effect) { $0 }
  }

  @usableFromInline
  init<Output: Sendable>(_ effect: Effect<Output>, _ action: @escaping @Sendable (Output) -> any Action) {
    start = { runner, core, route, wrap in
      guard let wrap else { return runner.start(effect, in: core, route: route, action) }
      runner.start(effect, in: core, route: route) { wrap(action($0)) }
    }
  }

  private init(start: @escaping (EffectRunner, StoreCore, Route, Wrap?) -> Void) { self.start = start }

  /// The effect of a reducer whose actions are taken out of others: what it sends is put back into such.
  func wrapped(by embeddings: [Embedding]) -> AnyEffect {
    let wraps = embeddings.reversed().map(\.wrap)
    return AnyEffect { [start] runner, core, route, outer in
      start(runner, core, route) { action in
        let wrapped = wraps.reduce(action) { $1($0) }
        return outer?(wrapped) ?? wrapped
      }
    }
  }
}
