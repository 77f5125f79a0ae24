import Foundation
import TestSupport
import Testing
import TreeDiff
import TreeRedux

/// Random trees, states, actions and observers in the store and in one that does everything the slow way: both tell the
/// same in the same order.
///
/// `TREEREDUX_FUZZ_ROUNDS` says how many rounds are played of each state, `TREEREDUX_FUZZ_SEED` where to begin; `random`
/// begins anywhere.
@Suite struct DifferentialTests {
  @Test func app() async { await play(App.self) }
  @Test func feed() async { await play(Feed.self) }
  @Test func cabinet() async { await play(Cabinet.self) }
  @Test func entry() async { await play(Entry.self) }
  @Test func odd() async { await play(Odd.self) }
  @Test func wrapped() async { await play(Wrapped.self) }
  @Test func screen() async { await play(Screen.self) }

  private func play<Root: Composite>(_ type: Root.Type) async {
    let environment = ProcessInfo.processInfo.environment
    let rounds = environment["TREEREDUX_FUZZ_ROUNDS"].flatMap { Int($0) } ?? 60
    let wanted = environment["TREEREDUX_FUZZ_SEED"]
    let seed = wanted == "random" ? .random(in: 0 ... .max / 2) : wanted.flatMap { UInt64($0) } ?? 1
    for round in 0..<UInt64(rounds) {
      var game = Game<Root>(seed: seed + round)
      guard let difference = await game.play() else { continue }
      let first = difference
      await game.shrink()
      Issue.record(
        """
        \(Root.self), TREEREDUX_FUZZ_SEED=\(seed + round) TREEREDUX_FUZZ_ROUNDS=1
        \(await game.play() ?? first)
        """)
      return
    }
  }
}

/// A tree, a state, and steps to take.
private struct Game<Root: Composite> {
  let tree: [TreePart<Root>]
  let root: Root
  var steps: [Step<Root>]

  init(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    tree = Root.tree(&random, "root")
    root = Root.random(&random)
    var writer = StepWriter<Root>(random: random)
    steps = (0..<writer.random.number(5...40)).map { _ in writer.step(depth: 0) }
  }

  /// Takes the steps in both stores, and returns where they differ.
  func play() async -> String? {
    let real = RealSide(root, tree)
    let naive = NaiveSide(root, tree)
    var seen = 0
    for (i, step) in steps.enumerated() {
      real.take(step)
      naive.take(step)
      if let difference = difference(real.recorder.events, naive.recorder.events, from: seen) {
        return trace(upTo: i) + difference
      }
      if real.store!.state != naive.store.state {
        return trace(upTo: i) + "the states differ: \(show(real.store!.state))\nexpected \(show(naive.store.state))"
      }
      seen = real.recorder.events.count
    }
    let values = await real.finish()
    for (label, heard) in values {
      let expected = naive.values[label] ?? []
      if heard.count != expected.count || zip(heard, expected).contains(where: { $0.disagreement(with: $1) != nil }) {
        return trace(upTo: steps.count - 1) + "values of \(label): \(heard)\nexpected: \(expected)"
      }
    }
    return nil
  }

  /// Leaves out steps without which the stores differ still.
  mutating func shrink() async {
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for i in steps.indices.reversed() {
        for variant in Step.smaller(steps, at: i) {
          var smaller = self
          smaller.steps = variant
          guard await smaller.play() != nil else { continue }
          self = smaller
          isSmaller = true
          break
        }
      }
    }
  }

  private func trace(upTo last: Int) -> String { steps[...last].map { "\($0)\n" }.joined() }

  private func difference(_ real: [Happening], _ naive: [Happening], from start: Int) -> String? {
    for i in start..<max(real.count, naive.count) {
      let what: String
      if i < real.count, i < naive.count {
        guard let reason = real[i].disagreement(with: naive[i]) else { continue }
        what = reason
      } else {
        what = i < real.count ? "something more happened" : "something is missing"
      }
      let list = { (events: [Happening]) in
        events[max(start, i - 4)...].prefix(i + 2 - max(start, i - 4)).map { "  \($0)\n" }.joined()
      }
      return "\(what)\nstore:\n\(list(real))expected:\n\(list(naive))"
    }
    return nil
  }
}

/// Makes up steps.
private struct StepWriter<Root: Composite> {
  var random: SeededRandom
  /// The number of observers so far.
  private var labels = 0
  /// What was mounted so far, if all steps were taken.
  private var mounted: [any Composite.Type] = []

  init(random: SeededRandom) { self.random = random }

  mutating func step(depth: Int) -> Step<Root> {
    if random.once(in: 15) { return mount() }
    if !mounted.isEmpty {
      if random.once(in: 25) { return .unmount(random.number(0...mounted.count - 1)) }
      if random.once(in: 3) {
        let label = random.number(0...mounted.count - 1)
        return .inside(label, step(mounted[label], at: label, depth: depth))
      }
    }
    return step(at: Address<Root, Root>.root, depth: depth)
  }

  private mutating func mount() -> Step<Root> {
    let label = mounted.count
    guard label > 0, random.once(in: 4) else {
      let mounting = Root.mounting(label, at: .root, &random)
      mounted.append(mounting.type)
      return .mount(label, mounting)
    }
    // A node may be mounted at one that was mounted.
    let host = random.number(0...label - 1)
    func mounting<State: Composite>(_ type: State.Type) -> Mounting<Root> {
      State.mounting(label, at: .mounted(host), &random)
    }
    let mounting = mounting(mounted[host])
    mounted.append(mounting.type)
    return .inside(host, .mount(label, mounting))
  }

  private mutating func step<State: Composite>(_ type: State.Type, at label: Int, depth: Int) -> Step<Root> {
    step(at: Address<Root, State>.mounted(label), depth: depth)
  }

  private mutating func step<State: Composite>(at place: Address<Root, State>, depth: Int) -> Step<Root> {
    switch random.number(0...19) {
    case 0...7:
      let label = labels
      labels += 1
      let watch = State.watch(at: place, &random)
      var script: [[Step<Root>]] = []
      if depth < 2, random.once(in: 3) {
        script = (0..<random.number(1...3)).map { _ in
          (0..<random.number(0...2)).map { _ in step(depth: depth + 1) }
        }
      }
      return .observe(label, watch, script: script)
    case 8: return .cancel(random.number(0...max(labels, 1)))
    case 9: return .release(random.number(0...max(labels, 1)))
    case 10, 11:
      if depth < 3 { return .batch((0..<random.number(0...4)).map { _ in step(depth: depth + 1) }) }
      fallthrough
    default: return .dispatch(State.deed(at: place, &random))
    }
  }
}
