import TreeDiff
import TreeRedux

/// What a replay shows: the sections of the document it has come to.
struct ReplayState: Equatable {
  /// A named list whose rows keep their identity from document to document.
  struct Section: Identifiable, Equatable {
    let id: String
    var rows: KeyedList<Row> = []
  }

  var sections: KeyedList<Section> = []
}

/// What happens in a replay.
enum ReplayAction: Action {
  case show(Document)
}

/// Shows documents, sharing with the one before what stayed as it was.
struct ReplayReducer: Reducer {
  func reduce(_ state: inout ReplayState, _ action: ReplayAction) -> Effect<ReplayAction> {
    switch action {
    case .show(let document):
      let sections = document.sections.map { [old = state.sections] new in
        var section = old[id: new.name] ?? ReplayState.Section(id: new.name)
        section.rows.reconcile(with: new.rows)
        return section
      }
      state.sections.reconcile(with: sections)
      return .none
    }
  }
}

/// How the sections and their rows changed.
struct SectionChange {
  /// How the rows of one section changed.
  struct Rows {
    let section: Int
    let diff: ListDiff<Row>
  }

  /// How sections that go lose their rows, by their positions before.
  let emptied: [Rows]
  /// How the sections themselves changed.
  let sections: ListDiff<ReplayState.Section>
  /// How the rows of sections that come or stay changed, by their positions after.
  let filled: [Rows]

  init(_ diff: ListDiff<ReplayState.Section>) {
    let nothing: KeyedList<Row> = []
    emptied = diff.removals.map { Rows(section: $0.index, diff: nothing.diff(from: $0.element.rows)) }
    sections = diff
    let inserted = diff.insertions.map { Rows(section: $0.index, diff: $0.element.rows.diff(from: nothing)) }
    let updated = diff.updates.map { Rows(section: $0.to, diff: $0.new.rows.diff(from: $0.old.rows)) }
    filled = (inserted + updated).sorted { $0.section < $1.section }
  }
}
