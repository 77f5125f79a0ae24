package import TreeRedux

/// A store that does everything the slow way, to compare the real one with.
///
/// It lets every reducer see every action, after each action or batch compares what every observer watches, and then asks
/// of everybody who listens whether it hears an event.
package final class NaiveStore<State> {
  /// The state now.
  package var state: State { world.tree }
  private(set) var world: NaiveWorld<State>
  let root: NaiveNode
  /// In the order in which they were mounted.
  private(set) var mounts: [NaiveMount<State>] = []
  private var observers: [NaiveObserver<State>] = []
  var hearers: [NaiveHearer] = []
  /// The number of observers that were ever registered.
  private(set) var lastSerial = 0
  private var queue: [Turn] = []
  /// What was published and is told when the state notifications are through.
  private var published: [NaivePublication] = []
  /// What a batch collects while something else runs.
  private var collected: [Job]?
  private var batchDepth = 0
  private var isBusy = false
  /// The state at the last notification point.
  private var told: NaiveWorld<State>

  private enum Job {
    /// An action that an effect sends goes away with its node.
    case action(any Action, NaiveRoute?, isEffect: Bool)
    case event(NaivePublication)
  }
  /// What is told of together.
  private struct Turn {
    var jobs: [Job]
    /// Whether what a job sends at once comes before the next.
    var isBatch = false
  }

  /// Creates a store.
  package init(_ state: State, _ parts: [NaivePart<State>]) {
    (world, root) = (NaiveWorld(tree: state), NaiveNode.root(parts))
    told = world
  }

  /// Sends an action to the node at an address.
  ///
  /// - Returns: Whether a reducer took it, or nil if it waits.
  package func dispatch<Part>(_ action: any Action, at address: NaiveAddress<State, Part>) -> Bool? {
    let job = Job.action(action, address.route(from: root(of: address.mount), in: world), isEffect: false)
    if isBusy {
      wait(job)
      return nil
    }
    if batchDepth > 0 {
      let isTaken = reduce([job])
      reduceWhatFollows()
      return isTaken
    }
    let isTaken = process(Turn(jobs: [job]))
    drain()
    return isTaken
  }

  func publish(_ publication: NaivePublication) {
    if isBusy { return wait(.event(publication)) }
    if batchDepth > 0 { return published.append(publication) }
    _ = process(Turn(jobs: [.event(publication)]))
    drain()
  }

  /// Tells an initial value; what is dispatched meanwhile waits.
  func tellInitially(_ body: () -> Void) {
    if isBusy || batchDepth > 0 { return body() }
    isBusy = true
    body()
    isBusy = false
    drain()
  }

  private func wait(_ job: Job) {
    if collected == nil { queue.append(Turn(jobs: [job])) } else { collected!.append(job) }
  }

  /// Tells observers once of all that `body` dispatches.
  package func batch(_ body: () -> Void) {
    if isBusy {
      let isOuter = collected == nil
      if isOuter { collected = [] }
      body()
      guard isOuter, let jobs = collected else { return }
      collected = nil
      if !jobs.isEmpty { queue.append(Turn(jobs: jobs, isBatch: true)) }
      return
    }
    batchDepth += 1
    body()
    batchDepth -= 1
    if batchDepth > 0 { return }
    isBusy = true
    notify()
    tellPublished()
    isBusy = false
    drain()
  }

  private func drain() {
    while !queue.isEmpty { _ = process(queue.removeFirst()) }
  }

  private func process(_ turn: Turn) -> Bool {
    isBusy = true
    defer { isBusy = false }
    var isTaken = false
    if turn.isBatch {
      let waiting = queue
      queue = []
      for job in turn.jobs {
        if reduce([job]) { isTaken = true }
        reduceWhatFollows()
      }
      queue = waiting
    } else {
      isTaken = reduce(turn.jobs)
    }
    notify()
    tellPublished()
    return isTaken
  }

  /// Reduces what a job of a batch sent at once, and what that sent.
  private func reduceWhatFollows() {
    while !queue.isEmpty { _ = reduce(queue.removeFirst().jobs) }
  }

  private func reduce(_ jobs: [Job]) -> Bool {
    var isTaken = false
    for job in jobs {
      switch job {
      case .action(let action, let route?, _): if reduce(action, route) { isTaken = true }
      case .action(_, nil, _): break
      case .event(let publication): published.append(publication)
      }
    }
    return isTaken
  }

  private func reduce(_ action: any Action, _ route: NaiveRoute) -> Bool {
    let mounted = mounts.filter { !$0.hasLeft && leads(route, to: $0) && exists($0.host) }
    var isTaken = fall(action, route)
    for mount in mounted where fall(action, NaiveRoute(mount: mount.label, root: mount.root)) { isTaken = true }
    return isTaken
  }

  /// Lets an action fall through the nodes at the end of a route and what lies below them.
  private func fall(_ action: any Action, _ route: NaiveRoute) -> Bool {
    if mount(route.mount)?.hasLeft == true { return false }
    var isTaken = false
    var requests: [NaiveRequest] = []
    _ = world.reach(route) { if route.waterfall(&$0, action, &requests) { isTaken = true } }
    // What an element wants is not done if the action took it away or gave it another id.
    for request in requests where exists(request.route) {
      switch request.effect {
      case .send(let next): queue.append(Turn(jobs: [.action(next, request.route, isEffect: true)]))
      case .publish(let topic, let payload):
        let scope = request.route.scope(below: scope(of: request.route.mount))
        published.append(NaivePublication(topic, payload, at: scope, action: action, lastSerial: lastSerial))
      }
    }
    return isTaken
  }

  /// Whether what a route leads to is there.
  func exists(_ route: NaiveRoute) -> Bool { mount(route.mount)?.hasLeft != true && world.reach(route) { _ in } }

  private func tellPublished() {
    let all = published
    published = []
    for publication in all { tell(publication) }
  }

  private func notify() {
    settle()
    let (old, new) = (told, world)
    told = new
    let all = observers.compactMap { observer in observer.check(new).map { (observer, $0) } }
    // Those that began within the batch come after all others, as they were registered.
    let joining = all.filter(\.0.isJoining)
    let calls = all.filter { !$0.0.isJoining }
    let lists = observers.filter { !$0.isCancelled && !$0.isJoining && $0.place.isChangedList?(old, new) == true }.map(
      \.place.extent)
    for observer in observers { observer.isJoining = false }
    let sorted = calls.enumerated().sorted { a, b in
      let order = a.element.0.place.order(relativeTo: b.element.0.place, lists, from: old, to: new)
      return order == 0 ? a.offset < b.offset : order < 0
    }
    for (observer, call) in sorted.map(\.element) + joining where !observer.isCancelled { call() }
  }

  /// Lets those mounted nodes go whose hosts have gone, and what effects of those sent that are gone.
  private func settle() {
    for mount in mounts where !mount.isHostThere(world) || !exists(mount.host) { mount.hasLeft = true }
    queue.removeAll { turn in
      turn.jobs.contains { job in
        guard case .action(_, let route?, isEffect: true) = job else { return false }
        return !exists(route)
      }
    }
  }

  func add(_ observer: NaiveObserver<State>) -> NaiveObserver<State> {
    observers.removeAll(where: \.isCancelled)
    if let turn = mounts.firstIndex(where: { $0.label == observer.place.mount }) { observer.place.turn = turn + 1 }
    observer.isJoining = batchDepth > 0
    observers.append(observer)
    _ = nextSerial()
    return observer
  }

  func add(_ mount: NaiveMount<State>, _ state: Any) {
    mounts.append(mount)
    world.mounted[mount.label] = state
    told.mounted[mount.label] = state
  }

  func nextSerial() -> Int {
    lastSerial += 1
    return lastSerial
  }
}

/// What somebody observes in the naive store.
package class NaiveObservation {
  private(set) var isCancelled = false
  /// Ends it.
  package func cancel() { isCancelled = true }
}

/// An observer of the naive store's state.
package final class NaiveObserver<State>: NaiveObservation {
  var place: NaivePlace<NaiveWorld<State>>
  /// Whether it began within a batch that goes on.
  var isJoining = false
  /// Compares with what was seen before; returns what tells of the difference, if there is one.
  let check: (NaiveWorld<State>) -> (() -> Void)?

  init(_ place: NaivePlace<NaiveWorld<State>>, check: @escaping (NaiveWorld<State>) -> (() -> Void)?) {
    (self.place, self.check) = (place, check)
  }
}
