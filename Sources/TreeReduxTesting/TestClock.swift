public import TreeRedux

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = TestClock()
/// let waiting = Task { try await clock.sleep(for: .seconds(1)) }
/// await clock.advance(by: .seconds(1))   // `waiting` goes on
/// ```
///
/// Sleepers wake in the order of their deadlines, and those with equal deadlines in the order in which they were started or
/// woken the last time, as far as they are effects, or else fell asleep. Each runs until it sleeps again before the next
/// one is woken.
public final class TestClock: Clock, TaskWatcher, @unchecked Sendable {
  // Unchecked: everything that changes is behind the lock.

  /// A point in the time of the clock, which begins at zero.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the clock began.
    public let offset: Duration

    /// Creates a point at a time since the clock began.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The point that lies a duration later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// The time from here to another point.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether one point is earlier than another.
    public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let number: Int
    let turn: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
    /// The effect's task that sleeps; nil if it is somebody else's.
    let task: ObjectIdentifier?
  }
  private struct Time {
    var now: Instant
    /// The tasks of effects that have not ended, each with the turn in which it was started or woken the last time: two
    /// that were started one after the other may fall asleep in any order.
    var running: [ObjectIdentifier: Int] = [:]
    var hasEffects = false
    /// The last number that was given to a sleeper, or to a turn.
    var lastNumber = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []

    /// Whether all tasks of effects sleep, so that nothing comes of them before the clock is moved.
    var isQuiet: Bool {
      guard hasEffects else { return false }
      let asleep = Set(sleepers.lazy.compactMap(\.task))
      return running.keys.allSatisfy(asleep.contains)
    }

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// Takes out the sleeper that wakes first, at `limit` or before.
    mutating func takeNext(until limit: Instant) -> Sleeper? {
      let next = sleepers.min { ($0.deadline, $0.turn, $0.number) < ($1.deadline, $1.turn, $1.number) }
      guard let next, next.deadline <= limit else { return nil }
      sleepers.removeAll { $0.number == next.number }
      now = max(now, next.deadline)
      if let task = next.task, running[task] != nil { running[task] = nextNumber() }
      return next
    }
  }
  private let time: Locked<Time>

  /// Creates a clock that shows a time.
  public init(now: Instant = Instant()) { time = Locked(Time(now: now)) }

  /// The time that the clock shows.
  public var now: Instant { time.withLock { $0.now } }
  /// The clock is exact.
  public var minimumResolution: Duration { .zero }
  /// How many tasks sleep.
  public var sleeperCount: Int { time.withLock { $0.sleepers.count } }

  /// Waits until the clock is moved to a deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let number = time.withLock { $0.nextNumber() }
    let task = WatchedTask.current.map { ObjectIdentifier($0) }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = time.withLock { time in
          if time.cancelled.remove(number) != nil { return .failure(CancellationError()) }
          if deadline <= time.now { return .success(()) }
          let turn = task.flatMap { time.running[$0] } ?? number
          time.sleepers.append(
            Sleeper(number: number, turn: turn, deadline: deadline, continuation: continuation, task: task))
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = time.withLock { time -> Sleeper? in
        guard let index = time.sleepers.firstIndex(where: { $0.number == number }) else {
          time.cancelled.insert(number)
          return nil
        }
        return time.sleepers.remove(at: index)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    time.withLock { _ = $0.cancelled.remove(number) }
  }

  /// Moves the clock on and wakes those whose deadline comes, one after the other.
  ///
  /// - Parameter duration: How far; what wakes may sleep again, and wakes again if that falls within it.
  public func advance(by duration: Duration) async { await advance(to: now.advanced(by: duration)) }

  /// Moves the clock on to a point in time and wakes those whose deadline comes, one after the other.
  public func advance(to end: Instant) async {
    await settle()
    while let sleeper = time.withLock({ $0.takeNext(until: end) }) {
      sleeper.continuation.resume()
      await settle()
    }
    time.withLock { $0.now = max($0.now, end) }
  }

  /// Moves the clock to the next deadline, if anybody sleeps.
  ///
  /// - Returns: Whether anybody slept.
  @discardableResult
  public func advanceToNextDeadline() async -> Bool {
    await settle()
    guard let deadline = time.withLock({ $0.sleepers.map(\.deadline).min() }) else { return false }
    await advance(to: deadline)
    return true
  }

  // MARK: Waiting for others

  /// Notes that a task of an effect was started.
  package func began(_ task: WatchedTask) {
    time.withLock { time in
      time.hasEffects = true
      time.running[ObjectIdentifier(task)] = time.nextNumber()
    }
  }

  /// Notes that a task of an effect has ended.
  package func ended(_ task: WatchedTask) { time.withLock { $0.running[ObjectIdentifier(task)] = nil } }

  /// Whether a task of an effect waits for this clock to be moved.
  func isAsleep(_ task: WatchedTask) -> Bool {
    time.withLock { time in time.sleepers.contains { $0.task == ObjectIdentifier(task) } }
  }

  /// Lets other tasks run until they wait for something.
  ///
  /// Of the tasks of effects it is known whether they all sleep by this clock or have ended; then nothing more can come of
  /// them. There is no way to know it of tasks that wait for something else, or that a test started: many turns behind all
  /// others come close to it.
  func settle() async {
    for turn in 0..<500 {
      if turn >= 10, time.withLock({ $0.isQuiet }) { return }
      if turn >= 100, time.withLock({ !$0.hasEffects }) { return }
      let priority: TaskPriority? = turn.isMultiple(of: 2) ? .background : nil
      await Task.detached(priority: priority) { await Task.yield() }.value
    }
  }
}
