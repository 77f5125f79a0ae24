import TestSupport
import Testing
import TreeDiff

/// The judge must let pass what list views allow, and refuse what they forbid, by the rule that it breaks.
@Suite struct JudgeTests {
  typealias Section = ListViewJudge.Section
  typealias Sections = BatchChanges<Int>
  typealias Items = BatchChanges<ItemPath>

  /// Three sections of three items.
  static let shown = ["A", "B", "C"].map { header in Section(header, (0..<3).map { "\(header)\($0)" }) }

  static func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

  static func broken(
    _ sections: Sections = Sections(), _ items: Items = Items(), edit: (inout [Section]) -> Void = { _ in }
  ) -> Set<ListViewRule> {
    var judge = ListViewJudge(showing: shown)
    var data = shown
    edit(&data)
    let violations = judge.perform(sections: sections, items: items, data: data)
    #expect(judge.shown == data)
    for violation in violations { #expect(violation.description.contains(violation.rule.message)) }
    return Set(violations.map(\.rule))
  }

  @Test func rulesAreToldApart() {
    #expect(Set(ListViewRule.allCases.map(\.message)).count == ListViewRule.allCases.count)
    #expect(ListViewRule.allCases.allSatisfy { !$0.source.isEmpty })
  }

  @Test func allowsEachChangeOfItems() {
    let (a1, c0) = (Self.path(0, 1), Self.path(2, 0))
    #expect(Self.broken() == [])
    #expect(Self.broken(Sections(), Items(removals: [a1])) { $0[0].items.remove(at: 1) } == [])
    #expect(Self.broken(Sections(), Items(insertions: [a1])) { $0[0].items.insert("new", at: 1) } == [])
    #expect(
      Self.broken(Sections(), Items(moves: [.init(before: a1, after: c0)])) {
        $0[2].items.insert($0[0].items.remove(at: 1), at: 0)
      } == [])
    #expect(
      Self.broken(Sections(), Items(updates: [.init(before: a1, after: a1)])) { $0[0].items[1] = "other" } == [])
  }

  @Test func allowsEachChangeOfSections() {
    #expect(Self.broken(Sections(removals: [1])) { $0.remove(at: 1) } == [])
    #expect(Self.broken(Sections(insertions: [1])) { $0.insert(Section("N", ["n"]), at: 1) } == [])
    #expect(Self.broken(Sections(moves: [.init(before: 0, after: 2)])) { $0.append($0.removeFirst()) } == [])
    #expect(Self.broken(Sections(updates: [.init(before: 1, after: 1)])) { $0[1] = Section("B'", ["b"]) } == [])
  }

  @Test func allowsTogetherWhatDoesNotMeet() {
    let items = Items(
      removals: [Self.path(1, 0)], insertions: [Self.path(0, 1)],
      moves: [.init(before: Self.path(1, 2), after: Self.path(1, 0))],
      updates: [.init(before: Self.path(1, 1), after: Self.path(0, 0))])
    let broken = Self.broken(Sections(removals: [0], insertions: [2]), items) { data in
      data.remove(at: 0)
      data[0].items = ["B1'", "new"]
      data[1].items.insert("B2", at: 0)
      data.append(Section("N", []))
    }
    #expect(broken == [])
  }

  /// A place that is removed and one that is inserted have nothing to do with each other, even under one number.
  @Test func allowsRemovalAndInsertionUnderOneNumber() {
    let items = Items(removals: [Self.path(0, 1)], insertions: [Self.path(0, 1)])
    #expect(Self.broken(Sections(), items) { $0[0].items[1] = "new" } == [])
  }

  @Test func refusesPlacesOutOfRange() {
    let far = Self.path(0, 3)
    #expect(Self.broken(Sections(removals: [3])).contains(.removalOutOfRange))
    #expect(Self.broken(Sections(), Items(removals: [far])).contains(.removalOutOfRange))
    #expect(Self.broken(Sections(insertions: [3])).contains(.insertionOutOfRange))
    #expect(Self.broken(Sections(), Items(insertions: [Self.path(3, 0)])).contains(.insertionOutOfRange))
    #expect(
      Self.broken(Sections(), Items(moves: [.init(before: far, after: Self.path(0, 0))])).contains(
        .moveSourceOutOfRange))
    #expect(
      Self.broken(Sections(), Items(moves: [.init(before: Self.path(0, 0), after: far)])).contains(
        .moveTargetOutOfRange))
    #expect(Self.broken(Sections(updates: [.init(before: 3, after: 2)])) == [.updateOutOfRange])
    #expect(Self.broken(Sections(updates: [.init(before: 2, after: 3)])) == [.updateOutOfRange])
  }

  @Test func refusesRepeatedPlaces() {
    let (a, b, c) = (Self.path(0, 0), Self.path(0, 1), Self.path(0, 2))
    #expect(Self.broken(Sections(), Items(removals: [a, a])) == [.removedTwice])
    #expect(Self.broken(Sections(removals: [1, 1])) == [.removedTwice])
    #expect(Self.broken(Sections(), Items(insertions: [a, a])) == [.insertedTwice])
    #expect(
      Self.broken(Sections(), Items(moves: [.init(before: a, after: b), .init(before: a, after: c)])) == [.movedTwice])
    #expect(
      Self.broken(Sections(), Items(moves: [.init(before: a, after: c), .init(before: b, after: c)])) == [.movedToTwice]
    )
    #expect(
      Self.broken(Sections(), Items(updates: [.init(before: a, after: a), .init(before: a, after: a)]))
        == [.updatedTwice])
  }

  @Test func refusesTwoChangesOfOnePlace() {
    let (a, b) = (Self.path(0, 0), Self.path(0, 1))
    let (move, update) = (Items.Places(before: a, after: b), Items.Places(before: a, after: a))
    #expect(Self.broken(Sections(), Items(removals: [a], moves: [move])) == [.removedAndMoved])
    #expect(Self.broken(Sections(), Items(insertions: [b], moves: [move])) == [.insertedAndMovedTo])
    #expect(Self.broken(Sections(), Items(moves: [update])) == [.movedToItself])
    #expect(Self.broken(Sections(moves: [.init(before: 1, after: 1)])) == [.movedToItself])
    #expect(Self.broken(Sections(), Items(removals: [a], updates: [update])) == [.removedAndUpdated])
    #expect(Self.broken(Sections(), Items(moves: [move], updates: [update])) == [.movedAndUpdated])
  }

  /// Two faults that were reported to the makers of collection views: a reload is looked for among removals and
  /// insertions only, where a move has put something else.
  @Test func refusesUpdatesThatMovesShift() {
    let sections = Sections(
      removals: [4], insertions: [2], moves: [.init(before: 2, after: 4)], updates: [.init(before: 3, after: 3)])
    var judge = ListViewJudge(showing: (0..<5).map { Section("\($0)", []) })
    let broken = judge.perform(
      sections: sections, items: Items(), data: ["0", "1", "N", "3'", "2"].map { Section($0, []) })
    #expect(broken.map(\.rule) == [.updateShiftedByMoves])

    let items = Items(
      removals: [Self.path(0, 1)],
      moves: [
        .init(before: Self.path(0, 3), after: Self.path(0, 0)), .init(before: Self.path(0, 0), after: Self.path(0, 1)),
      ], updates: [.init(before: Self.path(0, 2), after: Self.path(0, 2))])
    judge = ListViewJudge(showing: [Section("", ["a", "b", "c", "d"])])
    let violations = judge.perform(sections: Sections(), items: items, data: [Section("", ["d", "a", "c'"])])
    #expect(violations.map(\.rule) == [.updateShiftedByMoves])
  }

  /// Moves that pass a place in both directions leave it where it was.
  @Test func allowsUpdatesThatMovesPass() {
    let items = Items(
      moves: [
        .init(before: Self.path(0, 2), after: Self.path(0, 0)), .init(before: Self.path(0, 0), after: Self.path(0, 2)),
      ], updates: [.init(before: Self.path(0, 1), after: Self.path(0, 1))])
    #expect(Self.broken(Sections(), items) { $0[0].items = ["A2", "A1'", "A0"] } == [])
  }

  @Test func refusesItemsOfChangedSections() {
    let a = Self.path(0, 0)
    #expect(Self.broken(Sections(removals: [0]), Items(removals: [a])) { $0.remove(at: 0) } == [.itemInRemovedSection])
    #expect(
      Self.broken(Sections(insertions: [0]), Items(insertions: [a])) { $0.insert(Section("N", ["n"]), at: 0) }
        == [.itemInInsertedSection])
    #expect(
      Self.broken(Sections(moves: [.init(before: 0, after: 2)]), Items(removals: [a])) { data in
        data[0].items.removeFirst()
        data.append(data.removeFirst())
      } == [.itemInMovedSection])
    #expect(
      Self.broken(Sections(updates: [.init(before: 0, after: 0)]), Items(insertions: [a])) { data in
        data[0].items.insert("new", at: 0)
      } == [.itemInUpdatedSection])
    #expect(
      Self.broken(Sections(insertions: [3]), Items(moves: [.init(before: a, after: Self.path(3, 0))])) { data in
        data.append(Section("N", [data[0].items.removeFirst()]))
      } == [.itemInInsertedSection])
  }

  @Test func refusesWrongCounts() {
    #expect(Self.broken { $0.removeLast() } == [.wrongSectionCount])
    #expect(Self.broken { $0[1].items.removeLast() } == [.wrongItemCount])
    #expect(Self.broken(Sections(), Items(removals: [Self.path(1, 0)])) == [.wrongItemCount])
    #expect(
      Self.broken(Sections(moves: [.init(before: 0, after: 2)])) { data in
        data[0].items.removeFirst()
        data.append(data.removeFirst())
      } == [.itemsOfWholeSectionChanged])
  }

  @Test func refusesContentThatIsNotShown() {
    #expect(Self.broken { $0[1].items[1] = "other" } == [.staleContent])
    #expect(Self.broken { $0[1].header = "other" } == [.staleContent])
    #expect(Self.broken { $0.swapAt(0, 1) } == [.staleContent])
    let move = Items(moves: [.init(before: Self.path(0, 0), after: Self.path(0, 2))])
    #expect(Self.broken(Sections(), move) { $0[0].items = ["A1", "A2", "A0"] } == [])
    #expect(Self.broken(Sections(), move) { $0[0].items = ["A1", "A2", "A0'"] } == [.staleContent])
  }
}
