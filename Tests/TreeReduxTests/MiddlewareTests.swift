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
}
