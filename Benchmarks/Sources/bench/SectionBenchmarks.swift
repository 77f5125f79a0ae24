import TreeDiff

/// Diffs of sectioned lists, each against filing all old item ids in a dictionary.
var sectionBenchmarks: [Benchmark] {
  [
    sections("rank-100x1000") { SectionWorkload(sections: 100, items: 1_000, moved: 1_000, updated: 1_000) },
    sections("identical") { SectionWorkload(sections: 100, items: 1_000, moved: 0, updated: 0) },
    stages("rank-100x1000") { SectionWorkload(sections: 100, items: 1_000, moved: 1_000, updated: 1_000) },
  ]
}

/// Sections before and after some items moved to others and some changed, in separate storage.
private struct SectionWorkload {
  typealias Section = ListSection<Row<Int>, [Row<Int>]>

  let old: [Section]
  let new: [Section]

  init(sections: Int, items: Int, moved: Int, updated: Int) {
    var generator = SeededGenerator(seed: 1)
    old = (0..<sections).map { number in
      ListSection(Row(id: number), items: (0..<items).map { _ in Row(id: .random(using: &generator)) })
    }
    var new = old.map { ListSection($0.header, items: $0.items.map { $0 }) }
    for _ in 0..<updated {
      let section = Int.random(in: new.indices, using: &generator)
      new[section].items[.random(in: new[section].items.indices, using: &generator)].version += 1
    }
    for _ in 0..<moved {
      let (from, step) = (
        Int.random(in: new.indices, using: &generator), Int.random(in: 1..<sections, using: &generator)
      )
      let to = (from + step) % sections
      let item = new[from].items.remove(at: .random(in: new[from].items.indices, using: &generator))
      new[to].items.insert(item, at: .random(in: 0...new[to].items.count, using: &generator))
    }
    self.new = new
  }

  var dictionaryBuild: Benchmark.Work { idDictionaryBuild(old.flatMap { $0.items.map(\.id) }) }
}

/// A loop that files every id with its index, the measure of what hashing a list costs.
func idDictionaryBuild(_ ids: [Int]) -> Benchmark.Work {
  var generator = SeededGenerator(seed: 3)
  let ids = ids.shuffled(using: &generator)
  return repeating {
    var index = [Int: Int](minimumCapacity: ids.count)
    for position in ids.indices { index[ids[position]] = position }
    return index
  }
}

private func sections(_ name: String, _ workload: @escaping () -> SectionWorkload) -> Benchmark {
  Benchmark("sections/\(name)", against: "dictionary") {
    let workload = workload()
    let (old, new) = (workload.old, workload.new)
    let diff = SectionedDiff(from: old, to: new)
    guard let result = try? old.applying(diff), result == new else { fatalError("sections/\(name) does not replay") }
    var trial = Benchmark.Trial(
      subject: repeating { SectionedDiff(from: old, to: new) }, baseline: workload.dictionaryBuild)
    trial.counts = [("moves", diff.moves.count), ("updates", diff.updates.count)]
    return trial
  }
}

private func stages(_ name: String, _ workload: @escaping () -> SectionWorkload) -> Benchmark {
  Benchmark("sections/stages-\(name)", against: "dictionary") {
    let workload = workload()
    let (old, new) = (workload.old, workload.new)
    let diff = SectionedDiff(from: old, to: new)
    let updates = BatchUpdates(diff, from: old, to: new)
    guard updates.stages.last?.data == new else { fatalError("sections/stages-\(name) does not lead to the new list") }
    var trial = Benchmark.Trial(
      subject: repeating { BatchUpdates(diff, from: old, to: new) }, baseline: workload.dictionaryBuild)
    trial.counts = [("stages", updates.stages.count)]
    return trial
  }
}
