import TreeRedux

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What effects cost: while they run, when they begin and end, and once they are gone.
var effectBenchmarks: [Benchmark] { [live, sent, started] }

/// Actions to elements while each of 1,000 of them has an effect that runs, against the same with none.
private var live: Benchmark {
  Benchmark("effects/live-1k", against: "no effect") {
    let (busy, idle) = (LivePosts(), LivePosts())
    busy.startWaiting()
    return .init(subject: busy.like, baseline: idle.like)
  }
}

/// An action that is sent by an effect, against one that is dispatched.
private var sent: Benchmark {
  Benchmark("effects/send", against: "dispatched") {
    let store = RootStore(0) { PingReducer() }
    return .init { iterations in
      for _ in 0..<iterations { store.dispatch(Ping.pong) }
    } baseline: { iterations in
      for _ in 0..<iterations {
        store.dispatch(Ping.count)
        store.dispatch(Ping.count)
      }
    }
  }
}

/// An effect that runs in a task, sends once and ends, against a task.
private var started: Benchmark {
  Benchmark("effects/start", against: "a task") {
    let store = RootStore(0) { PingReducer() }
    store.onDiagnostic = nil
    func run(_ iterations: Int) {
      for _ in 0..<iterations { store.dispatch(Ping.run) }
      while !store.effects.isEmpty {
        sched_yield()
        store.dispatch(Ping.count)
      }
    }
    run(1_000)
    var trial = Benchmark.Trial(subject: run) { iterations in
      let done = TaskCounter()
      for _ in 0..<iterations { Task { await done.add() } }
      while done.isBehind(iterations) { sched_yield() }
    }
    if let memory = allocations(of: { for _ in 0..<100 { run(1_000) } }) {
      trial.counts = [("bytes left by 100,000", memory.liveBytes), ("bytes at most", memory.peakBytes)]
    }
    return trial
  }
}

private enum Ping: Action { case count, pong, run }

private struct PingReducer: Reducer {
  func reduce(_ count: inout Int, _ action: Ping) -> Effect<Ping> {
    count &+= 1
    switch action {
    case .count: return .none
    case .pong: return .send(.count)
    case .run: return .run { send in await send(.count) }
    }
  }
}

/// Counts tasks that are done.
private final class TaskCounter: @unchecked Sendable {
  // Unchecked: the count is behind the mutex.
  private var mutex = pthread_mutex_t()
  private var count = 0

  init() { pthread_mutex_init(&mutex, nil) }
  deinit { pthread_mutex_destroy(&mutex) }

  func add() async { _ = change(by: 1) }
  func isBehind(_ target: Int) -> Bool { change(by: 0) < target }
  private func change(by n: Int) -> Int {
    pthread_mutex_lock(&mutex)
    defer { pthread_mutex_unlock(&mutex) }
    count += n
    return count
  }
}

/// A list of posts of which each can have an effect that runs until the end.
private struct LivePosts {
  private struct Wait: Action {}
  private let posts = Posts(1_000)
  private let store: RootStore<AppState>

  init() {
    store = RootStore(posts.makeState()) {
      Node(\.feed) {
        ForEach(\.posts) {
          PostReducer()
          Reduce { (_: inout Post, _: Wait) in
            .run { _ in for await _ in AsyncStream<Never>.makeStream().stream {} }
          }
        }
      }
    }
    store.onDiagnostic = nil
  }

  func startWaiting() {
    for post in posts.list { store.dispatch(Wait(), to: \.feed.posts, id: post.id) }
  }
  func like(_ iterations: Int) {
    posts.forEachPick(iterations) { store.dispatch(PostAction.like, to: \.feed.posts, id: $0) }
  }
}
