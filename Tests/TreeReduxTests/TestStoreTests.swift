import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

private struct Search: Equatable {
  var query = ""
  var hits: [String] = []
}
private enum SearchAction: Action, Equatable { case type(String), found([String]), forget }

private struct SearchReducer: Reducer {
  let clock: TestClock

  func reduce(_ search: inout Search, _ action: SearchAction) -> Effect<SearchAction> {
    switch action {
    case .type(let query):
      search.query = query
      return .run { [clock] send in
        do {
          try await clock.sleep(for: .seconds(1))
          await send(.found([query]))
        } catch {}
      }
      .cancellable(id: "search", cancelInFlight: true)
    case .found(let hits): search.hits = hits
    case .forget: search = Search()
    }
    return .none
  }
}

@MainActor @Suite struct TestStoreTests {
  private let clock = TestClock()

  @Test func foreseenStepsPass() async {
    let store = TestStore(Search()) { SearchReducer(clock: clock) }
    await store.send(SearchAction.type("a")) { $0.query = "a" }
    await clock.advance(by: .milliseconds(900))
    await store.send(SearchAction.type("ab")) { $0.query = "ab" }
    await clock.advance(by: .milliseconds(900))
    #expect(store.state.hits == [])
    await clock.advance(by: .milliseconds(100))
    await store.receive(SearchAction.found(["ab"])) { $0.hits = ["ab"] }
    await store.finish()
  }

  @Test func whatIsNotForeseenFails() async {
    let store = TestStore(Search()) { SearchReducer(clock: clock) }
    await withKnownIssue {
      await store.send(SearchAction.type("a")) { $0.query = "b" }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("- query: \"b\"\n+ query: \"a\"") }
    }
    await withKnownIssue { await store.finish() }
    await clock.advance(by: .seconds(1))
    await withKnownIssue { await store.receive(SearchAction.forget) }
    await withKnownIssue { await store.receive(SearchAction.forget) }
    await store.finish()
  }

  @Test func drainingPassesOverWhatIsNotAsserted() async {
    let store = TestStore(Search(), isExhaustive: false) { SearchReducer(clock: clock) }
    await store.send(SearchAction.type("a"))
    await clock.advance(by: .seconds(1))
    await store.drain()
    #expect(store.state == Search(query: "a", hits: ["a"]))
    await store.finish()
  }
}

@Suite struct TestClockTests {
  @Test func sleepersWakeInTheOrderOfTheirDeadlines() async throws {
    let clock = TestClock()
    let (woken, wake) = AsyncStream<Int>.makeStream()
    for seconds in [3, 1, 2] {
      Task {
        try await clock.sleep(for: .seconds(seconds))
        wake.yield(seconds)
      }
    }
    await clock.advance(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    #expect(clock.sleeperCount == 1)
    #expect(await clock.advanceToNextDeadline())
    #expect(clock.now.offset == .seconds(3))
    #expect(await !clock.advanceToNextDeadline())
    wake.finish()
    var order: [Int] = []
    for await seconds in woken { order.append(seconds) }
    #expect(order == [1, 2, 3])
  }

  @Test func aSleeperThatSleepsAgainWakesWithinOneAdvance() async {
    let clock = TestClock()
    let ticks = Task {
      var offsets: [Duration] = []
      for _ in 0..<3 {
        try? await clock.sleep(for: .seconds(1))
        offsets.append(clock.now.offset)
      }
      return offsets
    }
    await clock.advance(by: .seconds(5))
    #expect(await ticks.value == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test func effectsMayTakeAsManyTurnsAsTheyNeed() async {
    let clock = TestClock()
    let store = makeScript(clock)
    store.run(
      .run { send in
        for value in 0..<20 {
          for _ in 0..<200 { await Task.yield() }
          do { try await send.clock.sleep(for: .seconds(1)) } catch { return }
          await send(value)
        }
      })
    await clock.advance(by: .seconds(20))
    #expect(clock.now.offset == .seconds(20))
    await store.settled()
    #expect(store.state.values == Array(0..<20))
    #expect(clock.sleeperCount == 0)
  }

  @Test func effectsWakeInTheOrderInWhichTheyWereStarted() async {
    let clock = TestClock()
    let store = makeScript(clock)
    for value in 0..<3 {
      store.run(
        .run { send in
          // The first falls asleep last.
          for _ in value..<3 { for _ in 0..<100 { await Task.yield() } }
          for second in 0..<2 {
            do { try await send.clock.sleep(for: .seconds(1)) } catch { return }
            await send(10 * second + value)
          }
        })
    }
    await clock.advance(by: .seconds(2))
    await store.settled()
    #expect(store.state.values == [0, 1, 2, 10, 11, 12])
  }

  @Test func cancellationWakes() async {
    let clock = TestClock()
    let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.advance(by: .zero)
    sleeping.cancel()
    await #expect(throws: CancellationError.self) { try await sleeping.value }
    #expect(clock.sleeperCount == 0)
  }
}
