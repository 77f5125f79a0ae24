import TreeDiff
import TreeRedux

/// What a replay shows: the sections of the document it has come to.
struct ReplayState: Equatable {
  /// What heads a section: its name, which is what it is known by.
  struct Header: Identifiable, Equatable { let id: String }
  /// A named list whose rows keep their identity from document to document.
  typealias Section = ListSection<Header, KeyedList<Row>>

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
        var section = old[id: new.name] ?? ReplayState.Section(ReplayState.Header(id: new.name), items: [])
        section.items.reconcile(with: new.rows)
        return section
      }
      state.sections.reconcile(with: sections)
      return .none
    }
  }
}
