extension StoreCore {
  // MARK: Results from outside the domain

  /// Takes in what effects and dispatchers sent, in the isolation given.
  func takeMail(isolation: (any Actor)?) {
    enter(actor: isolation)
    handle(link.takeMail())
  }

  /// Handles what was sent, in order: what is sent meanwhile comes later.
  private func handle(_ mail: [StoreLink.Message]) {
    let wasHandling = isHandlingMail
    isHandlingMail = true
    defer { isHandlingMail = wasHandling }
    for message in mail { message(self) }
  }

  func takeWaitingMail() {
    mayHaveMail = false
    defer { mayHaveMail = home == nil }
    let mail = link.takeMail()
    if !mail.isEmpty { reportWaiting() }
    handle(mail)
  }

  private func reportWaiting() {
    if hasReportedWaiting { return }
    hasReportedWaiting = true
    report(.resultsWait)
  }

  /// Removes what is left of tokens and handles that were released.
  @usableFromInline
  func sweep() {
    for removal in link.takeGraves() { removal() }
    for observation in kept.takeSomeDead() { observation.cancel() }
  }

  /// Frees what nobody uses any more, where nothing of the state is saved.
  func tidy() {
    sweep()
    if isBatching { return }
    clearVacated()
    memory.freeOutgrown()
  }

  // MARK: What may go

  /// Files something that ends when its node goes.
  func add(_ presence: Presence) {
    guard let hop = presence.route.hops.first, let node = hop.node, let crossing = node.crossing else { return }
    let slot = registry.slot(of: node, crossing)
    presence.begin(nextPresence())
    if hop.isElement, let id = hop.id { slot.list?.add(presence, id: id) } else { slot.add(presence) }
  }
  func remove(_ presence: Presence) {
    guard presence.end() else { return }
    guard let hop = presence.route.hops.first, let node = hop.node, let crossing = node.crossing else { return }
    let slot = registry.slot(of: node, crossing)
    if hop.isElement, let id = hop.id { slot.list?.remove(presence, id: id) } else { slot.remove(presence) }
  }

  // MARK: Diagnostics

  func report(_ diagnostic: @autoclosure () -> Diagnostic) {
    if let onDiagnostic { onDiagnostic(diagnostic()) }
  }

  /// Reports when the action that runs has been told of.
  func reportLater(_ diagnostic: Diagnostic) {
    lateReports.append(diagnostic)
    hasLate = true
  }

  func reportUnhandled(_ action: Memory, _ type: ActionType, _ route: @autoclosure () -> Route) -> Bool {
    let (route, action) = (route(), name(of: type.box(action)))
    let path = route.path
    report(route.node == nil ? .noNode(action: action, path: path) : .unhandled(action: action, path: path))
    return false
  }

  /// The type of an action or a route and its case, without what it carries.
  func name(of value: Any) -> String {
    let mirror = Mirror(reflecting: value)
    let type = "\(Swift.type(of: value))"
    guard mirror.displayStyle == .enum else { return type }
    return "\(type).\(mirror.children.first?.label ?? "\(value)")"
  }

  var currentReducerName: String {
    current?.step.with { step in step.reducerType.map { "\($0)" } } ?? "a reducer"
  }

  /// Stops the program if a reducer runs: it would see the state in the middle of a change.
  @usableFromInline
  func checkReading() {
    if isReducing { trapReading() }
  }

  /// Whether a reducer runs: the state is in the middle of a change, and parts of it may be taken out meanwhile.
  @usableFromInline var isReducing: Bool { phase == .reducing }

  /// Does something that looks at the state: at once, or when the action is through whose reducer asks for it.
  func whenReduced(_ body: @escaping (StoreCore) -> Void) {
    if !isReducing { return body(self) }
    afterReducing.append(body)
    hasLate = true
  }

  /// Lets an observation begin to look at the state, unless it has ended by then.
  @usableFromInline
  func begin(_ observation: Observation, _ body: @escaping (StoreCore, Observation) -> Void) {
    if !isReducing { return body(self, observation) }
    whenReduced { [weak observation] core in
      if let observation, observation.owner != nil { body(core, observation) }
    }
  }

  private func trapReading() -> Never {
    let action = current.map { name(of: $0.type.box($0.action)) } ?? "an action"
    fatalError("\(currentReducerName) read the store while it reduced \(action); a reducer sees its own state only")
  }

  /// Says that a reducer began to observe; its observation begins with the next action.
  @usableFromInline
  func beginObserving() {
    if phase == .reducing { reportLater(.observeInReducer(reducer: currentReducerName)) }
    // Looking costs as much as the rest; where it matters whether somebody still watches, it is done then.
    if registry.lastSerial & 15 == 0 { sweep() }
  }

  /// Tells an initial value. What is dispatched meanwhile waits: an observer is not called inside itself.
  @usableFromInline
  func tellInitially(_ body: () -> Void) {
    guard phase == .idle else { return body() }
    phase = .busy
    body()
    end(nil)
  }

  /// What an initial value is told with.
  @usableFromInline
  var currentNotice: Notice {
    Notice(revision: revision, action: lastAction ?? NoAction(), lastSerial: registry.lastSerial)
  }

  /// Lets an observation that began within a batch be told at its end.
  @usableFromInline
  func join(_ observation: Observation, _ body: @escaping (Notice) -> Void) {
    let join = { [weak observation] (notice: Notice) in
      if observation?.owner != nil { body(notice) }
    }
    joiners.append((observation.serial, join))
  }
}
