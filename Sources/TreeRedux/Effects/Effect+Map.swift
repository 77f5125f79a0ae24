extension FallibleEffect {
  /// Transforms what is sent.
  ///
  /// - Parameter transform: Called where the value is made: outside the store's isolation domain, unless it is sent at
  ///   once.
  public func map<Mapped: Sendable>(
    _ transform: @escaping @Sendable (Output) -> Mapped
  ) -> FallibleEffect<Mapped, Failure> {
    guard let start else { return .none }
    return FallibleEffect<Mapped, Failure> { run, core in
      start(EffectRun(scope: run.scope, send: { run.send(transform($0)) }, end: run.end), core)
    }
  }

  /// Transforms the failure.
  public func mapError<Mapped: Error>(
    _ transform: @escaping @Sendable (Failure) -> Mapped
  ) -> FallibleEffect<Output, Mapped> {
    catchMap { .fail(transform($0)) }
  }

  /// Goes on with another effect if this one fails.
  ///
  /// - Parameter handler: Makes the effect of the failure.
  public func catchMap<NewFailure: Error>(
    _ handler: @escaping @Sendable (Failure) -> FallibleEffect<Output, NewFailure>
  ) -> FallibleEffect<Output, NewFailure> {
    if start == nil { return .none }
    return FallibleEffect<Output, NewFailure> { run, core in
      run.scope.begin(self, in: core, send: run.send) { ending in
        switch ending {
        case .finished: return run.end(.finished)
        case .cancelled: return run.end(.cancelled)
        case .failed(let failure):
          let next = handler(failure)
          return { core in run.scope.begin(next, in: core, send: run.send, end: run.end) }
        }
      }
    }
  }

  /// Ends silently if this fails.
  public func catchToNever() -> Effect<Output> { catchMap { _ in .none } }

  /// Sends something if this fails.
  ///
  /// - Parameter handler: Makes what is sent of the failure.
  public func catchAndReturn(_ handler: @escaping @Sendable (Failure) -> Output) -> Effect<Output> {
    catchMap { .send(handler($0)) }
  }
}
