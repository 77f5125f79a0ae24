public import Testing
public import TreeRedux

/// A store whose every step a test has to foresee.
///
/// ```swift
/// let store = TestStore(Feed()) { FeedReducer(client: .test) }
/// await store.send(FeedAction.refresh) { $0.isLoading = true }
/// await store.receive(FeedAction.loaded([])) { $0.isLoading = false }
/// await store.finish()
/// ```
///
/// Exhaustive by default: each action that is sent or received must be met with the change that it makes, and nothing may
/// be left when the test finishes. With `isExhaustive` set to false, only what is asserted is checked, and `drain()` takes
/// in what comes before a final look at `state`.
@MainActor
public final class TestStore<State: Equatable> {
  private struct Step {
    let action: any Action
    let state: State
  }

  /// The store under test.
  public let store: RootStore<State>
  /// Whether everything that happens has to be asserted.
  public var isExhaustive: Bool
  private let steps: Steps
  /// The state after the last step that was asserted.
  private var asserted: State

  @MainActor private final class Steps {
    var waiting: [Step] = []
  }

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - isExhaustive: Whether everything that happens has to be asserted.
  ///   - tree: The reducers under test.
  public init(
    _ state: State, isExhaustive: Bool = true, @NodeBuilder<State> _ tree: () -> [AnyNode<State>]
  ) {
    let steps = Steps()
    store = RootStore(state, tree) {
      Intercept { action, context, next in
        next(action)
        MainActor.assumeIsolated { steps.waiting.append(Step(action: action, state: context.state)) }
        return .none
      }
    }
    (self.steps, self.isExhaustive, asserted) = (steps, isExhaustive, state)
  }

  /// The state now, whether or not what led to it was asserted.
  public var state: State { store.state }

  /// Sends an action and checks what it changes.
  ///
  /// - Parameters:
  ///   - action: The action, which goes to the root.
  ///   - changes: Makes the change that is expected to the state before.
  ///   - location: Where a failure is reported.
  public func send(
    _ action: some Action, _ changes: (inout State) -> Void = { _ in }, at location: SourceLocation = #_sourceLocation
  ) async {
    if isExhaustive, !steps.waiting.isEmpty {
      record("\(names) came and was not asserted before \(action) was sent", at: location)
    }
    steps.waiting = []
    asserted = store.state
    store.dispatch(action)
    guard !steps.waiting.isEmpty else { return record("\(action) did not reach the reducers", at: location) }
    check(steps.waiting.removeFirst(), changes, at: location)
  }

  /// Waits for an action that an effect sent, and checks what it changed.
  ///
  /// - Parameters:
  ///   - action: The action that is expected next. Unless the store is exhaustive, others before it are passed over.
  ///   - changes: Makes the change that is expected to the state before.
  ///   - location: Where a failure is reported.
  public func receive<A: Action & Equatable>(
    _ action: A, _ changes: (inout State) -> Void = { _ in }, at location: SourceLocation = #_sourceLocation
  ) async {
    while true {
      while steps.waiting.isEmpty, await store.takeNext() {}
      guard let step = steps.waiting.first else {
        return record("expected \(action), but nothing came and no effect runs", at: location)
      }
      steps.waiting.removeFirst()
      if step.action as? A == action { return check(step, changes, at: location) }
      if isExhaustive { return record("expected \(action), but \(step.action) came", at: location) }
      asserted = step.state
    }
  }

  /// Takes in everything that effects send until none runs, without asserting any of it.
  public func drain() async {
    await store.settled()
    steps.waiting = []
    asserted = store.state
  }

  /// Checks that nothing is left: no action that was not asserted, and no effect that runs.
  ///
  /// - Parameter location: Where a failure is reported.
  public func finish(at location: SourceLocation = #_sourceLocation) async {
    guard isExhaustive else { return }
    for _ in 0..<100 where !store.isSettled { await Task.yield() }
    if !steps.waiting.isEmpty { record("\(names) came and was not asserted", at: location) }
    if !store.isSettled { record("effects still run", at: location) }
  }

  private var names: String { steps.waiting.map { "\($0.action)" }.joined(separator: ", ") }

  private func check(_ step: Step, _ changes: (inout State) -> Void, at location: SourceLocation) {
    var expected = asserted
    changes(&expected)
    asserted = step.state
    guard isExhaustive, expected != step.state else { return }
    let difference = StateDifference(expected: expected, actual: step.state)?.description ?? "the dumps are the same"
    record("\(step.action) did not do what was expected (- expected, + actual):\n\(difference)", at: location)
  }

  private func record(_ message: String, at location: SourceLocation) {
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }
}
