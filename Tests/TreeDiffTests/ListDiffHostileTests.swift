import Foundation
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

  private func decoded(old: Int, new: Int, _ rest: String = "") throws -> ListDiff<Item> {
    try JSONDecoder().decode(ListDiff.self, from: Data("{\"old\": \(old), \"new\": \(new)\(rest)}".utf8))
  }

  /// What no list has is refused before anything of that size is made.
  @Test(arguments: [Int(Int32.max) + 1, 9_000_000_000_000_000_000, .max, -1, .min])
  func countsThatNoListHas(_ count: Int) throws {
    let moved = #", "moved": [5, 7]"#
    do {
      _ = try decoded(old: count, new: count, moved)
      Issue.record("accepted")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? ListDiffError == .inconsistentCounts(old: count, new: count))
    }
    #expect(throws: DecodingError.self) { try decoded(old: count, new: 1) }
    #expect(throws: DecodingError.self) { try decoded(old: 1, new: count, moved) }
    #expect(throws: ListDiffError.inconsistentCounts(old: count, new: count)) {
      try ListDiff<Item>(validatingOldCount: count, newCount: count)
    }
  }

  /// The steps cost what the changes do, whatever the counts are.
  @Test func stepsOfListsThatAreLongerThanMemory() throws {
    let count = Int(Int32.max)
    let last = count - 1
    #expect(Array(ListSteps(try decoded(old: count, new: count, #", "moved": [5, 7]"#))) == [.move(from: 5, to: 7)])
    let diff = try ListDiff<Item>(
      validatingOldCount: count, newCount: last, removals: [.init(index: 2, element: Item(2))],
      moves: [.init(from: last, to: 0), .init(from: 0, to: last - 1)])
    #expect(
      Array(ListSteps(diff)) == [
        .remove(at: 2, element: Item(2)), .move(from: last - 1, to: 0), .move(from: 1, to: last - 1),
      ])
    #expect(throws: ListDiffError.wrongCount(expected: count, actual: 1)) { try [Item(1)].applying(diff) }
  }

  @Test func differencesOfListsThatCannotBe() {
    func error(_ new: [Int], _ oldCount: Int) -> ListDiffError? {
      do {
        _ = try ListDiff(new.difference(from: [1, 2]), oldCount: oldCount)
        return nil
      } catch { return error }
    }
    #expect(error([1], 2) == nil)
    #expect(error([1], .min) == .inconsistentCounts(old: .min, new: .max))
    #expect(error([1, 2, 3], .max) == .inconsistentCounts(old: .max, new: .min))
    #expect(error([1], .max) == .inconsistentCounts(old: .max, new: .max - 1))
    #expect(error([1, 2], -1) == .inconsistentCounts(old: -1, new: -1))
    #expect(error([1], 0) == .inconsistentCounts(old: 0, new: -1))
  }

  private struct Pair: Identifiable, Equatable {
    let id: Inconsistent
    init(_ id: Inconsistent) { self.id = id }
    static func == (a: Self, b: Self) -> Bool { a.id.value == b.id.value }
  }
}
