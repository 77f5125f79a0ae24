extension FallibleEffect {
  /// Waits, by the store's clock, before the effect starts.
  public func delay(for duration: Duration) -> Self {
    start == nil ? .none : .concatenate(.pause(duration), self)
  }

  /// Waits until nothing with the same id was asked for during a time, and then runs the last that was.
  ///
  /// One that runs is cancelled by the next with its id.
  ///
  /// - Parameters:
  ///   - id: What belongs together.
  ///   - duration: How long nothing must have been asked for, by the store's clock.
  ///   - scope: Where the id is known; at this node by default.
  public func debounce(
    id: some Hashable & Sendable, for duration: Duration, in scope: CancellationScope = .node
  ) -> Self {
    delay(for: duration).cancellable(id: id, in: scope, cancelInFlight: true)
  }

  /// Cancels the effect if it has not ended in time.
  ///
  /// - Parameters:
  ///   - duration: How long it may take, by the store's clock.
  ///   - fallback: What is done then, such as `.send(…)` or `.fail(…)`.
  public func timeout(after duration: Duration, or fallback: Self = .none) -> Self {
    if start == nil { return .none }
    return Self { run, core in
      let work = run.scope.begin(self, in: core, send: run.send, end: run.end)
      if run.scope.isOver { return }
      run.scope.begin(Self.pause(duration), in: core, send: run.send) { _ in
        { core in
          work.close(in: core)
          run.scope.begin(fallback, in: core, send: run.send, end: run.end)
        }
      }
    }
  }

  /// Runs the effect again if it fails.
  ///
  /// What an attempt sent before it failed counts.
  ///
  /// - Parameters:
  ///   - attempts: How often it is run at most.
  ///   - backoff: How long to wait before the next attempt.
  public func retry(attempts: Int, backoff: Backoff = .none) -> Self {
    if start == nil { return .none }
    return Self { run, core in
      // Attempts have even numbers, the pauses between them odd ones.
      Self.repeatedly(run, in: core) { number in
        number.isMultiple(of: 2) ? self : .pause(backoff.delay(number / 2 + 1))
      } until: { number, ending in
        guard number.isMultiple(of: 2) else { return false }
        if case .failed = ending { return number / 2 + 1 >= attempts }
        return true
      }
    }
  }

  /// Ends after a time.
  static func pause(_ duration: Duration) -> Self {
    if duration <= .zero { return .none }
    return Self { run, core in
      let clock = core.effects.clock
      run.scope.launch(in: core) { link in
        // It throws only if it is cancelled, and then nobody listens.
        try? await clock.sleep(for: duration)
        await link.deliver(run.end(.finished))
      }
    }
  }
}

/// How long to wait before something is tried again.
public struct Backoff: Sendable {
  let delay: @Sendable (_ failures: Int) -> Duration

  /// Creates one from a function.
  ///
  /// - Parameter delay: Says how long to wait after a number of failures, which begins with 1.
  public init(_ delay: @escaping @Sendable (_ failures: Int) -> Duration) { self.delay = delay }

  /// Does not wait.
  public static var none: Backoff { constant(.zero) }
  /// Waits the same time after each failure.
  public static func constant(_ duration: Duration) -> Backoff { Backoff { _ in duration } }
  /// Waits longer after each failure.
  ///
  /// - Parameters:
  ///   - first: How long to wait after the first.
  ///   - factor: How many times longer after each further one.
  ///   - limit: How long at most.
  public static func exponential(_ first: Duration, factor: Double = 2, limit: Duration = .seconds(60)) -> Backoff {
    Backoff { failures in
      var delay = first
      for _ in 1..<max(failures, 1) where delay < limit { delay = min(delay * factor, limit) }
      return min(delay, limit)
    }
  }
}
