/// How long and how often a trial is run.
struct Schedule {
  var minimumSamples = 7
  var maximumSamples = 41
  /// Aimed at for one sample, so that the clock's own cost and resolution do not count.
  var sampleTime = Duration.milliseconds(4)
  /// Sampling stops after this once the minimum is reached.
  var totalTime = Duration.milliseconds(1_500)

  /// Just enough to see that a benchmark runs.
  static let quick = Schedule(minimumSamples: 2, maximumSamples: 2, sampleTime: .zero, totalTime: .zero)
}

/// A benchmark's figures.
struct Measurement {
  let name: String
  let medianNanoseconds: Double
  let baselineName: String
  let baselineNanoseconds: Double?
  let counts: [(name: String, value: Int)]
  /// How many allocations an iteration makes on average, where that was counted.
  let allocations: Double?

  var ratio: Double? { baselineNanoseconds.map { medianNanoseconds / $0 } }
}

extension Benchmark {
  /// Samples subject and baseline in turn, so that a drift of the machine touches both alike.
  func measure(_ schedule: Schedule) -> Measurement {
    let trial = prepare()
    let subjectIterations = calibrate(trial.subject, schedule)
    let baselineIterations = trial.baseline.map { calibrate($0, schedule) } ?? 0
    var subject: [Double] = []
    var baseline: [Double] = []
    let start = ContinuousClock.now
    while subject.count < schedule.minimumSamples
      || (subject.count < schedule.maximumSamples && ContinuousClock.now - start < schedule.totalTime)
    {
      subject.append(sample(trial.subject, subjectIterations))
      if let work = trial.baseline { baseline.append(sample(work, baselineIterations)) }
    }
    return Measurement(
      name: name, medianNanoseconds: median(subject), baselineName: baselineName,
      baselineNanoseconds: baseline.isEmpty ? nil : median(baseline),
      counts: trial.counts, allocations: countAllocations(trial.subject))
  }

  /// Counts once caches are filled.
  private func countAllocations(_ work: Work) -> Double? {
    if case .ignored = allocations { return nil }
    let iterations = 10_000
    work(iterations)
    return bench.allocations { work(iterations) }.map { Double($0.count) / Double(iterations) }
  }

  /// The number of iterations that fill one sample. Warms up at the same time.
  private func calibrate(_ work: Work, _ schedule: Schedule) -> Int {
    work(1)
    var iterations = 1
    while iterations < 1 << 30 {
      let elapsed = ContinuousClock().measure { work(iterations) }
      if elapsed >= schedule.sampleTime { break }
      let growth = elapsed > .zero ? schedule.sampleTime / elapsed : 10
      iterations = max(iterations + 1, Int((Double(iterations) * min(growth, 10)).rounded(.up)))
    }
    return iterations
  }

  private func sample(_ work: Work, _ iterations: Int) -> Double {
    let elapsed = ContinuousClock().measure { work(iterations) }
    return elapsed / .nanoseconds(1) / Double(iterations)
  }

  private func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
