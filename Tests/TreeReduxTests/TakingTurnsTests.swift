import Testing
import TreeDiff
import TreeRedux

private struct Unknown: Action {}
private struct Logged: Action {}
private enum Turn: Action { case one, endless }

/// What waits for its turn, what becomes of it, and what its sender is told.
@Suite struct TakingTurnsTests {
  private func makeTurns() -> RootStore<Int> {
    let store = RootStore(0) {
      Reduce { (count: inout Int, turn: Turn) in
        count += 1
        return turn == .endless ? .send(.endless) : .none
      }
      Reduce { (count: inout Int, _: Logged) in
        count = -1
        return .none
      }
    }
    store.onDiagnostic = nil
    return store
  }

  // MARK: What dispatch returns

  @Test func whatWaitsIsTakenIfThereIsAReducerForIt() {
    let store = makeStore(posts: 2)
    store.onDiagnostic = nil
    var (isSent, answers) = (false, [Bool]())
    let mounted = store.mount(0, name: "beside") { Reduce { (_: inout Int, _: Logged) in .none } }
    let token = store.observe(\.count) { [unowned store] _ in
      if isSent { return }
      isSent = true
      answers = [
        store.dispatch(CounterAction.increment), store.dispatch(Unknown()), store.dispatch(Logged()),
        store.dispatch(PostAction.like, to: \.feed.posts, id: 1),
        store.dispatch(PostAction.like, to: \.feed.posts, id: 7), store.dispatch(Unknown(), to: \.feed.posts, id: 1),
        store.node(\.feed.posts, id: 1).dispatch(PostAction.like), store.dispatch(Logged(), to: \.feed),
      ]
    }
    store.dispatch(CounterAction.increment)
    #expect(answers == [true, false, true, true, false, false, true, false])
    withExtendedLifetime((token, mounted)) {}
  }

  // MARK: The limit

  @Test func whatIsDiscardedNeverRunsHoweverLowTheLimit() {
    for limit in [2, 1, 0, -1] {
      let store = makeTurns()
      store.actionLimit = limit
      store.dispatch(Turn.endless)
      let count = store.state
      #expect(count == max(limit, 1))
      store.actionLimit = 10
      store.dispatch(NoAction())
      #expect(store.state == count)
    }
  }

  @Test func whoIsToldOfALoopMayDispatch() {
    let store = makeTurns()
    var loops = 0
    store.actionLimit = 10
    store.onDiagnostic = { [unowned store] diagnostic in
      guard case .dispatchLoop = diagnostic else { return }
      loops += 1
      store.dispatch(Logged())
    }
    store.dispatch(Turn.endless)
    #expect(store.state == -1)
    #expect(loops == 1)

    store.onDiagnostic = { [unowned store] diagnostic in
      guard case .dispatchLoop = diagnostic else { return }
      loops += 1
      store.dispatch(Turn.endless)
    }
    store.dispatch(Turn.endless)
    #expect(loops == 3)
    let count = store.state
    store.dispatch(NoAction())
    #expect(store.state == count)
  }

  // MARK: Initial values

  @Test func anInitialObserverIsNotCalledInsideItself() {
    let store = makeStore(posts: 2)
    var told: [Int] = []
    func note(_ count: Int) {
      if count < 3 { store.dispatch(CounterAction.increment) }
      told.append(count)
    }
    let stored = store.observe(\.count, initial: true) { note($0.new) }
    #expect(told == [0, 1, 2, 3])
    store.dispatch(CounterAction.set(0))
    told = []
    _ = stored
    let mapped = store.observe(map: { -$0.count }, initial: true) { change in
      if change.new > -6 { store.dispatch(CounterAction.increment) }
      told.append(-change.new)
    }
    #expect(told == told.sorted() && told.last == 6)
    told = []
    let list = store.observeList(\.feed.posts, initial: true) { change in
      if told.count < 3 { store.dispatch(PostAction.like, to: \.feed.posts, id: 1) }
      told.append(change.list[id: 1]!.likes)
    }
    #expect(told == [0, 1, 2, 3])
    withExtendedLifetime((stored, mapped, list)) {}
  }

  @MainActor @Test func whatAnInitialObserverStartsComesBackToItsActor() async {
    let store = RootStore(0) {
      Reduce { (count: inout Int, turn: Turn) in
        count += 1
        return turn == .endless ? .run { send in await send(.one) } : .none
      }
    }
    let (counts, note) = AsyncStream<Int>.makeStream()
    let token = store.observe(\.self, initial: true) { change in
      if change.new == 0 { store.dispatch(Turn.endless) }
      note.yield(change.new)
    }
    for await count in counts where count == 2 { break }
    #expect(store.state == 2)
    withExtendedLifetime(token) {}
  }

  // MARK: Prepare

  @Test func closedNodesArePrepared() {
    func preparing() -> Reduce<FeedState, Prepare> {
      Reduce { (feed: inout FeedState, _: Prepare) in
        feed.isLoading = true
        return .none
      }
    }
    let store = RootStore(AppState()) { Node(\.feed) { preparing() }.closed() }
    #expect(store.state.feed.isLoading)
    let deep = RootStore(AppState(details: Details(id: 1))) {
      IfPresent(\.details) {
        Reduce { (details: inout Details, _: Prepare) in
          details.text = "prepared"
          return .none
        }
      }.closed()
    }
    #expect(deep.state.details?.text == "prepared")
  }
}
