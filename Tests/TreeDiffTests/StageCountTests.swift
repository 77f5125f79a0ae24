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

  /// Ten sections change places and pass items on. Few of these lists can do with two stages, some only by one of a
  /// hundred choices. They are as many as where each choice is tried in full.
  @Test func choicesThatCannotDoAreToldApart() {
    var random = SeededRandom(seed: 10)
    var counts: [Int: Int] = [:]
    for _ in 0..<40 {
      let old = (0..<10).map { section in
        ListSection(Item(section), items: (0..<4).map { Item(4 * section + $0) })
      }
      var new = old
      for _ in 0..<6 { new.swapAt(random.number(0...9), random.number(0...9)) }
      for _ in 0..<6 {
        let (from, to) = (random.number(0...9), random.number(0...9))
        guard !new[from].items.isEmpty else { continue }
        let item = new[from].items.removeFirst()
        new[to].items.insert(item, at: random.number(0...new[to].items.count))
      }
      for _ in 0..<6 {
        let section = random.number(0...9)
        if let last = new[section].items.indices.last { new[section].items[last].content = 1 }
      }
      let updates = BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new)
      #expect(ListViewJudge.faults(of: updates, from: old, to: new) == [])
      counts[updates.stages.count, default: 0] += 1
    }
    #expect(counts == [2: 6, 3: 34])
  }

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
