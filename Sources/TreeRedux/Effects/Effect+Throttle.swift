extension FallibleEffect {
  /// Lets at most one value through in a time.
  ///
  /// A value that comes when none did for that long goes through at once, and opens a window. Of those that come while
  /// it is open, one goes through when it closes, which opens the next.
  ///
  /// ```swift
  /// case .scrolled(let offset): return .send(.save(offset)).throttle(id: "offset", for: .seconds(1))
  /// ```
  ///
  /// - Parameters:
  ///   - id: What belongs together.
  ///   - duration: How long a window is open, by the store's clock.
  ///   - latest: Whether the last value of a window goes through, and not the first.
  ///   - scope: Where the id is known; at this node by default.
  public func throttle(
    id: some Hashable & Sendable, for duration: Duration, latest: Bool = true, in scope: CancellationScope = .node
  ) -> Self {
    if start == nil { return .none }
    let id = EffectID(id)
    return Self { run, core in
      let gate = ThrottleGate(scope: run.scope)
      run.scope.begin(self, in: core) { output in
        let message = run.send(output)
        return { core in
          let table = core.effects.table(scope, of: gate.scope.node)
          if let window = table.windows[id] {
            window.hold(message, of: gate, isLatest: latest, in: core)
          } else {
            ThrottleWindow(id: id, table: table, duration: duration, owner: owner(gate, scope, core)).open(in: core)
            message(core)
          }
        }
      } end: { ending in
        let end = run.end(ending)
        return { core in gate.end(end, in: core) }
      }
    }
  }

  /// The node that a window belongs to, with which it goes.
  private func owner(_ gate: ThrottleGate, _ scope: CancellationScope, _ core: StoreCore) -> EffectNode {
    scope == .node ? gate.scope.node : core.effects.node(at: Route(node: core.root))
  }
}

/// A throttled effect, which goes on until the value that it has in a window is through.
private final class ThrottleGate: @unchecked Sendable {
  // Unchecked: it is touched in the store's domain only.
  let scope: EffectScope
  private var end: StoreLink.Message?

  init(scope: EffectScope) { self.scope = scope }

  func hold() { scope.isHeld = true }
  func release(in core: StoreCore) {
    scope.isHeld = false
    end?(core)
  }
  func end(_ end: @escaping StoreLink.Message, in core: StoreCore) {
    if scope.isHeld { self.end = end } else { end(core) }
  }
}

/// A time during which values with one id do not go through.
final class ThrottleWindow: @unchecked Sendable {
  // Unchecked: it is touched in the store's domain only.
  private let id: EffectID
  private let table: EffectTable
  private let duration: Duration
  private let owner: EffectNode
  private var held: (message: StoreLink.Message, gate: ThrottleGate)?

  fileprivate init(id: EffectID, table: EffectTable, duration: Duration, owner: EffectNode) {
    (self.id, self.table, self.duration, self.owner) = (id, table, duration, owner)
  }

  func open(in core: StoreCore) {
    table.windows[id] = self
    core.effects.begin(Effect<NoAction>.pause(duration), as: EffectScope(node: owner), isBackground: true, in: core) {
      _ in
      { _ in }
    } end: { ending in
      if case .cancelled = ending { return { _ in self.drop() } }
      return { core in self.close(in: core) }
    }
  }

  /// Lets nothing more through: the node went.
  private func drop() { (table.windows[id], held) = (nil, nil) }

  /// Keeps a value until the window closes.
  fileprivate func hold(
    _ message: @escaping StoreLink.Message, of gate: ThrottleGate, isLatest: Bool, in core: StoreCore
  ) {
    let old = held
    if old != nil, old?.gate.scope.isOver == false, !isLatest { return }
    held = (message, gate)
    if let old, old.gate !== gate { old.gate.release(in: core) }
    gate.hold()
  }

  private func close(in core: StoreCore) {
    table.windows[id] = nil
    guard let (message, gate) = held, !gate.scope.isOver else { return }
    held = nil
    open(in: core)
    message(core)
    gate.release(in: core)
  }
}
