/// A store, whatever the type of its state: runs actions one at a time and tells observers what changed.
@usableFromInline
final class StoreCore {
  let memory: StateMemory
  @usableFromInline let registry: Registry
  @usableFromInline let root: NodeCore
  @usableFromInline let link: StoreLink
  let effects: EffectRunner
  var onDiagnostic: ((Diagnostic) -> Void)? = Diagnostic.printer()
  /// How many actions one dispatch may run before the rest is discarded.
  var actionLimit = 10_000

  /// What the store is doing; whatever is sent meanwhile waits, except in a batch.
  enum Phase { case idle, reducing, busy, batch }
  var phase = Phase.idle
  /// The step that reduces, and its action.
  var current: (step: Plan.Step, action: Memory, type: ActionType)?
  var queue: [Queued] = []
  /// Effects that the current action's reducers asked for.
  var requested: [(effect: AnyEffect, route: Route)] = []
  /// Grows with every action.
  var revision: UInt = 0
  /// The last observation that was registered before the action that runs.
  var lastSerial: UInt = 0
  /// Parts that changed, to be notified.
  var changed: [Slot] = []

  /// Whether actions reduce at once and observers are told later.
  @usableFromInline var isBatching = false
  /// The last action of a batch.
  var lastAction: (any Action)?
  /// Observations that began within a batch, and compare with what they found then.
  var joiners: [(Notice) -> Void] = []
  /// What a batch collects that was begun while another action ran.
  var postponed: [(action: any Action, route: Route)]?

  /// The isolation that the store last ran in.
  private(set) var actor: (any Actor)?
  /// Whether results may wait that nobody takes in by themselves.
  var mayHaveMail = false
  var hasReportedWaiting = false
  private var handles: [NodePosition.Key: WeakHandle] = [:]
  /// What has to end with the store.
  private var closers: [ObjectIdentifier: () -> Void] = [:]

  /// An action that waits for its turn.
  enum Queued {
    case action(any Action, Route)
    case batch([(action: any Action, route: Route)])
  }

  /// The last list that an action was addressed to, and those known.
  @usableFromInline var lastElements: (path: AnyKeyPath?, position: NodePosition?, node: NodeCore?)
  var elementNodes: [ObjectIdentifier: [ObjectIdentifier: (path: AnyKeyPath, position: NodePosition, node: NodeCore)]] =
    [:]

  @usableFromInline
  init(memory: StateMemory, root: NodeCore) {
    (self.memory, self.root) = (memory, root)
    link = StoreLink()
    registry = Registry(link: link)
    effects = EffectRunner(link: link)
    link.core = self
  }

  deinit {
    link.close()
    effects.cancelAll()
    for close in closers.values { close() }
  }

  func setActor(_ actor: any Actor) {
    self.actor = actor
    link.setActor(actor)
  }

  private struct WeakHandle {
    weak var handle: AnyObject?
  }
  func handle(_ key: NodePosition.Key) -> AnyObject? { handles[key]?.handle }
  func remember(_ handle: AnyObject, _ key: NodePosition.Key) { handles[key] = WeakHandle(handle: handle) }
  /// Forgets a handle that was released, unless there is a new one.
  func forgetHandle(_ key: NodePosition.Key) {
    if handles[key]?.handle == nil { handles[key] = nil }
  }

  @usableFromInline func addCloser(_ object: AnyObject, _ close: @escaping () -> Void) {
    closers[ObjectIdentifier(object)] = close
  }
  func removeCloser(_ object: AnyObject) { closers[ObjectIdentifier(object)] = nil }
}
