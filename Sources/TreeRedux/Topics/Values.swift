/// The values of a part of the state as they change, beginning with the present one.
///
/// ```swift
/// for await isLoading in store.values(\.feed.isLoading) { … }
/// ```
///
/// It ends when the store goes or the task that iterates is cancelled, keeps no store alive, and is for one iteration:
/// a second iterator shares the values with the first.
public struct Values<Element>: AsyncSequence {
  /// What happens to values that come faster than they are taken.
  public enum Buffering: Sendable {
    /// All are kept.
    case unbounded
    /// The newest ones are kept, and older ones dropped.
    case newest(Int)
  }

  /// It cannot fail.
  public typealias Failure = Never

  @usableFromInline let buffer: ValueBuffer<Element>
  /// Keeps the observation that fills the buffer.
  private let observation: Observation

  @usableFromInline
  init(buffer: ValueBuffer<Element>, observation: Observation) {
    (self.buffer, self.observation) = (buffer, observation)
  }

  /// Takes values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    let buffer: ValueBuffer<Element>
    private let observation: Observation

    init(buffer: ValueBuffer<Element>, observation: Observation) {
      (self.buffer, self.observation) = (buffer, observation)
    }

    /// Waits for the next value; nil when there will be none.
    public mutating func next() async -> Element? { await buffer.next() }
  }

  /// Takes the values from here on.
  public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer, observation: observation) }
}

@available(*, unavailable)
extension Values: Sendable {}

/// Values on their way from the store's domain to a task.
@usableFromInline
final class ValueBuffer<Element>: @unchecked Sendable {
  // Unchecked: everything is behind the lock. Values that are not Sendable are taken in the domain they come from, since
  // neither `Values` nor its iterator leaves it.
  private struct State {
    var values: [Element] = []
    var waiting: CheckedContinuation<Void, Never>?
    var isFinished = false

    mutating func takeWaiting() -> CheckedContinuation<Void, Never>? {
      defer { waiting = nil }
      return waiting
    }
  }
  private let state = Locked(State())
  private let limit: Int

  @usableFromInline
  init(_ buffering: Values<Element>.Buffering) {
    switch buffering {
    case .unbounded: limit = .max
    case .newest(let count): limit = Swift.max(count, 1)
    }
  }

  @usableFromInline
  func append(_ value: Element) {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.isFinished { return nil }
      state.values.append(value)
      if state.values.count > limit { state.values.removeFirst() }
      return state.takeWaiting()
    }
    waiting?.resume()
  }

  @usableFromInline
  func finish() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      state.isFinished = true
      return state.takeWaiting()
    }
    waiting?.resume()
  }

  func next() async -> Element? {
    await withTaskCancellationHandler {
      while true {
        if let value = state.withLock({ $0.values.isEmpty ? nil : $0.values.removeFirst() }) { return value }
        if state.withLock({ $0.isFinished }) || Task.isCancelled { return nil }
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if state.isFinished || !state.values.isEmpty || Task.isCancelled { return true }
            state.waiting = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      state.withLock { $0.takeWaiting() }?.resume()
    }
  }
}

extension NodeHandle {
  /// The values of a part of this node's state, beginning with the present one; equal ones in a row come once.
  ///
  /// - Parameters:
  ///   - path: What is observed.
  ///   - buffering: What happens to values that come faster than they are taken.
  @inlinable
  public final func values<Value: Equatable>(
    _ path: KeyPath<State, Value>, buffering: Values<Value>.Buffering = .unbounded
  ) -> Values<Value> {
    let buffer = ValueBuffer<Value>(buffering)
    guard let core else {
      buffer.finish()
      return Values(buffer: buffer, observation: Observation())
    }
    let observation = observe(path, initial: true) { buffer.append($0.new) }
    core.addCloser(buffer) { [weak buffer] in buffer?.finish() }
    return Values(buffer: buffer, observation: observation)
  }
}
