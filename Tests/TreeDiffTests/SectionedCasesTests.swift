import TestSupport
import Testing
import TreeDiff

/// More of the kinds of change that list views have been seen to stop at. Each is checked in both directions.
@Suite struct SectionedCasesTests {
  private func checkBoth(_ old: TestSections, _ new: TestSections) {
    check(old, new)
    check(new, old)
  }

  private func stages(_ old: TestSections, _ new: TestSections) -> [BatchUpdates<TestSections>.Stage] {
    BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new).stages
  }

  /// Items move into sections that come and out of ones that go, with new content, in new order, all at once.
  @Test func itemsMoveWithSectionsThatComeAndGo() {
    var new = sections([1: [2, 1], 5: [4, 3], 6: []])
    new[1].items[0].content = 1
    checkBoth(sections([1: [1, 2], 2: [3], 3: [4]]), new)
    checkBoth(sections([1: [1, 2, 3]]), sections([2: [3], 3: [2], 4: [1]]))
    checkBoth(sections([1: [1], 2: [2]]), sections([2: [1], 1: [2]]))
    checkBoth(sections([1: [1, 2]]), sections([9: [], 1: [], 8: [1, 2]]))
    checkBoth([], sections([1: [1], 2: []]))
  }

  /// What is updated is found at both of its places, in the section that the view shows it in.
  @Test func updatesInSectionsThatArePushedAlong() {
    let old = sections([1: [1, 2], 2: [3, 4]])
    var new = sections([7: [70], 1: [8, 9, 1, 2], 2: [3, 4]])
    new[1].items[2].content = 1
    new[2].items[1].content = 1
    let diff = SectionedDiff(from: old, to: new)
    #expect(diff.updates.map { "\($0.from) \($0.to)" } == ["0/0 1/2", "1/1 2/1"])
    #expect(stages(old, new).count == 1)
    #expect(stages(old, new)[0].items.updates.map(\.description) == ["0/0 → 1/2", "1/1 → 2/1"])
    checkBoth(old, new)
  }

  @Test func sectionsThatAreOrBecomeEmpty() {
    let old = sections([1: [1], 2: [2, 3], 3: []])
    #expect(SectionedDiff(from: old, to: sections([1: [], 2: [], 3: []])).changeCount == 3)
    checkBoth(old, sections([1: [], 2: [], 3: []]))
    checkBoth(old, sections([3: [], 2: [], 1: []]))
    checkBoth(old, sections([3: [3, 2, 1], 1: [], 2: []]))
    checkBoth(sections([1: [], 2: []]), sections([2: [], 3: [], 1: []]))
  }

  /// A section is reloaded in a stage of its own as far as anything else happens to it or around it.
  @Test func reloadsMeetNothing() {
    for (first, second) in [
      ([1, 2, 3, 4], [4, 1, 2, 3]), ([1, 2, 3, 4], [2, 1, 4, 3]), ([1, 2, 3, 4], [5, 3, 1]),
    ] {
      for reloaded in second.indices {
        let old = first.map { ListSection(Item($0), items: [Item(10 * $0)]) }
        var new = second.map { ListSection(Item($0), items: [Item(10 * $0), Item(10 * $0 + 1)]) }
        new[reloaded].header.content = 1
        checkBoth(old, new)
        for stage in stages(old, new) {
          let changed = Set(stage.sections.updates.map(\.before))
          #expect(changed.isDisjoint(with: stage.sections.removals + stage.sections.moves.map(\.before)))
          #expect(changed.isDisjoint(with: (stage.items.removals + stage.items.moves.map(\.before)).map(\.section)))
        }
      }
    }
  }

  @Test func sectionIDsThatStandTwice() throws {
    let old = sections([1: [1], 1: [2], 2: [3], 1: [4]])
    let new = sections([2: [3, 4], 1: [2], 1: [1], 3: []])
    let duplicate = try #require(SectionedDiff(from: old, to: new).sections.duplicates.first)
    #expect(duplicate.element.id == 1 && Array(duplicate.old) == [0, 1, 3] && Array(duplicate.new) == [1, 2])
    checkBoth(old, new)
    checkBoth(old, sections([1: [4], 1: [1], 1: [2]]))
  }

  /// Ids that stand twice in one section, in two sections, and in both ways, next to sections that change a little.
  @Test func itemIDsThatStandTwice() {
    let old = sections([1: [1, 1, 2], 2: [1, 3], 3: [4, 5, 6]])
    for new in [
      sections([1: [2, 1], 2: [3, 1, 1], 3: [4, 6]]), sections([2: [1, 1, 1], 3: [5, 4, 6], 1: [2]]),
      sections([3: [1, 4, 1, 5, 1, 6]]), sections([1: [], 2: [1, 1, 1, 1, 1], 3: [4, 7, 5, 6]]),
    ] {
      checkBoth(old, new)
      for stage in stages(old, new) { #expect(Set(stage.items.removals).count == stage.items.removals.count) }
    }
    let fine = SectionedDiff(from: old, to: sections([1: [2, 1], 2: [3, 1, 1], 3: [4, 6]]))
    #expect(fine.removals.contains { $0.path == ItemPath(section: 2, item: 1) })
    #expect(!fine.moves.contains { $0.from.section == 2 })
  }

  @Test func sectionsAreEmptiedAndSwapped() {
    checkBoth(sections([1: [1, 2], 2: [3, 4]]), sections([2: [], 1: []]))
    checkBoth(sections([1: [1, 2], 2: [3, 4]]), sections([2: [1, 2], 1: [3, 4]]))
    checkBoth(sections([1: [1], 2: [2], 3: [3]]), sections([3: [], 2: [2], 1: [1]]))
  }
}
