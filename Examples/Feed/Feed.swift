import Foundation

/// The feed reader.
@main
enum Feed {
  /// How the program ends, as its exit status.
  enum Status: Int32 {
    case success = 0
    case failure = 1
    case usage = 2
  }

  @MainActor
  static func main() async {
    let process = ProcessInfo.processInfo
    let terminal = Terminal.standard(environment: process.environment)
    let status = await run(
      arguments: Array(process.arguments.dropFirst()), terminal: terminal, clock: ContinuousClock())
    exit(status.rawValue)
  }

  /// Does what the arguments ask for.
  @MainActor
  static func run(arguments: [String], terminal: Terminal, clock: any Clock<Duration>) async -> Status {
    var status = await play(arguments: arguments, terminal: terminal, clock: clock)
    terminal.flush()
    if let failure = terminal.failure, !failure.isEndOfInterest {
      terminal.warn("cannot write: \(failure)")
      status = .failure
    }
    return status
  }

  @MainActor
  private static func play(arguments: [String], terminal: Terminal, clock: any Clock<Duration>) async -> Status {
    do {
      switch try Command(arguments: arguments) {
      case .help: printLines(of: Command.helpText, on: terminal)
      case .version: terminal.print(.plain(Command.versionText))
      case .timeline: return try await Timeline(terminal: terminal, clock: clock).play() ? .success : .failure
      case .replay(let path):
        return Replay(folder: try Folder(path: path), terminal: terminal, clock: clock).play() ? .success : .failure
      }
      return .success
    } catch let error as UsageError {
      terminal.warn(error.reason)
      terminal.warn(Command.usageText)
      return .usage
    } catch let error as Folder.Refusal {
      terminal.warn(error.reason)
    } catch {
      terminal.warn("\(error)")
    }
    return .failure
  }

  @MainActor
  private static func printLines(of text: String, on terminal: Terminal) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { terminal.print(.plain(String(line))) }
  }
}
