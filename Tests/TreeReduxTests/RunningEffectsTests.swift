import Testing
import TreeDiff
import TreeRedux

private enum LoadAction: Action { case load(Int), loaded(Int), stop, both }

/// Loads by waiting for a gate, and counts what it started.
private struct LoadReducer: Reducer {
  let gate: AsyncStream<Void>

  func reduce(_ state: inout Int, _ action: LoadAction) -> Effect<LoadAction> {
    switch action {
    case .load(let value):
      return .run { [gate] send in
        for await _ in gate { break }
        await send(.loaded(value))
      }
      .cancellable(id: "load", cancelInFlight: true)
    case .loaded(let value):
      state += value
      return .none
    case .stop: return .cancel(id: "load")
    case .both: return .merge(.send(.loaded(1)), .send(.loaded(10)), .none)
    }
  }
}

@Suite struct RunningEffectsTests {
  private let gate: AsyncStream<Void>
  private let opener: AsyncStream<Void>.Continuation

  init() { (gate, opener) = AsyncStream<Void>.makeStream() }

  private func makeStore() -> RootStore<Int> {
    let store = RootStore(0) { LoadReducer(gate: gate) }
    store.onDiagnostic = nil
    return store
  }

  @Test func resultsArriveWhenSettled() async {
    let store = makeStore()
    store.dispatch(LoadAction.load(5))
    #expect(store.state == 0)
    opener.yield()
    await store.settled()
    #expect(store.state == 5)
  }

  @Test func synchronousSendsAreReducedBeforeDispatchReturns() {
    let store = makeStore()
    store.dispatch(LoadAction.both)
    #expect(store.state == 11)
  }

  @Test func aSecondLoadCancelsTheFirst() async {
    let store = makeStore()
    store.dispatch(LoadAction.load(5))
    store.dispatch(LoadAction.load(7))
    opener.finish()
    await store.settled()
    #expect(store.state == 7)
  }

  @Test func cancelledEffectsSendNothing() async {
    let store = makeStore()
    store.dispatch(LoadAction.load(5))
    store.dispatch(LoadAction.stop)
    opener.finish()
    await store.settled()
    #expect(store.state == 0)
  }

  @Test func elementsWithOneIDDoNotCancelEachOther() async {
    struct Row: Identifiable { let id: Int; var value = 0 }
    struct RowReducer: Reducer {
      let load: LoadReducer
      func reduce(_ row: inout Row, _ action: LoadAction) -> Effect<LoadAction> { load.reduce(&row.value, action) }
    }
    struct Remove: Action { let id: Int }
    let rows = KeyedList(uniqueElements: [Row(id: 1), Row(id: 2), Row(id: 3)])
    let store = RootStore(rows) {
      Reduce { (rows: inout KeyedList<Row>, action: Remove) in
        rows.remove(id: action.id)
        return .none
      }
      ForEach(\.self) { RowReducer(load: LoadReducer(gate: gate)) }
    }
    store.onDiagnostic = nil
    for id in 1...3 { store.dispatch(LoadAction.load(id * 10), to: \.self, id: id) }
    store.dispatch(Remove(id: 2))
    opener.finish()
    await store.settled()
    #expect(store.state.map(\.id) == [1, 3])
    #expect(store.state.map(\.value) == [10, 30])
  }

  @Test func anOptionalThatGoesTakesItsEffectsAlong() async {
    struct Screen { var detail: Int? }
    enum Open: Action { case open, close }
    let store = RootStore(Screen()) {
      Reduce { (screen: inout Screen, action: Open) in
        screen.detail = action == .open ? 0 : nil
        return .none
      }
      IfPresent(\.detail) { LoadReducer(gate: gate) }
    }
    store.onDiagnostic = nil
    store.dispatch(Open.open)
    store.dispatch(LoadAction.load(5), to: \.detail)
    store.dispatch(Open.close)
    store.dispatch(Open.open)
    opener.finish()
    await store.settled()
    #expect(store.state.detail == 0)
  }

  @Test func releasingTheStoreCancelsItsEffects() async {
    let (ended, end) = AsyncStream<Bool>.makeStream()
    enum Wait: Action { case wait }
    var store: RootStore<Int>? = RootStore(0) {
      Reduce { (_: inout Int, _: Wait) in
        .run { _ in
          await withTaskCancellationHandler {
            for await _ in AsyncStream<Void>.makeStream().stream {}
          } onCancel: {
            end.yield(true)
          }
        }
      }
    }
    weak let released = store
    store?.dispatch(Wait.wait)
    store = nil
    #expect(released == nil)
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }

  @Test func streamsBeginWithThePresentValueAndEndWithTheStore() async {
    var store: RootStore<Int>? = makeStore()
    let values = store!.values(\.self)
    store?.dispatch(LoadAction.loaded(1))
    store?.dispatch(LoadAction.loaded(0))
    store?.dispatch(LoadAction.loaded(2))
    store = nil
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [0, 1, 3])
  }

  @Test func aDispatcherSendsFromAnywhereInOrder() async {
    struct Append: Action { let sender: Int, number: Int }
    let store = RootStore([[Int]](repeating: [], count: 4)) {
      Reduce { (lists: inout [[Int]], action: Append) in
        lists[action.sender].append(action.number)
        return .none
      }
    }
    store.onDiagnostic = nil
    let dispatcher = store.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<4 {
        group.addTask { for number in 0..<1_000 { dispatcher.send(Append(sender: sender, number: number)) } }
      }
    }
    await store.settled()
    #expect(store.state.allSatisfy { $0 == Array(0..<1_000) })
  }

  @MainActor @Test func onAnActorResultsArriveByThemselves() async {
    let store = RootStore(0) { LoadReducer(gate: gate) }
    let values = store.values(\.self)
    store.dispatch(LoadAction.load(5))
    opener.yield()
    for await value in values where value == 5 { break }
    let dispatcher = store.dispatcher()
    await Task.detached { await dispatcher.dispatch(LoadAction.loaded(1)) }.value
    #expect(store.state == 6)
  }

  // MARK: Waiting and being late

  @MainActor @Test func settledReturnsWhenItsTaskIsCancelled() async {
    let store = makeStore()
    store.dispatch(LoadAction.load(5))
    for isLate in [false, true] {
      let waiting = Task { await store.settled() }
      if isLate { for _ in 0..<100 { await Task.yield() } }
      waiting.cancel()
      await waiting.value
    }
    #expect(store.effects.count == 1)
    opener.yield()
    await store.settled()
    #expect(store.state == 5)
  }

  @MainActor @Test func whatIsSentAfterAnEffectHasEndedIsReported() async {
    let (late, end) = AsyncStream<Void>.makeStream()
    let (body, proceed) = AsyncStream<Void>.makeStream()
    let store = RootStore(0) {
      Reduce { (count: inout Int, action: CounterAction) in
        switch action {
        case .increment:
          return .run { send in
            Task {
              for await _ in body { break }
              await send(.set(1))
              await send(CounterAction.set(2), to: .root)
              end.finish()
            }
          }
        case .set(let value): count = value
        case .decrement: return .cancel(id: "none")
        }
        return .none
      }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(CounterAction.increment)
    await store.settled()
    proceed.yield()
    for await _ in late {}
    await store.settled()
    #expect(store.state == 0)
    #expect(reports == Array(repeating: .sentTooLate(sent: "CounterAction", path: ""), count: 2))
  }
}

@Suite struct ReleasedPayloadTests {
  private final class Payload: Sendable {
    let dispatcher: Dispatcher
    init(_ dispatcher: Dispatcher) { self.dispatcher = dispatcher }
    deinit { dispatcher.send(Count(payload: nil)) }
  }
  private struct Count: Action {
    let payload: Payload?
  }

  @Test func whatAReleasedActionSendsIsReducedInTheSameDrain() {
    let store = RootStore(0) {
      Reduce { (count: inout Int, _: Count) in
        count += 1
        return .none
      }
    }
    store.onDiagnostic = nil
    let dispatcher = store.dispatcher()
    let token = store.observe(\.self) { [weak store] change in
      if change.new == 1 { store?.dispatch(Count(payload: Payload(dispatcher))) }
    }
    store.dispatch(Count(payload: nil))
    #expect(store.state == 3)
    withExtendedLifetime(token) {}
  }
}
