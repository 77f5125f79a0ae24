import Foundation
import TestSupport
import Testing
import TreeDiff

/// Checks everything that must hold of a diff between two lists of sections, and of its stages.
func check(_ old: TestSections, _ new: TestSections, _ comment: @autoclosure () -> String = "") {
  for fault in faults(old, new) { Issue.record("\(fault) \(comment())") }
}

/// What does not hold of a diff between two lists of sections, and of its stages.
func faults(_ old: TestSections, _ new: TestSections) -> [String] {
  faults(of: SectionedDiff(from: old, to: new), old, new).map { "\(old) → \(new): \($0)" }
}

/// Sections with ids and contents from one on, and items, written as `[1: [1, 2], 2: []]`.
func sections(_ literal: KeyValuePairs<Int, [Int]>) -> TestSections {
  literal.map { ListSection(Item($0), items: $1.map { Item($0) }) }
}

@Suite struct SectionedDiffTests {
  @Test func movesIntoAnInsertedSection() throws {
    let (old, new) = (sections([1: [1, 2]]), sections([1: [1], 2: [2]]))
    let diff = SectionedDiff(from: old, to: new)
    #expect(diff.sections.insertions.map(\.index) == [1])
    #expect(diff.moves == [.init(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))])
    #expect(diff.changeCount == 2)
    let updates = BatchUpdates(diff, from: old, to: new)
    #expect(updates.stages.map(\.data) == [sections([1: [1, 2], 2: []]), new])
    check(old, new)
  }

  @Test func movesOutOfARemovedSection() {
    let (old, new) = (sections([1: [1, 2], 2: [3]]), sections([1: [1, 3, 2]]))
    let diff = SectionedDiff(from: old, to: new)
    #expect(diff.moves == [.init(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 0, item: 1))])
    #expect(diff.removals.isEmpty && diff.insertions.isEmpty)
    check(old, new)
    check(new, old)
  }

  @Test func emptiesASectionThatStays() {
    let rows = (10..<20).map { Item($0) }
    let old = [ListSection(Item(1), items: [Item(1)]), ListSection(Item(2), items: rows)]
    let new = [ListSection(Item(1), items: []), ListSection(Item(2), items: rows)]
    let diff = SectionedDiff(from: old, to: new)
    #expect(diff.removals.map(\.path) == [ItemPath(section: 0, item: 0)])
    #expect(diff.changeCount == 1)
    check(old, new)
    check(new, old)
  }

  /// A batch of section changes in which the updated section is shifted by a move.
  @Test func updatesASectionThatOthersMoveAround() {
    let old = sections([0: [1], 1: [2], 2: [3], 3: [4], 4: [5]])
    var new = sections([0: [1], 1: [2], 5: [6], 3: [4], 2: [3]])
    new[3].header.content = 1
    check(old, new)
    let updates = BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new)
    for stage in updates.stages where !stage.sections.updates.isEmpty { #expect(stage.sections.moves.isEmpty) }
  }

  @Test func duplicateSectionIDsAreReported() throws {
    let (first, second) = (1, 2)
    let (sun, dog, wave, gift) = (10, 11, 12, 13)
    let old = sections([first: [sun, dog], second: [wave, gift, dog]])
    let new = sections([second: [gift, wave], first: [sun], first: [sun]])
    let diff = SectionedDiff(from: old, to: new)
    let duplicate = try #require(diff.sections.duplicates.first)
    #expect(diff.sections.duplicates.count == 1)
    #expect(duplicate.element.id == first && duplicate.old == [0] && duplicate.new == [1, 2])
    #expect(diff == SectionedDiff(from: old, to: new))
    check(old, new)
    check(new, old)
  }

  @Test func duplicateItemIDsLeaveOtherSectionsAlone() throws {
    let old = sections([1: [1, 2, 3], 2: [7, 4, 7, 8], 3: [5, 6]])
    let new = sections([1: [1, 3], 2: [7, 8, 7, 7, 9], 3: [5, 10, 6]])
    let diff = SectionedDiff(from: old, to: new)
    #expect(diff.removals.filter { $0.path.section == 0 }.map(\.path.item) == [1])
    #expect(diff.insertions.filter { $0.path.section == 2 }.map(\.path.item) == [1])
    let duplicate = try #require(diff.duplicates.first)
    #expect(duplicate.item.id == 7 && diff.duplicates.count == 1)
    #expect(duplicate.old == [ItemPath(section: 1, item: 0), ItemPath(section: 1, item: 2)])
    #expect(duplicate.new == [0, 2, 3].map { ItemPath(section: 1, item: $0) })
    check(old, new)
    check(new, old)
  }

  @Test func duplicatesOfInsertedSectionsAreReported() {
    let diff = SectionedDiff(from: sections([1: [1, 2], 2: [3]]), to: sections([2: [3], 3: [1, 1]]))
    #expect(diff.duplicates.map(\.item.id) == [1])
    #expect(diff.moves.count == 1 && diff.insertions.count == 1)
  }

  /// Repeated ids are reported also where there is nothing that they could match.
  @Test func duplicatesBesideNothingAreReported() {
    let repeated = sections([1: [5, 5], 2: [6]])
    for other in [[], sections([9: []]), sections([9: [8]]), sections([1: []]), sections([1: [], 2: [6]])] {
      let (coming, going) = (SectionedDiff(from: other, to: repeated), SectionedDiff(from: repeated, to: other))
      let paths = [ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1)]
      #expect(coming.duplicates.map(\.item.id) == [5] && going.duplicates.map(\.item.id) == [5])
      #expect(coming.duplicates.map(\.new) == [paths] && going.duplicates.map(\.old) == [paths])
    }
    #expect(SectionedDiff(from: [], to: sections([1: [5], 2: [5]])).duplicates.isEmpty)
  }

  @Test func emptiesASectionAndSwapsSections() {
    let old = sections([1: [1, 2], 2: [3]])
    check(old, sections([2: [3], 1: []]))
    check(sections([1: [], 2: [3]]), sections([2: [3], 1: []]))
    check(sections([2: [3], 1: []]), old)
  }

  @Test func anIDInTwoSectionsStaysInItsOwn() {
    let old = sections([1: [5, 1], 2: [2, 5]])
    #expect(
      SectionedDiff(from: old, to: sections([1: [1, 5], 2: [5, 2]])).moves.allSatisfy {
        $0.from.section == $0.to.section
      })
    // Section 1 loses it, section 3 gains it, section 2 has nothing to do with it.
    let moved = SectionedDiff(
      from: sections([1: [5, 1], 2: [2, 5], 3: []]), to: sections([1: [1], 2: [2, 5], 3: [5]]))
    #expect(moved.moves == [.init(from: ItemPath(section: 0, item: 0), to: ItemPath(section: 2, item: 0))])
    check(old, sections([2: [5, 2, 1], 1: [5]]))
  }

  @Test func typesOfOnesOwn() {
    struct Folder { var name: Item; var files: ArraySlice<Item> }
    let folders = [Folder(name: Item(1), files: [Item(1), Item(2)]), Folder(name: Item(2), files: [])]
    var changed = folders
    changed[1].files.append(changed[0].files.removeLast())
    let diff = SectionedDiff(from: folders[...], to: ContiguousArray(changed), section: \.name, items: \.files)
    #expect(diff.moves == [.init(from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))])
  }

  @Test func sectionsWithoutIDsOfTheirOwn() throws {
    let old = [ListSection("A", items: [Item(1), Item(2)]), ListSection("B", items: [])]
    let new = [ListSection("B", items: [Item(2)]), ListSection("A", items: [Item(1)])]
    let diff = SectionedDiff(from: old, to: new, section: \.header, id: \.self, items: \.items)
    #expect(diff.sections.moves.count == 1 && diff.moves.count == 1 && diff.changeCount == 2)
    #expect(try old.applying(diff) == new)
    #expect(BatchUpdates(diff, from: old, to: new).stages.last?.data == new)
    let lower = SectionedDiff(
      from: old, to: [ListSection("a", items: old[0].items), old[1]], section: \.header, id: { $0.lowercased() },
      items: \.items)
    #expect(lower.sections.updates.map(\.new) == ["a"] && lower.changeCount == 1)
  }

  /// An id that counts how often it is compared, and may not be equal to itself.
  private struct CountedID: Hashable {
    nonisolated(unsafe) static var comparisons = 0  // Only the next test has it, in one task.
    let value: Double
    static func == (a: Self, b: Self) -> Bool {
      comparisons += 1
      return a.value == b.value
    }
    func hash(into hasher: inout Hasher) { hasher.combine(value) }
  }

  /// They match nothing, and do not slow others down.
  @Test func idsUnequalToThemselves() throws {
    struct Row: Identifiable, Equatable {
      let id: CountedID
      static func == (a: Row, b: Row) -> Bool { true }
    }
    func section(_ id: Int, _ items: [Double]) -> ListSection<Item, [Row]> {
      ListSection(Item(id), items: items.map { Row(id: CountedID(value: $0)) })
    }
    let nans = Array(repeating: Double.nan, count: 2_000)
    for (old, new) in [
      ([section(1, nans + [1])], [section(1, nans), section(2, [1])]), ([section(1, nans)], []),
      ([], [section(1, nans)]),
      ([section(1, nans)], [section(2, nans)]),
    ] {
      CountedID.comparisons = 0
      let diff = SectionedDiff(from: old, to: new)
      #expect(CountedID.comparisons < 100_000)
      #expect(diff.duplicates.isEmpty)
      #expect(diff.removals.count == old.reduce(0) { $0 + $1.items.count } - diff.moves.count)
      #expect(try old.applying(diff).map(\.items.count) == new.map(\.items.count))
    }
  }

  /// What matching sections share is not looked at, whatever the type of the sections is.
  @Test func sharedItemsAreNotCompared() {
    struct Row: Identifiable, Equatable {
      nonisolated(unsafe) static var comparisons = 0  // Only this test has it, in one task.
      let id: Int
      static func == (a: Row, b: Row) -> Bool {
        comparisons += 1
        return a.id == b.id
      }
    }
    struct Folder {
      let name: Item
      var rows: KeyedList<Row>
    }
    let old = (0..<10).map { folder in
      Folder(name: Item(folder), rows: KeyedList(uniqueElements: (0..<1000).map { Row(id: $0) }))
    }
    var new = old
    new[3].rows.append(Row(id: 5000))
    new.swapAt(0, 9)
    let diff = SectionedDiff(from: old, to: new, section: \.name, items: \.rows)
    #expect(diff.insertions.map(\.path) == [ItemPath(section: 3, item: 1000)] && diff.changeCount == 3)
    let sections = [old, new].map { $0.map { ListSection($0.name, items: $0.rows) } }
    #expect(SectionedDiff(from: sections[0], to: sections[1]).insertions.map(\.path) == diff.insertions.map(\.path))
    #expect(Row.comparisons == 0)
  }

  @Test func keyedListsGiveTheSameDiff() throws {
    var random = SeededRandom()
    for _ in 0..<60 {
      var (old, new) = (random.sections(ids: 60), random.sections(ids: 60))
      for index in old.indices { old[index].items = old[index].items.uniqued() }
      for index in new.indices { new[index].items = new[index].items.uniqued() }
      let (keyedOld, keyedNew) = (keyed(old), keyed(new))
      let diff = SectionedDiff(from: keyedOld, to: keyedNew)
      #expect(try old.applying(diff) == new, "\(random)")
      let updates = BatchUpdates(diff, from: keyedOld, to: keyedNew)
      #expect(ListViewJudge.faults(of: updates, from: keyedOld, to: keyedNew) == [], "\(random)")
    }
  }

  @Test(arguments: [4, 12, 60])
  func randomSections(ids: Int) {
    var random = SeededRandom()
    for _ in 0..<200 { check(random.sections(ids: ids), random.sections(ids: ids), "\(random)") }
  }

  @Test func randomEdits() {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = random.sections(ids: 1000)
      check(old, random.edited(old), "\(random)")
    }
  }

  @Test func codedFormsRoundTrip() throws {
    var random = SeededRandom()
    for _ in 0..<50 {
      let diff = SectionedDiff(from: random.sections(ids: 12), to: random.sections(ids: 12))
      let data = try JSONEncoder().encode(diff)
      #expect(try JSONDecoder().decode(SectionedDiff<Item, Item>.self, from: data) == diff, "\(random)")
      #expect(Set([diff, diff.inverse.inverse]).count == 1)
    }
  }

  @Test func description() {
    let diff = SectionedDiff(from: sections([1: [1, 2]]), to: sections([1: [3], 2: [2]]))
    #expect(diff.description == "section + 1 2\n- 0/0 1\n+ 0/0 3\n0/1 → 1/0")
    #expect(SectionedDiff(from: sections([1: [1]]), to: sections([1: [1]])).description == "no changes")
  }
}

func keyed(_ sections: TestSections) -> [ListSection<Item, KeyedList<Item>>] {
  sections.map { ListSection($0.header, items: KeyedList(uniqueElements: $0.items)) }
}
