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
public struct Effect<Output: Sendable>: Sendable {
  @usableFromInline let operation: Operation?

  @usableFromInline
  indirect enum Operation: Sendable {
    case send(Output)
    case run(@Sendable (Send<Output>) async -> Void)
    case merge([Operation])
    case cancellable(EffectID, cancelInFlight: Bool, Operation)
    case cancel(EffectID)
  }

  @inlinable init(_ operation: Operation?) { self.operation = operation }

  /// Nothing is to be done.
  @inlinable public static var none: Effect { Effect(nil) }

  /// Sends an action, which is reduced after the current one.
  ///
  /// - Parameter action: What is sent to the node that returns this effect.
  public static func send(_ action: Output) -> Effect { Effect(.send(action)) }

  /// Runs an asynchronous function, which may send any number of actions.
  ///
  /// - Parameter body: What runs, outside the store's isolation domain. Its task is cancelled with the effect.
  public static func run(_ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async -> Void) -> Effect {
    Effect(.run(body))
  }

  /// Runs an asynchronous function that may fail.
  ///
  /// - Parameters:
  ///   - body: What runs, outside the store's isolation domain. Its task is cancelled with the effect.
  ///   - handler: Makes an action of an error. A `CancellationError` of a cancelled effect is silent.
  public static func run(
    _ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async throws -> Void,
    catch handler: @escaping @Sendable (any Error) -> Output
  ) -> Effect {
    Effect(
      .run { send in
        do {
          try await body(send)
        } catch {
          if !(error is CancellationError && Task.isCancelled) { await send(handler(error)) }
        }
      })
  }

  /// Runs several effects at once.
  ///
  /// - Parameter effects: The effects; those that send at once are heard in the order given.
  public static func merge(_ effects: Effect...) -> Effect { merge(effects) }

  /// Runs several effects at once.
  ///
  /// - Parameter effects: The effects; those that send at once are heard in the order given.
  public static func merge(_ effects: [Effect]) -> Effect {
    let operations = effects.compactMap(\.operation)
    return Effect(operations.isEmpty ? nil : .merge(operations))
  }

  /// Lets the effect be cancelled by an id.
  ///
  /// - Parameters:
  ///   - id: The id; it is known to the node only that returns the effect, so two elements may use the same.
  ///   - cancelInFlight: Whether an effect with this id that already runs at the node is cancelled first.
  public func cancellable(id: some Hashable & Sendable, cancelInFlight: Bool = false) -> Effect {
    Effect(operation.map { .cancellable(EffectID(id), cancelInFlight: cancelInFlight, $0) })
  }

  /// Cancels the effects of this node that were made cancellable by `id`.
  public static func cancel(id: some Hashable & Sendable) -> Effect { Effect(.cancel(EffectID(id))) }
}

/// What an effect calls to send an action to the node that started it.
public struct Send<Output: Sendable>: Sendable {
  let body: @Sendable (Output) async -> Void

  /// Sends an action, and returns when it has been reduced.
  ///
  /// Nothing is sent once the effect is cancelled. In a store that lives in no actor, the action waits until the next
  /// `dispatch` or `settled()` takes it in, and the call returns at once.
  public func callAsFunction(_ action: Output) async { await body(action) }
}

/// A cancellation id of any type.
@usableFromInline
struct EffectID: Hashable, @unchecked Sendable {
  // Unchecked: AnyHashable is not Sendable, but what it holds here is.
  private let value: AnyHashable
  init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
}
