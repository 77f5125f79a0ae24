import TestSupport
import Testing
import TreeDiff

/// Changes for which two stages do, though not in each order of what is there between them.
@Suite struct StageCountTests {
  /// Item 1 comes to section 0 and is updated in the next stage, in which item 0 must not leave from before it.
  @Test(arguments: [
    Case("[0: [0], 1: [1]]", "[0: [1, 0], 1: [], 2: []]", "[0: [1.1], 2: [0]]"),
    Case("[0: [0], 1: [1]]", "[2: [], 0: [1, 0], 1: [], 3: []]", "[2: [], 0: [1.1], 3: [0]]"),
    Case("[0: [], 1: [0], 2: [1]]", "[0: [], 3: [], 1: [1, 0.1], 2: []]", "[0.1: [], 3: [0.1], 1: [1.1]]"),
  ])
  func whatLeavesStandsBehindWhatIsUpdatedAfterItCame(changes: Case) { changes.check() }

  /// Item 1 is updated and then leaves section 0. Item 0 leaves from before it at once, so item 2 must arrive before it.
  @Test(arguments: [
    Case(
      "[0: [0, 1], 1: [2, 3], 2: []]", "[0: [2, 1.1], 1: [], 2: [3, 0], 3: []]", "[0: [2], 2.1: [3, 0], 3: [1.1]]")
  ])
  func whatIsUpdatedBeforeItLeavesStandsBehindWhatHasCome(changes: Case) { changes.check() }

  /// Items fix that section 0 moves first and section 3 last, in which an item is updated before. Section 0 leaves from
  /// before it, and so must arrive before it.
  @Test func sectionsStandWhereMovesDoNotShiftThem() {
    Case(
      "[0: [0], 1: [], 2: [], 3: [1], 4: [2]]", "[1: [], 2: [], 0: [0], 3: [1.1, 2], 4: [], 5: []]",
      "[3: [1.1, 2], 1: [], 2: [], 0: [], 5: [0]]"
    ).check()
  }

  /// Item 1 ends where it starts, as section 0 goes. So it does not shift item 0, which must come behind it: item 1 is
  /// updated when item 0 comes.
  @Test(arguments: [
    Case("[0: [0], 1: [1]]", "[0: [], 1: [1.1, 0], 2: []]", "[1: [0.1], 2: [1.1]]"),
    Case("[0: [0], 1: [1]]", "[0: [], 2: [], 1: [1.1, 0], 3: []]", "[2: [], 1: [0.1], 3: [1.1]]"),
  ])
  func whatEndsWhereItStartsMayStandBefore(changes: Case) { changes.check() }

  /// Item 1 ends where it starts as section 3 comes before section 1, and so does not shift item 0.
  @Test(arguments: [
    Case("[0: [], 1: [0], 2: [1]]", "[0: [], 3: [], 1: [1, 0.1], 2: []]", "[1: [1, 0.1], 0: [], 3: []]"),
    Case("[0: [], 1: [0], 2: [1]]", "[0.1: [], 3: [], 1: [1, 0.1], 2: []]", "[1: [1, 0.1], 0.1: [], 3: []]"),
  ])
  func sectionsThatHaveComeMayStandBeforeOneThatWillLeave(changes: Case) { changes.check() }

  /// Two items go the same way, one of them in each stage.
  @Test(arguments: [
    Case("[0: [], 1: [0], 2: [1, 2]]", "[0: [1], 1: [], 2: [0, 2.1]]", "[1: [], 0: [1, 2.1], 2: [0.1]]"),
    Case(
      "[0: [0], 1: [1, 2], 2: [3, 4]]", "[0: [0, 1], 1: [4, 2.1], 2: [3.1]]", "[2: [3.1], 0: [1], 1: [0, 4, 2.1]]"),
  ])
  func itemsOfSectionsThatStayHaveStagesOfTheirOwn(changes: Case) { changes.check() }
}

extension StageCountTests {
  /// Lists before, between and after two stages, as they are described.
  struct Case: Sendable, CustomTestStringConvertible {
    let (old, middle, new): (String, String, String)

    init(_ old: String, _ middle: String, _ new: String) { (self.old, self.middle, self.new) = (old, middle, new) }

    var testDescription: String { "\(old) → \(new)" }

    func check() {
      let (old, new) = (sections(old), sections(new))
      let updates = BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new)
      #expect(updates.stages.map { String(describing: $0.data) } == [middle, self.new])
      #expect(ListViewJudge.faults(of: updates, from: old, to: new) == [])
    }

    private func sections(_ text: String) -> TestSections {
      text.dropFirst().matches(of: /([0-9.]+): \[([0-9., ]*)\]/).map { match in
        ListSection(item(match.1), items: match.2.split(separator: ", ").map(item))
      }
    }

    private func item(_ text: Substring) -> Item {
      let numbers = text.split(separator: ".").compactMap { Int($0) }
      return Item(numbers[0], numbers.count > 1 ? numbers[1] : 0)
    }
  }
}
