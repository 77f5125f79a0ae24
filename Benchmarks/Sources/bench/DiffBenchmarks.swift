import Foundation
import TreeDiff

var diffBenchmarks: [Benchmark] {
  [
    diff("published-5k") { Workload<UUID>.published(5_000, removing: 2_000..<3_000, at: 3_000, shuffling: 200) },
    diff("published-100k") { published100k(UUID.self) },
    diff("published-5k-strings") {
      Workload<String>.published(5_000, removing: 2_000..<3_000, at: 3_000, shuffling: 200)
    },
    diff("published-100k-strings") { published100k(String.self) },
    diff("feed-10k") { Workload<Int>.feed(10_000) },
    diff("feed-100k") { Workload<Int>.feed(100_000) },
    diff("feed-1m", countsBytes: true) { Workload<Int>.feed(1_000_000) },
    diff("prepend-500-100k") { Workload<Int>.feed(100_000, prepended: 500) },
    diff("like-1m", against: .comparisonPass) {
      Workload<Int>.feed(1_000_000, prepended: 0, updated: 1, removed: 0, moved: 0)
    },
    diff("shuffle-100k") { Workload<Int>(count: 100_000) { $0.shuffle(using: &$1) } },
    diff("reverse-100k") { Workload<Int>(count: 100_000) { list, _ in list.reverse() } },
    diff("identical-100k", against: .comparisonPass) { Workload<Int>(count: 100_000) { _, _ in } },
    diff("disjoint-100k") { Workload<Int>.disjoint(100_000) },
    diff("duplicates-10k") { Workload<Int>.duplicates(10_000) },
    diff("first-to-end-10k") { Workload<Int>(count: 10_000) { list, _ in list.append(list.removeFirst()) } },
    standardLibrary("std/published-5k") {
      Workload<UUID>.published(5_000, removing: 2_000..<3_000, at: 3_000, shuffling: 200)
    },
    standardLibrary("std/feed-10k") { Workload<Int>.feed(10_000) },
    standardLibrary("std/feed-100k") { Workload<Int>.feed(100_000) },
    standardLibrary("std/first-to-end-10k") {
      Workload<Int>(count: 10_000) { list, _ in list.append(list.removeFirst()) }
    },
  ]
}

private func published100k<ID>(_: ID.Type) -> Workload<ID> {
  .published(100_000, removing: 20_000..<30_000, at: 30_000, shuffling: 2_000)
}

private enum Baseline: String {
  case dictionary, comparisonPass = "comparison pass"
}

/// A diff of a workload, checked once and then timed.
private func diff<ID>(
  _ name: String, against baseline: Baseline = .dictionary, countsBytes: Bool = false,
  _ workload: @escaping () -> Workload<ID>
) -> Benchmark {
  Benchmark("diff/\(name)", against: baseline.rawValue) {
    let workload = workload()
    let (old, new) = (workload.old, workload.new)
    let diff = ListDiff(from: old, to: new)
    guard let result = try? old.applying(diff), result == new else { fatalError("diff/\(name) does not replay") }
    var trial = Benchmark.Trial(
      subject: repeating { ListDiff(from: old, to: new) },
      baseline: baseline == .dictionary ? workload.dictionaryBuild : workload.comparisonPass)
    trial.counts = [
      ("moves", diff.moves.count), ("fewest_moves", workload.fewestMoves), ("updates", diff.updates.count),
    ]
    if countsBytes, let bytes = allocations(of: { blackHole(ListDiff(from: old, to: new)) })?.peakBytes {
      trial.counts.append(("bytes", bytes))
    }
    return trial
  }
}

/// The same by the standard library, without moves and updates.
private func standardLibrary<ID>(_ name: String, _ workload: @escaping () -> Workload<ID>) -> Benchmark {
  Benchmark(name, against: Baseline.dictionary.rawValue) {
    let workload = workload()
    let (old, new) = (workload.old, workload.new)
    return Benchmark.Trial(
      subject: repeating { new.difference(from: old) }, baseline: workload.dictionaryBuild)
  }
}
