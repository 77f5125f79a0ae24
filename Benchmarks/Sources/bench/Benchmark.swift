import AllocationMeter

/// One named measurement and what it is measured against in the same run.
struct Benchmark {
  /// A way to do something a number of times.
  typealias Work = (_ iterations: Int) -> Void

  /// What a benchmark runs, with its inputs built.
  struct Trial {
    var subject: Work
    var baseline: Work?
    var counts: [(name: String, value: Int)] = []
  }

  /// Whether the allocations of the subject are counted.
  enum Allocations {
    case ignored, counted
    /// Counted, and the run fails if there are any.
    case forbidden
  }

  let name: String
  /// What the subject is compared with, for the reader; empty where there is nothing to compare with.
  let baselineName: String
  /// Builds the inputs and the work. Called once, outside the timing; all is released after the run.
  let prepare: () -> Trial
  let allocations: Allocations

  init(
    _ name: String, against baselineName: String = "", allocations: Allocations = .ignored,
    prepare: @escaping () -> Trial
  ) {
    (self.name, self.baselineName, self.allocations, self.prepare) = (name, baselineName, allocations, prepare)
  }
}

/// Work that repeats `body`, whose result is consumed. Fit for anything that takes a microsecond or more; what takes
/// less should loop over `iterations` itself.
func repeating<Result>(_ body: @escaping () -> Result) -> Benchmark.Work {
  { iterations in
    for _ in 0..<iterations { blackHole(body()) }
  }
}

/// Consumes a value that the optimizer must not do away with.
@inline(never)
@_optimize(none)
func blackHole<Value>(_: Value) {}

/// Returns a value that the optimizer knows nothing about.
@inline(never)
@_optimize(none)
func opaque<Value>(_ value: Value) -> Value { value }

/// What `body` allocated, or nil where the platform does not let us count.
func allocations(of body: () -> Void) -> (peakBytes: Int, liveBytes: Int, count: Int)? {
  guard allocation_meter_is_available() else { return nil }
  allocation_meter_start()
  body()
  let totals = allocation_meter_stop()
  return (Int(totals.peak_bytes), Int(totals.live_bytes), Int(totals.count))
}
