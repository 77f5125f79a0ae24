/// A store, whatever the type of its state: runs actions one at a time and tells observers what changed.
///
/// Exclusivity is not checked at run time for what every action touches, here and in what the store is made of: the
/// checks cost a fifth of an action, and no access lasts while a reducer or an observer runs.
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
  @safe @exclusivity(unchecked) var phase = Phase.idle
  /// The step that reduces, and its action.
  @safe @exclusivity(unchecked) var current: (step: Borrowed<Plan.Step>, action: Memory, type: ActionType)?
  @safe @exclusivity(unchecked) var queue: [Queued] = []
  /// Whether what the action was sent to was there, and whether a reducer took it.
  @safe @exclusivity(unchecked) var wasFound = false
  @safe @exclusivity(unchecked) var wasHandled = false
  /// Whether an element was given the id of another one, which is gone for that.
  @safe @exclusivity(unchecked) var wasReplaced = false
  /// The node of an optional that was nil when the action that runs fell to it.
  @safe @exclusivity(unchecked) var foundNil: ObjectIdentifier?
  /// Who wants to know what becomes of the current action.
  @safe @exclusivity(unchecked) var progress: ActionProgress?
  /// Effects that the current action's reducers asked for.
  @safe @exclusivity(unchecked) var requested: [(effect: AnyEffect, route: Route)] = []
  /// Whether that is being started.
  @safe @exclusivity(unchecked) var isStartingEffects = false
  /// What was published while an action ran, to be told when its state notifications are through.
  @safe @exclusivity(unchecked) var events: [WaitingEvent] = []
  let eventTable = EventTable()
  var onEvent: ((ToldEvent) -> Void)?
  /// Reports that wait for the end of the action that runs.
  var lateReports: [Diagnostic] = []
  /// What looks at the state as soon as the action that runs is through.
  var afterReducing: [(StoreCore) -> Void] = []
  /// Whether events, reports or such things wait for that.
  @safe @exclusivity(unchecked) var hasLate = false
  /// Grows with every action.
  @safe @exclusivity(unchecked) var revision: UInt = 0
  /// The last observation that was registered before the action that runs.
  @safe @exclusivity(unchecked) var lastSerial: UInt = 0
  @safe @exclusivity(unchecked) var lastNotice = Notice(revision: 0, action: NoAction(), lastSerial: 0)
  /// Parts that changed, to be notified.
  @safe @exclusivity(unchecked) var changed: [Borrowed<Slot>] = []

  /// Whether actions reduce at once and observers are told later.
  @safe @exclusivity(unchecked) @usableFromInline var isBatching = false
  /// The last action of a batch.
  var lastAction: (any Action)?
  /// Observations that began within a batch, and compare with what they found then.
  var joiners: [(serial: UInt, join: (Notice) -> Void)] = []
  /// What a batch collects that was begun while another action ran.
  var postponed: [Queued]?

  /// The isolation that the store last ran in.
  @safe @exclusivity(unchecked) private(set) var home: ObjectIdentifier?
  /// Whether results may wait that nobody takes in by themselves.
  @safe @exclusivity(unchecked) var mayHaveMail = false
  var hasReportedWaiting = false
  var isHandlingMail = false
  /// Whether actions may come from a dispatcher.
  @safe @exclusivity(unchecked) var hasDispatchers = false
  /// What stands before the reducers, the first first.
  @safe @exclusivity(unchecked) var middlewares: [MiddlewareCore] = [] {
    didSet {
      (chain, middlewareVersion) = (nil, middlewareVersion + 1)
      updateIsPlain()
    }
  }
  /// Grows when that changes.
  @safe @exclusivity(unchecked) private(set) var middlewareVersion: UInt = 0
  /// The middlewares linked together, for the next action.
  @safe @exclusivity(unchecked) var chain: MiddlewareLink?
  /// The pass of the last action, for the next one.
  @safe @exclusivity(unchecked) var lastPass: MiddlewarePass?
  /// Nodes beside the tree, in the order in which they were mounted.
  @safe @exclusivity(unchecked) var mounts: [Mount] = [] {
    didSet { updateIsPlain() }
  }
  /// Whether an action goes straight to the tree.
  @safe @exclusivity(unchecked) private(set) var isPlain = true
  private func updateIsPlain() { isPlain = middlewares.isEmpty && mounts.isEmpty }
  /// Where states of mounted nodes lie that nobody can read any more.
  var vacated: [Range<Int>] = []

  private var handles: [NodePosition.Key: WeakHandle] = [:]
  /// How many handles there were so far.
  private var handleCount: UInt = 0
  /// How many presences were filed so far.
  private var presenceCount: UInt = 0
  /// What has to be told when the store goes, by the serial number of its observation.
  private var closers: [UInt: () -> Void] = [:]
  /// Observations that are kept for objects.
  var kept = KeptObservations()

  /// How many frames were entered, one within the other.
  @safe @exclusivity(unchecked) var nesting = 0

  /// What waits for its turn.
  enum Queued {
    case action(Waiting)
    case event(WaitingEvent)
    case batch([Queued])
    /// What had its turn. Its place is kept: an action that is let go may dispatch, and must not find the queue in change.
    case done
  }
  struct Waiting {
    let action: any Action
    let route: Route
    /// What an effect sent is worth nothing any more once its node has gone.
    var ticket: Ticket?
    /// Who wants to know what becomes of it.
    var progress: ActionProgress?
  }
  final class Ticket {
    var isVoid = false
    var presence: Presence?
  }

  /// The observers of elements of lists that lie inside something that may go: an `InnerList` of the elements' type each.
  @usableFromInline var innerLists: [PlaceKey: ObserverOwner] = [:]

  @usableFromInline
  init(memory: StateMemory, root: NodeCore) {
    (self.memory, self.root) = (memory, root)
    link = StoreLink()
    registry = Registry(link: link)
    effects = EffectRunner()
  }

  deinit {
    link.close()
    effects.cancelAll()
    registry.forgetPresences()
    root.dismantle()
    for mount in mounts { mount.node.dismantle() }
    for close in closers.values { close() }
  }

  /// Notes the isolation that the store runs in. It is known by identity: an actor that owns its store must be free to go.
  @inline(__always)
  func enter(actor: (any Actor)?) {
    if let actor, ObjectIdentifier(actor) != home { move(to: actor) }
  }
  private func move(to actor: any Actor) {
    home = ObjectIdentifier(actor)
    link.setActor(actor)
  }

  private struct WeakHandle {
    weak var handle: AnyObject?
  }
  func handle(_ key: NodePosition.Key) -> AnyObject? { handles[key]?.handle }
  func remember(_ handle: AnyObject, _ key: NodePosition.Key) {
    handles[key] = WeakHandle(handle: handle)
    // What is left of handles would pile up where no action runs.
    handleCount &+= 1
    if handleCount & 63 == 0 { sweep() }
  }
  /// Forgets a handle that was released, unless there is a new one.
  func forgetHandle(_ key: NodePosition.Key) {
    if handles[key]?.handle == nil { handles[key] = nil }
  }

  func nextPresence() -> UInt {
    presenceCount &+= 1
    return presenceCount
  }

  func addCloser(_ serial: UInt, _ close: @escaping () -> Void) { closers[serial] = close }
  func removeCloser(_ serial: UInt) { closers[serial] = nil }
}
