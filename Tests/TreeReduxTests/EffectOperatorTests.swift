import Testing
import TreeRedux

/// What each kind of effect and each operator sends, in stores that live in no actor.
@Suite struct EffectOperatorTests {
  private let async3 = Effect<Int>.async { 3 }

  // MARK: Sources

  @Test func whatIsSentAtOnceIsReducedInTheSameDispatch() {
    let store = makeScript()
    store.run(.merge(.send(1), .concatenate(.send(2), .none, .send(3)), .none, .send(4).map { $0 * 10 }))
    #expect(store.state.values == [1, 2, 3, 40])
    #expect(store.effects.isEmpty)
  }

  @Test func runSendsInOrder() async {
    let effect = Effect<Int>.run { send in for i in 0..<100 { await send(i) } }
    #expect(await values(of: effect) == Array(0..<100))
  }

  @Test func runHandsErrorsToItsHandler() async {
    let effect = Effect<Int>.run { send in
      await send(1)
      throw Boom(number: 2)
    } catch: {
      ($0 as? Boom)?.number ?? -1
    }
    #expect(await values(of: effect) == [1, 2])
  }

  @Test func asyncSendsWhatIsReturned() async { #expect(await values(of: async3) == [3]) }

  @Test func tryAsyncKeepsTheTypeOfTheFailure() async {
    let effect = Effect<Int>.tryAsync { () throws(Boom) in throw Boom(number: 7) }
    let typed: FallibleEffect<Int, Boom> = effect
    #expect(await values(of: typed.catchAndReturn { $0.number }) == [7])
    #expect(await values(of: Effect.tryAsync { 5 }.catchToNever()) == [5])
  }

  @Test func futureTakesTheFirstAnswerOnly() async {
    let effect = Effect<Int>.future { fulfil in
      fulfil(1)
      fulfil(2)
    }
    #expect(await values(of: effect) == [1])
    let failing = Effect<Int>.tryFuture { (fulfil: @Sendable (Result<Int, Boom>) -> Void) in
      fulfil(.failure(Boom(number: 3)))
      fulfil(.success(4))
    }
    #expect(await values(of: failing.catchAndReturn { $0.number }) == [3])
  }

  @Test func aFutureWhoseCallbackIsDroppedEnds() async {
    #expect(await values(of: .concatenate(.future { _ in }, .send(1))) == [1])
  }

  @Test func sequencesSendEveryValue() async {
    let stream = Effect<Int>.sequence {
      AsyncStream { continuation in
        for i in 0..<3 { continuation.yield(i) }
        continuation.finish()
      }
    }
    #expect(await values(of: stream) == [0, 1, 2])
    let failing = Effect<Int>.sequence {
      AsyncThrowingStream<Int, any Error> { continuation in
        continuation.yield(1)
        continuation.finish(throwing: Boom(number: 2))
      }
    }
    #expect(await values(of: failing.catchAndReturn { ($0 as? Boom)?.number ?? -1 }) == [1, 2])
  }

  // MARK: Failures

  @Test func failuresAreMappedAndCaught() async {
    struct Other: Error { let number: Int }
    let failing = FallibleEffect<Int, Boom>.merge(.send(1), .fail(Boom(number: 2)), .send(3))
    #expect(await values(of: failing.catchToNever()) == [1])
    #expect(await values(of: failing.mapError { Other(number: $0.number * 10) }.catchAndReturn(\.number)) == [1, 20])
    let caught: Effect<Int> = failing.catchMap { .merge(.send($0.number), .async { 4 }) }
    #expect(await values(of: caught) == [1, 2, 4])
  }

  @Test func aFailureCancelsTheRestOfAMerge() async {
    let gate = Gate()
    let waiting = Effect<Int>.tryRun { (send) throws(Boom) in
      await gate.wait()
      await send(1)
    }
    let store = makeScript()
    store.run(FallibleEffect.merge(waiting, .fail(Boom(number: 2))).catchAndReturn(\.number))
    #expect(store.state.values == [2])
    #expect(store.effects.isEmpty)
    gate.open()
    await store.settled()
    #expect(store.state.values == [2])
  }

  @Test func aFailureEndsAConcatenation() async {
    let effect = FallibleEffect<Int, Boom>.concatenate(.send(1), .fail(Boom()), .send(2))
    #expect(await values(of: effect.catchToNever()) == [1])
  }

  // MARK: Combinations

  @Test func mergeRunsAllAtOnce() async {
    let (first, second) = (Gate(), Gate())
    let effect = Effect<Int>.merge(
      .run { send in
        second.open()
        await first.wait()
        await send(1)
      },
      .run { send in
        await second.wait()
        await send(2)
        first.open()
      })
    #expect(await values(of: effect) == [2, 1])
  }

  @Test func concatenateRunsOneAfterTheOther() async {
    let slow = Effect<Int>.run { send in
      for _ in 0..<10 { await Task.yield() }
      await send(1)
    }
    #expect(await values(of: .concatenate(slow, .send(2), .async { 3 }, .send(4))) == [1, 2, 3, 4])
  }

  @Test func longChainsOfImmediateEffectsDoNotRecurse() {
    let store = makeScript()
    store.actionLimit = .max
    store.run(.concatenate((0..<100_000).map { .send($0) }))
    #expect(store.state.values == Array(0..<100_000))
  }

  @Test func whatFailsAtOnceIsTriedAgainWithoutRecursion() {
    let store = makeScript()
    store.actionLimit = .max
    let failing = FallibleEffect<Int, Boom>.concatenate(.send(1), .fail(Boom()))
    store.run(failing.retry(attempts: 20_000).catchAndReturn { _ in -1 })
    #expect(store.state.values == Array(repeating: 1, count: 20_000) + [-1])
  }

  @Test func theFirstToEndWinsARace() async {
    let never = Effect<Int>.run { send in
      await Gate().wait()
      await send(0)
    }
    #expect(await values(of: .race(never, .async { 1 })) == [1])
    let store = makeScript()
    store.run(.race(.send(1), never, .send(2)))
    #expect(store.state.values == [1])
    #expect(store.effects.isEmpty)
  }

  @Test func operatorsNestInAnyOrder() async {
    let inner = Effect<Int>.merge(.send(1), .async { 2 }).cancellable(id: "inner", cancelInFlight: true)
    let outer = Effect<Int>.race(
      .concatenate(inner, .send(3)).debounce(id: "debounced", for: .zero),
      .run { _ in await Gate().wait() })
    let all = outer.timeout(after: .seconds(1_000)).cancellable(id: "inner", in: .shared("all")).map { $0 + 10 }
    #expect(await values(of: .concatenate(all, .send(0))) == [11, 12, 13, 0])
  }
}
