extension FallibleEffect where Failure == Never {
  /// Runs an asynchronous function, which may send any number of actions.
  ///
  /// - Parameter body: What runs, outside the store's isolation domain. Its task is cancelled with the effect.
  public static func run(_ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async -> Void) -> Self {
    launching(body)
  }

  /// Runs an asynchronous function that may fail.
  ///
  /// - Parameters:
  ///   - body: What runs, outside the store's isolation domain. Its task is cancelled with the effect.
  ///   - handler: Makes an action of an error. Nothing comes of errors that are thrown once the effect is cancelled.
  public static func run(
    _ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async throws -> Void,
    catch handler: @escaping @Sendable (any Error) -> Output
  ) -> Self {
    tryRun(body).catchAndReturn(handler)
  }

  /// Runs an asynchronous function that may fail.
  ///
  /// - Parameter body: What runs, outside the store's isolation domain. The type of its error is written out where it
  ///   matters, as in `{ send throws(LoadError) in … }`. Nothing comes of errors once the effect is cancelled.
  public static func tryRun<E: Error>(
    _ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async throws(E) -> Void
  ) -> FallibleEffect<Output, E> {
    .launching(body)
  }

  /// Says what is missing where a function may fail.
  @available(
    *, unavailable, message: "this function may fail: say what comes of an error, as in `.run { … } catch: { … }`"
  )
  @_disfavoredOverload
  public static func run(
    _ body: @escaping @concurrent @Sendable (_ send: Send<Output>) async throws -> Void
  ) -> Self { .none }

  /// Sends what an asynchronous function returns.
  public static func async(_ body: @escaping @concurrent @Sendable () async -> Output) -> Self {
    run { send in await send(await body()) }
  }

  /// Sends what an asynchronous function returns, if it does not fail.
  ///
  /// - Parameter body: What runs, outside the store's isolation domain. The type of its error is written out where it
  ///   matters, as in `{ () throws(LoadError) in … }`. Nothing comes of errors once the effect is cancelled.
  public static func tryAsync<E: Error>(
    _ body: @escaping @concurrent @Sendable () async throws(E) -> Output
  ) -> FallibleEffect<Output, E> {
    .launching { send throws(E) in await send(try await body()) }
  }

  /// Runs the effect that an asynchronous function returns.
  ///
  /// - Parameter body: Runs outside the store's isolation domain, and says what is to be done.
  public static func deferred(_ body: @escaping @concurrent @Sendable () async -> Self) -> Self {
    Self { run, core in
      run.scope.launch(in: core) { link in
        let effect = await body()
        await link.deliver { core in
          if !run.scope.isOver { run.scope.begin(effect, in: core, send: run.send, end: run.end) }
        }
      }
    }
  }

  /// Sends every value of a stream, as long as it lasts.
  ///
  /// ```swift
  /// case .appeared: return Effect.sequence { socket.messages() }.map(ChatAction.received).cancellable(id: "messages")
  /// ```
  ///
  /// - Parameter stream: Makes the stream, outside the store's isolation domain.
  public static func sequence(_ stream: @escaping @concurrent @Sendable () async -> AsyncStream<Output>) -> Self {
    run { send in
      for await value in await stream() { await send(value) }
    }
  }

  /// Sends every value of an asynchronous sequence, as long as it lasts.
  ///
  /// - Parameter sequence: Makes the sequence, outside the store's isolation domain; it need not be `Sendable`.
  public static func sequence<S: AsyncSequence>(
    _ sequence: @escaping @concurrent @Sendable () async -> S
  ) -> FallibleEffect<Output, any Error>
  where S.Element == Output, S: SendableMetatype, S.AsyncIterator: SendableMetatype {
    .launching { send in
      for try await value in await sequence() { await send(value) }
    }
  }
}

extension FallibleEffect {
  /// Runs a function in a task, and ends with it.
  static func launching(
    _ body: @escaping @concurrent @Sendable (Send<Output>) async throws(Failure) -> Void
  ) -> Self {
    Self { run, core in
      let clock = core.effects.clock
      run.scope.launch(in: core) { link in
        do throws(Failure) {
          try await body(Send(link: link, scope: run.scope, message: run.send, clock: clock))
          await link.deliver(run.end(.finished))
        } catch {
          await link.deliver(run.end(.failed(error)))
        }
      }
    }
  }
}

/// What an effect calls to send an action to the node that started it.
public struct Send<Output: Sendable>: Sendable {
  let link: StoreLink
  let scope: EffectScope
  let message: @Sendable (Output) -> StoreLink.Message
  /// The clock of the store.
  public let clock: any Clock<Duration>

  /// Sends an action, and returns when it has been reduced.
  ///
  /// Nothing is sent once the effect is cancelled. In a store that lives in no actor, the action waits until the next
  /// `dispatch` or `settled()` takes it in, and the call returns at once.
  public func callAsFunction(_ output: Output) async { await link.deliver(message(output)) }

  /// Sends an action of any type.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - target: Where it is sent.
  public func callAsFunction(_ action: some Action, to target: EffectTarget) async {
    await link.deliver(scope.send(action, to: target))
  }
}
