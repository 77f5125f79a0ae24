package import TreeRedux

/// A store that does everything the slow way, to compare the real one with.
///
/// It lets every reducer see every action, and after each action or batch compares what every observer watches.
package final class NaiveStore<State> {
  /// The state now.
  package private(set) var state: State
  private let root: NaiveNode
  private var observers: [NaiveObserver<State>] = []
  private var queue: [[Job]] = []
  /// What a batch collects while something else runs.
  private var collected: [Job]?
  private var batchDepth = 0
  private var isBusy = false
  /// The state at the last notification point.
  private var told: State

  private struct Job {
    let route: NaiveRoute?
    let action: any Action
    /// An action that an effect sends goes away with its node.
    var isEffect = false
  }

  /// Creates a store.
  package init(_ state: State, _ parts: [NaivePart<State>]) {
    (self.state, told, root) = (state, state, NaiveNode.root(parts))
  }

  /// Sends an action to the node at an address.
  ///
  /// - Returns: Whether a reducer took it, or nil if it waits.
  package func dispatch<Part>(_ action: any Action, at address: NaiveAddress<State, Part>) -> Bool? {
    let job = Job(route: address.route(from: root, in: state), action: action)
    if isBusy {
      if collected == nil { queue.append([job]) } else { collected!.append(job) }
      return nil
    }
    if batchDepth > 0 {
      let isTaken = reduce([job])
      while !queue.isEmpty { _ = reduce(queue.removeFirst()) }
      return isTaken
    }
    let isTaken = process([job])
    drain()
    return isTaken
  }

  /// Tells observers once of all that `body` dispatches.
  package func batch(_ body: () -> Void) {
    if isBusy {
      let isOuter = collected == nil
      if isOuter { collected = [] }
      body()
      guard isOuter, let jobs = collected else { return }
      collected = nil
      if !jobs.isEmpty { queue.append(jobs) }
      return
    }
    batchDepth += 1
    body()
    batchDepth -= 1
    if batchDepth > 0 { return }
    isBusy = true
    notify()
    isBusy = false
    drain()
  }

  private func drain() {
    while !queue.isEmpty { _ = process(queue.removeFirst()) }
  }

  private func process(_ jobs: [Job]) -> Bool {
    isBusy = true
    defer { isBusy = false }
    let isTaken = reduce(jobs)
    notify()
    return isTaken
  }

  private func reduce(_ jobs: [Job]) -> Bool {
    var isTaken = false
    for job in jobs {
      guard let route = job.route else { continue }
      var sent: [(NaiveRoute, any Action)] = []
      var erased: Any = state
      _ = route.reach(&erased) { if route.waterfall(&$0, job.action, &sent) { isTaken = true } }
      state = erased as! State
      queue += sent.map { [Job(route: $0.0, action: $0.1, isEffect: true)] }
    }
    return isTaken
  }

  private func notify() {
    dropEffectsOfThoseGone()
    let (old, new) = (told, state)
    told = new
    let all = observers.compactMap { observer in observer.check(new).map { (observer, $0) } }
    // Those that began within the batch come after all others, as they were registered.
    let joining = all.filter(\.0.isJoining)
    let calls = all.filter { !$0.0.isJoining }
    for observer in observers { observer.isJoining = false }
    let lists = observers.filter { !$0.isCancelled && $0.place.isChangedList?(old, new) == true }.map(\.place.extent)
    let sorted = calls.enumerated().sorted { a, b in
      let order = a.element.0.place.order(relativeTo: b.element.0.place, lists, from: old, to: new)
      return order == 0 ? a.offset < b.offset : order < 0
    }
    for (observer, call) in sorted.map(\.element) + joining where !observer.isCancelled { call() }
  }

  private func dropEffectsOfThoseGone() {
    var erased: Any = state
    queue.removeAll { jobs in jobs.contains { $0.isEffect && !$0.route!.reach(&erased) { _ in } } }
  }

  func add(_ observer: NaiveObserver<State>) -> NaiveObserver<State> {
    observers.removeAll(where: \.isCancelled)
    observer.isJoining = batchDepth > 0
    observers.append(observer)
    return observer
  }
}

/// An observer of the naive store.
package final class NaiveObserver<State> {
  let place: NaivePlace<State>
  private(set) var isCancelled = false
  /// Whether it began within a batch that goes on.
  var isJoining = false
  /// Compares with what was seen before; returns what tells of the difference, if there is one.
  let check: (State) -> (() -> Void)?

  init(_ place: NaivePlace<State>, check: @escaping (State) -> (() -> Void)?) {
    (self.place, self.check) = (place, check)
  }

  /// Ends it.
  package func cancel() { isCancelled = true }
}
