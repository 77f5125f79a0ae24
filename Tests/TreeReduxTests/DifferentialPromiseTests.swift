import Foundation
import Testing
import TreeDiff
import TreeRedux

/// What observers, actions and nodes are promised, one promise a test.
@Suite struct PromiseTests {
  @Test func anObserverThatCancelsItselfLeavesTheOthersAlone() {
    let store = makeStore()
    let log = Log<String>()
    var b: Observation?
    let a = store.observe(\.count) { _ in log("A") }
    b = store.observe(\.count) { _ in
      log("B")
      b?.cancel()
    }
    let c = store.observe(\.count) { _ in log("C") }
    store.dispatch(CounterAction.increment)
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["A", "B", "C", "A", "C"])
    withExtendedLifetime((a, b, c)) {}
    b = nil
  }

  @Test func actionsOfAnObserverWaitTheirTurn() {
    let store = makeStore()
    let log = Log<String>()
    let token = store.observe(\.count) { change in
      log("\(change.old) > \(change.new) by \(change.action)")
      if change.new < 3 {
        store.dispatch(CounterAction.increment)
        #expect(store.state.count == change.new)
      }
    }
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["0 > 1 by increment", "1 > 2 by increment", "2 > 3 by increment"])
    #expect(store.state.count == 3)
    withExtendedLifetime(token) {}
  }

  /// An action whose payload sends another one when it is released.
  private struct Carrier: Action {
    final class Payload: Sendable {
      let dispatcher: Dispatcher
      init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }
      deinit { dispatcher.send(CounterAction.increment) }
    }
    let payload: Payload
  }

  @Test func aPayloadThatDispatchesWhenItIsReleasedIsHeardInTheSameDrain() {
    let store = RootStore(AppState()) {
      CounterReducer()
      Reduce { (state: inout AppState, action: Carrier) in
        state.name = "carried"
        return .none
      }
    }
    let dispatcher = store.dispatcher()
    let token = store.observe(\.count) { change in
      if change.new == 1 { store.dispatch(Carrier(payload: .init(dispatcher))) }
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.name == "carried")
    #expect(store.state.count == 2)
    withExtendedLifetime(token) {}
  }

  private struct Reach: Action {}
  /// A reducer that reaches for its store.
  private struct Reaching: Reducer {
    let body: () -> Void
    func reduce(_ state: inout Int, _ action: Reach) -> Effect<Reach> {
      body()
      return .none
    }
  }

  @Test func readingInAReducerTrapsAndNamesReducerAndAction() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var read: () -> Void = {}
      let store = RootStore(0) { Reaching { read() } }
      read = { _ = store.state }
      store.dispatch(Reach())
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("Reaching read the store while it reduced Reach;"))
  }

  @Test func dispatchingInAReducerIsReportedAndDeferred() {
    var reach: () -> Void = {}
    defer { reach = {} }
    let store = RootStore(0) {
      Reaching { reach() }
      Reduce { (count: inout Int, action: CounterAction) in
        count += 1
        return .none
      }
    }
    var diagnostics: [Diagnostic] = []
    store.onDiagnostic = { diagnostics.append($0) }
    reach = { store.dispatch(CounterAction.increment) }
    store.dispatch(Reach())
    #expect(store.state == 1)
    guard case .dispatchInReducer(let action, let reducer) = diagnostics.first else {
      Issue.record("\(diagnostics)")
      return
    }
    #expect(action.contains("increment") && reducer.contains("Reaching"))
  }

  @Test func observingInAReducerIsReportedAndBeginsWithTheNextAction() {
    var reach: () -> Void = {}
    defer { reach = {} }
    let store = RootStore(0) {
      Reduce { (count: inout Int, action: CounterAction) in
        count += 1
        return .none
      }
      Reaching { reach() }
      Reduce { (count: inout Int, action: Reach) in
        count += 10
        return .none
      }
    }
    var diagnostics: [Diagnostic] = []
    store.onDiagnostic = { diagnostics.append($0) }
    let log = Log<[Int]>()
    var token: Observation?
    reach = { token = store.observe(\.self) { log([$0.old, $0.new]) } }
    store.dispatch(Reach())
    #expect(log.entries.isEmpty)
    store.dispatch(CounterAction.increment)
    #expect(log.entries == [[10, 11]])
    guard case .observeInReducer = diagnostics.first else {
      Issue.record("\(diagnostics)")
      return
    }
    withExtendedLifetime(token) {}
  }

  @Test func aTokenCancelledTwiceLeavesTheSameObserverUnderAnotherToken() {
    let store = makeStore()
    let log = Log<Int>()
    let body = { (change: Change<Int>) in log(change.new) }
    let (first, second) = (store.observe(\.count, body), store.observe(\.count, body))
    first.cancel()
    first.cancel()
    store.dispatch(CounterAction.increment)
    #expect(log.entries == [1])
    withExtendedLifetime(second) {}
  }

  @Test func equalValuesAreNotToldAndAnExplicitComparisonDecides() {
    let store = makeStore(posts: 1)
    let log = Log<String>()
    let tokens = [
      store.node(\.feed.posts, id: 0).observe(\.title) { log("title " + $0.new) },
      store.observe(\.count, by: { abs($0 - $1) < 2 }) { log("count \($0.old) > \($0.new)") },
    ]
    store.dispatch(PostAction.rename("Post 0"), to: \.feed.posts, id: 0)
    store.dispatch(CounterAction.increment)
    #expect(log.entries.isEmpty)
    store.dispatch(CounterAction.increment)
    store.dispatch(CounterAction.increment)
    store.dispatch(PostAction.rename("new"), to: \.feed.posts, id: 0)
    #expect(log.entries == ["count 0 > 2", "title new"])
    withExtendedLifetime(tokens) {}
  }

  @Test func everyObserverSeesEachTransitionOnce() {
    let store = makeStore()
    let logs = (0..<5).map { _ in Log<[Int]>() }
    let tokens = logs.enumerated().map { i, log in
      store.observe(\.count) { change in
        log([change.old, change.new])
        if change.new < 20 { store.dispatch(CounterAction.set(change.new + i + 1)) }
      }
    }
    store.dispatch(CounterAction.increment)
    for log in logs {
      #expect(log.entries == logs[0].entries)
      for (call, next) in zip(log.entries, log.entries.dropFirst()) { #expect(call[1] == next[0]) }
    }
    withExtendedLifetime(tokens) {}
  }

  @Test func anObserverAddedWhileOthersAreToldHearsLaterChangesOnly() {
    let store = makeStore(posts: 1)
    let log = Log<String>()
    var added: [Observation] = []
    let token = store.observe(\.count) { change in
      guard change.new == 1 else { return }
      added = [
        store.observe(\.count) { log("count \($0.old) > \($0.new)") },
        store.observe(\.self) { log("root \($0.old.count) > \($0.new.count)") },
        store.observe(\.feed.titleOrFailure) { _ in log("computed") },
      ]
    }
    store.dispatch(CounterAction.increment)
    #expect(log.entries.isEmpty)
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["count 1 > 2", "root 1 > 2"])
    withExtendedLifetime((token, added)) {}
  }

  @Test func anObserverThatIsReleasedByAnotherIsNotCalled() {
    let store = makeStore()
    let log = Log<String>()
    var second: Observation?
    let first = store.observe(\.count) { _ in
      log("first")
      second = nil
    }
    second = store.observe(\.count) { _ in log("second") }
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["first"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func oneElementsFieldAndTheWholeListHearWhatConcernsThem() {
    let store = makeStore(posts: 3)
    let (field, list) = (Log<Int>(), Log<[Int]>())
    let tokens = [
      store.node(\.feed.posts, id: 1).observe(\.likes) { field($0.new) },
      store.observeList(\.feed.posts) { list($0.list.map(\.id)) },
    ]
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store.dispatch(FeedAction.show(Array(store.state.feed.posts)))
    store.dispatch(FeedAction.show(store.state.feed.posts.reversed()))
    #expect(field.entries == [1])
    #expect(list.entries == [[0, 1, 2], [2, 1, 0]])
    withExtendedLifetime(tokens) {}
  }

  @Test func removedElementsAreToldFirstAndTheOthersAsTheyStand() {
    let store = makeStore(posts: 4)
    let log = Log<String>()
    let tokens = (0..<6).map { id in
      store.observe(\.feed.posts, id: id) {
        log("\(id) \($0.old == nil ? "inserted" : $0.new == nil ? "removed" : "updated")")
      }
    }
    let all = somePosts(6)
    var changed = all[0]
    changed.likes = 1
    store.dispatch(FeedAction.show([all[5], all[2], changed, all[4]]))
    #expect(log.entries == ["1 removed", "3 removed", "5 inserted", "0 updated", "4 inserted"])
    withExtendedLifetime(tokens) {}
  }

  @Test func rowsThatOpenAndCloseLeaveNothingBehind() {
    let store = makeStore(posts: 7)
    weak var row: NodeHandle<Post>?
    weak var token: Observation?
    for _ in 0..<10 {
      let rows = (0..<7).map { store.node(\.feed.posts, id: $0) }
      let tokens = rows.map { $0.observe(\.likes) { _ in } }
      (row, token) = (rows[3], tokens[3])
      #expect(store.node(\.feed.posts, id: 3) === rows[3])
      store.dispatch(PostAction.like)
      withExtendedLifetime((rows, tokens)) {}
    }
    #expect(row == nil)
    #expect(token == nil)
  }

  @Test func theHandleOfARemovedRowKeepsItsLastValue() {
    let store = makeStore(posts: 3)
    var diagnostics: [Diagnostic] = []
    store.onDiagnostic = { diagnostics.append($0) }
    let row = store.node(\.feed.posts, id: 1)
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store.dispatch(FeedAction.remove(1))
    #expect(row.state.likes == 1)
    #expect(row.current == nil)
    #expect(!row.isAlive)
    #expect(!row.dispatch(PostAction.like))
    guard case .absent(_, "feed.posts[1]") = diagnostics.last else {
      Issue.record("\(diagnostics)")
      return
    }
  }

  @Test func theHandleOfARemovedRowThatTakesNoActionsKeepsItsLastValueToo() async {
    // In a process of its own, since reading the state of what has never been there traps.
    await #expect(processExitsWith: .success) {
      struct Remove: Action {}
      let store = RootStore(FeedState(posts: KeyedList(uniqueElements: somePosts(3)))) {
        Reduce { (state: inout FeedState, action: Remove) in
          state.posts.remove(id: 1)
          return .none
        }
      }
      let row = store.node(\.posts, id: 1)
      store.dispatch(Remove())
      guard row.state.title == "Post 1" else { fatalError("another value") }
    }
  }

  @Test func actionsWithoutObserversTellNobodyAndChangeTheState() {
    let store = makeStore(posts: 1)
    let log = Log<Int>()
    let token = store.observe(\.name) { _ in log(0) }
    for _ in 0..<1_000 { store.dispatch(CounterAction.increment) }
    #expect(store.state.count == 1_000)
    #expect(log.entries.isEmpty)
    withExtendedLifetime(token) {}
  }

  @Test func actionsThatNeverEndAreDiscardedAndListed() {
    let store = makeStore()
    var diagnostics: [Diagnostic] = []
    store.onDiagnostic = { diagnostics.append($0) }
    let token = store.observe(\.count) { _ in store.dispatch(CounterAction.increment) }
    store.dispatch(CounterAction.increment)
    #expect(store.actionLimit == 10_000)
    #expect(store.state.count == 10_000)
    #expect(diagnostics == [.dispatchLoop(limit: 10_000, discarded: ["CounterAction.increment"])])
    token.cancel()
    store.dispatch(CounterAction.set(0))
    #expect(store.state.count == 0)
  }

  @Test func fortyChildrenStandUnderOneNode() {
    let store = RootStore(AppState()) {
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      Node(\.feed) { FeedReducer() }; Node(\.feed) { FeedReducer() }
      CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer()
      CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer()
      CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer(); CounterReducer()
      CounterReducer(); CounterReducer()
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.count == 20)
  }
}
