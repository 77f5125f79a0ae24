import TreeDiff

/// Diffs of threads, each against filing all old ids in a dictionary.
var outlineBenchmarks: [Benchmark] {
  [
    outlines("thread-100k") { try OutlineDiff(from: $0.old, to: $0.new, value: \.comment, children: \.replies) },
    Benchmark("outline/flat-thread-100k", against: "dictionary") {
      let thread = Thread()
      guard let old = try? Outline(thread.old, value: \.comment, children: \.replies),
        let new = try? Outline(thread.new, value: \.comment, children: \.replies)
      else { fatalError("The thread is no outline.") }
      return Benchmark.Trial(
        subject: repeating { OutlineDiff(from: old, to: new) }, baseline: idDictionaryBuild(old.values.map(\.id)))
    },
    identical(1_000), identical(100_000),
    steps("thread-100k") {
      let thread = Thread()
      return (
        try Outline(thread.old, value: \.comment, children: \.replies),
        try Outline(thread.new, value: \.comment, children: \.replies)
      )
    },
    steps("shuffled-10k") {
      var generator = SeededGenerator(seed: 1)
      let rows = (0..<10_000).map { OutlineRow(Row(id: $0), parent: nil) }
      return (try Outline(rows: rows), try Outline(rows: rows.shuffled(using: &generator)))
    },
  ]
}

/// A comment and the replies to it.
private struct Comment: Identifiable {
  var comment: Row<Int>
  var replies: [Comment]

  var id: Int { comment.id }
}

/// The same with replies whose versions share storage.
private struct SharedComment: Identifiable {
  var comment: Row<Int>
  var replies: KeyedList<SharedComment>

  var id: Int { comment.id }
}

/// A thread of 100,000 comments before and after 50 were inserted, 20 removed and 10 moved.
private struct Thread {
  let old: [Comment]
  let new: [Comment]
  let ids: [Int]

  init() {
    var generator = SeededGenerator(seed: 1)
    var rows = Self.rows(100_000, &generator)
    old = Self.comments(rows)
    ids = rows.map(\.value.id)
    let parents = Set(rows.map(\.parent))
    func leaf() -> Int {
      while true {
        let index = Int.random(in: rows.indices, using: &generator)
        if !parents.contains(rows[index].value.id) { return index }
      }
    }
    for _ in 0..<20 { rows.remove(at: leaf()) }
    for _ in 0..<10 { rows[leaf()].parent = rows.randomElement(using: &generator)?.value.id }
    for number in 0..<50 {
      let parent = rows.randomElement(using: &generator)?.value.id
      rows.append(OutlineRow(Row(id: 1_000_000 + number), parent: parent))
    }
    new = Self.comments(rows)
  }

  /// Comments of which one in ten answers nobody and the others any earlier one.
  static func rows(_ count: Int, _ generator: inout SeededGenerator) -> [OutlineRow<Row<Int>>] {
    (0..<count).map { id in
      let isRoot = id == 0 || Int.random(in: 0..<10, using: &generator) == 0
      return OutlineRow(Row(id: id), parent: isRoot ? nil : .random(in: 0..<id, using: &generator))
    }
  }

  private static func comments(_ rows: [OutlineRow<Row<Int>>]) -> [Comment] {
    guard let outline = try? Outline(rows: rows) else { fatalError("The thread is no outline.") }
    return outline.nodes(Comment.init)
  }
}

private func outlines(
  _ name: String, _ diff: @escaping (Thread) throws -> OutlineDiff<Row<Int>>
) -> Benchmark {
  Benchmark("outline/\(name)", against: "dictionary") {
    let thread = Thread()
    guard let outline = try? Outline(thread.old, value: \.comment, children: \.replies),
      let target = try? Outline(thread.new, value: \.comment, children: \.replies),
      let changes = try? diff(thread), let result = try? outline.applying(changes), result == target
    else { fatalError("outline/\(name) does not replay") }
    var trial = Benchmark.Trial(subject: repeating { try? diff(thread) }, baseline: idDictionaryBuild(thread.ids))
    trial.counts = [
      ("insertions", changes.insertions.count), ("removals", changes.removals.count), ("moves", changes.moves.count),
    ]
    return trial
  }
}

/// An outline and a copy of it, whatever the size.
private func identical(_ count: Int) -> Benchmark {
  Benchmark("outline/identical-shared-\(count)") {
    var generator = SeededGenerator(seed: 1)
    guard let outline = try? Outline(rows: Thread.rows(count, &generator)) else { fatalError("no outline") }
    let roots = KeyedList(
      uniqueElements: outline.nodes { SharedComment(comment: $0, replies: KeyedList(uniqueElements: $1)) })
    let copy = roots
    return Benchmark.Trial(
      subject: repeating { try? OutlineDiff(from: roots, to: copy, value: \.comment, children: \.replies) })
  }
}

/// The changes of an outline one by one.
private func steps(
  _ name: String, _ outlines: @escaping () throws -> (old: Outline<Row<Int>>, new: Outline<Row<Int>>)
) -> Benchmark {
  Benchmark("outline/steps-\(name)", against: "dictionary") {
    guard let (old, new) = try? outlines() else { fatalError("outline/steps-\(name) has no outlines") }
    let diff = OutlineDiff(from: old, to: new)
    var result = old
    guard let steps = try? OutlineSteps(diff, from: old), (try? steps.apply(to: &result)) != nil, result == new
    else { fatalError("outline/steps-\(name) does not replay") }
    var trial = Benchmark.Trial(
      subject: repeating { try? OutlineSteps(diff, from: old) }, baseline: idDictionaryBuild(old.values.map(\.id)))
    trial.counts = [("steps", steps.count)]
    return trial
  }
}
