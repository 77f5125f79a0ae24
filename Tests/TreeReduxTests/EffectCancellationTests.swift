import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// Who ends whom: ids and their scopes, nodes that go, stores that go.
@Suite struct EffectCancellationTests {
  private let gate = Gate()

  /// Waits for the gate, then sends.
  private func waiting(_ value: Int) -> Effect<Int> {
    .run { [gate] send in
      await gate.wait()
      await send(value)
    }
  }

  @Test func nestedCancellablesThatSendAtOnce() {
    let store = makeScript()
    store.run(.merge(.send(1).cancellable(id: 1), .send(2).cancellable(id: 2)).cancellable(id: 3))
    store.run(.merge(.send(3).cancellable(id: 1, cancelInFlight: true), .send(4).cancellable(id: 1)))
    #expect(store.state.values == [1, 2, 3, 4])
    #expect(store.effects.isEmpty)
  }

  @Test func cancellingIsPossibleRightAfterTheStart() async {
    let store = makeScript()
    store.run(waiting(1).cancellable(id: "a"))
    store.run(.cancel(id: "a"))
    #expect(store.effects.isEmpty)
    gate.open()
    await store.settled()
    #expect(store.state.values == [])
  }

  @Test func oneOfSeveralIsCancelledAloneAndTheOthersGoOn() async {
    let store = makeScript()
    let three = Effect<Int>.merge((1...3).map { waiting($0).cancellable(id: $0) })
    store.run(.concatenate(three.cancellable(id: "all"), .send(4)))
    store.run(.cancel(id: 2))
    #expect(store.effects.map { $0.name ?? "" }.sorted() == ["1", "3"])
    gate.open()
    await store.settled()
    #expect(store.state.values.sorted() == [1, 3, 4])
    #expect(store.state.values.last == 4)
  }

  @Test func cancelInFlightSparesWhatItIsPartOf() async {
    let store = makeScript()
    let inner = waiting(1).cancellable(id: "a", cancelInFlight: true)
    store.run(inner.cancellable(id: "a", cancelInFlight: true))
    #expect(store.effects.count == 1)
    store.run(waiting(2).cancellable(id: "a", cancelInFlight: true))
    #expect(store.effects.count == 1)
    gate.open()
    await store.settled()
    #expect(store.state.values == [2])
  }

  @Test func anEffectMayCancelItself() async {
    let store = makeScript()
    store.run(.concatenate(.async { 1 }, .cancel(id: "a"), .send(2)).cancellable(id: "a"))
    await store.settled()
    #expect(store.state.values == [1])
  }

  @Test func aBranchThatIsCancelledDoesNotEndTheRace() async {
    let store = makeScript()
    store.run(.race(waiting(1).cancellable(id: 1), waiting(2)))
    store.run(.cancel(id: 1))
    gate.open()
    await store.settled()
    #expect(store.state.values == [2])
    store.run(.concatenate(.race(.run { _ in await Gate().wait() }, .none).cancellable(id: 1), .send(3)))
    #expect(store.state.values == [2, 3])
  }

  @Test func cancelledTasksAreToldSo() async {
    let (ended, end) = AsyncStream<Bool>.makeStream()
    let store = makeScript()
    store.run(
      .run { _ in
        await Gate().wait()
        end.yield(Task.isCancelled)
      }.cancellable(id: 1))
    store.run(.cancel(id: 1))
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }

  @Test func cancellationOfAFailingEffectIsSilent() async {
    let store = makeScript()
    let sleeping = Effect<Int>.tryAsync {
      try await Task.sleep(for: .seconds(1_000))
      return 1
    }
    store.run(sleeping.catchAndReturn { _ in 2 }.cancellable(id: 1))
    store.run(.cancel(id: 1))
    await store.settled()
    #expect(store.state.values == [])
  }

  // MARK: Nodes

  @Test func idsAreScopedToTheNodeUnlessAWiderScopeIsNamed() async {
    let store = makeTable()
    let own = waiting(1).cancellable(id: "a", cancelInFlight: true)
    let shared = waiting(2).cancellable(id: "a", in: .shared("table"), cancelInFlight: true)
    for id in 0..<4 {
      store.node(\.rows, id: id).node(\.script).dispatch(ScriptAction.run(.merge(own, shared)))
    }
    #expect(store.effects.count == 5)
    gate.open()
    await store.settled()
    #expect(store.state.rows.map { $0.script.values.sorted() } == [[1], [1], [1], [1, 2]])
  }

  @Test func anElementTakesItsEffectsAlong() async {
    let store = makeTable()
    for id in 0..<4 { store.node(\.rows, id: id).node(\.script).dispatch(ScriptAction.run(waiting(id))) }
    #expect(store.effects.map(\.path).sorted() == (0..<4).map { "rows[\($0)].script" })
    store.dispatch(TableAction.remove(1))
    #expect(store.effects.count == 3)
    store.dispatch(TableAction.insert(1))
    gate.open()
    await store.settled()
    #expect(store.state.rows[id: 1]?.script.values == [])
    #expect(store.state.rows.map(\.script.values) == [[0], [2], [3], []])
  }

  @Test func anotherValueOfAnOptionalIsAnotherNode() async {
    let store = makeTable()
    store.dispatch(TableAction.show(1))
    store.node(\.screen).node(\.script).dispatch(ScriptAction.run(waiting(1)))
    store.dispatch(TableAction.show(2))
    #expect(store.effects.isEmpty)
    gate.open()
    await store.settled()
    #expect(store.state.screen == Row(id: 2))
  }

  @Test func whatBeginsInABatchGoesWithItsNode() async {
    let store = makeTable()
    store.batch {
      store.node(\.rows, id: 1).node(\.script).dispatch(ScriptAction.run(waiting(1)))
      store.node(\.rows, id: 2).node(\.script).dispatch(ScriptAction.run(waiting(2)))
      store.dispatch(TableAction.remove(1))
    }
    #expect(store.effects.map(\.path) == ["rows[2].script"])
    gate.open()
    await store.settled()
    #expect(store.state.rows.map(\.script.values) == [[], [2], []])
  }

  @Test func aNodeThatItsOwnActionRemovedStartsNothing() async {
    struct Both: Action {}
    let log = Log<Diagnostic>()
    let store = RootStore(Table()) { [gate] in
      ForEach(\.rows, .all) {
        Reduce { (_: inout Row, _: Both) in .run { _ in await gate.wait() } }
      }
      Node(\.rows) {
        Reduce { (rows: inout KeyedList<Row>, _: Both) in
          rows.remove(id: 1)
          return .none
        }
      }
    }
    store.onDiagnostic = { log($0) }
    store.dispatch(Both())
    #expect(store.effects.map(\.path).sorted() == ["rows[0]", "rows[2]", "rows[3]"])
    #expect(log.entries == [.effectOfAbsent(path: "rows[1]")])
    gate.open()
    await store.settled()
  }

  @Test func effectsSendToTheRootWhenTheySaySo() async {
    let store = makeTable()
    let row = store.node(\.rows, id: 1).node(\.script)
    row.dispatch(ScriptAction.run(.send(TableAction.log(1), to: .root)))
    #expect(store.state.log == [1])
    row.dispatch(
      ScriptAction.run(
        .run { send in
          await send(TableAction.log(2), to: .root)
          await send(3)
        }))
    await store.settled()
    #expect(store.state.log == [1, 2])
    #expect(store.state.rows[id: 1]?.script.values == [3])
  }

  // MARK: What remains

  @Test func releasingTheStoreWhileTasksDispatchIsSafe() async {
    for _ in 0..<100 {
      var store: RootStore<Script>? = makeScript()
      let dispatcher = store!.dispatcher()
      store!.run(.run { send in for i in 0..<50 { await send(i) } })
      let sender = Task { for i in 0..<50 { dispatcher.send(ScriptAction.value(i)) } }
      await Task.yield()
      weak let released = store
      store = nil
      #expect(released == nil)
      await sender.value
    }
  }

  @Test func whatIsCapturedBeforeAWaitDoesNotOverwriteWhatCameMeanwhile() async {
    struct Add: Action { let amount: Int, isLater: Bool }
    let gate = gate
    let store = RootStore(0) {
      Reduce { (count: inout Int, action: Add) in
        if !action.isLater { count += action.amount }
        return action.isLater
          ? .run { send in
            await gate.wait()
            await send(Add(amount: action.amount, isLater: false))
          } : .none
      }
    }
    store.onDiagnostic = nil
    store.dispatch(Add(amount: 1, isLater: true))
    store.dispatch(Add(amount: 10, isLater: false))
    gate.open()
    await store.settled()
    #expect(store.state == 11)
  }

  @MainActor @Test func waitingUntilAllIsSettledEndsWhenTheLastEffectIsCancelled() async {
    let (stream, end) = AsyncStream<Void>.makeStream()
    let store = makeScript()
    store.run(
      .run { _ in
        // Does not care that it is cancelled.
        await Task.detached { for await _ in stream {} }.value
      }.cancellable(id: 1))
    let settling = Task { await store.settled() }
    for _ in 0..<10 { await Task.yield() }
    store.run(.cancel(id: 1))
    await settling.value
    #expect(store.effects.isEmpty)
    end.finish()
  }
}

/// Nodes whose values follow each other in one place: what belongs to one of them does not come to the next.
@MainActor @Suite struct FollowingNodeTests {
  private struct Post: Identifiable, Equatable, Sendable { let id: Int; var text = "" }
  private enum Screen: Equatable { case list, reading(Post) }
  private struct App: Equatable { var detail: Post?; var screen = Screen.list }
  private enum PostAction: Action { case load, stop, loaded(String) }
  private struct Open: Action { let id: Int }

  private func makeStore() -> RootStore<App> {
    let post = Reduce { (post: inout Post, action: PostAction) in
      switch action {
      case .load: return .send(.loaded("text of \(post.id)")).delay(for: .seconds(1)).cancellable(id: "load")
      case .stop: return .cancel(id: "load")
      case .loaded(let text): post.text = text
      }
      return .none
    }
    let store = RootStore(App()) {
      Reduce { (app: inout App, open: Open) in
        (app.detail, app.screen) = (Post(id: open.id), .reading(Post(id: open.id)))
        return .none
      }
      IfPresent(\.detail) { post }
      Node(\.screen) {
        IfCase("reading", get: { if case .reading(let post) = $0 { post } else { nil } }, set: Screen.reading) { post }
      }
    }
    store.clock = TestClock()
    return store
  }

  @Test func anEffectOfAHandleThatWasMadeEarlyEndsWithTheValue() {
    let store = makeStore()
    let detail = store.node(\.detail)
    store.dispatch(Open(id: 1))
    detail.dispatch(PostAction.load)
    #expect(store.effects.map(\.path) == ["detail"])
    store.dispatch(Open(id: 2))
    #expect(store.effects.isEmpty)
    detail.dispatch(PostAction.load)
    #expect(store.effects.map(\.path) == ["detail"])
  }

  @Test func anEffectIsFoundByItsIDHoweverItsNodeWasAddressed() {
    let store = makeStore()
    let early = store.node(\.detail)
    store.dispatch(Open(id: 1))
    early.dispatch(PostAction.load)
    store.dispatch(PostAction.stop, to: \.detail)
    #expect(store.effects.isEmpty)
    store.node(\.detail).dispatch(PostAction.load)
    early.dispatch(PostAction.stop)
    #expect(store.effects.isEmpty)
  }

  @Test func aNodeThatIsMountedAtAHandleThatWasMadeEarlyGoesWithTheValue() {
    let store = makeStore()
    let early = store.node(\.detail)
    store.dispatch(Open(id: 1))
    let mounted = early.mount(0, name: "count") {
      Reduce { (count: inout Int, _: PostAction) in
        count += 1
        return .none
      }
    }
    early.dispatch(PostAction.stop)
    #expect(mounted.state == 1)
    store.dispatch(Open(id: 2))
    #expect(!mounted.isAlive)
    early.dispatch(PostAction.stop)
    #expect(mounted.state == 1)
  }

  @Test func anEffectOfACaseEndsWithItsValue() {
    let store = makeStore()
    store.dispatch(Open(id: 1))
    store.dispatch(PostAction.load, to: \.screen)
    #expect(store.effects.map(\.path) == ["screen.reading"])
    store.dispatch(Open(id: 1))
    #expect(store.effects.count == 1)
    store.dispatch(Open(id: 2))
    #expect(store.effects.isEmpty)
  }
}
