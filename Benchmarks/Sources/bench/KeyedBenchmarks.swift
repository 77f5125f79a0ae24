import TreeDiff

/// Lists of identified elements against the standard library's collections.
var keyedBenchmarks: [Benchmark] {
  [
    building, appending, iterating, positions, ids(1_000, "1k"), ids(100_000, "100k"), ids(1_000_000, "1m"),
    update(32, "32", isShared: true), update(1_000, "1k", isShared: true), update(100_000, "100k", isShared: true),
    update(1_000_000, "1m", isShared: true), update(1_000, "1k", isShared: false),
    update(100_000, "100k", isShared: false), update(1_000_000, "1m", isShared: false),
    insertion(isShared: true), insertion(isShared: false), likeDiff, feedDiff, equality, reconciling, colliding,
    memory(32, "32"), memory(33, "33"), memory(1_000, "1k"), memory(100_000, "100k"), memory(1_000_000, "1m"),
  ]
}

/// A row of a feed: 41 bytes, one of its fields reference counted.
private struct KeyedPost: Identifiable, Equatable {
  let id: Int
  var likes: Int
  var title: String
  var isLiked = false
}

private func posts(_ count: Int) -> [KeyedPost] {
  (0..<count).map { KeyedPost(id: $0 * 7 + 3, likes: $0, title: "Row \($0)") }
}

/// Random places, as many as are looked up in turn.
private func places(_ count: Int, _ number: Int = 1 << 14) -> [Int] {
  var generator = SeededGenerator(seed: 4)
  return (0..<number).map { _ in Int.random(in: 0..<count, using: &generator) }
}

private var building: Benchmark {
  Benchmark("keyed/build-100k", against: "Dictionary") {
    let posts = posts(100_000)
    return Benchmark.Trial(
      subject: repeating { KeyedList(uniqueElements: posts) },
      baseline: repeating {
        var all = [Int: KeyedPost](minimumCapacity: posts.count)
        for post in posts { all[post.id] = post }
        return all
      })
  }
}

private var appending: Benchmark {
  Benchmark("keyed/append-100k", against: "Dictionary") {
    let posts = posts(100_000)
    return Benchmark.Trial(
      subject: repeating {
        var list = KeyedList<KeyedPost>()
        for post in posts { list.append(post) }
        return list
      },
      baseline: repeating {
        var all: [Int: KeyedPost] = [:]
        for post in posts { all[post.id] = post }
        return all
      })
  }
}

private var iterating: Benchmark {
  Benchmark("keyed/iterate-100k", against: "Array") {
    let posts = posts(100_000)
    let list = KeyedList(uniqueElements: posts)
    return Benchmark.Trial(
      subject: repeating {
        var sum = 0
        for post in list { sum &+= post.likes }
        return sum
      },
      baseline: repeating {
        var sum = 0
        for post in posts { sum &+= post.likes }
        return sum
      })
  }
}

/// Looks an id up in a dictionary, over and over.
private func dictionaryLookUp(_ posts: [KeyedPost], _ places: [Int]) -> Benchmark.Work {
  let all = Dictionary(uniqueKeysWithValues: posts.map { ($0.id, $0) })
  let ids = places.map { posts[$0].id }
  return { iterations in
    var sum = 0
    for i in 0..<iterations { sum &+= all[ids[i & (ids.count - 1)]]!.likes }
    blackHole(sum)
  }
}

private var positions: Benchmark {
  Benchmark("keyed/get-position-1m", against: "Dictionary, by id") {
    let posts = posts(1_000_000)
    let places = places(posts.count)
    let list = KeyedList(uniqueElements: posts)
    return Benchmark.Trial(
      subject: { iterations in
        var sum = 0
        for i in 0..<iterations { sum &+= list[places[i & (places.count - 1)]].likes }
        blackHole(sum)
      },
      baseline: dictionaryLookUp(posts, places))
  }
}

private func ids(_ count: Int, _ name: String) -> Benchmark {
  Benchmark("keyed/get-id-\(name)", against: "Dictionary") {
    let posts = posts(count)
    let places = places(posts.count)
    let ids = places.map { posts[$0].id }
    let list = KeyedList(uniqueElements: posts)
    return Benchmark.Trial(
      subject: { iterations in
        var sum = 0
        for i in 0..<iterations { sum &+= list[id: ids[i & (ids.count - 1)]]!.likes }
        blackHole(sum)
      },
      baseline: dictionaryLookUp(posts, places))
  }
}

/// A change to one element by its id, with a copy from before it alive, or none.
private func update(_ count: Int, _ name: String, isShared: Bool) -> Benchmark {
  Benchmark("keyed/update-\(isShared ? "shared" : "unique")-\(name)", against: "Array, by position") {
    let posts = posts(count)
    let places = places(posts.count)
    let ids = places.map { posts[$0].id }
    var list = KeyedList(uniqueElements: posts)
    var array = posts
    return Benchmark.Trial(
      subject: { iterations in
        var older = list
        for i in 0..<iterations {
          older = isShared ? list : []
          list.update(id: ids[i & (ids.count - 1)]) { $0.likes &+= 1 }
        }
        blackHole(older)
      },
      baseline: { iterations in
        var older = array
        for i in 0..<iterations {
          older = isShared ? array : []
          array[places[i & (places.count - 1)]].likes &+= 1
        }
        blackHole(older)
      })
  }
}

/// An insertion at a random place and a removal at another one.
private func insertion(isShared: Bool) -> Benchmark {
  Benchmark("keyed/insert-100k\(isShared ? "-shared" : "")", against: "Array") {
    let posts = posts(100_000)
    let places = places(posts.count)
    var list = KeyedList(uniqueElements: posts)
    var array = posts
    var id = -1
    func next() -> KeyedPost {
      id -= 1
      return KeyedPost(id: id, likes: 0, title: "New")
    }
    return Benchmark.Trial(
      subject: { iterations in
        var older = list
        let start = list
        for i in 0..<iterations {
          older = isShared ? list : []
          list.insert(next(), at: places[i & (places.count - 1)])
          if list.count > 110_000 { list = start }
        }
        list = start
        blackHole(older)
      },
      baseline: { iterations in
        var older = array
        let start = array
        for i in 0..<iterations {
          older = isShared ? array : []
          array.insert(next(), at: places[i & (places.count - 1)])
          if array.count > 110_000 { array = start }
        }
        array = start
        blackHole(older)
      })
  }
}

/// A version and a later one in which one element was changed.
private func liked(_ count: Int) -> (old: KeyedList<KeyedPost>, new: KeyedList<KeyedPost>) {
  let old = KeyedList(uniqueElements: posts(count))
  var new = old
  new[count / 2].likes += 1
  return (old, new)
}

private var likeDiff: Benchmark {
  Benchmark("keyed/diff-like-1m", against: "the same at 1,000") {
    let (large, small) = (liked(1_000_000), liked(1_000))
    return Benchmark.Trial(
      subject: repeating { large.new.diff(from: large.old) }, baseline: repeating { small.new.diff(from: small.old) })
  }
}

private var feedDiff: Benchmark {
  Benchmark("keyed/diff-feed-1m", against: "ListDiff of arrays") {
    let workload = Workload<Int>.feed(1_000_000)
    let old = KeyedList(uniqueElements: workload.old)
    var new = old
    new.reconcile(with: workload.new)
    let diff = new.diff(from: old)
    guard Array(new) == workload.new, let result = try? workload.old.applying(diff), result == workload.new else {
      fatalError("keyed/diff-feed-1m does not replay")
    }
    return Benchmark.Trial(
      subject: repeating { new.diff(from: old) },
      baseline: repeating { ListDiff(from: workload.old, to: workload.new) },
      counts: [("moves", diff.moves.count), ("fewest_moves", workload.fewestMoves), ("updates", diff.updates.count)])
  }
}

private var equality: Benchmark {
  Benchmark("keyed/equal-1m", against: "Array") {
    let old = posts(1_000_000)
    var new = old
    new[old.count - 1].likes += 1
    let oldList = KeyedList(uniqueElements: old)
    var newList = oldList
    newList[old.count - 1].likes += 1
    return Benchmark.Trial(
      subject: repeating { oldList == newList }, baseline: repeating { old == new })
  }
}

/// Taking in a feed that was loaded again, with the older version alive.
private var reconciling: Benchmark {
  Benchmark("keyed/reconcile-feed-100k", against: "Dictionary of ids") {
    let workload = Workload<Int>.feed(100_000)
    let old = KeyedList(uniqueElements: workload.old)
    return Benchmark.Trial(
      subject: repeating {
        var list = old
        return list.reconcile(with: workload.new)
      },
      baseline: workload.dictionaryBuild)
  }
}

/// An element whose id has the same hash as all others.
private struct Colliding: Identifiable {
  struct ID: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }
  let id: ID
  var value = 0
}

/// A thousand ids with one hash: building the list one by one, then changing each element.
private var colliding: Benchmark {
  Benchmark("keyed/colliding-1k") {
    let elements = (0..<1_000).map { Colliding(id: Colliding.ID(number: $0)) }
    return Benchmark.Trial(
      subject: repeating {
        var list: KeyedList<Colliding> = []
        for element in elements { list.append(element) }
        for element in elements { list.update(id: element.id) { $0.value += 1 } }
        return list
      })
  }
}

/// What a list takes for each element, beside the building of it.
private func memory(_ count: Int, _ name: String) -> Benchmark {
  Benchmark("keyed/memory-\(name)") {
    let posts = posts(count)
    var trial = Benchmark.Trial(subject: repeating { KeyedList(uniqueElements: posts) })
    var list: KeyedList<KeyedPost> = []
    var appended: KeyedList<KeyedPost> = []
    let built = allocations { list = KeyedList(uniqueElements: posts) }
    let grown = allocations { for post in posts { appended.append(post) } }
    trial.counts = [("stride", MemoryLayout<KeyedPost>.stride)]
    if let built, let grown {
      trial.counts.append(("bytes_per_element", built.liveBytes / count))
      trial.counts.append(("bytes_per_element_appended", grown.liveBytes / count))
    }
    blackHole((list, appended))
    return trial
  }
}
