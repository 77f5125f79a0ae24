import Testing
import TreeDiff
import TreeRedux

@Suite struct MiddlewareTests {
  private func makeStore(
    _ log: Log<String>, @MiddlewareBuilder<AppState> middleware: () -> [any Middleware<AppState>]
  ) -> RootStore<AppState> {
    let state = AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(2))))
    let store = RootStore(
      state,
      {
        CounterReducer()
        Node(\.feed) { ForEach(\.posts) { PostReducer() } }
      }, middleware: middleware)
    // They were asked about `Prepare`, too.
    log.entries = []
    return store
  }

  private func noting(_ name: String, _ log: Log<String>) -> Intercept<AppState> {
    Intercept { action, context, next in
      log("\(name) < \(context.state.count)")
      next(action)
      log("\(name) > \(context.state.count)")
      return .none
    }
  }

  @Test func firstNamedSeesFirstAndActsAfterTheReducers() {
    let log = Log<String>()
    let store = makeStore(log) {
      noting("a", log) + noting("b", log)
      noting("c", log)
    }
    #expect(store.dispatch(CounterAction.increment))
    #expect(log.entries == ["a < 0", "b < 0", "c < 0", "c > 1", "b > 1", "a > 1"])
  }

  @Test func theyComeFromLoopsAndListsAsWritten() {
    let log = Log<String>()
    let made: [any Middleware<AppState>] = [noting("c", log), noting("d", log)]
    let store = makeStore(log) {
      for name in ["a", "b"] { noting(name, log) }
      made
      made[0]
    }
    store.dispatch(CounterAction.increment)
    #expect(log.entries.map { $0.prefix(1) }.joined() == "abcdccdcba")
  }

  @Test func blocksReplacesAndSendsMore() {
    let log = Log<String>()
    let store = makeStore(log) {
      Intercept { action, context, next in
        switch action as? CounterAction {
        case .set(13)?: return .none
        case .decrement?:
          next(CounterAction.set(7))
          context.send(CounterAction.increment)
        default: next(action)
        }
        return .none
      }
      ActionLogger(printer: { action, path, state in log("\(path) \(action) \(state.count)") })
    }
    #expect(!store.dispatch(CounterAction.set(13)))
    #expect(store.dispatch(CounterAction.decrement))
    #expect(store.state.count == 8)
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    #expect(store.state.feed.posts[1].likes == 1)
    #expect(log.entries == [" set(7) 7", " increment 8", "feed.posts[1] like 8"])
  }

  @Test func allAreAskedWhateverTheOthersAnswerAndEffectsGoToTheRoot() async {
    let log = Log<String>()
    let store = makeStore(log) {
      Intercept { action, _, next in
        next(action)
        if case .set? = action as? CounterAction { return .send(CounterAction.increment) }
        return .none
      }
      Intercept { action, _, next in
        next(action)
        if case .set? = action as? CounterAction { return .run { send in await send(CounterAction.increment) } }
        return .none
      }
    }
    store.onDiagnostic = nil
    store.dispatch(CounterAction.set(1))
    #expect(store.state.count == 2)
    await store.settled()
    #expect(store.state.count == 3)
  }

  @Test func comesAndGoesAtRunTime() {
    let log = Log<String>()
    let store = makeStore(log) {}
    let token = store.add(noting("late", log))
    store.dispatch(CounterAction.increment)
    store.remove(token)
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["late < 0", "late > 1"])
  }

  @Test func loggerFormatsNothingWhenOff() {
    let log = Log<String>()
    struct Secret: Action, CustomStringConvertible {
      let description: String
    }
    let store = RootStore(0) {
      Reduce { (_: inout Int, _: Secret) in .none }
    } middleware: {
      ActionLogger(isEnabled: { false }, printer: { action, _, _ in log("\(action)") })
      ActionLogger(filter: { $0 is NoAction }, printer: { action, _, _ in log("\(action)") })
    }
    store.dispatch(Secret(description: "hidden"))
    #expect(log.entries.isEmpty)
  }

  // MARK: Changes while an action is on its way

  @Test func oneThatTakesItselfOutIsNotAskedAgain() {
    let log = Log<String>()
    let store = makeStore(log) {}
    var token: MiddlewareToken?
    token = store.add(
      Intercept { [unowned store] action, _, next in
        log("asked")
        if let token { store.remove(token) }
        next(action)
        return .none
      })
    let other = store.add(noting("other", log))
    for _ in 0..<3 { store.dispatch(CounterAction.increment) }
    #expect(
      log.entries == ["asked", "other < 0", "other > 1", "other < 1", "other > 2", "other < 2", "other > 3"])
    store.remove(other)
    token = nil
  }

  @Test func oneThatAnObserverAddsIsAskedFromTheNextActionOn() {
    for isMounted in [false, true] {
      let log = Log<String>()
      let store = makeStore(log) { noting("first", Log()) }
      let mounted =
        isMounted ? store.mount(0, name: "beside") { Reduce { (_: inout Int, _: CounterAction) in .none } } : nil
      let token = store.observe(\.count) { [unowned store] change in
        if change.new == 1 { store.add(noting("late", log)) }
      }
      for _ in 0..<2 { store.dispatch(CounterAction.increment) }
      #expect(log.entries == ["late < 1", "late > 2"])
      withExtendedLifetime((token, mounted)) {}
    }
  }

  // MARK: Contexts that are kept

  private final class Keeper: Middleware {
    var contexts: [MiddlewareContext<AppState>] = []

    func handle(
      _ action: any Action, in context: MiddlewareContext<AppState>, next: (any Action) -> Void
    ) -> Effect<any Action> {
      if action is CounterAction { contexts.append(context) }
      next(action)
      return .none
    }
  }

  @Test func aMiddlewareThatKeepsContextsGoesWithItsStore() {
    weak var keeper: Keeper?
    do {
      let kept = Keeper()
      keeper = kept
      makeStore(Log()) { kept }.dispatch(CounterAction.increment)
      #expect(kept.contexts.count == 1)
    }
    #expect(keeper == nil)
  }

  @Test func aContextThatIsKeptSendsAsLongAsThereIsAStore() {
    let keeper = Keeper()
    do {
      let store = makeStore(Log()) { keeper }
      store.dispatch(CounterAction.increment)
      keeper.contexts[0].send(CounterAction.set(7))
      #expect(store.state.count == 7)
      #expect(keeper.contexts[0].revision == keeper.contexts[1].revision)
    }
    keeper.contexts[1].send(CounterAction.increment)
    #expect(keeper.contexts.map(\.state.count) == [7, 7])
    #expect(keeper.contexts.map(\.path) == ["", ""])
    #expect(keeper.contexts.count == 2)
  }
}
