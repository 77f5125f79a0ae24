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
    var labels = 0
    steps = (0..<random.number(5...40)).map { _ in Self.step(&random, &labels, depth: 0) }
  }

  private static func step(_ random: inout SeededRandom, _ labels: inout Int, depth: Int) -> Step<Root> {
    switch random.number(0...19) {
    case 0...7:
      let label = labels
      labels += 1
      let watch = Root.watch(at: .root, &random)
      var script: [[Step<Root>]] = []
      if depth < 2, random.once(in: 3) {
        script = (0..<random.number(1...3)).map { _ in
          (0..<random.number(0...2)).map { _ in step(&random, &labels, depth: depth + 1) }
        }
      }
      return .observe(label, watch, script: script)
    case 8: return .cancel(random.number(0...max(labels, 1)))
    case 9: return .release(random.number(0...max(labels, 1)))
    case 10, 11:
      if depth < 3 {
        return .batch((0..<random.number(0...4)).map { _ in step(&random, &labels, depth: depth + 1) })
      }
      fallthrough
    default: return .dispatch(Root.deed(at: .root, &random))
    }
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
