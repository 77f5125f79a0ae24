public import Testing
public import TreeRedux

/// A store whose every step a test has to foresee.
///
/// ```swift
/// let store = TestStore(Feed()) { FeedReducer(client: .test) }
/// await store.send(FeedAction.type("swift")) { $0.query = "swift" }
/// await store.clock.advance(by: .seconds(1))
/// await store.receive(FeedAction.loaded([])) { $0.isLoading = false }
/// await store.finish()
/// ```
///
/// Exhaustive by default: each action that is sent or received must be met with the change that it makes, each event that
/// is published must be heard by an observer or received, and nothing may be left when the test finishes. With `isExhaustive` set to false, only what is asserted is checked, actions that are
/// not asserted are passed over, and `drain()` takes in what comes before a final look at `state`.
@MainActor
public final class TestStore<State: Equatable> {
  /// The store under test; nodes are found and middleware is added here.
  public let store: RootStore<State>
  /// Tells the store's effects the time.
  public let clock: TestClock
  /// Whether everything that happens has to be asserted.
  public var isExhaustive: Bool
  /// How long effects that do not wait for `clock` may take, in real time, until a test fails.
  public var patience = Duration.seconds(1)
  private let steps = Steps()
  /// The state after the last step that was asserted.
  private var asserted: State

  private struct Step {
    let action: any Action
    let path: String
    let state: State

    var name: String { path.isEmpty ? "\(action)" : "\(action) (to \(path))" }
  }
  @MainActor private final class Steps {
    var waiting: [Step] = []
    /// Events that nobody heard.
    var events: [ToldEvent] = []

    func clear() { (waiting, events) = ([], []) }
    var isEmpty: Bool { waiting.isEmpty && events.isEmpty }
  }

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - isExhaustive: Whether everything that happens has to be asserted.
  ///   - clock: Tells the store's effects the time.
  ///   - tree: The reducers under test.
  public init(
    _ state: State, isExhaustive: Bool = true, clock: TestClock = TestClock(),
    @NodeBuilder<State> _ tree: () -> [AnyNode<State>]
  ) {
    store = RootStore(state, tree)
    (self.clock, self.isExhaustive, asserted) = (clock, isExhaustive, state)
    store.clock = clock
    let steps = steps
    store.add(
      Intercept<State> { action, context, next in
        next(action)
        MainActor.assumeIsolated {
          steps.waiting.append(Step(action: action, path: context.path, state: context.state))
        }
        return .none
      })
    store.onEvent = { event in
      MainActor.assumeIsolated { if event.hearers == 0 { steps.events.append(event) } }
    }
  }

  /// The state now, whether or not what led to it was asserted.
  public var state: State { store.state }

  // MARK: Steps

  /// Sends an action to the root and checks what it changes.
  ///
  /// What its effects send at once has to be received as well.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func send(
    _ action: some Action, _ changes: (inout State) -> Void = { _ in }, at location: SourceLocation = #_sourceLocation
  ) async {
    await send(action, to: store, changes, at: location)
  }

  /// Sends an action to a node and checks what it changes.
  ///
  /// ```swift
  /// await store.send(PostAction.like, to: store.store.node(\.posts, id: 42)) { $0.posts.update(id: 42) { $0.likes = 1 } }
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - node: The node; its handle comes from `store`.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func send<Part>(
    _ action: some Action, to node: NodeHandle<Part>, _ changes: (inout State) -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) async {
    await clock.settle()
    if isExhaustive, !steps.isEmpty {
      record("\(names) came and was not asserted before \(action) was sent", at: location)
    }
    steps.clear()
    asserted = store.state
    let isHandled = node.dispatch(action)
    let step = steps.waiting.isEmpty ? nil : steps.waiting.removeFirst()
    guard isHandled, let step else { return record("\(action) did not reach a reducer", at: location) }
    check(step, changes, at: location)
  }

  /// Waits for an action that an effect sent, and checks what it changed.
  ///
  /// - Parameters:
  ///   - action: The action that is expected next. Unless the store is exhaustive, others before it are passed over.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func receive<A: Action & Equatable>(
    _ action: A, _ changes: (inout State) -> Void = { _ in }, at location: SourceLocation = #_sourceLocation
  ) async {
    await receive("\(action)", { $0 as? A == action }, changes, at: location)
  }

  /// Waits for an action that fits and that an effect sent, and checks what it changed.
  ///
  /// - Parameters:
  ///   - type: The type of the action that is expected next. Unless the store is exhaustive, others before it are passed
  ///     over.
  ///   - fits: Whether an action of that type is the right one.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func receive<A: Action>(
    _ type: A.Type, where fits: (A) -> Bool = { _ in true }, _ changes: (inout State) -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receive("a fitting \(type)", { ($0 as? A).map(fits) == true }, changes, at: location)
  }

  /// Waits for an event that nobody observes.
  ///
  /// ```swift
  /// await store.receive(.route, FeedRoute.settings)
  /// ```
  ///
  /// - Parameters:
  ///   - topic: The topic.
  ///   - payload: What was published.
  ///   - path: The path of the node where it was published; any node if it is nil.
  ///   - location: Where a failure is reported.
  public func receive<Payload: Equatable>(
    _ topic: EventTopic<Payload>, _ payload: Payload, from path: String? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async {
    await receiveEvent("\(topic) \(payload)", at: location) { event in
      event.topic == topic.name && event.payload as? Payload == payload && (path == nil || event.path == path)
    }
  }

  /// Waits for an event without a payload that nobody observes.
  ///
  /// - Parameters:
  ///   - topic: The topic.
  ///   - path: The path of the node where it was published; any node if it is nil.
  ///   - location: Where a failure is reported.
  public func receive(
    _ topic: EventTopic<Void>, from path: String? = nil, at location: SourceLocation = #_sourceLocation
  ) async {
    await receiveEvent("\(topic)", at: location) { event in
      event.topic == topic.name && event.payload is Void && (path == nil || event.path == path)
    }
  }

  private func receiveEvent(_ name: String, at location: SourceLocation, _ fits: (ToldEvent) -> Bool) async {
    while await wait(until: { !steps.events.isEmpty }) {
      let event = steps.events.removeFirst()
      if fits(event) { return }
      if isExhaustive { return record("expected \(name), but \(self.name(of: event)) was published", at: location) }
    }
    record("expected \(name), but nothing was published; \(running)", at: location)
  }

  private func receive(
    _ name: String, _ fits: (any Action) -> Bool, _ changes: (inout State) -> Void, at location: SourceLocation
  ) async {
    while await wait(until: { !steps.waiting.isEmpty }) {
      let step = steps.waiting.removeFirst()
      if fits(step.action) { return check(step, changes, at: location) }
      if isExhaustive {
        asserted = step.state
        return record("expected \(name), but \(step.name) came", at: location)
      }
    }
    record("expected \(name), but nothing came; \(running)", at: location)
  }

  /// Takes in all that effects have sent, without asserting any of it.
  public func drain() async {
    await clock.settle()
    _ = await wait(until: { store.isSettled })
    steps.clear()
    asserted = store.state
  }

  /// Checks that nothing is left: no action that was not asserted, no event that nobody heard, and no effect that runs.
  ///
  /// - Parameter location: Where a failure is reported.
  public func finish(at location: SourceLocation = #_sourceLocation) async {
    guard isExhaustive else { return }
    _ = await wait(until: { store.isSettled })
    if !steps.isEmpty { record("\(names) came and was not asserted", at: location) }
    if !store.isSettled { record(running, at: location) }
  }

  // MARK: Waiting

  /// Waits until a condition holds, as long as effects run that do not wait for the clock to be moved.
  private func wait(until condition: () -> Bool) async -> Bool {
    if condition() { return true }
    await clock.settle()
    let start = ContinuousClock.now
    while !condition() {
      let isWaitingForClock = clock.sleeperCount >= store.effects.count
      if store.isSettled || isWaitingForClock || ContinuousClock.now - start > patience { return false }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return true
  }

  // MARK: Failures

  private var names: String { (steps.waiting.map(\.name) + steps.events.map(name)).joined(separator: ", ") }

  private func name(of event: ToldEvent) -> String {
    let payload = event.payload is Void ? "" : " \(event.payload)"
    return "event \(event.topic)\(payload)\(event.path.isEmpty ? "" : " (of \(event.path))")"
  }
  private var running: String {
    if store.isSettled { return "no effect runs" }
    let effects = store.effects.map { "\($0.name ?? "one without a name")\($0.path.isEmpty ? "" : " of \($0.path)")" }
    return "effects still run: \(effects.joined(separator: ", "))"
  }

  private func check(_ step: Step, _ changes: (inout State) -> Void, at location: SourceLocation) {
    var expected = isExhaustive ? asserted : step.state
    changes(&expected)
    asserted = step.state
    if expected == step.state { return }
    let difference = StateDifference(expected: expected, actual: step.state)?.description ?? "they look the same"
    record("\(step.name) did not do what was expected (- expected, + actual):\n\(difference)", at: location)
  }

  private func record(_ message: String, at location: SourceLocation) {
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }
}
