import Testing
import TreeDiff
import TreeRedux

/// How nodes are called.
@Suite struct PathTests {
  private struct Leaf: Identifiable, Equatable {
    let id: Int
    var pair = (1, (2, 3))
    static func == (a: Leaf, b: Leaf) -> Bool { a.id == b.id && a.pair.0 == b.pair.0 }
  }
  private struct Root {
    var pair = (Leaf(id: 1), Leaf(id: 2))
    var leaves: KeyedList<Leaf> = [Leaf(id: 3)]
    var odd: KeyedList<Leaf> {
      get { leaves }
      set { leaves = newValue }
    }
    var both: (Int, Leaf) {
      get { (0, pair.0) }
      set { pair.0 = newValue.1 }
    }
    subscript(index: Int) -> Leaf {
      get { index == 0 ? pair.0 : pair.1 }
      set { if index == 0 { pair.0 = newValue } else { pair.1 = newValue } }
    }
  }

  @Test func membersOfTuplesFollowOneDot() {
    let store = RootStore(Root()) { Node(\.pair.1) { PathReducer<Leaf>() } }
    #expect(store.node(\.pair.1).path == "pair.1")
    #expect(store.node(\.pair.1.pair.1.0).path == "pair.1.pair.1.0")
    #expect(store.node(\.pair).node(\.1).path == "pair.1")
  }

  @Test func whatIsComputedIsCalledByItsType() {
    let store = RootStore(Root()) {
      ForEach(\.odd) { PathReducer<Leaf>() }
      Node(\.both) { Node(\.1) { PathReducer<Leaf>() } }
      Node(\.[1]) { PathReducer<Leaf>() }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    #expect(store.node(\.odd, id: 3).path == "<KeyedList<Leaf>>[3]")
    #expect(store.node(\.both.1.pair.0).path == "<(Int, Leaf)>.1.pair.0")
    #expect(store.node(\.[1]).path == "<Leaf>")
    store.dispatch(PostAction.like, to: \.both)
    store.dispatch(PostAction.like, to: \.odd, id: 4)
    #expect(
      reports == [
        .unhandled(action: "PostAction.like", path: "<(Int, Leaf)>"),
        .unhandled(action: "PostAction.like", path: "<KeyedList<Leaf>>[4]"),
      ])
  }

  private struct PathReducer<State>: Reducer {
    func reduce(_ state: inout State, _ action: CommentAction) -> Effect<CommentAction> { .none }
  }
}
