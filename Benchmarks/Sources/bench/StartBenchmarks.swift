import TreeDiff
import TreeRedux

/// From nothing to a store with a tree of 500 nodes, each with a reducer, that has taken its first action.
var start: Benchmark {
  Benchmark("store/start-500") {
    let reduced = Counter()
    blackHole(startedStore(reduced))
    return .init(subject: repeating { startedStore(reduced) }, counts: [("nodes", reduced.count)])
  }
}

private struct Field: Identifiable, Equatable, Sendable {
  let id: Int
  var text = "a text that does not fit into a small string"
}
/// Seven nodes with its own.
private struct Panel: Equatable {
  var title = Field(id: 0), subtitle = Field(id: 1), footer = Field(id: 2)
  var badge: Field? = Field(id: 3), warning: Field? = Field(id: 4)
  var rows: KeyedList<Field> = [Field(id: 5)]
}
/// Fifty nodes with its own.
private struct Screen: Equatable {
  var a = Panel(), b = Panel(), c = Panel(), d = Panel(), e = Panel(), f = Panel(), g = Panel()
}
private struct Screens: Equatable {
  var a = Screen(), b = Screen(), c = Screen(), d = Screen(), e = Screen()
  var f = Screen(), g = Screen(), h = Screen(), i = Screen(), j = Screen()
}

private struct Begin: Action {}
private struct BeginReducer<State>: Reducer {
  let reduced: Counter
  func reduce(_ state: inout State, _ action: Begin) -> Effect<Begin> {
    reduced.count += 1
    return .none
  }
}

private func startedStore(_ reduced: Counter) -> RootStore<Screens> {
  let store = RootStore(Screens()) {
    for path in [\Screens.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j] { Node(path) { screen(reduced) } }
  }
  store.dispatch(Begin())
  return store
}

@NodeBuilder<Screen>
private func screen(_ reduced: Counter) -> [AnyNode<Screen>] {
  BeginReducer<Screen>(reduced: reduced)
  for path in [\Screen.a, \.b, \.c, \.d, \.e, \.f, \.g] { Node(path) { panel(reduced) } }
}

@NodeBuilder<Panel>
private func panel(_ reduced: Counter) -> [AnyNode<Panel>] {
  BeginReducer<Panel>(reduced: reduced)
  for path in [\Panel.title, \.subtitle, \.footer] { Node(path) { BeginReducer<Field>(reduced: reduced) } }
  for path in [\Panel.badge, \.warning] { IfPresent(path) { BeginReducer<Field>(reduced: reduced) } }
  ForEach(\.rows, .all) { BeginReducer<Field>(reduced: reduced) }
}
