/// Runs effects for the nodes that asked for them, and cancels those whose node goes.
final class EffectRunner {
  private var nodes: [Route: EffectNode] = [:]
  private var shared: [String: EffectTable] = [:]
  /// How many effects run.
  private var count = 0
  /// Those that began in a batch, after what has to be looked at at its end was settled.
  private var begunInBatch: [EffectScope] = []
  var clock: any Clock<Duration> = ContinuousClock() {
    didSet { watcher = clock as? any TaskWatcher }
  }
  /// The clock, if it wants to know which tasks run.
  private(set) var watcher: (any TaskWatcher)?

  var isEmpty: Bool { count == 0 }

  /// Starts an effect for the node at the end of a route.
  func start<Output: Sendable>(
    _ effect: Effect<Output>, in core: StoreCore, route: Route, _ action: @escaping @Sendable (Output) -> any Action
  ) {
    // Another reducer of the same action may have removed the node.
    if !route.hops.isEmpty, !route.exists(from: core.memory.live) {
      return core.report(.effectOfAbsent(path: route.path))
    }
    let scope = EffectScope(node: node(at: route))
    begin(effect, as: scope, in: core) { [scope] output in
      let action = action(output)
      return { core in core.dispatch(action, ofEffectAt: scope.node.route) }
    } end: { _ in
      { _ in }
    }
  }

  /// The node at the end of a route; kept as long as effects run for it.
  func node(at route: Route) -> EffectNode { nodes[route] ?? EffectNode(route: route) }

  /// Runs an effect that is a part of no other.
  ///
  /// - Parameter isBackground: Whether nobody waits for it.
  func begin<Output>(
    _ effect: Effect<Output>, as root: EffectScope, isBackground: Bool = false, in core: StoreCore,
    send: @escaping @Sendable (Output) -> StoreLink.Message,
    end: @escaping @Sendable (EffectEnd<Never>) -> StoreLink.Message
  ) {
    root.isBackground = isBackground
    root.start(effect, in: core, send: send, end: end)
    if root.isOver { return }
    let node = root.node
    root.index = node.roots.count
    root.elapsed = stopwatch()
    node.roots.append(root)
    if !isBackground {
      count += 1
      core.progress?.began(root)
    }
    if node.roots.count == 1 { add(node, in: core) }
    if core.isBatching, !node.route.hops.isEmpty { begunInBatch.append(root) }
  }

  /// Forgets an effect that is over.
  func remove(_ root: EffectScope, in core: StoreCore) {
    guard root.elapsed != nil else { return }
    let node = root.node
    node.roots.removeUnordered(root)
    if node.roots.isEmpty {
      nodes[node.route] = nil
      if let presence = node.presence { core.remove(presence) }
      node.presence = nil
    }
    if root.isBackground { return }
    count -= 1
    if count == 0 { core.link.wake() }
    root.progress?.ended(root, in: core)
  }

  private func add(_ node: EffectNode, in core: StoreCore) {
    nodes[node.route] = node
    if node.route.hops.isEmpty { return }
    let presence = Presence(route: node.route) { [unowned core, unowned node] _ in
      core.effects.cancelAll(of: node, in: core)
    }
    node.presence = presence
    core.add(presence)
  }

  // MARK: Ids

  /// Where the ids of a scope stand.
  func table(_ scope: CancellationScope, of node: EffectNode) -> EffectTable {
    switch scope {
    case .node: return node.table
    case .shared(let name):
      if let table = shared[name] { return table }
      shared = shared.filter { !$0.value.isEmpty }
      let table = EffectTable()
      shared[name] = table
      return table
    }
  }

  // MARK: What goes

  func cancelAll(of node: EffectNode, in core: StoreCore) {
    for root in node.roots { root.cancel(in: core) }
  }

  /// Cancels the effects of a mounted node and of all inside it.
  func cancelAll(of mount: Mount, in core: StoreCore) {
    for node in Array(nodes.values) where node.route.node?.mount === mount { cancelAll(of: node, in: core) }
  }

  /// Cancels effects that began in a batch whose node went before its end.
  func endBatch(in core: StoreCore) {
    if begunInBatch.isEmpty { return }
    let begun = begunInBatch
    begunInBatch = []
    for root in begun where !root.isOver && !root.node.route.exists(from: core.memory.live) { root.cancel(in: core) }
  }

  /// Cancels everything: the store is being released.
  func cancelAll() {
    let all = nodes.values.flatMap(\.roots)
    for root in all { root.abandon() }
    for node in nodes.values {
      node.table.windows = [:]
      (node.roots, node.presence) = ([], nil)
    }
    for table in shared.values { table.windows = [:] }
    (nodes, shared, begunInBatch, count) = ([:], [:], [], 0)
  }

  // MARK: Looking

  /// What runs, in no order.
  var all: [RunningEffect] {
    var all: [RunningEffect] = []
    for node in nodes.values {
      for root in node.roots where !root.isBackground {
        guard let elapsed = root.elapsed else { continue }
        root.forEachLeaf { all.append(RunningEffect(path: node.route.path, name: $0?.description, age: elapsed())) }
      }
    }
    return all
  }

  /// Whether nothing comes of what runs before the clock is moved.
  func areAsleep(_ isAsleep: (WatchedTask) -> Bool) -> Bool {
    nodes.values.allSatisfy { $0.roots.allSatisfy { $0.isBackground || $0.isAsleep(isAsleep) } }
  }

  private func stopwatch() -> () -> Duration {
    func start<C: Clock>(_ clock: C) -> () -> Duration where C.Duration == Duration {
      let start = clock.now
      return { start.duration(to: clock.now) }
    }
    return start(clock)
  }
}

/// An effect that runs.
public struct RunningEffect: Sendable, Hashable {
  /// The path of the node that it belongs to; empty for the root.
  public let path: String
  /// Its name, or what it can be cancelled by, if it has either.
  public let name: String?
  /// How long ago it was started, by the store's clock.
  public let age: Duration

  package init(path: String, name: String?, age: Duration) { (self.path, self.name, self.age) = (path, name, age) }
}

extension RootStore {
  /// What tells effects the time; the clock of the system unless a test sets another.
  ///
  /// Effects that run keep the clock that they began to wait with.
  public var clock: any Clock<Duration> {
    get { owner.core.effects.clock }
    set { owner.core.effects.clock = newValue }
  }

  /// The effects that run, oldest first.
  ///
  /// - Complexity: O(*n* log *n*) for *n* effects.
  public var effects: [RunningEffect] {
    owner.core.effects.all.sorted { ($1.age, $0.path, $0.name ?? "") < ($0.age, $1.path, $1.name ?? "") }
  }
}
