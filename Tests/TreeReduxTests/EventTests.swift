import Testing
import TreeDiff
import TreeRedux

extension EventTopic where Payload == Int {
  fileprivate static var likeFailed: Self { Self() }
  fileprivate static var opened: Self { Self() }
}
extension EventTopic where Payload == String {
  /// The same name as above, and another topic.
  fileprivate static var opened: Self { Self() }
}
extension EventTopic where Payload == Int {
  fileprivate static let saved = Self(), deleted = Self()
}
private enum Topics {
  static let one = EventTopic<String>()
  static let two = EventTopic<String>()
  static let named: EventTopic<String> = .init("named")
}
private let aboard = EventTopic<Int>(), ashore = EventTopic<Int>()
extension EventTopic where Payload == Void {
  fileprivate static var scrollToTop: Self { Self() }
}

/// Publishes what its actions say.
private enum Cry: Action { case fail(Int), rise, failAndRise(Int), later(Int), both(Int) }

private struct Crier<State: Sendable>: Reducer {
  var change: @Sendable (inout State) -> Void = { _ in }
  func reduce(_ state: inout State, _ action: Cry) -> Effect<Cry> {
    change(&state)
    switch action {
    case .fail(let id): return .publish(.likeFailed, id)
    case .rise: return .none
    case .failAndRise(let id): return .merge(.send(.rise), .publish(.likeFailed, id))
    case .later(let id): return .run { send in await send.publish(.likeFailed, id) }
    case .both(let id): return .merge(.publish(.likeFailed, id), .publish(.scrollToTop))
    }
  }
}

@Suite struct EventTests {
  private let log = Log<String>()

  /// Criers at the root, in the feed, in each post and in the details.
  private func makeStore(posts: Int = 3) -> RootStore<AppState> {
    let state = AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(posts))))
    let store = RootStore(state) {
      CounterReducer()
      DetailsOpener()
      Crier<AppState> { $0.count += 1 }
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts, .all) { Crier<Post> { $0.likes += 1 } }
      }
      IfPresent(\.details) { Crier<Details> { $0.text += "." } }
    }
    store.onDiagnostic = nil
    return store
  }

  // MARK: Who hears

  @Test func anEventIsHeardWhereItIsPublishedAndAroundInnermostFirst() {
    let store = makeStore()
    let tokens = [
      store.observe(.likeFailed) { log("root \($0.payload) of \($0.path)") },
      store.node(\.feed).observe(.likeFailed) { log("feed \($0.payload)") },
      store.node(\.feed).observe(.likeFailed) { log("feed again \($0.payload)") },
      store.node(\.feed.posts).observe(.likeFailed) { log("posts \($0.payload)") },
      store.node(\.feed.posts, id: 1).observe(.likeFailed) { log("post 1 \($0.payload)") },
      store.node(\.feed.posts, id: 2).observe(.likeFailed) { log("post 2 \($0.payload)") },
      store.node(\.details).observe(.likeFailed) { log("details \($0.payload)") },
      store.node(\.count).observe(.likeFailed) { log("count \($0.payload)") },
      store.node(\.feed).observe(.opened) { (event: Event<Int>) in log("opened \(event.payload)") },
    ]
    store.node(\.feed.posts, id: 1).dispatch(Cry.fail(7))
    #expect(log.entries == ["post 1 7", "posts 7", "feed 7", "feed again 7", "root 7 of feed.posts[1]"])
    withExtendedLifetime(tokens) {}
  }

  @Test func everyWayOfAddressingAPlaceIsTheSame() {
    let store = makeStore()
    store.dispatch(DetailsAction.open(4))
    let comments = store.node(\.feed.posts, id: 1).node(\.comments)
    let tokens = [
      store.node(\.feed).node(\.posts, id: 1).observe(.likeFailed) { log("post \($0.path)") },
      comments.observe(.likeFailed) { _ in log("comments") },
      store.node(\.details).observe(.likeFailed) { log("details \($0.path)") },
      // Nothing was declared here.
      store.node(\.feed.isLoading).observe(.likeFailed) { log("loading \($0.path)") },
      store.node(\.feed.titleOrFailure).observe(.likeFailed) { log("title \($0.path)") },
    ]
    comments.publish(.likeFailed, 1)
    store.node(\.feed.posts, id: 1).node(\.comments, id: 2).node(\.text).publish(.likeFailed, 1)
    #expect(
      log.entries == [
        "comments", "post feed.posts[1].comments", "comments", "post feed.posts[1].comments[2].text",
      ])
    log.entries = []
    store.node(\.details).publish(.likeFailed, 1)
    store.node(\.details).dispatch(Cry.fail(1))
    store.node(\.feed).node(\.isLoading).publish(.likeFailed, 1)
    store.node(\.feed).node(\.titleOrFailure).publish(.likeFailed, 1)
    #expect(log.entries.dropLast() == ["details details", "details details", "loading feed.isLoading"])
    #expect(log.entries.last!.hasPrefix("title feed."))
    withExtendedLifetime(tokens) {}
  }

  @Test func publishingSaysWhetherItIsHeard() {
    let store = makeStore()
    #expect(!store.publish(.likeFailed, 1))
    var token: Observation? = store.node(\.feed).observe(.likeFailed) { log("\($0.payload)") }
    #expect(!store.publish(.likeFailed, 2))
    #expect(store.node(\.feed.posts, id: 9).publish(.likeFailed, 3))
    #expect(log.entries == ["3"])
    withExtendedLifetime(token) {}
    token = nil
    #expect(!store.node(\.feed).publish(.likeFailed, 4))
    #expect(log.entries == ["3"])
  }

  @Test func topicsOfOneNameDifferByPayload() {
    let store = makeStore()
    let tokens = [
      store.observe(.opened) { (event: Event<Int>) in log("number \(event.payload)") },
      store.observe(.opened) { (event: Event<String>) in log("text \(event.payload)") },
      store.observe(EventTopic<Int>("opened", file: "elsewhere")) { _ in log("elsewhere") },
    ]
    store.publish(.opened, 1)
    store.publish(.opened, "one")
    #expect(log.entries == ["number 1", "text one"])
    withExtendedLifetime(tokens) {}
  }

  /// Stored properties have the name of what is around them, not one of their own.
  @Test func eachPlaceInTheSourceIsATopicOfItsOwn() {
    let store = makeStore()
    let tokens = [
      store.observe(.saved) { log("saved \($0.payload)") }, store.observe(.deleted) { log("deleted \($0.payload)") },
      store.observe(Topics.one) { log("one \($0.payload)") }, store.observe(Topics.two) { log("two \($0.payload)") },
      store.observe(aboard) { log("aboard \($0.payload)") }, store.observe(ashore) { log("ashore \($0.payload)") },
      store.observe(.opened) { (event: Event<Int>) in log("opened \(event.payload)") },
    ]
    store.publish(.saved, 1)
    store.publish(.deleted, 2)
    store.publish(Topics.one, "a")
    store.publish(Topics.two, "b")
    store.publish(aboard, 3)
    store.publish(ashore, 4)
    store.publish(.opened, 5)
    #expect(log.entries == ["saved 1", "deleted 2", "one a", "two b", "aboard 3", "ashore 4", "opened 5"])
    #expect(Topics.one == Topics.one && EventTopic<Int>.opened == .opened)
    #expect("\(Topics.named) \(EventTopic<Int>.opened)" == "named opened")
    withExtendedLifetime(tokens) {}
  }

  // MARK: When

  @Test func eventsComeAfterTheStateNotificationsOfTheirActionAndBeforeTheNextAction() {
    let store = makeStore()
    let tokens = [
      store.observe(.likeFailed) { log("event \($0.payload) count \(store.state.count) revision \($0.revision)") },
      store.observe(.likeFailed) { event in if case Cry.failAndRise = event.action { log("its action") } },
      store.observe(\.count) { log("count \($0.new) revision \($0.revision)") },
    ]
    store.dispatch(Cry.failAndRise(5), to: \.self)
    #expect(
      log.entries == [
        "count 1 revision 1",
        // Each post and the root publish.
        "event 5 count 1 revision 1", "its action", "event 5 count 1 revision 1", "its action",
        "event 5 count 1 revision 1", "its action", "event 5 count 1 revision 1", "its action",
        "count 2 revision 2",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func inABatchEventsComeAtItsEndEachOnItsOwn() {
    let store = makeStore(posts: 0)
    let tokens = [
      store.observe(.likeFailed) { log("event \($0.payload) revision \($0.revision)") },
      store.observe(\.count) { log("count \($0.old) > \($0.new)") },
    ]
    store.batch {
      store.dispatch(Cry.fail(1))
      store.publish(.likeFailed, 2)
      store.batch { store.dispatch(Cry.fail(1)) }
      #expect(log.entries == [])
    }
    #expect(log.entries == ["count 0 > 2", "event 1 revision 2", "event 2 revision 2", "event 1 revision 2"])
    withExtendedLifetime(tokens) {}
  }

  @Test func whatObserversPublishWaitsForItsTurn() {
    let store = makeStore(posts: 0)
    let tokens = [
      store.observe(\.count) { change in
        log("count \(change.new)")
        if change.new > 1 { return }
        store.dispatch(CounterAction.increment)
        store.publish(.likeFailed, 1)
        store.batch {
          store.publish(.likeFailed, 2)
          store.dispatch(CounterAction.increment)
        }
        log("told")
      },
      store.observe(.likeFailed) { event in
        log("event \(event.payload)")
        if event.payload == 1 { store.publish(.likeFailed, 3) }
      },
      store.observe(.likeFailed) { log("second \($0.payload)") },
    ]
    store.dispatch(CounterAction.increment)
    #expect(
      log.entries == [
        "count 1", "told", "count 2", "event 1", "second 1", "count 3", "event 2", "second 2", "event 3", "second 3",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func whatIsPublishedInAReducerIsReportedAndWaits() {
    var store: RootStore<Int>!
    defer { store = nil }
    store = RootStore(0) {
      Reduce { (count: inout Int, _: CounterAction) in
        count += 1
        store.publish(.likeFailed, count)
        return .none
      }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    let tokens = [
      store.observe(.likeFailed) { log("event \($0.payload)") }, store.observe(\.self) { log("count \($0.new)") },
    ]
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["count 1", "event 1"])
    guard case .publishInReducer(topic: "likeFailed", reducer: _)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
    withExtendedLifetime(tokens) {}
  }

  @Test func eventsThatLeadToEventsEndAtTheLimit() {
    let store = makeStore(posts: 0)
    store.actionLimit = 50
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    let token = store.observe(.likeFailed) { event in
      log("\(event.payload)")
      store.publish(.likeFailed, event.payload + 1)
    }
    store.publish(.likeFailed, 1)
    #expect(log.entries.count == 50)
    #expect(reports == [.dispatchLoop(limit: 50, discarded: ["likeFailed"])])
    withExtendedLifetime(token) {}
  }

  // MARK: Who begins and ends when

  @Test func whoBeginsLaterHasMissedIt() {
    let store = makeStore(posts: 0)
    var tokens: [Observation] = []
    tokens.append(
      store.observe(\.count) { _ in tokens.append(store.observe(.likeFailed) { log("late \($0.payload)") }) })
    tokens.append(
      store.observe(.likeFailed) { event in
        log("early \(event.payload)")
        tokens.append(store.observe(.likeFailed) { log("later \($0.payload)") })
      })
    store.dispatch(Cry.fail(1))
    #expect(log.entries == ["early 1"])
    store.publish(.likeFailed, 2)
    #expect(log.entries == ["early 1", "early 2", "late 2", "later 2"])
    tokens = []
  }

  @Test func nobodyIsCalledAfterCancelling() {
    let store = makeStore()
    var tokens: [Observation?] = []
    tokens = [
      store.node(\.feed).observe(.likeFailed) { _ in
        log("first")
        tokens[1]?.cancel()
        tokens[2] = nil
        tokens[0]?.cancel()
      },
      store.node(\.feed).observe(.likeFailed) { _ in log("second") },
      store.observe(.likeFailed) { _ in log("root") },
      store.observe(.likeFailed) { _ in log("last") },
    ]
    store.node(\.feed).publish(.likeFailed, 1)
    store.node(\.feed).publish(.likeFailed, 2)
    #expect(log.entries == ["first", "last", "last"])
    tokens = []
  }

  @Test func whatAnEffectPublishesLaterIsHeardAtItsNode() async {
    let store = makeStore()
    let tokens = [
      store.node(\.feed.posts, id: 2).observe(.likeFailed) { log("post \($0.payload) \($0.path) \($0.action)") },
      store.node(\.feed.posts, id: 1).observe(.likeFailed) { _ in log("another") },
    ]
    store.node(\.feed.posts, id: 2).dispatch(Cry.later(8))
    #expect(log.entries == [])
    await store.settled()
    #expect(log.entries == ["post 8 feed.posts[2] NoAction()"])
    store.node(\.feed.posts, id: 2).dispatch(Cry.later(8))
    store.dispatch(FeedAction.remove(2))
    await store.settled()
    #expect(log.entries.count == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func theStoreMayGoWhileAnEventIsTold() {
    var store: RootStore<AppState>? = makeStore()
    let feed = store!.node(\.feed)
    weak let weakStore = store
    let tokens = [
      feed.observe(.likeFailed) { _ in
        log("first")
        store = nil
      },
      feed.observe(.likeFailed) { _ in log("second") },
    ]
    feed.publish(.likeFailed, 1)
    #expect(log.entries.first == "first")
    #expect(weakStore == nil)
    #expect(!feed.publish(.likeFailed, 2))
    let late = feed.observe(.likeFailed) { _ in log("never") }
    feed.publish(.likeFailed, 3)
    #expect(!log.entries.contains("never"))
    withExtendedLifetime((tokens, late)) {}
  }

  @Test func everyEventIsSeenByTheHook() {
    let store = makeStore(posts: 0)
    store.onEvent = { log("\($0.topic) \($0.payload) at \($0.path): \($0.hearers)") }
    let token = store.observe(.scrollToTop) { _ in }
    store.dispatch(Cry.both(1))
    store.node(\.feed.posts, id: 3).publish(.opened, "x")
    #expect(log.entries == ["likeFailed 1 at : 0", "scrollToTop () at : 1", "opened x at feed.posts[3]: 0"])
    withExtendedLifetime(token) {}
  }
}
