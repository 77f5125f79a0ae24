/// What a reducer asks to be done besides changing the state.
///
/// Effects run concurrently, outside the store's isolation domain. What they send comes back to the node that started
/// them, as actions addressed there. An effect belongs to its node: when the node goes (its element is removed, its
/// optional becomes nil, the store is released), the effect is cancelled and nothing of it arrives any more.
///
/// ```swift
/// case .refresh:
///   state.isLoading = true
///   return .run { send in await send(.loaded(try await client.posts())) } catch: { .failed("\($0)") }
///     .cancellable(id: "refresh", cancelInFlight: true)
/// ```
///
/// It cannot fail. What may fail is a ``FallibleEffect``, which reducers cannot return until its failure is handled.
public typealias Effect<Output: Sendable> = FallibleEffect<Output, Never>

/// What is to be done besides changing the state, and may fail.
///
/// A failure is handled by ``catchAndReturn(_:)``, ``catchMap(_:)`` or ``catchToNever()``, which leads to an ``Effect``.
///
/// ```swift
/// return Effect.tryAsync { try await client.posts() }
///   .retry(attempts: 3, backoff: .exponential(.seconds(1)))
///   .map(FeedAction.loaded)
///   .catchAndReturn { .failed("\($0)") }
/// ```
///
/// Operators can be nested in any way; each that is nested takes some stack, except that merges and concatenations may be of
/// any length however they are put together. What an effect sends at once, as `send` does, is reduced in the same dispatch.
public struct FallibleEffect<Output: Sendable, Failure: Error>: Sendable {
  /// Begins a run in the store's domain, which goes on until it calls its `end`.
  @usableFromInline typealias Start = @Sendable (EffectRun<Output, Failure>, StoreCore) -> Void

  /// Nil if nothing is to be done.
  @usableFromInline let start: Start?

  /// What this was put together of, if that may be put together with others.
  @usableFromInline let group: EffectGroup<Output, Failure>?

  @inlinable init(start: Start?) { (self.start, group) = (start, nil) }
  init(_ start: @escaping Start) { self.init(start: start) }
  init(_ group: EffectGroup<Output, Failure>, _ start: @escaping Start) { (self.start, self.group) = (start, group) }

  /// Nothing is to be done.
  @inlinable public static var none: Self { Self(start: nil) }

  /// Sends an action, which is reduced after the current one.
  ///
  /// - Parameter output: What is sent to the node that returns this effect.
  public static func send(_ output: Output) -> Self {
    Self { run, core in
      run.send(output)(core)
      run.end(.finished)(core)
    }
  }

  /// Sends an action of any type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - target: Where it is sent.
  public static func send(_ action: some Action, to target: EffectTarget) -> Self {
    Self { run, core in
      run.scope.send(action, to: target)(core)
      run.end(.finished)(core)
    }
  }

  /// Has a message of its run handled, and ends at once.
  static func telling(_ message: @escaping @Sendable (EffectScope) -> StoreLink.Message) -> Self {
    Self { run, core in
      message(run.scope)(core)
      run.end(.finished)(core)
    }
  }

  /// Fails.
  public static func fail(_ failure: Failure) -> Self { Self { run, core in run.end(.failed(failure))(core) } }
}

/// Where an effect sends an action.
public enum EffectTarget: Sendable {
  /// The root: the action falls through the whole tree, or through the nearest node that keeps actions to itself.
  case root
  /// The node that the effect belongs to, for actions of other types than its own.
  case node
}

/// Effects that were put together.
@usableFromInline
enum EffectGroup<Output: Sendable, Failure: Error>: Sendable {
  case merge([FallibleEffect<Output, Failure>])
  case concatenation([FallibleEffect<Output, Failure>])
}

/// How a run came to its end.
@usableFromInline
enum EffectEnd<Failure: Error>: Sendable {
  case finished
  case failed(Failure)
  /// By its id; whatever encloses it may go on.
  case cancelled
}

/// One run of an effect.
///
/// `send` and `end` may be called anywhere; what they return is a message to be handled in the store's domain. So what
/// transforms values runs where they are made, and what decides about them runs in the domain.
@usableFromInline
struct EffectRun<Output: Sendable, Failure: Error>: Sendable {
  let scope: EffectScope
  let send: @Sendable (Output) -> StoreLink.Message
  let end: @Sendable (EffectEnd<Failure>) -> StoreLink.Message
}
