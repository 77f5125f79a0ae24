import Testing
import TreeDiff
import TreeRedux

/// What random tests have found, in its smallest form.
@Suite struct DifferentialRegressionTests {
  private struct Box: Equatable { var content = Content() }
  private struct Content: Equatable { var number = 0 }
  private struct SetNumber: Action { let number: Int }

  @Test func ofPartsThatFillTheSameBytesTheInnerOneIsToldFirst() {
    let store = RootStore(Box()) {
      Reduce { (box: inout Box, action: SetNumber) in
        box.content.number = action.number
        return .none
      }
    }
    let log = Log<String>()
    let tokens = [
      store.observe(\.self) { _ in log("box") },
      store.observe(\.content) { _ in log("content") },
      store.node(\.content).observe(\.number) { _ in log("number") },
      store.node(\.content).observe(\.self) { _ in log("content itself") },
    ]
    store.dispatch(SetNumber(number: 1))
    #expect(log.entries == ["number", "content", "content itself", "box"])
    withExtendedLifetime(tokens) {}
  }

  @Test func observersBegunInABatchAreToldAfterAllOthersAsRegistered() {
    let store = makeStore()
    let log = Log<String>()
    var tokens = [store.observe(\.self) { _ in log("root") }]
    store.batch {
      tokens.append(store.observe(\.feed) { _ in log("feed") })
      tokens.append(store.observe(\.count) { _ in log("count") })
      store.dispatch(CounterAction.increment)
      store.dispatch(FeedAction.load)
    }
    #expect(log.entries == ["root", "feed", "count"])
    withExtendedLifetime(tokens) {}
  }

  @Test func observersBegunInABatchAreToldOfItOnce() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    var tokens: [Observation] = []
    store.batch {
      tokens = [
        store.observe(\.feed.titleOrFailure) { log("computed \($0.old) > \($0.new)") },
        store.observe(\.count, by: ==) { log("count \($0.old) > \($0.new)") },
        store.observe(\.feed.posts, id: 0) { log("post \($0.old!.likes) > \($0.new!.likes)") },
        store.node(\.feed.posts, id: 0).observe(\.likes) { log("likes \($0.old) > \($0.new)") },
      ]
      store.dispatch(FeedAction.failed("broken"))
      store.dispatch(CounterAction.increment)
      store.dispatch(PostAction.like, to: \.feed.posts, id: 0)
    }
    #expect(
      log.entries.sorted() == ["computed Post 0 > broken", "count 0 > 1", "likes 0 > 1", "post 0 > 1"])
    log.entries = []
    store.dispatch(FeedAction.load)
    store.dispatch(CounterAction.increment)
    store.dispatch(PostAction.like, to: \.feed.posts, id: 0)
    #expect(log.entries.sorted() == ["count 1 > 2", "likes 1 > 2", "post 1 > 2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func anElementThatTwoNodesChangeIsToldAsItIsInTheEnd() throws {
    let like = Reduce { (post: inout Post, action: PostAction) in
      post.likes += 1
      return .none
    }
    let store = RootStore(FeedState(posts: KeyedList(uniqueElements: somePosts(2)))) {
      ForEach(\.posts, .all) { like }
      ForEach(\.posts, .all) { like }
    }
    let before = Array(store.state.posts)
    let log = Log<ListChange<Post>>()
    let token = store.observeList(\.posts) { log($0) }
    store.dispatch(PostAction.like)
    #expect(try before.applying(#require(log.entries.first).diff) == Array(store.state.posts))
    withExtendedLifetime(token) {}
  }

  @Test func anElementThatTakesTheIDOfAnotherRemovesIt() throws {
    struct Rename: Action { let id: Int }
    struct Row: Identifiable, Equatable { var id: Int }
    struct Table: Equatable { var rows: KeyedList<Row> }
    let store = RootStore(Table(rows: [Row(id: 1), Row(id: 2), Row(id: 3)])) {
      ForEach(\.rows) {
        Reduce { (row: inout Row, action: Rename) in
          row.id = action.id
          return .none
        }
      }
    }
    let before = Array(store.state.rows)
    let lists = Log<ListChange<Row>>()
    let rows = Log<String>()
    let tokens = [
      store.observeList(\.rows) { lists($0) },
      store.observe(\.rows, id: 1) { rows("1: \($0.old?.id as Any) > \($0.new?.id as Any)") },
    ]
    store.dispatch(Rename(id: 2), to: \.rows, id: 1)
    let change = try #require(lists.entries.first)
    #expect(try before.applying(change.diff) == Array(store.state.rows))
    #expect(rows.entries == ["1: Optional(1) > nil"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aBroadcastMayChangeSomeElementsAndTheIDsOfOthers() throws {
    struct Rename: Action {}
    struct Row: Identifiable, Equatable { var id: Int, text = "" }
    struct Table: Equatable { var rows: KeyedList<Row> }
    let store = RootStore(Table(rows: [Row(id: 1), Row(id: 2), Row(id: 3)])) {
      ForEach(\.rows, .all) {
        Reduce { (row: inout Row, action: Rename) in
          if row.id == 2 { row.id = 7 } else { row.text = "changed" }
          return .none
        }
      }
    }
    let before = Array(store.state.rows)
    let log = Log<ListChange<Row>>()
    let token = store.observeList(\.rows) { log($0) }
    store.dispatch(Rename())
    let change = try #require(log.entries.first)
    #expect(change.list.map(\.id) == [1, 7, 3])
    #expect(try before.applying(change.diff) == Array(store.state.rows))
    #expect(Set(change.changedIDs) == [1, 2, 7, 3])
    #expect(change.diff.updates.count == 2)
    withExtendedLifetime(token) {}
  }

  @Test func aListThatWentAndCameBackIsToldFromWhatWasToldLast() throws {
    struct Show: Action { let details: Details? }
    var details = Details(id: 1)
    details.comments = [Comment(id: 1, text: "a"), Comment(id: 2, text: "b")]
    let store = RootStore(AppState(details: details)) {
      Reduce { (state: inout AppState, action: Show) in
        state.details = action.details
        return .none
      }
    }
    var shown = Array(details.comments)
    let log = Log<String>()
    let token = store.node(\.details).observeList(\.comments) { change in
      guard let next = try? shown.applying(change.diff) else { return log("does not fit") }
      shown = next
      log("\(shown.map(\.id))")
    }
    store.dispatch(Show(details: nil))
    details.comments.remove(id: 1)
    store.dispatch(Show(details: details))
    #expect(log.entries == ["[2]"])
    withExtendedLifetime(token) {}
  }

  @Test func aListInAnElementThatIsLongGoneIsToldFromWhatWasToldLast() {
    let store = makeStore(posts: 2)
    var shown = Array(store.state.feed.posts[1].comments)
    let log = Log<String>()
    let token = store.node(\.feed.posts, id: 1).observeList(\.comments) { change in
      guard let next = try? shown.applying(change.diff) else { return log("does not fit") }
      shown = next
      log("\(shown.map(\.id))")
    }
    store.dispatch(FeedAction.remove(1))
    store.dispatch(FeedAction.edit(0, "unrelated"))
    store.dispatch(FeedAction.show(somePosts(1)))
    store.dispatch(FeedAction.show([Post(id: 1, title: "back", comments: [Comment(id: 2, text: "second")])]))
    #expect(log.entries == ["[2]"])
    withExtendedLifetime(token) {}
  }

  @Test func aListReplacedByAnEqualOneIsToldRightLater() throws {
    struct Replace: Action {}
    let store = RootStore(FeedState(posts: KeyedList(uniqueElements: somePosts(2)))) {
      Reduce { (state: inout FeedState, action: Replace) in
        state.posts = KeyedList(uniqueElements: Array(state.posts))
        return .none
      }
      ForEach(\.posts, .all) { PostReducer() }
    }
    let before = Array(store.state.posts)
    let log = Log<ListChange<Post>>()
    let token = store.observeList(\.posts) { log($0) }
    store.dispatch(Replace())
    #expect(log.entries.isEmpty)
    store.dispatch(PostAction.like, to: \.posts, id: 0)
    #expect(try before.applying(#require(log.entries.first).diff) == Array(store.state.posts))
    withExtendedLifetime(token) {}
  }

  @Test func anActionForAnOptionalsValueDoesNotReachTheNextOne() {
    let store = makeStore()
    store.dispatch(DetailsAction.open(1))
    let token = store.observe(\.count) { _ in
      store.dispatch(DetailsAction.open(2))
      store.node(\.details).dispatch(DetailsAction.write("for the first"))
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.details == Details(id: 2))
    withExtendedLifetime(token) {}
  }

  private struct Show: Action { let details: Details? }

  /// What the value of an optional sends waits behind the actions that replace it.
  @Test(arguments: [[2], [nil, 1]])
  func whatANodeSendsDoesNotArriveAtTheNextOneInItsPlace(_ ids: [Int?]) {
    let store = RootStore(AppState(details: Details(id: 1))) {
      CounterReducer()
      Reduce { (state: inout AppState, action: Show) in
        state.details = action.details
        return .none
      }
      IfPresent(\.details) {
        Reduce { (details: inout Details, action: DetailsAction) in
          guard case .write(let text) = action else { return .none }
          details.text = text
          return text == "asked" ? .send(.write("arrived")) : .none
        }
      }
    }
    store.onDiagnostic = nil
    let token = store.observe(\.count) { _ in
      store.node(\.details).dispatch(DetailsAction.write("asked"))
      for id in ids { store.dispatch(Show(details: id.map { Details(id: $0) })) }
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.details?.text == "")
    withExtendedLifetime(token) {}
  }

  @Test func whatAnElementSendsDoesNotArriveAtTheNextOneWithItsID() {
    let store = RootStore(AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(2))))) {
      CounterReducer()
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts) {
          Reduce { (post: inout Post, action: PostAction) in
            guard case .rename(let title) = action else { return .none }
            post.title = title
            return title == "asked" ? .send(.rename("arrived")) : .none
          }
        }
      }
    }
    store.onDiagnostic = nil
    let token = store.observe(\.count) { _ in
      store.dispatch(PostAction.rename("asked"), to: \.feed.posts, id: 0)
      store.dispatch(FeedAction.show([]))
      store.dispatch(FeedAction.show(somePosts(1)))
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.feed.posts[id: 0]?.title == "Post 0")
    withExtendedLifetime(token) {}
  }

  @Test func aListThatComesWithinABatchIsTold() {
    let store = makeStore()
    let log = Log<[Int]>()
    var token: Observation?
    store.batch {
      token = store.node(\.feed.posts, id: 1).observeList(\.comments) { log($0.list.map(\.id)) }
      store.dispatch(FeedAction.show(somePosts(2)))
    }
    #expect(log.entries == [[1, 2]])
    withExtendedLifetime(token) {}
  }

  @Test func aListThatIsWatchedNoLongerOrIsEqualDoesNotChangeTheOrder() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    let tokens = [
      store.observe(\.feed) { _ in log("feed") },
      store.observe(\.details) { _ in log("details") },
    ]
    func change() {
      log.entries = []
      store.batch {
        store.dispatch(FeedAction.failed("\(store.state.count)"))
        store.dispatch(CounterAction.increment)
        store.dispatch(FeedAction.show(Array(store.state.feed.posts)))
        store.dispatch(DetailsAction.open(store.state.count))
      }
    }
    change()
    #expect(log.entries == ["feed", "details"])
    var token: Observation? = store.observe(\.feed.posts, id: 0) { _ in }
    change()
    #expect(log.entries == ["feed", "details"])
    store.dispatch(PostAction.like)
    token = nil
    log.entries = []
    store.batch {
      store.dispatch(PostAction.like)
      store.dispatch(DetailsAction.close)
    }
    #expect(log.entries == ["feed", "details"])
    withExtendedLifetime((tokens, token)) {}
  }
}
