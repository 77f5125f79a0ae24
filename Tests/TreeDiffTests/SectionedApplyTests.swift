import TestSupport
import Testing

@testable import TreeDiff

/// Diffs made to sections of several kinds of lists.
@Suite struct SectionedApplyTests {
  typealias KeyedSections = [ListSection<Item, KeyedList<Item>>]

  private func keyed(_ sections: TestSections) -> KeyedSections {
    sections.map { ListSection($0.header, items: KeyedList(uniqueElements: $0.items)) }
  }

  @Test func appliesToKeyedListsAsToArrays() throws {
    var random = SeededRandom(seed: 71)
    for _ in 0..<400 {
      var old = random.sections(ids: 1_000)
      for section in old.indices { old[section].items = old[section].items.uniqued() }
      var new = random.edited(old)
      for section in new.indices { new[section].items = new[section].items.uniqued() }
      let diff = SectionedDiff(from: old, to: new)
      let (before, after) = (keyed(old), keyed(new))
      #expect(try before.applying(diff) == after, "\(random)")
      #expect(try after.applying(diff.inverse) == before, "\(random)")
      for section in try before.applying(diff) { try section.items.checkInvariants() }
      var sections = before
      try diff.apply(to: &sections)
      #expect(SectionedDiff(from: before, to: sections) == diff, "\(random)")
    }
  }

  @Test func keyedListsShareWhatDoesNotChange() throws {
    let old = keyed(
      (0..<3).map { section in
        ListSection(Item(section), items: (0..<5_000).map { Item(section * 10_000 + $0) })
      })
    var new = old
    new[0].items[id: 4_000]?.content = 1
    new[0].items.append(new[1].items.remove(id: 12_345) ?? Item(0))
    new.swapAt(1, 2)
    new[2].header.content = 1
    let result = try old.applying(SectionedDiff(from: old, to: new))
    #expect(result == new)
    #expect(result[1].items.isIdentical(to: old[2].items))
    for (section, source) in [(0, 0), (2, 1)] {
      var comparisons = 0
      _ = result[section].items.diff(from: old[source].items) {
        comparisons += 1
        return $0 == $1
      }
      #expect(comparisons < 200)
    }
  }

  @Test func arraysOfSectionsWithoutChangesAreShared() throws {
    let old = sections([1: [1, 2, 3], 2: [4, 5, 6]])
    var new = Array(old.reversed())
    new[0].items.append(Item(7))
    let result = try old.applying(SectionedDiff(from: old, to: new))
    #expect(result == new)
    let (address, other) = (result[1].items.withUnsafeBytes(\.baseAddress), old[0].items.withUnsafeBytes(\.baseAddress))
    #expect(address == other)
  }

  /// Items that need no ids, in collections without random access whose indexes do not begin at zero.
  @Test func movesAcrossSectionsOfAnyCollection() throws {
    let list = [ListSection("A", items: "_abcdef".dropFirst()), ListSection("B", items: "_xyz".dropFirst())]
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    let diff = try SectionedDiff<String, Character>(
      validating: ListDiff(validatingOldCount: 2, newCount: 2), oldItemCounts: [6, 3], newItemCounts: [6, 3],
      removals: [.init(path: path(0, 2), item: "c")], insertions: [.init(path: path(0, 0), item: "!")],
      moves: [
        .init(from: path(1, 0), to: path(0, 2)), .init(from: path(0, 4), to: path(1, 0)),
        .init(from: path(0, 1), to: path(1, 1)), .init(from: path(1, 2), to: path(0, 5)),
      ].sorted { $0.to < $1.to },
      updates: [.init(from: path(0, 1), to: path(1, 1), old: "b", new: "B")])
    let result = try list.applying(diff)
    #expect(result.map { String($0.items) } == ["!axdfz", "eBy"])
    #expect(try result.applying(diff.inverse).map { String($0.items) } == ["abcdef", "xyz"])
  }

  @Test func anIDThatWouldStandTwiceInASectionIsAnError() throws {
    let diff = SectionedDiff(from: sections([1: [1], 2: [2, 3]]), to: sections([1: [1, 2], 2: [3]]))
    var list = keyed(sections([1: [2], 2: [2, 3]]))
    let before = list
    #expect(throws: SectionedDiffError.items(.duplicateID("2"), section: 0)) { try diff.apply(to: &list) }
    #expect(list == before)
    #expect(
      "\(SectionedDiffError.items(.duplicateID("2"), section: 0))" == "Section 0: The list would hold the id 2 twice.")
  }
}
