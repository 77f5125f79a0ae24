import Testing
import TreeDiff
import TreeRedux

extension EventTopic where Payload == Int {
  fileprivate static var saved: Self { Self() }
}

/// Where events are heard: at the node and around it, and not beside it, whatever places are called.
struct EventPlaceTests {
  private struct Draft: Equatable { var text = ""; var words = [0, 0] }
  private struct Desk {
    var pages = [Draft(), Draft()]
    var drafts: [String: Draft] = [:]
    subscript(draft name: String) -> Draft {
      get { drafts[name] ?? Draft() }
      set { drafts[name] = newValue }
    }
  }
  private struct Save: Action {}

  @Test func mountedNodesOfOneNameAreTwo() {
    let store = RootStore(Desk()) { Reduce { (_: inout Desk, _: Save) in .none } }
    func mount() -> MountedNode<Draft> {
      store.mount(Draft(), name: "editor") { Reduce { (_: inout Draft, _: Save) in .publish(.saved, 1) } }
    }
    let (first, second) = (mount(), mount())
    var heard: [String] = []
    let tokens = [
      first.observe(.saved) { heard.append("first \($0.path)") },
      second.node(\.text).observe(.saved) { _ in heard.append("text") },
      second.observe(.saved) { heard.append("second \($0.path)") },
      store.observe(.saved) { _ in heard.append("root") },
    ]
    first.dispatch(Save())
    #expect(heard == ["first $editor", "root"])
    heard = []
    second.node(\.text).publish(.saved, 2)
    #expect(heard == ["text", "second $editor.text", "root"])
    withExtendedLifetime(tokens) {}
  }

  @Test func subscriptsAreToldApartByWhatTheyAreGiven() {
    let store = RootStore(Desk()) {
      Node(\.pages[0]) { Reduce { (_: inout Draft, _: Save) in .publish(.saved, 0) } }.closed()
      Node(\.pages[1]) { Reduce { (_: inout Draft, _: Save) in .publish(.saved, 1) } }.closed()
    }
    var heard: [String] = []
    let tokens = [
      store.node(\.pages[0]).observe(.saved) { heard.append("0: \($0.payload)") },
      store.node(\.pages[1]).observe(.saved) { heard.append("1: \($0.payload)") },
      store.node(\.pages).observe(.saved) { heard.append("pages: \($0.payload)") },
      store.node(\.[draft: "a"]).observe(.saved) { heard.append("a: \($0.payload)") },
      store.node(\.[draft: "b"]).observe(.saved) { heard.append("b: \($0.payload)") },
    ]
    store.dispatch(Save(), to: \.pages[0])
    store.dispatch(Save(), to: \.pages[1])
    #expect(heard == ["0: 0", "pages: 0", "1: 1", "pages: 1"])
    heard = []
    store.node(\.[draft: "b"]).node(\.words).publish(.saved, 7)
    #expect(heard == ["b: 7"])
    #expect(!store.node(\.[draft: "c"]).publish(.saved, 8))
    withExtendedLifetime(tokens) {}
  }

  @Test func aPlaceIsTheSameHoweverItIsWritten() {
    let store = RootStore(Desk()) {}
    var heard: [String] = []
    let tokens = [
      store.node(\.pages).node(\.[0]).observe(.saved) { _ in heard.append("page") },
      store.node(\.pages).node(\.[0]).node(\.text).observe(.saved) { _ in heard.append("text") },
    ]
    store.node(\.pages).node(\.[0]).node(\.text).publish(.saved, 1)
    #expect(heard == ["text", "page"])
    withExtendedLifetime(tokens) {}
  }
}
