/// An effect that a reducer returned, whatever the type of what it sends.
@usableFromInline
final class AnyEffect {
  let start: (EffectRunner, StoreCore, Route) -> Void

  /// Nil if nothing is to be done, which costs nothing.
  @inlinable
  convenience init?<Output: Action>(_ effect: Effect<Output>) {
    if effect.start == nil { return nil }
    self.init(effect) { $0 }
  }

  /// Nil if nothing is to be done. What is sent may be of any type.
  convenience init?(_ effect: Effect<any Action>) {
    if effect.start == nil { return nil }
    self.init(effect) { $0 }
  }

  @usableFromInline
  init<Output: Sendable>(_ effect: Effect<Output>, _ action: @escaping @Sendable (Output) -> any Action) {
    start = { runner, core, route in runner.start(effect, in: core, route: route, action) }
  }
}
