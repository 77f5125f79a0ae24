import Testing
import TreeDiff
import TreeRedux

/// Faults that are known of stores of this kind: each cannot happen here.
@Suite struct KnownFaultTests {
  @Test func aMiddlewareThatIsNotInterestedDoesNotEndTheRound() {
    let log = Log<String>()
    let store = RootStore(AppState()) {
      CounterReducer()
    } middleware: {
      Respond { (_: AppState, _: FeedAction) in .none }
      Respond { (_: AppState, _: CounterAction) in .none }
      Respond { (_: AppState, _: CounterAction) in
        log("asked")
        return .none
      }
    }
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["asked"])
  }

  @Test func storesThatShareAReducerShareNothingElse() {
    struct Echo: Reducer {
      func reduce(_ values: inout [Int], _ value: Value) -> Effect<Value> {
        values.append(value.number)
        return value.number > 0 ? .send(Value(number: value.number - 1)) : .none
      }
      struct Value: Action { let number: Int }
    }
    let reducer = Echo()
    let (a, b) = (RootStore([Int]()) { reducer }, RootStore([Int]()) { reducer })
    a.dispatch(Echo.Value(number: 2))
    #expect(a.state == [2, 1, 0])
    #expect(b.state.isEmpty)
  }

  @Test func anObserverMayDispatch() {
    let store = makeStore()
    let token = store.observe(\.count) { change in
      if change.new < 5 { store.dispatch(CounterAction.increment) }
    }
    store.dispatch(CounterAction.increment)
    #expect(store.state.count == 5)
    withExtendedLifetime(token) {}
  }

  @Test func whatAReducerDispatchesComesAfterItAndIsNotLost() {
    var inner: (() -> Void)?
    let log = Log<Int>()
    let store = RootStore(0) {
      Reduce { (count: inout Int, action: CounterAction) in
        if case .set(let value) = action { count = value }
        if case .increment = action {
          inner?()
          count += 1
        }
        return .none
      }
    }
    store.onDiagnostic = nil
    inner = { store.dispatch(CounterAction.set(10)) }
    defer { inner = nil }
    let token = store.observe(\.self) { log($0.new) }
    store.dispatch(CounterAction.increment)
    #expect(log.entries == [1, 10])
    withExtendedLifetime(token) {}
  }

  @Test func nothingIsLostBetweenTwoThreads() async {
    let store = RootStore(0) {
      Reduce { (count: inout Int, _: CounterAction) in
        count += 1
        return .none
      }
    }
    store.onDiagnostic = nil
    let dispatcher = store.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { for _ in 0..<100_000 { dispatcher.send(CounterAction.increment) } } }
    }
    await store.settled()
    #expect(store.state == 200_000)
  }

  @Test func anEffectDoesNotStartBeforeItIsAskedFor() async {
    let starts = Locked(0)
    let effect = Effect<Int>.async {
      starts.withLock {
        $0 += 1; return $0
      }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(starts.withLock { $0 } == 0)
    let store = makeScript()
    store.run(effect)
    store.run(effect)
    await store.settled()
    #expect(store.state.values.sorted() == [1, 2])
  }

  @Test func anActionForAChildThatIsGoneIsIgnoredAndReported() {
    let store = makeStore()
    let log = Log<Diagnostic>()
    store.onDiagnostic = { log($0) }
    store.dispatch(DetailsAction.open(1))
    let details = store.node(\.details)
    store.dispatch(DetailsAction.close)
    #expect(!details.dispatch(DetailsAction.write("late")))
    #expect(log.entries == [.absent(action: "DetailsAction.write", path: "details")])
    #expect(store.state.details == nil)
  }

  @Test func manyEffectsLeaveNothingBehind() async {
    final class Payload: Sendable {
      static let alive = Locked(0)
      init() { Self.alive.withLock { $0 += 1 } }
      deinit { Self.alive.withLock { $0 -= 1 } }
    }
    let store = makeScript()
    for _ in 0..<20 {
      for i in 0..<1_000 {
        let payload = Payload()
        store.run(.run { send in withExtendedLifetime(payload) {} }.cancellable(id: i))
      }
      await store.settled()
    }
    #expect(store.effects.isEmpty)
    for _ in 0..<10_000 where Payload.alive.withLock({ $0 > 0 }) { await Task.yield() }
    #expect(Payload.alive.withLock { $0 } == 0)
  }
}

/// Plans that are sent, cancelled and left by their nodes from several tasks; meant for the thread sanitizer, too.
@Suite struct PlanStressTests {
  private struct Row: Identifiable { let id: Int; var count = 0 }
  private enum RowAction: Action { case add }
  private enum TableAction: Action { case remove(Int), insert(Int) }

  private func makeStore() -> RootStore<KeyedList<Row>> {
    let store = RootStore(KeyedList(uniqueElements: (0..<8).map { Row(id: $0) })) {
      Reduce { (rows: inout KeyedList<Row>, action: TableAction) in
        switch action {
        case .remove(let id): rows.remove(id: id)
        case .insert(let id): if !rows.contains(id: id) { rows.append(Row(id: id)) }
        }
        return .none
      }
      ForEach(\.self) {
        Reduce { (row: inout Row, _: RowAction) in
          row.count += 1
          return .none
        }
      }
    }
    store.onDiagnostic = nil
    return store
  }

  @MainActor @Test func whatIsCancelledSendsNothingMore() async {
    let store = makeStore()
    let dispatcher = store.dispatcher()
    let add = ActionPlan<Row>.run { row in
      for _ in 0..<3 {
        await row.send(RowAction.add)
        if (try? await row.read(\.count)) == nil { return }
      }
    }
    let plan = add.then(RowAction.add).then(add)
    let others = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<3 {
          group.addTask {
            for i in 0..<100 {
              dispatcher.send(i.isMultiple(of: 2) ? TableAction.remove((i + task) % 8) : .insert((i + task) % 8))
              await dispatcher.dispatch(NoAction())
            }
          }
        }
      }
    }
    for i in 0..<300 {
      let task = store.node(\.self, id: i % 8).run(plan)
      if i.isMultiple(of: 3) { await Task.yield() }
      if i.isMultiple(of: 5) { await task.finish() } else if i.isMultiple(of: 2) { task.cancel() }
      #expect(!i.isMultiple(of: 5) && !i.isMultiple(of: 2) || task.isFinished)
    }
    await others.value
    await store.settled()
    #expect(store.effects.isEmpty)
    let counts = store.state.map(\.count)
    for _ in 0..<100 { await Task.yield() }
    #expect(store.state.map(\.count) == counts)
  }

  @Test func everyPlanIsRunOnce() async {
    let store = makeStore()
    let dispatcher = store.dispatcher()
    let everyone = ActionPlan<KeyedList<Row>> { rows in .merge(rows.map { _ in .none } + [.send(RowAction.add)]) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<50 { dispatcher.send(everyone.then(RowAction.add)) } }
      }
    }
    await store.settled()
    #expect(store.state.allSatisfy { $0.count == 400 })
  }
}
