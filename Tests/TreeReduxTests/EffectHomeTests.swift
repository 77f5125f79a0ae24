import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// The node that effects belong to, and the root that they send to.
@Suite struct EffectHomeTests {
  // MARK: An Embed is no node

  private struct App: Equatable {
    var loaded = 0
    var heard = 0
    var part = 0
  }
  private enum AppAction: Action { case feed(FeedAction), stop }
  private enum FeedAction: Action { case start, came, ask, tell }
  private struct Heard: Action {}
  private struct Told: Sendable {}

  private func makeEmbedded() -> RootStore<App> {
    let feed = Reduce { (app: inout App, action: FeedAction) in
      switch action {
      case .start: return .send(.came).delay(for: .seconds(1)).cancellable(id: "load")
      case .came: app.loaded += 1
      case .ask: return .send(Heard(), to: .node)
      case .tell: return .delegate(Told())
      }
      return .none
    }
    let store = RootStore(App()) {
      Reduce { (_: inout App, action: AppAction) in
        if case .stop = action { .cancel(id: "load") } else { .none }
      }
      Reduce { (app: inout App, _: Heard) in
        app.heard += 1
        return .none
      }
      Embed(AppAction.feed, extract: { if case .feed(let action) = $0 { action } else { nil } }) {
        feed
        Node(\.part) { Reduce { (_: inout Int, _: PostAction) in .delegate(Told()) } }
          .delegate { (_: Told) in Heard() }
      }
    }
    store.clock = TestClock()
    return store
  }

  @Test func anIDIsKnownToAllReducersOfItsNode() {
    let store = makeEmbedded()
    store.dispatch(AppAction.feed(.start))
    #expect(store.effects.map(\.path) == [""])
    store.dispatch(AppAction.stop)
    #expect(store.effects.isEmpty)
  }

  @Test func whatIsSentToTheNodeReachesWhatStandsAroundAnEmbed() {
    let store = makeEmbedded()
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(AppAction.feed(.ask))
    #expect(store.state.heard == 1)
    // What a node inside tells its parent comes to the node around the Embed.
    store.dispatch(PostAction.like, to: \.part)
    #expect(store.state.heard == 2)
    #expect(reports == [])
    store.dispatch(FeedAction.tell)
    #expect(reports == [.unheard(told: "Told", path: "")])
  }

  // MARK: The root

  private struct Reply: Identifiable, Equatable {
    let id: Int
    var replies: KeyedList<Reply> = []
    var heard: [Int] = []
  }
  private struct Thread: Equatable {
    var replies: KeyedList<Reply> = [Reply(id: 1, replies: [Reply(id: 2, replies: [Reply(id: 3)])])]
    var heard: [Int] = []
  }
  private struct Report: Action {}
  private struct Reported: Action { let id: Int }

  private func makeThread(_ broadcast: ForEach<Thread>.Broadcast) -> RootStore<Thread> {
    RootStore(Thread()) {
      Reduce { (thread: inout Thread, reported: Reported) in
        thread.heard.append(reported.id)
        return .none
      }
      ForEach(\.replies, broadcast) {
        Reduce { (reply: inout Reply, _: Report) in .send(Reported(id: reply.id), to: .root) }
        if broadcast == .none {
          Reduce { (reply: inout Reply, reported: Reported) in
            reply.heard.append(reported.id)
            return .none
          }
        }
        Recursive(\.replies)
      }
    }
  }
  private func report(in store: RootStore<Thread>) {
    let first = store.node(\.replies, id: 1)
    let second = first.node(\.replies, id: 2)
    first.dispatch(Report())
    second.dispatch(Report())
    second.node(\.replies, id: 3).dispatch(Report())
  }

  @Test func whatAReplySendsToTheRootArrivesThereHoweverDeepItLies() {
    let store = makeThread(.reported)
    report(in: store)
    #expect(store.state.heard == [1, 2, 3])
  }

  @Test func whatIsClosedIsTheRootOfAllRepliesInside() {
    let store = makeThread(.none)
    report(in: store)
    #expect(store.state.heard == [])
    #expect(store.state.replies[0].heard == [1, 2, 3])
  }
}
