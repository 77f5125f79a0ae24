#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#endif

/// The suites, each in a file of its own.
private var suites: [[Benchmark]] {
  [
    diffBenchmarks, keyedBenchmarks, sectionBenchmarks, outlineBenchmarks, storeBenchmarks, middlewareBenchmarks,
    effectBenchmarks,
  ]
}

private let usage = """
  usage: bench [--json] [--list] [--quick] [FILTER]

    FILTER   run only benchmarks whose name contains this
    --json   print one JSON object a line
    --list   print the names and run nothing
    --quick  take two short samples of each, to see that it runs
  """

@main
private struct Main {
  static func main() {
    var options: Set<String> = []
    var filters: [String] = []
    for argument in CommandLine.arguments.dropFirst() {
      switch argument {
      case "--json", "--list", "--quick": options.insert(argument)
      case "--help", "-h": return print(usage)
      case _ where argument.hasPrefix("-") || !filters.isEmpty: fail("unexpected argument '\(argument)'\n\(usage)")
      default: filters.append(argument)
      }
    }
    let chosen = suites.joined().filter { benchmark in filters.allSatisfy { benchmark.name.contains($0) } }
    guard !chosen.isEmpty else { fail("no benchmark's name contains '\(filters.joined())'") }
    if options.contains("--list") { return chosen.forEach { print($0.name) } }
    run(chosen, options.contains("--quick") ? .quick : Schedule(), json: options.contains("--json"))
  }

  private static func run(_ benchmarks: [Benchmark], _ schedule: Schedule, json: Bool) {
    var faults: [String] = []
    for (index, benchmark) in benchmarks.enumerated() {
      note("[\(index + 1)/\(benchmarks.count)] \(benchmark.name)")
      let measurement = benchmark.measure(schedule)
      print(json ? measurement.json : measurement.line)
      fflush(stdout)
      if case .forbidden = benchmark.allocations, let count = measurement.allocations, count > 0 {
        faults.append("\(benchmark.name) makes \(count) allocations an iteration and must make none")
      }
    }
    if !faults.isEmpty { fail(faults.joined(separator: "\n"), status: 1) }
  }

  private static func note(_ text: String) { fputs(text + "\n", stderr) }

  private static func fail(_ message: String, status: CInt = 64) -> Never {
    note("bench: \(message)")
    exit(status)
  }
}
