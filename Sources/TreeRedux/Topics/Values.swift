/// What is observed, as a sequence.
///
/// ```swift
/// for await isLoading in store.values(\.feed.isLoading) { … }
/// for await change in store.stream({ store.observeList(\.feed.posts, $0) }) { … }
/// for await event in store.stream({ store.observe(.likeFailed, $0) }) { … }
/// ```
///
/// It ends when the store goes or the task that iterates is cancelled, keeps no store alive, and is for one iteration:
/// a second iterator shares the values with the first, and each value goes to one of them.
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

  private let buffer: ValueBuffer<Element>
  private let source: StreamSource

  fileprivate init(buffer: ValueBuffer<Element>, source: StreamSource) { (self.buffer, self.source) = (buffer, source) }

  /// Takes values one after the other.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let buffer: ValueBuffer<Element>
    fileprivate let source: StreamSource

    /// Waits for the next value; nil when there will be none.
    public mutating func next() async -> Element? { await buffer.next() }
  }

  /// Takes the values from here on.
  public func makeAsyncIterator() -> Iterator { Iterator(buffer: buffer, source: source) }
}

@available(*, unavailable)
extension Values: Sendable {}

/// Keeps the observation that fills a stream.
private final class StreamSource {
  private let observation: Observation

  init(_ observation: Observation, in core: StoreCore, onClose close: @escaping () -> Void) {
    self.observation = observation
    core.addCloser(observation.serial, close)
  }
  /// The source of a store that is gone.
  init() { observation = Observation() }

  deinit {
    guard let link = observation.owner?.link else { return }
    let serial = observation.serial
    link.bury { [link] in link.core?.removeCloser(serial) }
  }
}

/// Values on their way from the store's domain to a task.
private final class ValueBuffer<Element>: @unchecked Sendable {
  // Unchecked: everything is behind the lock. Values that are not Sendable are taken in the domain they come from, since
  // neither `Values` nor its iterator leaves it.
  private struct State {
    var values = Queue<Element>()
    /// The tasks that wait, in the order in which they came.
    var waiting: [(number: UInt, continuation: CheckedContinuation<Void, Never>)] = []
    var lastNumber: UInt = 0
    var isFinished = false

    mutating func nextNumber() -> UInt {
      lastNumber += 1
      return lastNumber
    }

    /// The one that waits under a number, if it still does.
    mutating func takeWaiting(_ number: UInt) -> CheckedContinuation<Void, Never>? {
      waiting.firstIndex { $0.number == number }.map { waiting.remove(at: $0).continuation }
    }
  }
  private let state = Locked(State())
  private let limit: Int

  init(_ buffering: Values<Element>.Buffering) {
    switch buffering {
    case .unbounded: limit = .max
    case .newest(let count): limit = Swift.max(count, 1)
    }
  }

  func append(_ value: Element) {
    // Who is woken looks for a value, and waits again if another task has taken it meanwhile.
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.isFinished { return nil }
      state.values.append(value)
      if state.values.count > limit { _ = state.values.popFirst() }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst().continuation
    }
    waiting?.resume()
  }

  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for (_, continuation) in waiting { continuation.resume() }
  }

  func next() async -> Element? {
    let number = state.withLock { $0.nextNumber() }
    return await withTaskCancellationHandler {
      while true {
        if let value = state.withLock({ $0.values.popFirst() }) { return value }
        if state.withLock({ $0.isFinished }) || Task.isCancelled { return nil }
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if state.isFinished || state.values.count > 0 || Task.isCancelled { return true }
            state.waiting.append((number, continuation))
            return false
          }
          if isReady { continuation.resume() }
        }
      }
    } onCancel: {
      state.withLock { $0.takeWaiting(number) }?.resume()
    }
  }
}

/// Values that are taken in the order in which they came, each in constant time on average.
private struct Queue<Element> {
  private var values: [Element?] = []
  private var first = 0

  var count: Int { values.count - first }

  mutating func append(_ value: Element) { values.append(value) }

  mutating func popFirst() -> Element? {
    guard first < values.count else { return nil }
    let value = values[first].take()
    first += 1
    // As many are moved as were taken since the last time.
    if 2 * first >= values.count {
      values.removeFirst(first)
      first = 0
    }
    return value
  }
}

extension NodeHandle {
  /// The values of a part of this node's state, beginning with the present one; equal ones in a row come once.
  ///
  /// - Parameters:
  ///   - path: What is observed.
  ///   - buffering: What happens to values that come faster than they are taken.
  public final func values<Value: Equatable>(
    _ path: KeyPath<State, Value>, buffering: Values<Value>.Buffering = .unbounded
  ) -> Values<Value> {
    stream(buffering: buffering) { tell in observe(path, initial: true) { tell($0.new) } }
  }

  /// What any observer is told, as a sequence.
  ///
  /// ```swift
  /// let changes = store.stream(buffering: .newest(1)) { store.observe(\.feed.posts, id: 42, initial: true, $0) }
  /// ```
  ///
  /// - Parameters:
  ///   - buffering: What happens to values that come faster than they are taken.
  ///   - observe: Begins to observe something of this store, handing on to its argument what is to be in the sequence.
  public final func stream<Element>(
    buffering: Values<Element>.Buffering = .unbounded,
    _ observe: (_ tell: @escaping (Element) -> Void) -> Observation
  ) -> Values<Element> {
    let buffer = ValueBuffer<Element>(buffering)
    let observation = observe { buffer.append($0) }
    guard let core, observation.owner != nil else {
      buffer.finish()
      return Values(buffer: buffer, source: StreamSource())
    }
    let source = StreamSource(observation, in: core) { [weak buffer] in buffer?.finish() }
    return Values(buffer: buffer, source: source)
  }
}
