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
/// Exhaustive by default: each action that is sent or received must be met with the change that it makes, in mounted nodes,
/// too; each event that is published must be heard by an observer or received, as must what is told to a parent that is not
/// there; and nothing may be left when the test finishes; a test that does not call `finish()` fails. With `isExhaustive` set
/// to false, only what is asserted is checked, actions that are not asserted are passed over, and `drain()` takes in what
/// comes before a final look at `state`.
///
/// If the tree takes `Prepare`, that is the first action to be received.
@MainActor
public final class TestStore<State: Equatable> {
  /// The store under test; nodes are found and middleware is added here.
  public let store: RootStore<State>
  /// Tells the store's effects the time.
  public let clock: TestClock
  /// Whether everything that happens has to be asserted.
  public var isExhaustive: Bool {
    didSet { if !isExhaustive { unfinished.withLock { $0 = nil } } }
  }
  /// How long effects that do not wait for `clock` may take, in real time, until a test fails.
  public var patience = Duration.seconds(1)
  private let steps = Steps()
  /// The state after the last step that was asserted.
  private var asserted: State
  /// What that changed in mounted nodes, and where it was asserted.
  private var mounted: (step: String, changes: [MountedChange], location: SourceLocation)?
  /// Where an action was sent last, until the test finishes.
  private let unfinished = Locked<(action: String, location: SourceLocation)?>(nil)

  private struct Step {
    let action: any Action
    let path: String
    let state: State
    let mounted: [MountedChange]

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
  ///   - location: Where it is reported that a test did not finish.
  ///   - tree: The reducers under test.
  public init(
    _ state: State, isExhaustive: Bool = true, clock: TestClock = TestClock(),
    at location: SourceLocation = #_sourceLocation, @NodeBuilder<State> _ tree: () -> [AnyNode<State>]
  ) {
    store = RootStore(unprepared: state, tree())
    (self.clock, self.isExhaustive, asserted) = (clock, isExhaustive, state)
    store.clock = clock
    let steps = steps
    store.add(
      Intercept<State> { [unowned store] action, context, next in
        let before = MountedStates(of: store)
        next(action)
        let mounted = MountedStates(of: store).changes(since: before)
        MainActor.assumeIsolated {
          steps.waiting.append(Step(action: action, path: context.path, state: context.state, mounted: mounted))
        }
        return .none
      })
    store.onEvent = { event in
      MainActor.assumeIsolated { if event.hearers == 0 { steps.events.append(event) } }
    }
    if store.takesPrepare {
      if isExhaustive { unfinished.withLock { $0 = ("\(Prepare())", location) } }
      store.dispatch(Prepare())
    }
  }

  deinit {
    guard let last = unfinished.withLock({ $0 }) else { return }
    Issue.record("finish() was not called after \(last.action) was sent", sourceLocation: last.location)
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
    checkMounted()
    if isExhaustive, !steps.isEmpty {
      record("\(names) came and was not asserted before \(action) was sent", at: location)
    }
    steps.clear()
    asserted = store.state
    if isExhaustive { unfinished.withLock { $0 = ("\(action)", location) } }
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

  /// Waits for an action of a type that an effect sent, and checks what it changed.
  ///
  /// - Parameters:
  ///   - type: The type of the action that is expected next. Unless the store is exhaustive, others before it are passed
  ///     over.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func receive<A: Action>(
    _ type: A.Type, _ changes: (inout State) -> Void = { _ in }, at location: SourceLocation = #_sourceLocation
  ) async {
    await receive("a \(type)", { $0 is A }, changes, at: location)
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
    _ type: A.Type, where fits: (A) -> Bool, _ changes: (inout State) -> Void = { _ in },
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
    checkMounted()
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

  /// Checks what the last action that was sent or received changed in a mounted node.
  ///
  /// ```swift
  /// await store.send(DraftAction.type("Hi"), to: editor)
  /// store.expectChange(in: editor) { $0.text = "Hi" }
  /// ```
  ///
  /// - Parameters:
  ///   - node: The node. Changes of those whose state is not `Equatable` are not noticed.
  ///   - changes: Makes the change that is expected to the state before. Unless the store is exhaustive, it sets what is
  ///     expected in the state after.
  ///   - location: Where a failure is reported.
  public func expectChange<Part: Equatable>(
    in node: MountedNode<Part>, _ changes: (inout Part) -> Void, at location: SourceLocation = #_sourceLocation
  ) {
    let index = mounted?.changes.firstIndex { $0.node == ObjectIdentifier(node) }
    let change = index.flatMap { mounted?.changes.remove(at: $0) }
    let actual = change?.new as? Part ?? node.state
    var expected = isExhaustive ? change?.old as? Part ?? actual : actual
    changes(&expected)
    if expected == actual { return }
    record(difference(of: "\(mounted?.step ?? "nothing") in \(node.path)", expected, actual), at: location)
  }

  /// Fails if changes of mounted nodes were not asserted.
  private func checkMounted() {
    defer { mounted = nil }
    guard isExhaustive, let mounted else { return }
    for change in mounted.changes {
      record(difference(of: "\(mounted.step) in \(change.path)", change.old, change.new), at: mounted.location)
    }
  }

  /// Takes in all that effects have sent, without asserting any of it.
  public func drain() async {
    await clock.settle()
    _ = await wait(until: { store.isSettled })
    steps.clear()
    mounted = nil
    asserted = store.state
  }

  /// Checks that nothing is left: no action that was not asserted, no event that nobody heard, and no effect that runs.
  ///
  /// - Parameter location: Where a failure is reported.
  public func finish(at location: SourceLocation = #_sourceLocation) async {
    unfinished.withLock { $0 = nil }
    checkMounted()
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
      if store.isAsleep(clock.isAsleep) || ContinuousClock.now - start > patience { return false }
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
    mounted = (step.name, step.mounted, location)
    if expected != step.state { record(difference(of: step.name, expected, step.state), at: location) }
  }

  private func difference<Value>(of step: String, _ expected: Value, _ actual: Value) -> String {
    let difference = StateDifference(expected: expected, actual: actual)?.description ?? "they look the same"
    return "\(step) did not do what was expected (- expected, + actual):\n\(difference)"
  }

  private func record(_ message: String, at location: SourceLocation) {
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }
}

extension EventTopic {
  /// What a reducer tells its parent by `delegate(_:)`, where no node around it takes that: a test receives it.
  ///
  /// ```swift
  /// await store.receive(.delegate, PostReducer.Told.removed(42))
  /// ```
  public static var delegate: Self { Self() }
}
