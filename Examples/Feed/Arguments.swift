/// What the command line asks for.
enum Command: Equatable {
  case timeline
  case replay(folder: String)
  case help
  case version
}

/// Why a command line makes no sense.
struct UsageError: Error, Equatable { let reason: String }

extension Command {
  /// Reads the arguments that follow the program's name; `--help` and `--version` win over everything else.
  init(arguments: [String]) throws(UsageError) {
    var folder: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let value: String?
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case "--version":
        self = .version
        return
      case "--replay": value = rest.first?.hasPrefix("-") == false ? rest.removeFirst() : nil
      case let option where option.hasPrefix("--replay="): value = String(option.dropFirst("--replay=".count))
      default: throw UsageError(reason: "unknown argument “\(argument)”")
      }
      guard let value, !value.isEmpty else { throw UsageError(reason: "--replay needs a folder") }
      guard folder == nil else { throw UsageError(reason: "--replay stands twice") }
      folder = value
    }
    self = folder.map { .replay(folder: $0) } ?? .timeline
  }

  static let versionText = "feed 0.1.0"

  static let usageText = "usage: feed [--replay FOLDER] [--help] [--version]"

  static let helpText = """
    \(usageText)

    A feed reader that shows what TreeRedux does: actions go into a store, and what changed comes out as what a list
    view would do.

      feed                    plays a small timeline that changes while you watch
      feed --replay FOLDER    plays the documents of a folder in the order of their names
      --help, -h              prints this
      --version               prints the version

    Documents are JSON Feed 1.1 (*.json) or CSV (*.csv) with a header that has section, id, rank and name. A document
    that has a fault is skipped as a whole and all its faults are named on standard error; the others still play.

    Positions count from 0: those of what is removed and where a move begins in the list before, all others in the
    list after. Colours are for terminals, and not where NO_COLOR is set.

    exit status: 0 if all is well, 1 if something was skipped or failed, 2 if the arguments make no sense
    """
}
