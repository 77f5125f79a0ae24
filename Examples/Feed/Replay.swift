import TreeDiff
import TreeRedux

/// Plays the documents of a folder: each goes into a store, and only what changed goes on to a screen.
@MainActor
struct Replay {
  /// What was played so far.
  struct Score {
    var documents = 0
    var skipped = 0
    var sections = Tally()
    var rows = Tally()
    var time = Duration.zero

    var changes: Int { sections.total + rows.total }
  }

  /// Keeps what the observer hears until the store has done its work, so that nothing else is timed: reducing, finding
  /// out what changed, and the diffs.
  private final class Inbox {
    var diff: Diff?
  }

  private typealias Diff = SectionedDiff<ReplayState.Header, Row>

  /// How many faults of one document are named one by one.
  static let namedFaults = 20

  let folder: Folder
  let terminal: Terminal
  let clock: any Clock<Duration>

  private let store = RootStore(ReplayState()) { ReplayReducer() }
  private let screen = SectionedScreen<ReplayState.Header, Row>()
  private let inbox = Inbox()

  init(folder: Folder, terminal: Terminal, clock: any Clock<Duration>) {
    (self.folder, self.terminal, self.clock) = (folder, terminal, clock)
  }

  /// Plays all documents.
  ///
  /// - Returns: Whether all of them played and the screen shows in the end what the state holds.
  func play() -> Bool {
    for path in folder.others { terminal.warn("\(path): left out, neither *.json nor *.csv") }
    let observation = store.observe(\.sections) { [inbox] change in
      inbox.diff = SectionedDiff(from: change.old, to: change.new)
    }
    defer { observation.cancel() }
    var score = Score()
    for file in folder.files where terminal.failure == nil {
      do throws(Faults) {
        let document = try file.document()
        guard show(document, named: file.name, score: &score) else { return false }
      } catch {
        score.skipped += 1
        report(error, of: file)
      }
    }
    return close(score) && score.skipped == 0
  }

  private func report(_ faults: Faults, of file: Folder.File) {
    for fault in faults.all.prefix(Self.namedFaults) { terminal.warn(fault.description(in: file.path)) }
    let rest = faults.all.count - Self.namedFaults
    if rest > 0 { terminal.warn("\(file.path): \(rest.counting("more fault"))") }
  }

  /// Shows the document in the store and carries what changed to the screen; false if that does not fit there.
  private func show(_ document: Document, named name: String, score: inout Score) -> Bool {
    inbox.diff = nil
    let time = clock.measure { _ = store.dispatch(ReplayAction.show(document)) }

    terminal.print(.bold(name))
    var (sections, rows) = (Tally(), Tally())
    if let diff = inbox.diff {
      let names = screen.sections.map(\.id)
      do { try screen.apply(diff) } catch {
        terminal.warn("\(name): the screen cannot play this: \(error)")
        return false
      }
      printLines(of: diff, before: names)
      (sections, rows) = (Tally(diff.sections), Tally(rowsOf: diff))
    }
    let shown = count(screen.sections)
    terminal.print(.faint("  = \(shown) · \(Self.text(sections, rows)) · \(time.text) in the store"))
    score.documents += 1
    score.sections += sections
    score.rows += rows
    score.time += time
    return true
  }
}

// MARK: - Printing

extension Replay {
  private func printLines(of diff: Diff, before: [String]) {
    let after = screen.sections
    for (section, lines) in diff.linesOfRemovedSections.sorted(by: { $0.key < $1.key }) {
      printRows(lines, of: before[section])
    }
    for line in diff.sections.lines(becoming: after.map(\.header)) { terminal.print([.plain("  section ")] + line) }
    for (section, lines) in zip(after, diff.lines(becoming: after) { before[$0] }) { printRows(lines, of: section.id) }
  }

  private func printRows(_ lines: [[Span]], of section: String) {
    if !lines.isEmpty { terminal.print(.faint("  \(section)")) }
    for line in lines { terminal.print([.plain("    ")] + line) }
  }

  private static func text(_ sections: Tally, _ rows: Tally) -> String {
    sections.total == 0 ? "\(rows)" : "sections: \(sections); rows: \(rows)"
  }

  private func count(_ sections: [ListSection<ReplayState.Header, [Row]>]) -> String {
    let rows = sections.reduce(0) { $0 + $1.items.count }
    return "\(rows.counting("row")) in \(sections.count.counting("section"))"
  }

  /// Sums up, and compares the screen with the state: the first time that anything here looks at the state.
  private func close(_ score: Score) -> Bool {
    let skipped = score.skipped == 0 ? "" : ", \(score.skipped) skipped"
    terminal.print()
    terminal.print(.bold("\(score.documents) of \(folder.files.count.counting("document")) played\(skipped)"))
    terminal.print(.plain("  \(score.changes.counting("change")): \(Self.text(score.sections, score.rows))"))
    let each = score.time / max(score.changes, 1)
    terminal.print(.plain("  \(score.time.text) in the store, \(each.text) a change\(Self.buildNote)"))
    let state = store.state.sections.map { ListSection($0.header, items: Array($0.items)) }
    guard screen.sections == state else {
      terminal.warn("the screen differs from the state")
      return false
    }
    terminal.print(.plain("  the screen equals the state: \(count(screen.sections))"))
    return true
  }

  private static var buildNote: String {
    #if DEBUG
      " (a debug build; for real figures: swift run -c release feed)"
    #else
      ""
    #endif
  }
}

extension ReplayState.Header: Presentable {
  var caption: String { id }
  var headline: String { id }

  func differences(from old: Self) -> [String] { [] }
}

extension Row: Presentable {
  var caption: String { title.clipped(to: 100) }
  var headline: String { caption }

  func differences(from old: Row) -> [String] {
    var pieces = title == old.title ? [] : ["title was “\(old.caption)”"]
    let before = Dictionary(uniqueKeysWithValues: old.details.map { ($0.name, $0.value) })
    let after = Dictionary(uniqueKeysWithValues: details.map { ($0.name, $0.value) })
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      let values = [before, after].map { ($0[name] ?? "none").clipped(to: 60) }
      pieces.append("\(name) \(values[0]) → \(values[1])")
    }
    return pieces
  }
}
