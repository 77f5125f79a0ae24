import Foundation
import TreeDiff

var diffBenchmarks: [Benchmark] {
  [
    standardLibrary("std/feed-10k") { Workload<Int>.feed(10_000) }
  ]
}

private func standardLibrary<ID>(_ name: String, _ workload: @escaping () -> Workload<ID>) -> Benchmark {
  Benchmark(name, against: "dictionary") {
    let workload = workload()
    let (old, new) = (workload.old, workload.new)
    return Benchmark.Trial(
      subject: repeating { new.difference(from: old) }, baseline: workload.dictionaryBuild)
  }
}
