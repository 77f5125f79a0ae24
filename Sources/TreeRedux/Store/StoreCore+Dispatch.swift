extension StoreCore {
  /// Runs an action from a node in the state's own memory on down.
  @usableFromInline
  func dispatch(_ action: Memory, _ type: ActionType, at node: NodeCore, isolation: (any Actor)?) -> Bool {
    guard begins(action, type, route: { Route(node: node) }, isolation) else {
      return node.withPlan(for: type) { !$0.steps.isEmpty }
    }
    defer { end(isolation) }
    if middlewares.isEmpty { return process(action, type, at: node) }
    return intercept(action, type, route: Route(node: node)) { process($0, $1, at: node) }
  }

  /// Runs an action from the node at the end of a route on down.
  @usableFromInline
  func dispatch(_ action: Memory, _ type: ActionType, route: Route, isolation: (any Actor)?) -> Bool {
    guard begins(action, type, route: { route }, isolation) else { return route.exists(from: memory.live) }
    defer { end(isolation) }
    return send(action, type, route: route)
  }

  /// Runs an action whose turn it is.
  private func send(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    if middlewares.isEmpty { return process(action, type, route: route) }
    return intercept(action, type, route: route) { process($0, $1, route: route) }
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
    guard begins(action, type, route: route, isolation) else { return true }
    defer { end(isolation) }
    if middlewares.isEmpty { return process(action, type, at: node, behind: node, reach, rest: nil, route: route) }
    return intercept(action, type, route: route()) {
      process($0, $1, at: node, behind: node, reach, rest: nil, route: route)
    }
  }

  /// Runs an action that effects sent.
  func dispatch(_ action: any Action, route: Route) {
    func open<A: Action>(_ action: A) {
      withMemory(reading: action) { _ = dispatch($0, ActionType(A.self), route: route, isolation: nil) }
    }
    open(action)
  }

  // MARK: Taking turns

  /// Whether an action may run now; if not, it is put into the queue.
  @inline(__always)
  private func begins(_ action: Memory, _ type: ActionType, route: () -> Route, _ isolation: (any Actor)?) -> Bool {
    if phase == .idle {
      enter(isolation)
      return true
    }
    if phase == .batch {
      phase = .busy
      return true
    }
    wait(action, type, route: route())
    return false
  }

  private func wait(_ action: Memory, _ type: ActionType, route: Route) {
    let action = type.box(action)
    if phase == .reducing { report(.dispatchInReducer(action: name(of: action), reducer: currentReducerName)) }
    if postponed != nil { postponed!.append((action, route)) } else { queue.append(.action(action, route)) }
  }

  /// Puts an action at the end of the queue.
  func enqueue(_ action: any Action, route: Route) { queue.append(.action(action, route)) }

  @inline(__always)
  private func enter(_ isolation: (any Actor)?) {
    enter(actor: isolation)
    if mayHaveMail { takeWaitingMail() }
    phase = .busy
  }

  @inline(__always)
  func end(_ isolation: (any Actor)?) {
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
    var count = 0
    while count < queue.count {
      // The outermost action counts, too.
      if count + 1 >= actionLimit { return discard(from: count) }
      let next = queue[count]
      count += 1
      switch next {
      case .action(let action, let route): run(action, route)
      case .batch(let actions):
        notifyingOnce { for (action, route) in actions { run(action, route) } }
      }
    }
    queue.removeAll(keepingCapacity: true)
  }

  private func discard(from index: Int) {
    let names = queue[index...].flatMap { queued in
      switch queued {
      case .action(let action, _): [name(of: action)]
      case .batch(let actions): actions.map { name(of: $0.action) }
      }
    }
    queue.removeAll()
    report(.dispatchLoop(limit: actionLimit, discarded: names))
  }

  private func run(_ action: any Action, _ route: Route) {
    func open<A: Action>(_ action: A) {
      withMemory(reading: action) { _ = send($0, ActionType(A.self), route: route) }
    }
    open(action)
  }
}
