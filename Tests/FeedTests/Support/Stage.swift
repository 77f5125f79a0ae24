@testable import feed

/// A terminal whose output and messages are kept.
@MainActor
final class Stage {
  private final class Paper {
    var text = ""
  }

  private let paper = Paper()
  private let notes = Paper()
  let terminal: Terminal

  /// A terminal that takes `capacity` writes and refuses the next with `refusal`.
  init(isWatched: Bool = false, isColoured: Bool = false, capacity: Int = .max, refusal: Int32 = 0) {
    var left = capacity
    terminal = Terminal(
      isWatched: isWatched, isColoured: isColoured,
      output: { [paper] text throws(WriteFailure) in
        guard left > 0 else { throw WriteFailure(code: refusal) }
        left -= 1
        paper.text += text
      },
      messages: { [notes] text throws(WriteFailure) in notes.text += text })
  }

  var output: String { paper.text }
  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
  var messages: [String] { notes.text.split(separator: "\n").map(String.init) }

  /// Runs the program here.
  func run(_ arguments: String...) async -> Feed.Status {
    await Feed.run(arguments: arguments, terminal: terminal, clock: StillClock())
  }
}

/// A clock on which nothing takes any time.
struct StillClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
