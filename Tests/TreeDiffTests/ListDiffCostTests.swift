import TestSupport
import Testing
import TreeDiff

/// Counts what a diff asks of its elements. Each test has its own.
private final class Counts {
  var hashes: [Int: Int] = [:]
  var comparisons = 0
  var contents = 0

  var hashCount: Int { hashes.values.reduce(0, +) }
}

/// An id that counts. Each has a place of its own, so that hashing one twice shows.
private struct CountingID: Hashable {
  let value: Int
  let place: Int
  let counts: Counts

  static func == (a: Self, b: Self) -> Bool {
    a.counts.comparisons += 1
    return a.value == b.value
  }

  func hash(into hasher: inout Hasher) {
    counts.hashes[place, default: 0] += 1
    hasher.combine(value)
  }
}

@Suite struct ListDiffCostTests {
  private let counts = Counts()

  /// Diffs two lists of ids with counting ones.
  private func diff(_ old: [Int], _ new: [Int]) -> ListDiff<CountingID> {
    let old = old.enumerated().map { CountingID(value: $0.element, place: $0.offset, counts: counts) }
    let new = new.enumerated().map { CountingID(value: $0.element, place: 1_000_000 + $0.offset, counts: counts) }
    return ListDiff(
      from: old, to: new, id: { $0 },
      by: { _, _ in
        self.counts.contents += 1; return true
      })
  }

  @Test func commonEndsCostOneComparisonAndNoHash() {
    let list = Array(0..<5_000)
    _ = diff(list, Array(list[..<2_000] + [-1] + list[2_000...]))
    #expect(counts.hashes.isEmpty)
    #expect(counts.contents == 5_000)
    #expect(counts.comparisons <= 5_002)
  }

  @Test func identicalListsCostOnePass() {
    _ = diff(Array(0..<5_000), Array(0..<5_000))
    #expect(counts.hashes.isEmpty && counts.comparisons == 5_000 && counts.contents == 5_000)
  }

  @Test(arguments: [20, 500, 3_000])
  func aFeedThatGrewIsNotHashedTwice(prepended: Int) {
    var list = Array(0..<10_000)
    list.removeSubrange(5_000..<5_010)
    list.append(list.remove(at: 2_000))
    let diff = diff(Array(0..<10_000), Array(-prepended..<0) + list)
    #expect(diff.moves.count == 1 && diff.removals.count == 10 && diff.insertions.count == prepended)
    #expect(counts.hashes.values.allSatisfy { $0 == 1 })
    #expect(counts.hashCount < 10_000 + prepended + 1_000, "what runs match is hashed on one side")
    #expect(counts.contents == 9_990)
    #expect(counts.comparisons < 6 * (20_000 + prepended))
  }

  @Test func shuffledAndDisjointListsHashEachIDOnce() {
    var random = SeededRandom()
    _ = diff(Array(0..<4_000), Array(0..<4_000).shuffled(using: &random))
    #expect(counts.hashes.values.allSatisfy { $0 == 1 })
    #expect(counts.contents == 4_000)
    #expect(counts.comparisons < 10 * 8_000, "\(random)")
    counts.hashes = [:]
    counts.comparisons = 0
    _ = diff(Array(0..<4_000), Array(4_000..<8_000))
    #expect(counts.hashCount == 8_000)
    #expect(counts.comparisons < 10 * 8_000)
  }

  @Test func duplicatesAreNotHashedAgain() {
    var random = SeededRandom()
    let old = (0..<3_000).map { _ in random.number(0...2_000) }
    let new = (0..<3_000).map { _ in random.number(0...2_000) }
    _ = diff(old, new)
    #expect(counts.hashes.values.allSatisfy { $0 == 1 }, "\(random)")
    #expect(counts.comparisons < 10 * 6_000, "\(random)")
  }

  /// A comparison that cancels the task in its midst.
  @Test func aTaskThatIsCancelledStops() async {
    let calls = Calls()
    let (old, new) = (Array(0..<60_000), Array((0..<60_000).shuffled()))
    let task = Task {
      try await ListDiff.computed(
        from: old, to: new,
        id: { number in
          calls.count += 1
          if calls.count == 20_000 { withUnsafeCurrentTask { $0?.cancel() } }
          return number
        }, by: ==)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(calls.count >= 20_000 && calls.count < 30_000)
  }

  /// Used by one task at a time.
  private final class Calls: @unchecked Sendable {
    var count = 0
  }
}
