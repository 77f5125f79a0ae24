import Testing
import TestSupport
import TreeDiff
import TreeRedux

/// Many tasks at once: nothing is lost, and nothing comes after its cancel. Meant for the thread sanitizer, too.
@Suite struct EffectStressTests {
  private enum RowAction: Action {
    /// Starts an effect that sends a number of values.
    case start(key: Int, count: Int)
    case stop
    case value(key: Int)
  }
  private struct StressRow: Identifiable {
    let id: Int
    /// Values of effects that were stopped come to their key here; none must.
    var stopped: Set<Int> = []
    var running: Set<Int> = []
    var late = 0
    var received = 0
  }
  private enum StressAction: Action {
    case remove(Int), insert(Int), count
  }
  private struct Stress {
    var rows = KeyedList(uniqueElements: (0..<8).map { StressRow(id: $0) })
    var count = 0
  }

  private func makeStore() -> RootStore<Stress> {
    let store = RootStore(Stress()) {
      Reduce { (stress: inout Stress, action: StressAction) in
        switch action {
        case .remove(let id): stress.rows.remove(id: id)
        case .insert(let id): if !stress.rows.contains(id: id) { stress.rows.append(StressRow(id: id)) }
        case .count: stress.count += 1
        }
        return .none
      }
      ForEach(\.rows) {
        Reduce { (row: inout StressRow, action: RowAction) in
          switch action {
          case .start(let key, let count):
            row.running.insert(key)
            return .run { send in
              for _ in 0..<count {
                await send(.value(key: key))
                await send(StressAction.count, to: .root)
              }
            }.cancellable(id: "all")
          case .stop:
            row.stopped.formUnion(row.running)
            row.running = []
            return .cancel(id: "all")
          case .value(let key):
            // Keys are never used twice, so that what comes from before the row was removed shows as well.
            if row.stopped.contains(key) || !row.running.contains(key) { row.late += 1 }
            row.received += 1
            return .none
          }
        }
      }
    }
    store.onDiagnostic = nil
    return store
  }

  @MainActor @Test func nothingComesAfterItsCancel() async {
    let store = makeStore()
    var generator = SeededRandom(seed: 1)
    for key in 0..<2_000 {
      let id = Int.random(in: 0..<8, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0: store.dispatch(StressAction.remove(id))
      case 1, 2: store.dispatch(StressAction.insert(id))
      case 3: store.dispatch(RowAction.stop, to: \.rows, id: id)
      default: store.dispatch(RowAction.start(key: key, count: 5), to: \.rows, id: id)
      }
      if key.isMultiple(of: 7) { await Task.yield() }
    }
    await store.settled()
    #expect(store.state.rows.map(\.late).allSatisfy { $0 == 0 })
    #expect(store.state.rows.map(\.received).reduce(0, +) > 0)
    #expect(store.effects.isEmpty)
  }

  @Test func nothingIsLostBetweenTasks() async {
    struct Begin: Action {}
    let store = RootStore(0) {
      Reduce { (count: inout Int, _: Begin) in
        count += 1
        return .run { send in for _ in 0..<3 { await send(CounterAction.increment, to: .root) } }
      }
      Reduce { (count: inout Int, _: CounterAction) in
        count += 1_000
        return .none
      }
    }
    store.onDiagnostic = nil
    let dispatcher = store.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<250 { dispatcher.send(Begin()) } }
      }
    }
    await store.settled()
    #expect(store.state == 1_000 + 3_000 * 1_000)
  }

  @Test func anActorAndItsEffectsCountRight() async {
    actor Owner {
      let store: RootStore<Int>
      init() {
        store = RootStore(0) {
          Reduce { (count: inout Int, action: Add) in
            count += action.amount
            return action.spawns
              ? .merge(
                (0..<4).map { _ in .run { send in for _ in 0..<5 { await send(Add(amount: 1, spawns: false)) } } })
              : .none
          }
        }
      }
      func add() { store.dispatch(Add(amount: 0, spawns: true)) }
      func dispatcher() -> Dispatcher { store.dispatcher() }
      func result() async -> Int {
        await store.settled()
        return store.state
      }
    }
    struct Add: Action { let amount: Int, spawns: Bool }
    let owner = Owner()
    let dispatcher = await owner.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<50 { await owner.add() } }
        group.addTask { for _ in 0..<50 { await dispatcher.dispatch(Add(amount: 100, spawns: false)) } }
      }
    }
    #expect(await owner.result() == 4 * 50 * 4 * 5 + 4 * 50 * 100)
  }

  @Test func aStoreDoesNotKeepTheActorThatOwnsIt() async {
    actor Owner {
      private let store = makeScript()
      private var dispatcher: Dispatcher?
      func use() async {
        dispatcher = store.dispatcher()
        store.run(.async { 1 })
        store.run(.run { _ in await Gate().wait() })
        await dispatcher?.dispatch(ScriptAction.value(2))
        #expect(store.state.values.contains(2))
      }
    }
    var owner: Owner? = Owner()
    await owner?.use()
    weak let released = owner
    owner = nil
    // A task that delivers something to it may still hold it.
    for _ in 0..<10_000 where released != nil { await Task.yield() }
    #expect(released == nil)
  }

  @Test func whatHasFinishedLeavesNothingBehind() async {
    final class Payload: Sendable {
      static let alive = Locked(0)
      init() { Self.alive.withLock { $0 += 1 } }
      deinit { Self.alive.withLock { $0 -= 1 } }
    }
    let store = makeTable()
    for round in 0..<10 {
      for id in 0..<4 {
        let row = store.node(\.rows, id: id).node(\.script)
        let payload = Payload()
        let effect = Effect<Int>.merge(
          .run { [payload] _ in withExtendedLifetime(payload) {} }.cancellable(id: round),
          .concatenate(.async { [payload] in withExtendedLifetime(payload) { 1 } }, .send(2))
            .throttle(id: round, for: .zero).cancellable(id: "shared", in: .shared("a")),
          .run { [payload] _ in
            await Gate().wait()
            withExtendedLifetime(payload) {}
          }.cancellable(id: "c").timeout(after: .seconds(1_000)))
        row.dispatch(ScriptAction.run(effect))
        row.dispatch(ScriptAction.run(.cancel(id: "c")))
      }
    }
    await store.settled()
    #expect(store.effects.isEmpty)
    // Tasks that were cancelled let go of what they hold when they come to it.
    for _ in 0..<10_000 where Payload.alive.withLock({ $0 > 0 }) { await Task.yield() }
    #expect(Payload.alive.withLock { $0 } == 0)
  }

  @Test func idsOfWhatHasFinishedAreForgotten() async {
    final class ID: Sendable, Hashable {
      static let alive = Locked(0)
      let number: Int
      init(_ number: Int) {
        self.number = number
        Self.alive.withLock { $0 += 1 }
      }
      deinit { Self.alive.withLock { $0 -= 1 } }
      static func == (a: ID, b: ID) -> Bool { a.number == b.number }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    let store = makeScript()
    let gate = Gate()
    // Keeps the node and the shared scope in use.
    let lasting = Effect<Int>.run { _ in await gate.wait() }
    store.run(lasting.cancellable(id: "lasting").cancellable(id: "lasting", in: .shared("s")))
    for number in 0..<100 {
      let effect = Effect<Int>.async { number }.cancellable(id: ID(number), in: .shared("s"))
      store.run(effect.throttle(id: ID(number), for: .nanoseconds(1)).cancellable(id: ID(number), cancelInFlight: true))
    }
    while store.effects.count > 1 { _ = await store.takeNext() }
    #expect(store.state.values.sorted() == Array(0..<100))
    for _ in 0..<10_000 where ID.alive.withLock({ $0 > 0 }) {
      await Task.yield()
      store.run(.none)
    }
    #expect(ID.alive.withLock { $0 } == 0)
    #expect(store.effects.count == 1)
    gate.open()
    await store.settled()
  }
}
