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
    var change: SectionChange?
  }

  /// How many faults of one document are named one by one.
  static let namedFaults = 20

  let folder: Folder
  let terminal: Terminal
  let clock: any Clock<Duration>

  private let store = RootStore(ReplayState()) { ReplayReducer() }
  private let screen = SectionedScreen()
  private let inbox = Inbox()

  init(folder: Folder, terminal: Terminal, clock: any Clock<Duration>) {
    (self.folder, self.terminal, self.clock) = (folder, terminal, clock)
  }

  /// Plays all documents.
  ///
  /// - Returns: Whether all of them played and the screen shows in the end what the state holds.
  func play() -> Bool {
    for path in folder.others { terminal.warn("\(path): left out, neither *.json nor *.csv") }
    let observation = store.observeList(\.sections) { [inbox] change in inbox.change = SectionChange(change.diff) }
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
    inbox.change = nil
    let time = clock.measure { _ = store.dispatch(ReplayAction.show(document)) }

    terminal.print(.bold(name))
    var (sections, rows) = (Tally(), Tally())
    if let change = inbox.change {
      let before = screen.sections
      do { try screen.apply(change) } catch {
        terminal.warn("\(name): the screen cannot play this: \(error)")
        return false
      }
      printLines(of: change, before: before)
      sections = sectionTally(change.sections)
      for part in change.emptied + change.filled { rows += Tally(part.diff) }
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
  private func printLines(of change: SectionChange, before: [SectionedScreen.Section]) {
    let after = screen.sections
    for part in change.emptied { printRows(part, of: before[part.section].name, becoming: []) }
    for removal in change.sections.removals {
      printSection(.red, "removed", "at \(removal.index)", removal.element.id)
    }
    for insertion in change.sections.insertions {
      printSection(.green, "inserted", "at \(insertion.index)", insertion.element.id)
    }
    for move in change.sections.moves {
      printSection(.cyan, "moved", "\(move.from) → \(move.to)", after[move.to].name)
    }
    for part in change.filled { printRows(part, of: after[part.section].name, becoming: after[part.section].rows) }
  }

  private func printSection(_ style: Span.Style, _ verb: String, _ place: String, _ name: String) {
    terminal.print(
      .plain("  section "), Span(text: verb.padded(to: 9), style: style), .faint(place.padded(to: 9)), .plain(name))
  }

  private func printRows(_ part: SectionChange.Rows, of section: String, becoming rows: [Row]) {
    if !part.diff.isEmpty { terminal.print(.faint("  \(section)")) }
    for line in part.diff.lines(becoming: rows) { terminal.print([.plain("    ")] + line) }
  }

  /// An updated section is not a change of its own: its rows say what it was.
  private func sectionTally(_ diff: ListDiff<ReplayState.Section>) -> Tally {
    var tally = Tally(diff)
    tally.updated = 0
    return tally
  }

  private static func text(_ sections: Tally, _ rows: Tally) -> String {
    sections.total == 0 ? "\(rows)" : "sections: \(sections); rows: \(rows)"
  }

  private func count(_ sections: [SectionedScreen.Section]) -> String {
    let rows = sections.reduce(0) { $0 + $1.rows.count }
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
    let state = store.state.sections.map { SectionedScreen.Section(name: $0.id, rows: Array($0.rows)) }
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
