/// Holds one tree of state, lets actions fall through its reducers, and tells observers what changed.
///
/// ```swift
/// struct CounterReducer: Reducer {
///   func reduce(_ count: inout Int, _ action: CounterAction) -> Effect<CounterAction> {
///     count += 1
///     return .none
///   }
/// }
///
/// let store = RootStore(0) { CounterReducer() }
/// let token = store.observe(\.self) { change in print("\(change.old) → \(change.new)") }
/// store.dispatch(CounterAction.increment)   // prints "0 → 1"
/// ```
///
/// What an action costs depends on what it changed, not on how much state there is or how many watch it. The state needs
/// no protocol; keep long lists in `KeyedList`s. Class references in the state count by their identity only.
///
/// A store is not `Sendable`: it lives in the isolation domain of its owner. Use a ``Dispatcher`` from elsewhere.
public final class RootStore<State>: NodeHandle<State> {
  @usableFromInline let owner: StoreOwner

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - tree: The reducers of the root and its child nodes.
  ///   - middleware: What stands between what is dispatched and the reducers; the first sees an action first.
  ///   - isolation: Where the store lives; the caller's by default.
  @inlinable
  public convenience init(
    _ state: State, isolation: isolated (any Actor)? = #isolation, @NodeBuilder<State> _ tree: () -> [AnyNode<State>],
    @MiddlewareBuilder<State> middleware: () -> [any Middleware<State>] = { [] }
  ) {
    self.init(unprepared: state, tree())
    for middleware in middleware() { add(middleware) }
    prepare(isolation: isolation)
  }

  /// Creates a store that has not sent `Prepare`.
  @inlinable
  package init(unprepared state: State, _ tree: [AnyNode<State>]) {
    let root = NodeCore(root: MemoryLayout<State>.size, of: ObjectIdentifier(State.self))
    root.attach(tree)
    root.expand()
    owner = StoreOwner(StoreCore(memory: StateMemory(state), root: root))
    super.init(
      root: owner.core, place: Place(storedAt: 0, in: nil, path: \State.self),
      position: NodePosition(root: root, type: ObjectIdentifier(State.self), path: \State.self))
  }

  /// Sends the first action, if somebody takes it or looks on.
  @usableFromInline
  func prepare(isolation: isolated (any Actor)?) {
    if takesPrepare || !owner.core.middlewares.isEmpty { dispatch(Prepare(), isolation: isolation) }
  }

  /// Whether somebody takes `Prepare` besides the store itself.
  package var takesPrepare: Bool {
    owner.core.root.withPlan(for: ActionType(Prepare.self)) { $0.steps.elements.count > 1 }
  }

  /// Adds a middleware after those that are there.
  ///
  /// - Returns: What takes it out again.
  @discardableResult
  public func add(_ middleware: some Middleware<State>) -> MiddlewareToken {
    let added = MiddlewareCore(middleware)
    owner.core.middlewares.append(added)
    return MiddlewareToken(middleware: added)
  }

  /// Takes out a middleware; from the next action on it is not asked.
  public func remove(_ token: MiddlewareToken) {
    owner.core.middlewares.removeAll { $0 === token.middleware }
  }

  /// Dispatches several actions and tells observers once.
  ///
  /// Each action reduces at once, and its effects start. Observers hear of the difference between before and after: what
  /// changed and changed back is not told. Batches in a batch join it. A batch that an observer begins waits like a
  /// single action would.
  ///
  /// - Parameters:
  ///   - isolation: Where the store lives; the caller's by default.
  ///   - body: Dispatches the actions.
  /// - Returns: What `body` returns.
  @discardableResult
  public func batch<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () throws -> Result
  ) rethrows -> Result {
    try owner.core.batched(isolation: isolation, body)
  }

  /// Waits until no effect runs and everything that was sent has been reduced.
  ///
  /// In a store that lives in no actor, results of effects wait for this or for the next dispatch. If the task that waits is
  /// cancelled, this returns before that; the effects go on.
  ///
  /// - Parameter isolation: Where the store lives; the caller's by default.
  public func settled(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      while await takeNext(isolation: isolation), !Task.isCancelled {}
    } onCancel: { [link] in
      link.wake()
    }
  }

  /// Takes in what was sent, and if nothing was, waits for something, or until the task is cancelled.
  ///
  /// - Returns: False if no effect runs and nothing was sent.
  package func takeNext(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    owner.core.takeMail(isolation: isolation)
    if isSettled { return false }
    await link.waitForMail(isolation: isolation)
    owner.core.takeMail(isolation: isolation)
    return true
  }

  /// Whether nothing happens any more before the clock is moved: all effects sleep, or wait for others that do.
  package func isAsleep(_ isAsleep: (WatchedTask) -> Bool) -> Bool {
    owner.core.effects.areAsleep(isAsleep) && !link.hasMail
  }

  /// Whether no effect runs and nothing waits to be taken in.
  package var isSettled: Bool { owner.core.effects.isEmpty && !link.hasMail }

  /// Called with what a program probably did not mean.
  ///
  /// Prints each text once to standard error in debug builds, and is nil otherwise.
  public var onDiagnostic: ((Diagnostic) -> Void)? {
    get { owner.core.onDiagnostic }
    set { owner.core.onDiagnostic = newValue }
  }

  /// How many actions may run in one dispatch, which each lead to the next, before what waits is discarded and reported;
  /// 10,000 by default, and at least 1.
  public var actionLimit: Int {
    get { owner.core.actionLimit }
    set { owner.core.actionLimit = max(newValue, 1) }
  }
}
