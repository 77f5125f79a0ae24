import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

@Suite struct TwoPhaseReducerTests {
  private struct Row: Identifiable, Equatable { let id: Int; var total = 0; var isBusy = false }
  private enum RowAction: Action { case add(Int), load, leave }

  private struct RowReducer: TwoPhaseReducer {
    enum Mutation: Action, Equatable { case add(Int), busy(Bool) }
    let load: @Sendable () async throws -> Int

    func mutate(_ row: Row, _ action: RowAction) -> Effect<Mutation> {
      switch action {
      case .add(let amount): return .concatenate(.send(.add(amount)), .send(.add(row.total)))
      case .load:
        if row.isBusy { return .none }
        let loading = Effect.tryAsync { [load] in try await load() }.map(Mutation.add).catchToNever()
        return .concatenate(.send(.busy(true)), loading.cancellable(id: "load"), .send(.busy(false)))
      case .leave: return .cancel(id: "load")
      }
    }

    func reduce(_ row: inout Row, _ mutation: Mutation) {
      switch mutation {
      case .add(let amount): row.total += amount
      case .busy(let isBusy): row.isBusy = isBusy
      }
    }
  }

  private func makeStore(
    _ log: Log<String>, load: @escaping @Sendable () async throws -> Int = { 7 }
  ) -> RootStore<KeyedList<Row>> {
    let store = RootStore(KeyedList(uniqueElements: [Row(id: 1), Row(id: 2)])) {
      ForEach(\.self) { RowReducer(load: load) }
    }
    store.add(ActionLogger(printer: { action, path, _ in log("\(path) \(action)") }))
    store.onDiagnostic = nil
    return store
  }

  @Test func mutationsAreSeenByMiddlewareAndReducedAtTheNode() {
    let log = Log<String>()
    let store = makeStore(log)
    #expect(store.dispatch(RowAction.add(3), to: \.self, id: 1))
    // Both were decided by the state before either was reduced.
    #expect(store.state.map(\.total) == [3, 0])
    store.dispatch(RowAction.add(1), to: \.self, id: 1)
    #expect(store.state.map(\.total) == [7, 0])
    #expect(log.entries == ["add(3)", "add(3)", "add(0)", "add(1)", "add(1)", "add(3)"].map { "[1] \($0)" })
  }

  @Test func anEffectMutatesWhenItComesToIt() async {
    let (gate, log) = (Gate(), Log<String>())
    let store = makeStore(log) {
      await gate.wait()
      return 7
    }
    for id in 1...2 { store.dispatch(RowAction.load, to: \.self, id: id) }
    store.dispatch(RowAction.load, to: \.self, id: 1)
    #expect(store.state.allSatisfy { $0.isBusy })
    // What comes meanwhile is not overwritten: mutations say what to change.
    store.dispatch(RowAction.add(10), to: \.self, id: 1)
    store.dispatch(RowAction.leave, to: \.self, id: 2)
    #expect(store.state.map(\.isBusy) == [true, false])
    gate.open()
    await store.settled()
    #expect(store.state.map(\.total) == [17, 0])
    #expect(store.state.allSatisfy { !$0.isBusy })
  }

  @Test func aFailureIsSilentWhereItIsCaughtToNothing() async {
    let store = makeStore(Log()) { throw Boom() }
    store.dispatch(RowAction.load, to: \.self, id: 1)
    await store.settled()
    #expect(store.state[0] == Row(id: 1))
  }

  @MainActor @Test func aTestStoreReceivesMutations() async {
    let store = TestStore(KeyedList(uniqueElements: [Row(id: 1)])) { ForEach(\.self) { RowReducer { 5 } } }
    await store.send(RowAction.load, to: store.store.node(\.self, id: 1))
    await store.receive(RowReducer.Mutation.busy(true)) { $0.update(id: 1) { $0.isBusy = true } }
    await store.receive(RowReducer.Mutation.add(5)) { $0.update(id: 1) { $0.total = 5 } }
    await store.receive(RowReducer.Mutation.busy(false)) { $0.update(id: 1) { $0.isBusy = false } }
    await store.finish()
  }
}
