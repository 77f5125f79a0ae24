import Foundation
import Testing
import TreeDiff
import TreeRedux

/// Runs `body` on a thread with a stack of 512 KiB.
private func onSmallStack(_ body: @escaping @Sendable () -> Void) {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
}

/// Who is freed when, on which thread, and with how small a stack.
@Suite struct LifetimeTests {
  private final class Canary: Sendable {}

  @Test func theStoreAndWhatItsObserversCaptureIsFreedWithIt() {
    weak var store: RootStore<AppState>?
    weak var canary: Canary?
    var tokens: [Observation] = []
    do {
      let kept = makeStore(posts: 2)
      let captured = Canary()
      (store, canary) = (kept, captured)
      tokens = [
        kept.observe(\.count) { _ in withExtendedLifetime(captured) {} },
        kept.observeList(\.feed.posts) { _ in withExtendedLifetime(captured) {} },
        kept.observe(\.feed.posts, id: 1) { _ in withExtendedLifetime(captured) {} },
        kept.node(\.details).observe(\.text) { _ in withExtendedLifetime(captured) {} },
        kept.node(\.feed).observe(\.titleOrFailure) { _ in withExtendedLifetime(captured) {} },
      ]
      kept.dispatch(CounterAction.increment)
    }
    #expect(store == nil)
    #expect(tokens.count == 5)
    tokens = []
    #expect(canary == nil)
  }

  @Test func whatACancelledObserverCapturesIsFreedWithItsToken() {
    let store = makeStore()
    weak var canary: Canary?
    do {
      let captured = Canary()
      canary = captured
      _ = store.observe(\.count) { _ in withExtendedLifetime(captured) {} }
    }
    #expect(canary == nil)
    store.dispatch(CounterAction.increment)
  }

  @Test func theStateIsFreedWithTheStore() {
    struct Holder { let canary: Canary }
    weak var canary: Canary?
    var handle: NodeHandle<Canary>?
    do {
      let held = Canary()
      canary = held
      let store = RootStore(Holder(canary: held)) {}
      handle = store.node(\.canary)
    }
    #expect(handle?.isAlive == false)
    handle = nil
    #expect(canary == nil)
  }

  @Test func aHandleThatOutlivesTheStoreTellsSo() {
    var store: RootStore? = makeStore(posts: 1)
    let row = store!.node(\.feed.posts, id: 0)
    weak let gone = store
    store = nil
    #expect(gone == nil)
    #expect(!row.isAlive)
    #expect(!row.dispatch(PostAction.like))
    let token = row.observe(\.likes) { _ in Issue.record("the store is gone") }
    token.cancel()
  }

  @Test func anObserverMayReleaseTheStore() {
    var store: RootStore? = makeStore()
    weak let gone = store
    let log = Log<String>()
    let tokens = [
      store!.observe(\.count) { _ in
        log("first")
        store = nil
      },
      store!.observe(\.count) { _ in log("second") },
    ]
    store!.dispatch(CounterAction.increment)
    #expect(log.entries.first == "first")
    #expect(gone == nil)
    withExtendedLifetime(tokens) {}
  }

  @Test func sequencesEndWithTheStore() async {
    var store: RootStore? = makeStore()
    let values = store!.values(\.count)
    store!.dispatch(CounterAction.increment)
    store!.dispatch(CounterAction.set(1))
    store!.dispatch(CounterAction.increment)
    store = nil
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [0, 1, 2])
  }

  @Test func newestValuesAreKeptWhereThatIsWanted() async {
    var store: RootStore? = makeStore()
    let values = store!.values(\.count, buffering: .newest(2))
    for _ in 0..<5 { store!.dispatch(CounterAction.increment) }
    store = nil
    var seen: [Int] = []
    for await value in values { seen.append(value) }
    #expect(seen == [4, 5])
  }

  @Test func aSequenceThatIsDroppedIsFreed() {
    let store = makeStore()
    weak var token: Observation?
    weak var canary: Canary?
    struct Boxed: Equatable {
      let canary: Canary
      static func == (a: Boxed, b: Boxed) -> Bool { a.canary === b.canary }
    }
    do {
      let held = Canary()
      canary = held
      let boxed = RootStore(Boxed(canary: held)) {}
      _ = boxed.values(\.self)
      token = store.observe(\.count) { _ in }
    }
    #expect(token == nil)
    #expect(canary == nil)
  }

  @Test func tokensAreReleasedOnOtherThreadsWhileTheStoreRuns() async {
    final class Bag: @unchecked Sendable {
      // Unchecked: filled by one thread, and then handed over to another that empties it.
      var objects: [AnyObject] = []
    }
    let store = makeStore(posts: 10)
    var calls = 0
    var releases: [Task<Void, Never>] = []
    for round in 0..<1_000 {
      let bag = Bag()
      for i in 0..<100 {
        switch i % 4 {
        case 0: bag.objects.append(store.observe(\.count) { _ in calls += 1 })
        case 1: bag.objects.append(store.observe(\.feed.posts, id: i % 10) { _ in calls += 1 })
        case 2: bag.objects.append(store.observe(\.feed.titleOrFailure) { _ in calls += 1 })
        default: bag.objects.append(store.node(\.feed.posts, id: (round + i) % 40))
        }
      }
      releases.append(Task.detached { bag.objects = [] })
      for i in 0..<100 { store.dispatch(i.isMultiple(of: 2) ? CounterAction.increment : .decrement) }
    }
    for release in releases { await release.value }
    let before = calls
    store.dispatch(CounterAction.increment)
    #expect(calls == before)
  }

  @Test func storesAreReleasedOnOtherThreadsWhileOthersSendToThem() async {
    final class Bag: @unchecked Sendable {
      // Unchecked: made by one thread, and then handed over to another that empties it.
      var store: RootStore<AppState>?
      var token: Observation?
    }
    for _ in 0..<500 {
      let bag = Bag()
      let store = makeStore()
      let dispatcher = store.dispatcher()
      (bag.store, bag.token) = (consume store, nil)
      bag.token = bag.store!.observe(\.count) { _ in }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask { for _ in 0..<100 { dispatcher.send(CounterAction.increment) } } }
        group.addTask { bag.store = nil }
      }
      bag.token = nil
    }
  }

  @MainActor
  @Test func actionsOfEightSendersAreEachReducedInOrder() async {
    struct Sent: Action { let sender: Int, number: Int }
    struct Counts: Equatable {
      var next = Array(repeating: 0, count: 8)
      var disorder = 0
    }
    let store = RootStore(Counts()) {
      Reduce { (counts: inout Counts, action: Sent) in
        if counts.next[action.sender] != action.number { counts.disorder += 1 }
        counts.next[action.sender] += 1
        return .none
      }
    }
    let dispatcher = store.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<24_999 { dispatcher.send(Sent(sender: sender, number: number)) }
          await dispatcher.dispatch(Sent(sender: sender, number: 24_999))
        }
      }
    }
    #expect(store.state == Counts(next: Array(repeating: 25_000, count: 8)))
  }

  /// 20 KiB.
  private struct Large: Equatable {
    struct Kilo: Equatable {
      var (a, b, c, d, e, f, g, h) = (Line(), Line(), Line(), Line(), Line(), Line(), Line(), Line())
    }
    struct Line: Equatable {
      var (a, b, c, d, e, f, g, h) = (0, 0, 0, 0, 0, 0, 0, 0)
      var (i, j, k, l, m, n, o, p) = (0, 0, 0, 0, 0, 0, 0, 0)
    }
    var (a, b, c, d, e) = (Kilo(), Kilo(), Kilo(), Kilo(), Kilo())
    var (f, g, h, i, j) = (Kilo(), Kilo(), Kilo(), Kilo(), Kilo())
    var (k, l, m, n, o) = (Kilo(), Kilo(), Kilo(), Kilo(), Kilo())
    var (p, q, r, s, t) = (Kilo(), Kilo(), Kilo(), Kilo(), Kilo())
  }

  @Test func aLargeStateFitsASmallStack() {
    #expect(MemoryLayout<Large>.size == 20 << 10)
    onSmallStack {
      struct Tick: Action {}
      let store = RootStore(Large()) {
        Reduce { (state: inout Large, action: Tick) in
          state.t.h.p += 1
          return .none
        }
      }
      var calls = 0
      let tokens = [
        store.observe(\.t.h.p) { _ in calls += 1 },
        store.observe(\.self) { _ in calls += 1 },
      ]
      store.dispatch(Tick())
      store.batch { store.dispatch(Tick()) }
      #expect(calls == 4)
      withExtendedLifetime(tokens) {}
    }
  }

  /// A tree as deep as is wanted.
  private indirect enum Deep: Equatable {
    case end(Int)
    case level(Deep)
  }
  private struct Tick: Action {}

  private static func tree(_ depth: Int) -> [AnyNode<Deep>] {
    var part = nodes(of: Deep.self) {
      Reduce { (deep: inout Deep, action: Tick) in
        guard case .end(let count) = deep else { return .none }
        deep = .end(count + 1)
        // The answer goes down all the levels again, to this node alone.
        return count == 0 ? .send(Tick()) : .none
      }
    }
    for _ in 0..<depth {
      let inner = part
      part = nodes(of: Deep.self) {
        IfCase("level", get: { if case .level(let deep) = $0 { deep } else { nil } }, set: { Deep.level($0) }) { inner }
      }
    }
    return part
  }
  private static func nodes<S>(of type: S.Type, @NodeBuilder<S> _ build: () -> [AnyNode<S>]) -> [AnyNode<S>] { build() }

  @Test func aStateOfAThousandLevelsFitsASmallStack() async {
    await #expect(processExitsWith: .success) {
      onSmallStack {
        var state = Deep.end(0)
        for _ in 0..<1_000 { state = .level(state) }
        let store = RootStore(state) {
          Reduce { (deep: inout Deep, _: Tick) in
            deep = .level(deep)
            return .none
          }
        }
        var calls = 0
        let token = store.observe(\.self) { _ in calls += 1 }
        guard store.dispatch(Tick()), calls == 1 else { fatalError("told \(calls) times") }
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func aThousandLevelsOfNodesFitASmallStack() async {
    // In a process of its own, since a stack that overflows would end this one.
    await #expect(processExitsWith: .success) {
      onSmallStack {
        let levels = ProcessInfo.processInfo.environment["LEVELS"].flatMap { Int($0) } ?? 1_000
        var state = Deep.end(0)
        for _ in 0..<levels { state = .level(state) }
        let store = RootStore(state) { Self.tree(levels) }
        guard store.dispatch(Tick()) else { fatalError("nobody took the action") }
        var (deep, depth) = (store.state, 0)
        while case .level(let inner) = deep { (deep, depth) = (inner, depth + 1) }
        guard deep == .end(2), depth == levels else { fatalError("\(depth) levels, then \(deep)") }
      }
    }
  }

  @Test func effectsThatArePutTogetherOneByOneNeedNoStack() {
    onSmallStack {
      for isMerged in [false, true] {
        for isFirst in [false, true] {
          let store = makeScript()
          let effects = (0..<5_000).reduce(Effect<Int>.none) { all, number in
            let pair = isFirst ? [.send(number), all] : [all, .send(number)]
            return isMerged ? .merge(pair) : .concatenate(pair)
          }
          store.run(effects)
          let numbers = Array(0..<5_000)
          #expect(store.state.values == (isFirst ? numbers.reversed() : numbers))
        }
      }
    }
  }

  @Test func hundredsOfOperatorsAroundOperatorsFitASmallStack() async {
    // In a process of its own, since a stack that overflows would end this one.
    await #expect(processExitsWith: .success) {
      onSmallStack {
        let store = makeScript()
        store.run((0..<300).reduce(Effect<Int>.send(1)) { effect, _ in effect.map { $0 + 1 } })
        guard store.state.values == [301] else { fatalError("\(store.state.values)") }
      }
    }
  }
}
