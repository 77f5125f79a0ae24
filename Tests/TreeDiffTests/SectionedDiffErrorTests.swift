import Foundation
import TestSupport
import Testing
import TreeDiff

/// What does not fit is refused with an error that says what and where, and nothing is changed.
@Suite struct SectionedDiffErrorTests {
  typealias Diff = SectionedDiff<Item, Item>

  static func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

  /// The error of a diff within two sections of two items, which becomes two sections with `newCounts`.
  private func error(
    _ newCounts: [Int] = [2, 2], removals: [ItemPath] = [], insertions: [ItemPath] = [], moves: [Diff.Move] = [],
    updates: [(ItemPath, ItemPath)] = [], oldCounts: [Int] = [2, 2], sections: ListDiff<Item>? = nil
  ) throws -> SectionedDiffError? {
    let sections = try sections ?? ListDiff(validatingOldCount: 2, newCount: 2)
    do {
      _ = try Diff(
        validating: sections, oldItemCounts: oldCounts, newItemCounts: newCounts,
        removals: removals.map { .init(path: $0, item: Item(0)) },
        insertions: insertions.map { .init(path: $0, item: Item(0)) }, moves: moves,
        updates: updates.map { .init(from: $0, to: $1, old: Item(0), new: Item(0, 1)) })
      return nil
    } catch { return error }
  }

  @Test func partsThatMakeADiff() throws {
    #expect(try error() == nil)
    #expect(try error([1, 3], moves: [.init(from: Self.path(0, 0), to: Self.path(1, 2))]) == nil)
    #expect(try error([1, 2], removals: [Self.path(0, 1)], updates: [(Self.path(0, 0), Self.path(0, 0))]) == nil)
  }

  @Test func partsThatMakeNoDiff() throws {
    let (first, second, far) = (Self.path(0, 0), Self.path(0, 1), Self.path(0, 2))
    #expect(try error([1, 2], removals: [far]) == .pathOutOfRange(far, in: .removals))
    #expect(try error([3, 2], insertions: [Self.path(2, 0)]) == .pathOutOfRange(Self.path(2, 0), in: .insertions))
    #expect(
      try error([3, 2], insertions: [Self.path(0, -1)]) == .pathOutOfRange(Self.path(0, -1), in: .insertions))
    #expect(try error([0, 2], removals: [second, first]) == .pathOutOfOrder(first, in: .removals))
    #expect(try error([0, 2], removals: [first, first]) == .pathOutOfOrder(first, in: .removals))
    #expect(
      try error([1, 2], removals: [first], moves: [.init(from: first, to: first)])
        == .pathOutOfOrder(first, in: .removals))
    #expect(try error([1, 2]) == .inconsistentCounts(section: 0))
    #expect(try error([2, 3], removals: [first]) == .inconsistentCounts(section: 0))
    #expect(try error([2, 2, 2]) == .inconsistentCounts(section: 3))
    #expect(try error(oldCounts: [2]) == .inconsistentCounts(section: 1))
    #expect(try error(updates: [(first, second)]) == .unrelatedUpdate(from: first, to: second))
    #expect(
      try error(moves: [.init(from: first, to: second)], updates: [(second, second)])
        == .unrelatedUpdate(from: second, to: second))
    #expect(
      try error(updates: [(Self.path(.max, .min), first)]) == .unrelatedUpdate(from: Self.path(.max, .min), to: first))
    for fault in [SectionedDiffError.inconsistentCounts(section: 3), .unrelatedUpdate(from: first, to: second)] {
      #expect(fault.description.contains("3") || fault.description.contains("0/1"))
    }
  }

  @Test(arguments: [Int(Int32.max) + 1, .max, -1, .min]) func countsThatNoListHas(_ count: Int) throws {
    #expect(try error([2, count], oldCounts: [2, count]) == .inconsistentCounts(section: 1))
    let move = Diff.Move(from: Self.path(0, 0), to: Self.path(0, 1))
    #expect(try error([2, count], moves: [move]) == .inconsistentCounts(section: 1))
    let sections = #""sections": {"old": \#(count), "new": \#(count)}"#
    for coded in [
      #"{\#(sections), "oldCounts": [], "newCounts": []}"#,
      #"{"sections": {"old": 1, "new": 1}, "oldCounts": [\#(count)], "newCounts": [\#(count)], "moved": [0, 0, 0, 1]}"#,
    ] { #expect(try decodedOrRefused(Diff.self, Data(coded.utf8), coded) == nil) }
  }

  @Test func listsThatDoNotFitStayAsTheyAre() {
    let old = sections([1: [1, 2], 2: [3]])
    let diff = SectionedDiff(from: old, to: sections([2: [3, 1], 3: [2]]))
    func error(_ list: TestSections) -> SectionedDiffError? {
      var result = list
      do {
        try diff.apply(to: &result)
        return nil
      } catch {
        #expect(result == list)
        return error
      }
    }
    #expect(error(old) == nil)
    #expect(error(Array(old.dropLast())) == .sections(.wrongCount(expected: 2, actual: 1)))
    #expect(error(sections([1: [1], 2: [3]])) == .wrongItemCount(section: 0, expected: 2, actual: 1))
    #expect(error(sections([1: [1, 2], 2: []])) == .wrongItemCount(section: 1, expected: 1, actual: 0))
  }

  /// Whatever comes out of a decoder is a diff: it leads somewhere, back, and there in stages.
  @Test func corruptedCodedForms() throws {
    var random = SeededRandom()
    var (refused, accepted) = (0, 0)
    for _ in 0..<400 {
      let old = random.sections(ids: 30)
      let data = try JSONEncoder().encode(SectionedDiff(from: old, to: random.edited(old)))
      let corrupted = try CorruptedJSON.corrupted(data, &random)
      guard let diff = try decodedOrRefused(Diff.self, corrupted, "\(random)") else {
        refused += 1
        continue
      }
      accepted += 1
      guard let new = try? old.applying(diff) else { continue }
      #expect(try new.applying(diff.inverse).map(\.items.count) == old.map(\.items.count), "\(random)")
      let updates = BatchUpdates(diff, from: old, to: new)
      #expect(updates.stages.count <= 3, "\(random)")
    }
    #expect(refused > 0 && accepted > 0)
  }
}

/// The value, or nil where the decoder said that and why it is none.
func decodedOrRefused<Value: Decodable>(
  _ type: Value.Type, _ data: Data, _ comment: @autoclosure () -> String
) throws -> Value? {
  do { return try JSONDecoder().decode(type, from: data) } catch {
    #expect(error is DecodingError, "\(comment())")
    return nil
  }
}
