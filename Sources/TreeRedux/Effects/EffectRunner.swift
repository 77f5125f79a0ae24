/// An effect that a reducer returned, whatever the type of what it sends.
@usableFromInline
final class AnyEffect {
  let start: (EffectRunner, StoreCore, Route) -> Void

  /// Nil if nothing is to be done, which costs nothing.
  @inlinable
  convenience init?<Output: Action>(_ effect: Effect<Output>) {
    guard let operation = effect.operation else { return nil }
    self.init(operation) { $0 }
  }

  /// Nil if nothing is to be done. What is sent may be of any type.
  convenience init?(_ effect: Effect<any Action>) {
    guard let operation = effect.operation else { return nil }
    self.init(operation) { $0 }
  }

  @usableFromInline
  init<Output: Sendable>(_ operation: Effect<Output>.Operation, _ action: @escaping @Sendable (Output) -> any Action) {
    start = { runner, core, route in runner.start(operation, in: core, route: route, ids: [], action) }
  }
}

/// Runs effects for the nodes that asked for them, and cancels those whose node goes.
final class EffectRunner {
  private struct Running {
    let route: Route
    let ids: [EffectID]
    let task: Task<Void, Never>
    var presence: Presence?
  }
  /// Ids are known to one node only.
  private struct Scope: Hashable {
    let route: Route
    let id: EffectID
  }

  private let link: StoreLink
  private var running: [UInt: Running] = [:]
  private var numbers: [Scope: Set<UInt>] = [:]
  private var lastNumber: UInt = 0

  init(link: StoreLink) { self.link = link }

  var isEmpty: Bool { running.isEmpty }

  func start<Output: Sendable>(
    _ operation: Effect<Output>.Operation, in core: StoreCore, route: Route, ids: [EffectID],
    _ action: @escaping @Sendable (Output) -> any Action
  ) {
    switch operation {
    case .send(let output): core.enqueue(action(output), route: route)
    case .run(let body): run(body, in: core, route: route, ids: ids, action)
    case .merge(let operations):
      for operation in operations { start(operation, in: core, route: route, ids: ids, action) }
    case .cancellable(let id, let cancelInFlight, let operation):
      if cancelInFlight { cancel(Scope(route: route, id: id), in: core) }
      start(operation, in: core, route: route, ids: ids + [id], action)
    case .cancel(let id): cancel(Scope(route: route, id: id), in: core)
    }
  }

  private func run<Output: Sendable>(
    _ body: @escaping @Sendable (Send<Output>) async -> Void, in core: StoreCore, route: Route, ids: [EffectID],
    _ action: @escaping @Sendable (Output) -> any Action
  ) {
    if core.actor == nil { core.mayHaveMail = true }
    lastNumber += 1
    let number = lastNumber
    let link = link
    let send = Send<Output> { output in
      await link.deliver { $0.effects.receive(action(output), from: number, in: $0) }
    }
    let task = Task {
      await body(send)
      await link.deliver { $0.effects.finish(number, in: $0) }
    }
    running[number] = Running(route: route, ids: ids, task: task)
    for id in ids { numbers[Scope(route: route, id: id), default: []].insert(number) }
    if !route.hops.isEmpty {
      let presence = Presence(route: route) { [unowned core] _ in core.effects.cancel(number, in: core) }
      running[number]?.presence = presence
      core.add(presence)
    }
  }

  private func receive(_ action: any Action, from number: UInt, in core: StoreCore) {
    guard let effect = running[number] else { return }
    core.dispatch(action, route: effect.route)
  }

  private func finish(_ number: UInt, in core: StoreCore) {
    guard let effect = running.removeValue(forKey: number) else { return }
    for id in effect.ids {
      let scope = Scope(route: effect.route, id: id)
      numbers[scope]?.remove(number)
      if numbers[scope]?.isEmpty == true { numbers[scope] = nil }
    }
    if let presence = effect.presence { core.remove(presence) }
  }

  private func cancel(_ scope: Scope, in core: StoreCore) {
    for number in numbers[scope] ?? [] { cancel(number, in: core) }
  }
  private func cancel(_ number: UInt, in core: StoreCore) {
    running[number]?.task.cancel()
    finish(number, in: core)
  }
  func cancelAll() {
    for effect in running.values { effect.task.cancel() }
    running = [:]
    numbers = [:]
  }
}
