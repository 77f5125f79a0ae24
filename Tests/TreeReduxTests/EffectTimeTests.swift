import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// Effects over time, on a clock that the tests move.
@MainActor @Suite struct EffectTimeTests {
  private let clock = TestClock()
  private let store: RootStore<Script>
  private var values: [Int] { store.state.values }

  init() { store = makeScript(clock) }

  private func advance(_ milliseconds: Int) async { await clock.advance(by: .milliseconds(milliseconds)) }

  @Test func delayWaits() async {
    store.run(Effect.send(1).delay(for: .seconds(1)))
    await advance(999)
    #expect(values == [])
    #expect(store.effects == [RunningEffect(path: "", name: nil, age: .milliseconds(999))])
    await advance(1)
    #expect(values == [1])
    #expect(store.effects.isEmpty)
  }

  @Test func debounceLetsTheLastOneThrough() async {
    for (value, pause) in [(1, 500), (2, 999), (3, 1_000), (4, 2_000)] {
      store.run(.send(value).debounce(id: "d", for: .seconds(1)))
      await advance(pause)
    }
    #expect(values == [3, 4])
  }

  @Test func aDelayedEmissionRestartsTheWindow() async {
    func send(_ value: Int) { store.run(.send(value).throttle(id: "t", for: .seconds(1))) }
    send(1)
    #expect(values == [1])
    await advance(500)
    send(2)
    await advance(500)
    send(3)
    await advance(0)
    #expect(values == [1, 2])
    await advance(999)
    #expect(values == [1, 2])
    await advance(1)
    #expect(values == [1, 2, 3])
    #expect(store.effects.isEmpty)
    await advance(1_000)
    #expect(clock.sleeperCount == 0)
    send(4)
    #expect(values == [1, 2, 3, 4])
  }

  @Test(arguments: [true, false]) func throttleLetsTheFirstOrTheLastThrough(isLatest: Bool) async {
    for value in 1...4 {
      store.run(.send(value).throttle(id: "t", for: .seconds(1), latest: isLatest))
      await advance(100)
    }
    #expect(store.effects.count == 1)
    await advance(600)
    #expect(values == [1, isLatest ? 4 : 2])
    #expect(store.effects.isEmpty)
  }

  @Test func throttleWithinOneEffect() async {
    let counting = Effect<Int>.run { send in
      for i in 0..<10 {
        await send(i)
        try? await send.clock.sleep(for: .milliseconds(300))
      }
    }
    store.run(counting.throttle(id: "t", for: .seconds(1)))
    await advance(10_000)
    #expect(values == [0, 3, 6, 9])
    #expect(store.effects.isEmpty)
  }

  @Test func whatIsCancelledDoesNotComeOutOfAWindow() async {
    store.run(.send(1).throttle(id: "t", for: .seconds(1)))
    store.run(.send(2).throttle(id: "t", for: .seconds(1)).cancellable(id: "c"))
    store.run(.cancel(id: "c"))
    #expect(store.effects.isEmpty)
    await advance(1_000)
    #expect(values == [1])
    store.run(.send(3).throttle(id: "t", for: .seconds(1)))
    #expect(values == [1, 3])
  }

  @Test func aWindowGoesWithItsNode() async {
    let table = makeTable(clock)
    func send(_ value: Int) {
      let effect = Effect<Int>.send(value).throttle(id: "t", for: .seconds(1))
      table.node(\.rows, id: 1).node(\.script).dispatch(ScriptAction.run(effect))
    }
    send(1)
    send(2)
    #expect(table.effects.count == 1)
    table.dispatch(TableAction.remove(1))
    #expect(table.effects.isEmpty)
    table.dispatch(TableAction.insert(1))
    send(3)
    #expect(table.state.rows[id: 1]?.script.values == [3])
    await advance(5_000)
    #expect(table.state.rows[id: 1]?.script.values == [3])
    #expect(clock.sleeperCount == 0)
  }

  @Test func timeoutCancelsWhatTakesTooLong() async {
    store.run(Effect.later(1, after: 1).timeout(after: .seconds(2), or: .send(-1)))
    store.run(Effect.later(3, after: 3).timeout(after: .seconds(2), or: .send(-3)))
    await advance(2_000)
    #expect(values == [1, -3])
    await advance(5_000)
    #expect(values == [1, -3])
    #expect(store.effects.isEmpty)
    #expect(clock.sleeperCount == 0)
    let failing = Effect<Int>.tryRun { (_) throws(Boom) in await Gate().wait() }
    store.run(failing.timeout(after: .seconds(1), or: .fail(Boom(number: 4))).catchAndReturn(\.number))
    await advance(1_000)
    #expect(values == [1, -3, 4])
    store.run(Effect.later(5, after: 3).timeout(after: .seconds(2), or: .later(-5, after: 2)))
    await advance(4_000)
    #expect(values == [1, -3, 4, -5])
  }

  @Test func retryWaitsLongerEachTime() async {
    let failing = Effect<Int>.tryRun { (send) throws(Boom) in
      await send(1)
      throw Boom(number: 9)
    }
    let backoff = Backoff.exponential(.seconds(1), factor: 2, limit: .seconds(3))
    store.run(failing.retry(attempts: 4, backoff: backoff).catchAndReturn(\.number))
    await advance(0)
    #expect(values == [1])
    await advance(1_000)
    #expect(values == [1, 1])
    await advance(1_999)
    #expect(values == [1, 1])
    await advance(1)
    #expect(values == [1, 1, 1])
    await advance(3_000)
    #expect(values == [1, 1, 1, 1, 9])
    #expect(store.effects.isEmpty)
  }

  @Test func retryStopsAtTheFirstSuccess() async {
    let counter = Locked(0)
    let flaky = Effect<Int>.tryAsync { () throws(Boom) in
      let attempt = counter.withLock { count in
        count += 1
        return count
      }
      if attempt < 3 { throw Boom() }
      return attempt
    }
    store.run(flaky.retry(attempts: 5).catchToNever())
    await store.settled()
    #expect(values == [3])
  }

  @Test func cancellingReachesEveryLevel() async {
    let ticks = Effect<Int>.concatenate((1...3).map { .later($0, after: 1) })
    let nested = Effect.race(.merge(ticks.debounce(id: "d", for: .seconds(1))), .later(9, after: 60))
      .timeout(after: .seconds(100)).cancellable(id: "all")
    store.run(nested)
    await advance(2_000)
    #expect(values == [1])
    store.run(.cancel(id: "d"))
    await advance(1_000)
    #expect(store.effects.map(\.name) == ["all", "all"])
    store.run(.cancel(id: "all"))
    await advance(100_000)
    #expect(values == [1])
    #expect(clock.sleeperCount == 0)
  }

  @Test func effectsAreListedOldestFirst() async {
    store.run(.later(1, after: 10).cancellable(id: "first"))
    await advance(2_000)
    store.run(.later(2, after: 10).named("second"))
    await advance(3_000)
    #expect(
      store.effects == [
        RunningEffect(path: "", name: "first", age: .seconds(5)),
        RunningEffect(path: "", name: "second", age: .seconds(3)),
      ])
  }
}
