import TreeDiff
import TreeRedux

/// What an action costs, against the same change without any store.
var storeBenchmarks: [Benchmark] {
  [counter, counterObserved]
    + [1_000, 10_000, 100_000, 1_000_000].map(like)
    + [1_000, 1_000_000].map(likeWithOld) + [1_000, 1_000_000].map(likeInParent)
    + [100, 1_000, 10_000, 100_000].map(observers)
    + [fields, computed, subscribe, bytesPerObserver]
    + treeBenchmarks + [start]
}

func sizeName(_ count: Int) -> String {
  count >= 1_000_000 ? "\(count / 1_000_000)m" : count >= 1_000 ? "\(count / 1_000)k" : "\(count)"
}

private var counter: Benchmark {
  storeBenchmark("counter", allocations: .forbidden) {
    let store = Posts(1_000).makeStore()
    return .init { iterations in
      for _ in 0..<iterations { store.dispatch(CounterAction.increment) }
    }
  }
}

private var counterObserved: Benchmark {
  storeBenchmark("counter-observed", allocations: .counted) {
    let store = Posts(1_000).makeStore()
    let told = Counter()
    let token = store.observe(\.counter) { told.count &+= $0.new }
    return .init { iterations in
      for _ in 0..<iterations { store.dispatch(CounterAction.increment) }
      withExtendedLifetime(token) {}
    }
  }
}

private func like(_ count: Int) -> Benchmark {
  storeBenchmark("like-\(sizeName(count))", allocations: .counted) {
    let posts = Posts(count)
    let store = posts.makeStore()
    let told = Counter()
    let token = store.observeList(\.feed.posts) { for id in $0.changedIDs { told.count &+= id } }
    return .init { iterations in
      posts.forEachPick(iterations) { id in store.dispatch(PostAction.like, to: \.feed.posts, id: id) }
      withExtendedLifetime(token) {}
    }
  }
}

private func likeWithOld(_ count: Int) -> Benchmark {
  storeBenchmark("like-with-old-\(sizeName(count))") {
    let posts = Posts(count)
    let store = posts.makeStore()
    let told = Counter()
    let token = store.observeList(\.feed.posts, keepsOld: true) { change in
      told.count &+= change.old!.count &+ change.diff.updates.count
    }
    return .init { iterations in
      posts.forEachPick(iterations) { id in store.dispatch(PostAction.like, to: \.feed.posts, id: id) }
      withExtendedLifetime(token) {}
    }
  }
}

private func likeInParent(_ count: Int) -> Benchmark {
  storeBenchmark("like-in-parent-\(sizeName(count))", allocations: .counted) {
    let posts = Posts(count)
    let store = posts.makeStore()
    let told = Counter()
    let token = store.observeList(\.feed.posts) { for id in $0.changedIDs { told.count &+= id } }
    return .init { iterations in
      posts.forEachPick(iterations) { id in store.dispatch(LikeInFeed(id: id)) }
      withExtendedLifetime(token) {}
    }
  }
}

private func observers(_ count: Int) -> Benchmark {
  storeBenchmark("observers-\(sizeName(count))", allocations: .counted) {
    let posts = Posts(100_000, among: count)
    let store = posts.makeStore()
    let told = Counter()
    let tokens = posts.candidates.map { id in
      store.observe(\.feed.posts, id: id) { told.count &+= $0.new!.likes }
    }
    return .init(
      subject: { iterations in
        posts.forEachPick(iterations) { id in store.dispatch(PostAction.like, to: \.feed.posts, id: id) }
        withExtendedLifetime(tokens) {}
      }, counts: [("observers", tokens.count)])
  }
}

private var fields: Benchmark {
  storeBenchmark("fields-1000", allocations: .counted) {
    let store = RootStore(Wide()) { WideReducer() }
    let told = Counter()
    var tokens: [Observation] = []
    func observe<Value: Equatable>(_ paths: [KeyPath<Wide, Value>]) {
      for path in paths {
        for _ in 0..<25 { tokens.append(store.observe(path) { _ in told.count &+= 1 }) }
      }
    }
    observe(Wide.numbers)
    observe(Wide.texts)
    observe(Wide.flags)
    observe(Wide.lists)
    store.dispatch(Bump())
    let called = told.count
    return .init(
      subject: { iterations in
        for _ in 0..<iterations { store.dispatch(Bump()) }
        withExtendedLifetime(tokens) {}
      }, counts: [("observers", tokens.count), ("called", called)])
  }
}

private var computed: Benchmark {
  storeBenchmark("computed-100") {
    let store = Posts(1_000).makeStore()
    let told = Counter()
    let feed = store.node(\.feed)
    let tokens = (0..<100).map { _ in feed.observe(\.titleOrFilter) { _ in told.count &+= 1 } }
    return .init { iterations in
      for _ in 0..<iterations { store.dispatch(CounterAction.increment) }
      withExtendedLifetime(tokens) {}
    }
  }
}

private var subscribe: Benchmark {
  storeBenchmark("subscribe") {
    let posts = Posts(20_000, among: 10_000)
    let store = posts.makeStore()
    let told = Counter()
    let others = posts.candidates.map { id in store.observe(\.feed.posts, id: id) { _ in told.count &+= 1 } }
    let fresh = posts.list.map(\.id).filter { !Set(posts.candidates).contains($0) }
    return .init { iterations in
      for i in 0..<iterations {
        let token = store.observe(\.feed.posts, id: fresh[i % fresh.count]) { _ in told.count &+= 1 }
        token.cancel()
      }
      withExtendedLifetime(others) {}
    }
  }
}

private var bytesPerObserver: Benchmark {
  storeBenchmark("bytes-per-observer") {
    let posts = Posts(10_000)
    let store = posts.makeStore()
    let told = Counter()
    var tokens: [Observation] = []
    tokens.reserveCapacity(10_000)
    let totals = allocations {
      for id in posts.candidates { tokens.append(store.observe(\.feed.posts, id: id) { _ in told.count &+= 1 }) }
    }
    return .init(
      subject: { iterations in
        for i in 0..<iterations {
          tokens[i % tokens.count] = store.observe(\.feed.posts, id: posts.candidates[i % tokens.count]) { _ in
            told.count &+= 1
          }
        }
      }, counts: totals.map { [("bytes", $0.liveBytes / 10_000)] } ?? [])
  }
}
