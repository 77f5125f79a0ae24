import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

private enum Destination: Equatable, Sendable { case post(Int), settings }
private enum OpenAction: Action { case open, openLater, openTwice }

@Suite struct RoutingTests {
  private struct Recorder: Coordinator {
    let name: String
    let log: Log<String>
    func show(_ route: Destination) { log("\(name) \(route)") }
  }
  private struct Other: Coordinator {
    let log: Log<String>
    func show(_ route: String) { log(route) }
  }

  private let log = Log<String>()
  private let diagnostics = Log<Diagnostic>()

  private func makeStore() -> RootStore<AppState> {
    let state = AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(3))))
    let store = RootStore(state) {
      CounterReducer()
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts) {
          Reduce { (post: inout Post, action: OpenAction) in
            post.likes += 1
            let route = Effect<OpenAction>.route(Destination.post(post.id))
            switch action {
            case .open: return route
            case .openLater: return .run { [id = post.id] send in await send.route(Destination.post(id)) }
            case .openTwice: return .merge(route, .route("text"))
            }
          }
        }
      }
    }
    let diagnostics = diagnostics
    store.onDiagnostic = { diagnostics($0) }
    return store
  }

  @Test func aCoordinatorIsGivenTheRoutesOfItsSubtreeAfterTheState() {
    let store = makeStore()
    let log = log
    let tokens = [
      store.coordinate(with: Recorder(name: "outer", log: log)),
      store.node(\.feed).coordinate(with: Recorder(name: "inner", log: log)),
      store.node(\.feed.posts, id: 2).coordinate(with: Recorder(name: "row", log: log)),
      store.observe(\.feed.posts, id: 1) { log("post \($0.new?.likes ?? 0)") },
    ]
    store.dispatch(OpenAction.open, to: \.feed.posts, id: 1)
    #expect(log.entries == ["post 1", "inner post(1)", "outer post(1)"])
    #expect(diagnostics.entries.isEmpty)
    tokens[0].cancel()
    tokens[1].cancel()
    store.dispatch(OpenAction.open, to: \.feed.posts, id: 1)
    #expect(diagnostics.entries == [.routeWithoutCoordinator(route: "Destination.post", path: "feed.posts[1]")])
  }

  @Test func eachTakesTheRoutesOfItsOwnType() {
    let store = makeStore()
    let token = store.coordinate(with: Other(log: log))
    store.dispatch(OpenAction.openTwice, to: \.feed.posts, id: 1)
    #expect(log.entries == ["text"])
    #expect(diagnostics.entries.count == 1)
    #expect(store.node(\.feed).route("more"))
    #expect(!store.node(\.feed).route(Destination.settings))
    #expect(diagnostics.entries.last == .routeWithoutCoordinator(route: "Destination.settings", path: "feed"))
    #expect(log.entries == ["text", "more"])
    withExtendedLifetime(token) {}
  }

  @Test func effectsAndMiddlewareAskLater() async {
    let store = makeStore()
    let token = store.coordinate(with: Recorder(name: "root", log: log))
    let row = store.node(\.feed).coordinate(with: Recorder(name: "feed", log: log))
    store.add(
      Respond { (app: AppState, action: CounterAction) in
        .merge(.route(Destination.settings), .concatenate(.none, .route(Destination.post(app.count))))
      })
    store.dispatch(OpenAction.openLater, to: \.feed.posts, id: 2)
    store.dispatch(CounterAction.set(7))
    await store.settled()
    #expect(log.entries.filter { $0.hasPrefix("feed") } == ["feed post(2)"])
    #expect(log.entries.filter { $0.hasPrefix("root") && $0 != "root post(2)" } == ["root settings", "root post(7)"])
    #expect(diagnostics.entries.filter { $0 != .resultsWait }.isEmpty)
    withExtendedLifetime((token, row)) {}
  }

  @Test func aMissingCoordinatorIsNamed() {
    let text = "\(Diagnostic.routeWithoutCoordinator(route: "Destination.settings", path: ""))"
    #expect(text == "no coordinator at the root or around it takes Destination.settings")
  }

}

@MainActor @Suite struct EventsInTestStoresTests {
  @Test func aTestStoreWantsEveryEventHeardOrReceived() async {
    let state = FeedState(posts: KeyedList(uniqueElements: somePosts(2)))
    func makeStore() -> TestStore<FeedState> {
      let store = TestStore(state) {
        ForEach(\.posts) {
          Reduce { (_: inout Post, action: OpenAction) in
            switch action {
            case .open: .route(Destination.settings)
            case .openLater: .publish(.opened)
            case .openTwice: .merge(.route(Destination.post(1)), .publish(.opened))
            }
          }
        }
      }
      store.store.onDiagnostic = nil
      return store
    }
    func expectFailure(_ parts: String..., body: () async -> Void) async {
      await withKnownIssue {
        await body()
      } matching: { issue in
        parts.allSatisfy { part in issue.comments.contains { $0.rawValue.contains(part) } }
      }
    }
    let store = makeStore()
    let post = store.store.node(\.posts, id: 1)
    await store.send(OpenAction.open, to: post)
    await store.receive(.route, Destination.settings, from: "posts[1]")
    await store.send(OpenAction.openTwice, to: post)
    await store.receive(.route, Destination.post(1))
    await store.receive(.opened)
    await expectFailure("expected opened, but nothing was published") { await store.receive(.opened) }
    await store.send(OpenAction.open, to: post)
    await expectFailure("event route settings (of posts[1])") { await store.send(OpenAction.openLater, to: post) }
    // The event of the last step was not received either.
    await expectFailure("event opened (of posts[1]) came") { await store.send(OpenAction.open, to: post) }
    await expectFailure("expected opened, but event route settings") { await store.receive(.opened) }
    await store.send(OpenAction.open, to: post)
    await expectFailure("event route settings (of posts[1]) came and was not asserted") { await store.finish() }
    let token = post.observe(.opened) { _ in }
    let heard = makeStore()
    let hearing = heard.store.observe(.opened) { _ in }
    await heard.send(OpenAction.openLater, to: heard.store.node(\.posts, id: 0))
    await heard.finish()
    withExtendedLifetime((token, hearing)) {}
  }
}

extension EventTopic where Payload == Void {
  fileprivate static var opened: Self { Self() }
}
