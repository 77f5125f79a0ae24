import Testing
import TreeDiff
import TreeRedux

private struct Draft: Equatable {
  var text = ""
  var likes = 0
  var lines: KeyedList<Line> = []
}
private struct Line: Identifiable, Equatable, Sendable {
  let id: Int
  var marks = 0
}
extension EventTopic where Payload == Int {
  fileprivate static var asked: Self { Self() }
}
private enum DraftAction: Action { case type(String), typeLater(String), add(Int), ask }
private struct Mark: Action {}

private struct DraftReducer: Reducer {
  let log: Log<String>?
  func reduce(_ draft: inout Draft, _ action: DraftAction) -> Effect<DraftAction> {
    switch action {
    case .type(let text):
      log?("reduced \(text)")
      draft.text = text
    case .typeLater(let text): return .run { send in await send(.type(text)) }
    case .add(let id): draft.lines.append(Line(id: id))
    case .ask: return .merge(.send(FeedAction.load, to: .root), .publish(.asked, 1))
    }
    return .none
  }
}
private struct Counting: Reducer {
  func reduce(_ draft: inout Draft, _ action: PostAction) -> Effect<PostAction> {
    draft.likes += 1
    return .none
  }
}

@Suite struct MountTests {
  private let log = Log<String>()

  private func mount<Host>(_ host: NodeHandle<Host>, _ name: String = "editor") -> MountedNode<Draft> {
    host.mount(Draft(), name: name) {
      DraftReducer(log: log)
      Counting()
      ForEach(\.lines, .all) {
        Reduce { (line: inout Line, _: Mark) in
          line.marks += 1
          return .none
        }
      }
    }
  }

  @Test func tokensOfListsOutliveTheMountedNode() {
    let store = makeStore()
    var tokens: [Observation] = []
    for round in 0..<3 {
      var editor: MountedNode<Draft>? = mount(store)
      tokens += [
        editor!.observeList(\.lines) { log("list \($0.changedIDs)") },
        editor!.observe(\.lines, id: 1) { log("line \($0.new?.marks ?? -1)") },
        editor!.node(\.lines, id: 1).observe(\.marks) { log("marks \($0.new)") },
      ]
      log.entries = []
      editor!.dispatch(DraftAction.add(1))
      store.dispatch(Mark())
      #expect(log.entries.contains("list [1]") && log.entries.contains("line 1"), "round \(round)")
      editor = nil
      store.dispatch(CounterAction.increment)
    }
    log.entries = []
    for token in tokens.prefix(3) { token.cancel() }
    tokens = []
    // What is left of them is removed now and then.
    for _ in 0..<200 { store.dispatch(CounterAction.increment) }
    #expect(log.entries == [])
    #expect(store.state.count == 203)
  }

  @Test func aMountedNodeReadsObservesAndDispatches() {
    let store = makeStore(posts: 2)
    let editor = mount(store.node(\.feed))
    #expect(editor.path == "feed.$editor")
    let tokens = [
      editor.observe(\.text) { log("text \($0.old) > \($0.new)") },
      editor.observe(map: \.text.count) { log("count \($0.new)") },
      editor.observeList(\.lines) { log("lines \($0.changedIDs)") },
      editor.observe(\.lines, id: 2) { log("line \($0.new?.marks ?? -1)") },
      editor.node(\.likes).observe(\.self) { log("likes \($0.new)") },
    ]
    #expect(editor.dispatch(DraftAction.type("a")))
    #expect(editor.dispatch(DraftAction.add(1)))
    #expect(editor.dispatch(DraftAction.add(2)))
    #expect(editor.node(\.lines, id: 2).path == "feed.$editor.lines[2]")
    #expect(editor.node(\.lines, id: 2).dispatch(Mark()))
    #expect(editor.dispatch(Mark(), to: \.lines, id: 2))
    #expect(editor.state == Draft(text: "a", lines: [Line(id: 1), Line(id: 2, marks: 2)]))
    #expect(
      log.entries == [
        "reduced a", "text  > a", "count 1", "lines [1]", "line 0", "lines [2]", "line 1", "lines [2]", "line 2",
        "lines [2]",
      ])
    #expect(store.state == AppState(feed: store.state.feed))
    withExtendedLifetime(tokens) {}
  }

  @Test func itTakesWhatFallsThroughItsHostAfterTheTreeAndIsToldOfTogether() {
    let store = makeStore(posts: 2)
    let (first, second) = (mount(store.node(\.feed), "first"), mount(store.node(\.feed), "second"))
    let other = mount(store.node(\.details), "other")
    let tokens = [
      store.observe(\.feed.posts, id: 1) { _ in log("post, while drafts say \(first.state.likes) \(second.state.likes)")
      },
      first.observe(\.likes) { log("first \($0.new) revision \($0.revision)") },
      second.observe(\.likes) { log("second \($0.new) revision \($0.revision)") },
    ]
    #expect(store.dispatch(PostAction.like))
    #expect(
      log.entries == [
        "post, while drafts say 1 1", "first 1 revision 1", "second 1 revision 1",
      ])
    log.entries = []
    // What is sent to one post does not fall through the feed.
    store.dispatch(PostAction.like, to: \.feed.posts, id: 0)
    #expect(log.entries == [])
    // Nobody but the mounted nodes takes it.
    #expect(store.dispatch(DraftAction.type("x")))
    #expect(log.entries == ["reduced x", "reduced x"])
    #expect(other.state.text == "")
    #expect(store.node(\.feed).dispatch(DraftAction.type("y")))
    #expect(second.state.text == "y")
    withExtendedLifetime(tokens) {}
  }

  @Test func itLeavesWithItsHandle() async {
    let store = makeStore()
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    var editor: MountedNode<Draft>? = mount(store)
    #expect(editor?.path == "$editor")
    #expect(store.dispatch(DraftAction.typeLater("late")))
    #expect(store.effects.count == 1)
    editor = nil
    #expect(!store.dispatch(DraftAction.type("x")))
    #expect(store.effects.isEmpty)
    await store.settled()
    #expect(log.entries == [])
    #expect(reports.contains(.unhandled(action: "DraftAction.type", path: "")))
  }

  @Test func itLeavesWithItsHostAndKeepsItsLastState() async {
    let store = makeStore(posts: 2)
    store.dispatch(DetailsAction.open(1))
    let post = mount(store.node(\.feed.posts, id: 1))
    let details = mount(store.node(\.details))
    let comment = mount(store.node(\.feed.posts, id: 0).node(\.comments, id: 2))
    #expect(post.path == "feed.posts[1].$editor")
    for node in [post, details, comment] { #expect(node.dispatch(DraftAction.type(node.path))) }
    // An action that falls through the elements reaches those mounted there.
    #expect(store.dispatch(DraftAction.type("all")))
    #expect([post, details, comment].allSatisfy { $0.state.text == "all" })
    #expect(store.node(\.feed.posts, id: 0).dispatch(DraftAction.type("zero")))
    #expect([post, details, comment].map(\.state.text) == ["all", "all", "zero"])
    post.dispatch(DraftAction.typeLater("late"))
    details.dispatch(DraftAction.typeLater("late"))
    store.dispatch(FeedAction.remove(1))
    store.dispatch(DetailsAction.open(2))
    #expect(!post.isAlive)
    #expect(!details.isAlive)
    #expect(comment.isAlive)
    #expect(store.effects.isEmpty)
    await store.settled()
    #expect(!post.dispatch(DraftAction.type("x")))
    #expect([post, details, comment].map(\.state.text) == ["all", "all", "zero"])
    let late = mount(store.node(\.feed.posts, id: 77))
    #expect(!late.isAlive)
    #expect(!late.dispatch(DraftAction.type("x")))
  }

  @Test func whatItSendsPublishesAndTellsGoesToItsHost() {
    let store = makeStore()
    let editor = mount(store.node(\.feed))
    let tokens = [
      store.node(\.feed).observe(.asked) { log("feed \($0.path)") },
      editor.observe(.asked) { log("editor \($0.path)") },
      store.node(\.details).observe(.asked) { _ in log("details") },
    ]
    editor.dispatch(DraftAction.ask)
    #expect(store.state.feed.isLoading)
    #expect(log.entries == ["editor feed.$editor", "feed feed.$editor"])
    withExtendedLifetime(tokens) {}
  }

  @Test func mountsInMountsLeaveWithThem() {
    let store = makeStore()
    var outer: MountedNode<Draft>? = mount(store.node(\.feed), "outer")
    let inner = mount(outer!, "inner")
    #expect(inner.path == "feed.$outer.$inner")
    #expect(store.dispatch(DraftAction.type("both")))
    #expect(inner.state.text == "both")
    #expect(outer!.dispatch(DraftAction.type("again")))
    #expect(inner.state.text == "again")
    outer = nil
    #expect(!store.dispatch(DraftAction.type("none")))
    #expect(inner.state.text == "again")
    #expect(!inner.isAlive)
  }

  @Test func nothingReachesItInABatchThatTookItsHost() {
    let store = makeStore(posts: 2)
    let editors = [mount(store.node(\.feed.posts, id: 0)), mount(store.node(\.feed.posts, id: 1))]
    store.batch {
      store.dispatch(FeedAction.remove(0))
      store.dispatch(DraftAction.type("late"))
    }
    #expect(editors.map(\.state.text) == ["", "late"])
  }

  private struct Shelf { var posts: KeyedList<Post> = [Post(id: 1, title: "")] }
  private struct SetPosts: Action { let posts: KeyedList<Post> }

  /// Be it declared or not, and be there another one with its id afterwards.
  @Test(arguments: [true, false])
  func itLeavesWithAHostThatGoesInTheBatchInWhichItWasMounted(isDeclared: Bool) {
    let store = RootStore(Shelf()) {
      Reduce { (shelf: inout Shelf, set: SetPosts) in
        shelf.posts = set.posts
        return .none
      }
      if isDeclared { ForEach(\.posts, .all) { PostReducer() } }
    }
    var editor: MountedNode<Draft>?
    store.batch {
      editor = mount(store.node(\.posts, id: 1))
      store.dispatch(SetPosts(posts: []))
    }
    #expect(editor?.isAlive == false)
    store.dispatch(SetPosts(posts: Shelf().posts))
    store.dispatch(PostAction.like)
    #expect(editor?.state.likes == 0)
  }

  @Test func aHostThatWasNotDeclaredMayGoInsideOneThatWas() {
    struct Box: Equatable { var item: Int? }
    struct Room: Equatable { var box: Box? = Box(item: 1) }
    struct Empty: Action {}
    let store = RootStore(Room()) {
      IfPresent(\.box) {
        Reduce { (box: inout Box, _: Empty) in
          box.item = nil
          return .none
        }
      }
    }
    let editor = mount(store.node(\.box).node(\.item))
    #expect(store.dispatch(DraftAction.type("there")))
    #expect(editor.isAlive)
    store.dispatch(Empty())
    #expect(!editor.isAlive)
    store.onDiagnostic = nil
    #expect(!store.dispatch(DraftAction.type("gone")))
    #expect(editor.state.text == "there")
  }

  @Test func anActionReachesItThroughAnyNodeOfItsHost() {
    struct Inner: Equatable { var items: KeyedList<Line> = [Line(id: 1)] }
    struct Outer: Equatable { var inner = Inner() }
    let store = RootStore(Outer()) {
      ForEach(\.inner.items) {
        Reduce { (line: inout Line, _: Mark) in
          line.marks += 1
          return .none
        }
      }
      Node(\.inner) { ForEach(\.items) {} }
    }
    let editor = mount(store.node(\.inner.items, id: 1))
    #expect(store.dispatch(DraftAction.type("text"), to: \.inner))
    #expect(editor.state.text == "text")
  }

  @Test func handlesInsideAMountedNodeThatLeftTakeNothing() {
    let store = makeStore(posts: 1)
    let editor = mount(store.node(\.feed.posts, id: 0))
    editor.dispatch(DraftAction.add(1))
    let line = editor.node(\.lines, id: 1)
    #expect(line.dispatch(Mark()))
    store.dispatch(FeedAction.remove(0))
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    #expect(!line.dispatch(Mark()))
    #expect(reports == [.unhandled(action: "Mark", path: "feed.posts[0].$editor.lines[1]")])
    #expect(line.state.marks == 1)
  }

  @Test func anActionThatReachesNoElementIsNotTaken() {
    let store = makeStore()
    let editor = mount(store)
    #expect(!store.dispatch(Mark()))
    editor.dispatch(DraftAction.add(1))
    #expect(store.dispatch(Mark()))
  }

  @Test func nodesCanBeMountedWhileObserversAreTold() {
    let store = makeStore(posts: 3)
    var editors: [MountedNode<Draft>] = []
    var tokens: [Observation] = []
    tokens.append(
      store.observe(\.count) { change in
        for i in 0..<20 {
          let editor = mount(store.node(\.feed), "\(i)")
          editor.dispatch(DraftAction.type("a text that is too long for the string itself \(i)"))
          tokens.append(editor.observe(\.text) { log($0.new) })
          editors.append(editor)
        }
      })
    tokens.append(store.observe(\.self) { log("root \($0.old.count) > \($0.new.count) \($0.new.feed.posts.count)") })
    store.dispatch(CounterAction.increment)
    #expect(log.entries.contains("root 0 > 1 3"))
    #expect(editors.enumerated().allSatisfy { $1.state.text.hasSuffix(" \($0)") })
    log.entries = []
    store.batch {
      store.dispatch(DraftAction.type("one"))
      tokens.append(mount(store).observe(\.text) { log($0.new) })
      store.dispatch(DraftAction.type("two"))
    }
    #expect(log.entries.filter { $0 == "two" }.count == 20)
    tokens = []
  }

  @Test func placesOfMountedNodesAreUsedAgainAndNothingIsLeftOfThem() {
    let store = makeStore()
    var stale: [Observation] = []
    for round in 0..<500 {
      let editor = mount(store.node(\.feed))
      stale.append(editor.observe(\.text) { _ in log("round \(round)") })
      editor.dispatch(DraftAction.type("a text that is too long for the string itself"))
    }
    #expect(log.entries.filter { $0.hasPrefix("round") }.count == 500)
    for _ in 0..<200 { store.dispatch(CounterAction.increment) }
    log.entries = []
    let numbers = store.mount(7, name: "n") {
      Reduce { (number: inout Int, _: Mark) in
        number += 1
        return .none
      }
    }
    store.dispatch(Mark())
    #expect(numbers.state == 8)
    #expect(log.entries == [])
    withExtendedLifetime(stale) {}
  }

  @Test func theyAreToldInTheOrderInWhichTheyWereMounted() {
    let store = makeStore()
    func watched(_ name: String) -> (MountedNode<Draft>, Observation) {
      let editor = mount(store, name)
      return (editor, editor.observe(\.text) { _ in log(name) })
    }
    // What comes later takes the place of what left, whichever that is.
    for round in 0..<5 {
      var editors = ["a", "b", "c"].map(watched)
      let leaving = round % 3
      editors.remove(at: leaving)
      for _ in 0..<200 { store.dispatch(CounterAction.increment) }
      editors += ["d", "e"].map(watched)
      log.entries = []
      store.dispatch(DraftAction.type("\(round)"))
      var expected = ["a", "b", "c", "d", "e"]
      expected.remove(at: leaving)
      #expect(log.entries.filter { $0.count == 1 } == expected)
      withExtendedLifetime(editors) {}
    }
  }

  @Test func handlesOutliveTheStore() {
    var store: RootStore<AppState>? = makeStore()
    let editor = mount(store!)
    editor.dispatch(DraftAction.type("text"))
    let feed = store!.node(\.feed)
    store = nil
    #expect(editor.state.text == "text")
    #expect(!editor.isAlive)
    let late = mount(feed)
    #expect(late.state == Draft())
    #expect(!late.dispatch(DraftAction.type("x")))
  }
}

@MainActor @Suite struct MountOnActorTests {
  @Test func onAnActorEffectsEndSoonAfterTheHandleIsReleased() async {
    let store = makeStore()
    var editor: MountedNode<Draft>? = store.mount(Draft(), name: "editor") {
      Reduce { (draft: inout Draft, _: Mark) in
        .run { (send: Send<Mark>) in try? await Task.sleep(for: .seconds(1_000)) }
      }
    }
    editor?.dispatch(Mark())
    #expect(store.effects.count == 1)
    editor = nil
    await store.settled()
    #expect(store.effects.isEmpty)
  }
}
