/// An action that decides by the state what is to be done.
///
/// ```swift
/// let refresh = ActionPlan<Feed> { feed in feed.isLoading ? .none : .send(FeedAction.refresh) }
///
/// let search = ActionPlan<Feed>.run { feed in
///   let query = try await feed.read(\.query)
///   let posts = try await client.posts(matching: query)
///   await feed.send(FeedAction.loaded(posts))
/// } catch: { error in
///   FeedAction.failed("\(error)")
/// }
///
/// store.node(\.feed).dispatch(refresh)
/// ```
///
/// A plan is dispatched like any other action, and goes through the middleware, as all does that it sends. It is taken by
/// every node at or below the one it is sent to whose state is of its type, so that a plan for a part of the state runs
/// in any store that has that part. What it does belongs to that node, and is cancelled when the node goes.
public struct ActionPlan<State>: Action {
  let body: @Sendable (State) -> Effect<any Action>

  /// Creates a plan.
  ///
  /// - Parameter body: Is given the state when the plan's turn has come, and says what is to be done. It must not read the
  ///   store.
  public init(_ body: @escaping @Sendable (_ state: State) -> Effect<any Action>) { self.body = body }

  /// Creates a plan from an asynchronous function.
  ///
  /// - Parameter body: What runs, outside the store's isolation domain. Its task is cancelled with the plan.
  public static func run(
    _ body: @escaping @concurrent @Sendable (_ node: PlanContext<State>) async -> Void
  ) -> Self {
    Self { _ in .run { send in await body(PlanContext(sender: send)) } }
  }

  /// Creates a plan from an asynchronous function that may fail.
  ///
  /// - Parameters:
  ///   - body: What runs, outside the store's isolation domain. Its task is cancelled with the plan.
  ///   - handler: Makes an action of an error; `NoAction` if nothing is to come of it. Nothing comes of errors that are
  ///     thrown once the plan is cancelled.
  public static func run(
    _ body: @escaping @concurrent @Sendable (_ node: PlanContext<State>) async throws -> Void,
    catch handler: @escaping @Sendable (any Error) -> any Action
  ) -> Self {
    Self { _ in .run({ send in try await body(PlanContext(sender: send)) }, catch: handler) }
  }
}

extension ActionPlan: BuiltInAction {
  static var isAwaited: Bool { true }

  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore? {
    guard node.stateType == ObjectIdentifier(State.self) else { return nil }
    return core { state, plan in AnyEffect(plan.body(state[as: State.self])) }
  }
}

/// The node that a plan runs for, as it is seen from outside the store's isolation domain.
public struct PlanContext<State>: Sendable {
  let sender: Send<any Action>

  /// The clock of the store.
  public var clock: any Clock<Duration> { sender.clock }

  /// Sends an action, and returns when it has been reduced.
  ///
  /// Nothing is sent once the plan is cancelled. In a store that lives in no actor, the action waits until the next
  /// `dispatch` or `settled()` takes it in, and the call returns at once.
  ///
  /// - Parameters:
  ///   - action: An action of any type.
  ///   - target: Where it is sent; to the plan's own node by default.
  public func send(_ action: some Action, to target: EffectTarget = .node) async { await sender(action, to: target) }

  /// Reads the state of the node, after all that was sent before.
  ///
  /// - Parameter body: Takes out of the state what is needed; a key path will do.
  /// - Throws: `CancellationError` if the plan was cancelled, or the node or the store is gone.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (State) -> Value
  ) async throws(CancellationError) -> Value {
    let (link, scope) = (sender.link, sender.scope)
    let value = await withCheckedContinuation { (continuation: CheckedContinuation<Value?, Never>) in
      let answer = Reply(continuation)
      link.post { core in answer.give(scope.isOver ? nil : core.read(scope.node.route, body)) }
    }
    guard let value else { throw CancellationError() }
    return value
  }
}

/// Lets somebody go on who waits for a value, which is nil if none was given.
private final class Reply<Value: Sendable>: Sendable {
  private let continuation: Locked<CheckedContinuation<Value?, Never>?>

  init(_ continuation: CheckedContinuation<Value?, Never>) { self.continuation = Locked(continuation) }

  deinit { give(nil) }

  func give(_ value: Value?) {
    let continuation = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    continuation?.resume(returning: value)
  }
}

extension StoreCore {
  /// Reads the state of the node at the end of a route, if it is there.
  fileprivate func read<State, Value>(_ route: Route, _ body: (State) -> Value) -> Value? {
    guard let node = route.node else { return nil }
    var value: Value?
    _ = route.reach(\.read, from: memory.live) { frame in value = body(frame.advanced(by: node.offset)[as: State.self])
    }
    return value
  }
}
