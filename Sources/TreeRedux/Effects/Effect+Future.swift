extension FallibleEffect where Failure == Never {
  /// Sends what a callback is given.
  ///
  /// ```swift
  /// return .future { fulfil in locator.locate { fulfil(.located($0)) } }
  /// ```
  ///
  /// - Parameter body: Begins the work, outside the store's isolation domain, and calls `fulfil` once, on any thread.
  ///   Later calls are ignored. If `fulfil` is released without having been called, nothing is sent.
  public static func future(
    _ body: @escaping @Sendable (_ fulfil: @escaping @Sendable (Output) -> Void) -> Void
  ) -> Self {
    tryFuture { (fulfil: @escaping @Sendable (Result<Output, Never>) -> Void) in body { fulfil(.success($0)) } }
  }

  /// Sends what a callback is given, unless that is a failure.
  ///
  /// - Parameter body: Begins the work, outside the store's isolation domain, and calls `fulfil` once, on any thread.
  ///   Later calls are ignored. If `fulfil` is released without having been called, nothing is sent.
  public static func tryFuture<E: Error>(
    _ body: @escaping @Sendable (_ fulfil: @escaping @Sendable (Result<Output, E>) -> Void) -> Void
  ) -> FallibleEffect<Output, E> {
    FallibleEffect<Output, E> { run, core in
      run.scope.launch(in: core) { link in
        let answer = Answer(link: link, run: run)
        body { answer.give($0) }
      }
    }
  }
}

/// What a callback gives, once.
private final class Answer<Output: Sendable, Failure: Error>: Sendable {
  private let link: StoreLink
  private let run: EffectRun<Output, Failure>
  private let isGiven = Locked(false)

  init(link: StoreLink, run: EffectRun<Output, Failure>) { (self.link, self.run) = (link, run) }

  deinit { if take() { link.post(run.end(.finished)) } }

  func give(_ result: Result<Output, Failure>) {
    guard take() else { return }
    switch result {
    case .success(let output):
      link.post(run.send(output))
      link.post(run.end(.finished))
    case .failure(let failure): link.post(run.end(.failed(failure)))
    }
  }

  /// Whether nothing was given so far.
  private func take() -> Bool {
    isGiven.withLock { isGiven in
      defer { isGiven = true }
      return !isGiven
    }
  }
}
