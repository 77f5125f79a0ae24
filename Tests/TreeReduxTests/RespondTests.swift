import Testing
import TreeDiff
import TreeRedux

/// Middleware that answers with actions, sources, several of these nested, or nothing.
@Suite struct RespondTests {
  private let log = Log<String>()

  private func makeStore(
    @MiddlewareBuilder<AppState> middleware: () -> [any Middleware<AppState>]
  ) -> RootStore<AppState> {
    let store = RootStore(
      AppState(),
      {
        CounterReducer()
        Node(\.feed) { FeedReducer() }
      }, middleware: middleware)
    store.onDiagnostic = nil
    let log = log
    store.add(ActionLogger(printer: { action, _, _ in log("\(action)") }))
    return store
  }

  @Test func everyoneIsAskedAfterTheReducersWhateverTheOthersAnswer() {
    let log = log
    let store = makeStore {
      Respond { (app: AppState, action: CounterAction) in
        log("first \(app.count)")
        return .none
      }
      Respond { (app: AppState, _: FeedAction) in
        log("not for counters")
        return .send(CounterAction.decrement)
      }
      Respond { (app: AppState, action: CounterAction) in
        log("third \(app.count)")
        return app.count == 1 ? .send(CounterAction.set(5)) : .none
      }
      Respond { (app: AppState, action: any Action) in
        log("last \(app.count)")
        return .none
      }
    }
    log.entries = []
    store.dispatch(CounterAction.increment)
    #expect(
      log.entries == [
        "increment", "last 1", "third 1", "first 1", "set(5)", "last 5", "third 5", "first 5",
      ])
    #expect(store.state.count == 5)
  }

  @Test func answersNestInAnyWay() async {
    let store = makeStore {
      Respond { (_: AppState, action: FeedAction) in
        guard case .load = action else { return .none }
        return .merge(
          .send(CounterAction.increment), .none,
          .merge(
            .send(FeedAction.failed("later")),
            .concatenate(.none, .send(CounterAction.increment), .merge(.send(CounterAction.increment)))))
      }
    }
    store.dispatch(FeedAction.load)
    #expect(store.state.count == 3)
    #expect(store.state.feed.failure == "later")
  }

  @Test func everyValueOfASourceIsDispatched() async {
    let (numbers, number) = AsyncStream<Int>.makeStream()
    let store = makeStore {
      Respond { (_: AppState, action: FeedAction) in
        guard case .load = action else { return .none }
        return Effect<Int>.sequence { numbers }.map { CounterAction.set($0) }.cancellable(id: "numbers")
      }
    }
    store.dispatch(FeedAction.load)
    for i in 1...3 { number.yield(i) }
    number.finish()
    await store.settled()
    #expect(log.entries.suffix(4) == ["load", "set(1)", "set(2)", "set(3)"])
    #expect(store.effects.isEmpty)
  }

  @Test func anAsynchronousHandlerAnswersWhenItCan() async {
    let gate = Gate()
    let store = makeStore {
      Respond { (count: AppState, action: FeedAction) async in
        guard case .load = action else { return .none }
        await gate.wait()
        return .merge(.send(CounterAction.set(2)), .run { send in await send(CounterAction.increment) })
      }
      Respond { (_: AppState, action: FeedAction) async in .none }
    }
    store.dispatch(FeedAction.load)
    #expect(store.state.count == 0)
    #expect(store.effects.count == 2)
    gate.open()
    await store.settled()
    #expect(store.state.count == 3)
  }

  @Test func comesAndGoesAtRunTimeAndItsEffectsBelongToTheStore() async {
    let gate = Gate()
    let store = makeStore {}
    let token = store.add(
      Respond { (_: AppState, _: CounterAction) in
        .run { send in
          await gate.wait()
          await send(FeedAction.load)
        }
      } + Respond { (_: AppState, _: CounterAction) in .send(FeedAction.failed("told")) })
    store.dispatch(CounterAction.increment)
    store.remove(token)
    store.dispatch(CounterAction.increment)
    #expect(store.effects.map(\.path) == [""])
    gate.open()
    await store.settled()
    #expect(store.state.feed == FeedState(isLoading: true, failure: "told"))
  }
}
