import TestSupport
import Testing
import TreeDiff

/// An element that is its id.
struct Keyed<ID: Hashable & Sendable>: Identifiable, Hashable, Sendable {
  let id: ID
  init(_ id: ID) { self.id = id }
}

/// An id whose hash is that of all others.
struct Colliding: Hashable, Sendable {
  let value: Int
  init(_ value: Int) { self.value = value }
  func hash(into hasher: inout Hasher) {}
}

/// An id with one equal to it whose hash differs.
struct Inconsistent: Hashable, Sendable {
  let value: Int
  static func == (a: Self, b: Self) -> Bool { a.value / 2 == b.value / 2 }
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

@Suite struct ListDiffHostileTests {
  /// Wrong hashes may miss a match; what comes out is a diff all the same.
  @Test func idsWhoseEqualityDisagreesWithTheHash() throws {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = (0..<random.number(0...120)).map { _ in Pair(Inconsistent(value: random.number(0...150))) }
      let new = (0..<random.number(0...120)).map { _ in Pair(Inconsistent(value: random.number(0...150))) }
      let diff = ListDiff(from: old, to: new)
      try #expect(old.applying(diff).map(\.id.value) == new.map(\.id.value), "\(random)")
    }
  }

  /// An id that does not equal itself matches nothing, and many of them cost no more than others.
  @Test func idsThatAreNotThemselves() throws {
    let old = Array(repeating: Keyed(Double.nan), count: 20_000)
    let diff = ListDiff(from: old, to: old)
    #expect(diff.removals.count == 20_000 && diff.insertions.count == 20_000)
    #expect(try old.applying(diff).count == 20_000)
  }

  @Test func contentsThatAreNotThemselves() {
    struct Measure: Identifiable, Equatable {
      let id: Int
      let value: Double
    }
    let old = [Measure(id: 1, value: .nan), Measure(id: 2, value: 0)]
    #expect(ListDiff(from: old, to: old).updates.map(\.from) == [0])
  }

  @Test func oneIDAThousandTimes() {
    let one = Array(repeating: Item(1), count: 3_000)
    check(one, Array(repeating: Item(1), count: 2_000) + [Item(2)] + Array(repeating: Item(1, 1), count: 2_000))
    let mixed = (0..<3_000).map { Item($0 % 2) }
    check(mixed, mixed.reversed() + mixed)
  }

  private struct Pair: Identifiable, Equatable {
    let id: Inconsistent
    init(_ id: Inconsistent) { self.id = id }
    static func == (a: Self, b: Self) -> Bool { a.id.value == b.id.value }
  }
}
