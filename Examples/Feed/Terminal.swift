import Foundation

/// Where the play is printed, and the messages beside it.
@MainActor
final class Terminal {
  /// Takes text to its end, and throws where it cannot.
  typealias Sink = (String) throws(WriteFailure) -> Void

  /// Whether somebody watches, so that the play takes its time.
  let isWatched: Bool
  /// Why the play could not be printed; nothing is printed any more once it is set.
  private(set) var failure: WriteFailure?

  private let isColoured: Bool
  private let output: Sink
  private let messages: Sink
  private var buffer = ""

  init(isWatched: Bool, isColoured: Bool, output: @escaping Sink, messages: @escaping Sink) {
    (self.isWatched, self.isColoured, self.output, self.messages) = (isWatched, isColoured, output, messages)
  }

  /// Prints one line of the play.
  func print(_ spans: Span...) { print(spans) }

  /// Prints one line of the play.
  func print(_ spans: [Span]) {
    for span in spans { buffer += span.text(isColoured: isColoured) }
    buffer += "\n"
    // A line at a time for those who watch, large pieces for a pipe.
    if isWatched || buffer.utf8.count > 16_384 { flush() }
  }

  /// Prints one message, after the play so far.
  func warn(_ message: String) {
    flush()
    // There is nowhere left to say that messages cannot be written.
    try? messages("feed: \(Span.plain(message).text(isColoured: false))\n")
  }

  /// Hands on what is not yet written.
  func flush() {
    defer { buffer = "" }
    guard failure == nil, !buffer.isEmpty else { return }
    do throws(WriteFailure) { try output(buffer) } catch { failure = error }
  }
}

/// A piece of a line, with the colour that it has on a terminal.
struct Span: Equatable {
  enum Style: String {
    case plain = ""
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
  }

  let text: String
  var style = Style.plain

  static func plain(_ text: String) -> Span { Span(text: text) }
  static func bold(_ text: String) -> Span { Span(text: text, style: .bold) }
  static func faint(_ text: String) -> Span { Span(text: text, style: .faint) }
  static func red(_ text: String) -> Span { Span(text: text, style: .red) }

  /// The text as it is printed: documents cannot break lines or move the cursor.
  fileprivate func text(isColoured: Bool) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: clean += " "
      default: clean.unicodeScalars.append(scalar)
      }
    }
    return isColoured && style != .plain ? "\u{1B}[\(style.rawValue)m\(clean)\u{1B}[0m" : clean
  }
}

/// Why text could not be written, as the system counts such reasons.
struct WriteFailure: Error, Equatable, CustomStringConvertible {
  let code: Int32

  /// Whether the one who read has had enough, as `head` has.
  var isEndOfInterest: Bool { code == EPIPE }

  var description: String { String(cString: strerror(code)) }
}

extension Terminal {
  /// The terminal, pipe or file that the program was started with.
  static func standard(environment: [String: String]) -> Terminal {
    // A closed pipe is then an error of `write` like any other.
    signal(SIGPIPE, SIG_IGN)
    let isWatched = isatty(STDOUT_FILENO) == 1
    let wantsColour = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    return Terminal(
      isWatched: isWatched, isColoured: isWatched && wantsColour,
      output: { text throws(WriteFailure) in try write(text, to: STDOUT_FILENO) },
      messages: { text throws(WriteFailure) in try write(text, to: STDERR_FILENO) })
  }

  private static func write(_ text: String, to descriptor: Int32) throws(WriteFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        throw WriteFailure(code: errno)
      }
    }
  }
}
