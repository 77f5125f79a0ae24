extension StoreCore {
  /// Runs an action from a node in the state's own memory on down.
  @usableFromInline
  func dispatch(_ action: Memory, _ type: ActionType, at node: NodeCore, isolation: (any Actor)?) -> Bool {
    guard begins(isolation) else { return wait(action, type, route: Route(node: node)) }
    defer { end(isolation) }
    if isPlain { return process(action, type, at: node) }
    return intercept(action, type, route: Route(node: node))
  }

  /// Runs an action from the node at the end of a route on down.
  @usableFromInline
  func dispatch(_ action: Memory, _ type: ActionType, route: Route, isolation: (any Actor)?) -> Bool {
    guard begins(isolation) else { return wait(action, type, route: route) }
    defer { end(isolation) }
    return send(action, type, route: route)
  }

  /// Runs an action whose turn it is.
  private func send(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    if isPlain { return process(action, type, route: route) }
    return intercept(action, type, route: route)
  }

  /// Runs an action in one element of a list in the state's own memory.
  ///
  /// - Parameters:
  ///   - node: The node of the list's elements.
  ///   - reach: The way from the list to the element.
  ///   - route: The whole way, for what has to be kept.
  @usableFromInline
  func dispatch(
    _ action: Memory, _ type: ActionType, inElementOf node: NodeCore, _ reach: Crossing.Reach, route: () -> Route,
    isolation: (any Actor)?
  ) -> Bool {
    guard begins(isolation) else { return wait(action, type, route: route()) }
    defer { end(isolation) }
    if isPlain { return process(action, type, at: node, behind: node, reach, rest: nil, route: route) }
    return intercept(action, type, route: route())
  }

  /// Runs an action in an element of a list in the state's own memory whose node is meant.
  ///
  /// - Parameter hop: The only hop of the route.
  @usableFromInline
  func dispatch(
    _ action: Memory, _ type: ActionType, inElement hop: Route.Hop, of route: Route, isolation: (any Actor)?
  ) -> Bool {
    guard begins(isolation) else { return wait(action, type, route: route) }
    defer { end(isolation) }
    if isPlain, let node = hop.node.borrowed {
      return node.with { process(action, type, at: $0, behind: $0, hop.way.modify, rest: nil) { route } }
    }
    return send(action, type, route: route)
  }

  /// Runs an action that an effect sent to its node. If it has to wait and the node goes meanwhile, it is dropped.
  ///
  /// - Parameter progress: Who wants to know what becomes of it.
  func dispatch(_ action: any Action, ofEffectAt route: Route, _ progress: ActionProgress? = nil) {
    let mayRun = phase == .idle || phase == .batch
    if mayRun || route.hops.isEmpty {
      if let progress { return dispatch(action, route: route, progress, isolation: nil) }
      return dispatch(action, route: route)
    }
    let ticket = Ticket()
    let presence = Presence(route: route) { [weak ticket] _ in ticket?.isVoid = true }
    ticket.presence = presence
    add(presence)
    queue.append(.action(Waiting(action: action, route: route, ticket: ticket, progress: progress)))
  }

  /// Runs an action of which somebody wants to know what becomes of it.
  func dispatch(_ action: any Action, route: Route, _ progress: ActionProgress, isolation: (any Actor)?) {
    let waiting = Waiting(action: action, route: route, progress: progress)
    switch phase {
    case .idle:
      enter(isolation)
      run(waiting)
      end(isolation)
    case .batch:
      phase = .busy
      run(waiting)
      end(isolation)
    case .reducing, .busy: wait(waiting)
    }
  }

  /// Runs an action that was sent from outside.
  func dispatch(_ action: any Action, route: Route) {
    func open<A: Action>(_ action: A) {
      withMemory(reading: action) { _ = dispatch($0, ActionType(A.self), route: route, isolation: nil) }
    }
    open(action)
  }

  // MARK: Taking turns

  /// Whether an action may run now.
  @inline(__always)
  private func begins(_ isolation: (any Actor)?) -> Bool {
    if phase == .idle {
      enter(isolation)
      return true
    }
    if phase == .batch {
      phase = .busy
      return true
    }
    if home == nil { enter(actor: isolation) }
    return false
  }

  /// Lets an action wait for its turn.
  ///
  /// - Returns: Whether there is somebody to take it, as far as that can be told.
  private func wait(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    wait(Waiting(action: type.box(action), route: route))
    guard takes(type, at: route.node) || mounts.contains(where: { $0.takes(type, from: route) }) else { return false }
    // Unless it is an observer who sends, the state may be in the middle of a change.
    return !registry.isNotifying || route.exists(from: memory.live)
  }

  private func takes(_ type: ActionType, at node: NodeCore?) -> Bool {
    node?.withPlan(for: type) { !$0.steps.isEmpty } == true
  }

  private func wait(_ waiting: Waiting) {
    if phase == .reducing {
      reportLater(.dispatchInReducer(action: name(of: waiting.action), reducer: currentReducerName))
    }
    wait(.action(waiting))
  }

  func wait(_ queued: Queued) {
    if postponed != nil { postponed!.append(queued) } else { queue.append(queued) }
  }

  @inline(__always)
  func enter(_ isolation: (any Actor)?) {
    enter(actor: isolation)
    if mayHaveMail { takeWaitingMail() }
    phase = .busy
  }

  @inline(__always)
  func end(_ isolation: (any Actor)?) {
    if hasLate { tellLate() }
    if !queue.isEmpty || hasDispatchers { drainAll() }
    phase = isBatching ? .batch : .idle
  }

  /// Runs what waits, and what dispatchers sent meanwhile: something that is released may have sent it.
  ///
  /// What still comes after a hundred rounds stays in the mailbox, and is taken in as if it had been sent later.
  private func drainAll() {
    if !queue.isEmpty { drain() }
    for _ in 0..<100 {
      guard hasDispatchers, !isHandlingMail, link.hasMail else { return }
      for message in link.takeMail() {
        message(self)
        if !queue.isEmpty { drain() }
      }
    }
  }

  /// Runs what waits, until nothing does.
  private func drain() {
    if drainToLimit() { return }
    let loop = discarding()
    report(loop)
    // What was dispatched on that report has turns of its own. If it leads to too much as well, that is the end.
    if drainToLimit() { return }
    let next = discarding()
    report(next)
    _ = discarding()
  }

  /// Runs what waits, until nothing does.
  ///
  /// - Returns: False if there was too much of it, and some still waits.
  private func drainToLimit() -> Bool {
    var count = 0
    while count < queue.count {
      // The outermost action counts, too.
      if count + 1 >= actionLimit { return false }
      let next = queue[count]
      queue[count] = .done
      count += 1
      run(next)
      if hasLate { tellLate() }
    }
    queue.removeAll(keepingCapacity: true)
    return true
  }

  private func run(_ queued: Queued) {
    switch queued {
    case .action(let waiting): run(waiting)
    case .event(let event): if isBatching { tellLater(event) } else { tell(event) }
    case .batch(let all):
      // What each of them sends at once follows it, as in a batch that need not wait.
      let waiting = queue
      queue = []
      notifyingOnce {
        for queued in all {
          run(queued)
          if hasLate { tellLate() }
          if !queue.isEmpty { drain() }
        }
      }
      queue = waiting + queue
    case .done: break
    }
  }

  /// Lets go of all that waits, and says so.
  private func discarding() -> Diagnostic {
    var names: [String] = []
    // What is let go may dispatch, which is discarded, too; as often as actions may follow each other, for want of an end.
    for _ in 0..<actionLimit {
      if queue.isEmpty { break }
      let discarded = queue
      queue = []
      names += discarded.flatMap(drop)
    }
    return .dispatchLoop(limit: actionLimit, discarded: names)
  }

  /// Lets go of what waits and will not run; returns the names of it.
  private func drop(_ queued: Queued) -> [String] {
    switch queued {
    case .action(let waiting):
      _ = takeTicket(of: waiting)
      waiting.progress?.reduced(in: self)
      return [name(of: waiting.action)]
    case .event(let event): return [event.topic.name]
    case .batch(let all): return all.flatMap(drop)
    case .done: return []
    }
  }

  private func run(_ waiting: Waiting) {
    if let progress = waiting.progress { return run(waiting, progress) }
    guard takeTicket(of: waiting) else { return }
    send(waiting)
  }

  private func run(_ waiting: Waiting, _ progress: ActionProgress) {
    if takeTicket(of: waiting), !progress.isCancelled {
      let outer = self.progress
      self.progress = progress
      send(waiting)
      self.progress = outer
    }
    progress.reduced(in: self)
  }

  private func send(_ waiting: Waiting) {
    func open<A: Action>(_ action: A) {
      withMemory(reading: action) { _ = send($0, ActionType(A.self), route: waiting.route) }
    }
    open(waiting.action)
  }

  /// Whether an action that waited may still run.
  private func takeTicket(of waiting: Waiting) -> Bool {
    guard let ticket = waiting.ticket else { return true }
    if let presence = ticket.presence { remove(presence) }
    return !ticket.isVoid
  }
}
