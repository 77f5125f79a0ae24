import TestSupport
import Testing
import TreeDiff

/// Checks the stages of a diff between two lists.
func checkStages(_ old: [Item], _ new: [Item], _ comment: @autoclosure () -> String = "") {
  let updates = BatchUpdates(ListDiff(from: old, to: new), from: old, to: new)
  let faults = ListViewJudge.faults(of: updates, from: old, to: new)
  if !faults.isEmpty { Issue.record("\(old) → \(new): \(faults.joined(separator: "; ")) \(comment())") }
}

@Suite struct BatchUpdatesTests {
  static func stages(_ old: [Item], _ new: [Item]) -> [BatchUpdates<[Item]>.Stage] {
    checkStages(old, new)
    return BatchUpdates(ListDiff(from: old, to: new), from: old, to: new).stages
  }

  @Test func nothingToDo() {
    #expect(Self.stages([Item(1)], [Item(1)]).isEmpty)
    #expect(!BatchUpdates(ListDiff(from: [Item](), to: []), from: [], to: []).shouldReload)
  }

  /// The former first row changes and is pushed down by twenty.
  @Test func anUpdateTellsBothPlaces() throws {
    let old = (0..<20).map { Item($0) }
    var new = (100..<120).map { Item($0) } + old
    new[20].content = 1
    let diff = ListDiff(from: old, to: new)
    #expect(diff.updates.map { [$0.from, $0.to] } == [[0, 20]])
    let stages = Self.stages(old, new)
    #expect(stages.count == 1)
    let update = try #require(stages.first?.items.updates.first)
    #expect(update == .init(before: ItemPath(section: 0, item: 0), after: ItemPath(section: 0, item: 20)))
  }

  @Test func anUpdatedItemMovesFirst() {
    let stages = Self.stages([Item(1), Item(2), Item(3)], [Item(2), Item(3), Item(1, 1)])
    #expect(stages.map { $0.items.moves.count } == [1, 0])
    #expect(stages.map { $0.items.updates.map(\.before.item) } == [[], [2]])
    #expect(stages.map(\.data) == [[Item(2), Item(3), Item(1)], [Item(2), Item(3), Item(1, 1)]])
  }

  @Test func anUpdateThatAMoveDoesNotShiftGoesAlong() {
    #expect(Self.stages([1, 2, 3, 4].map { Item($0) }, [Item(1, 1), Item(2), Item(4), Item(3)]).count == 1)
    #expect(Self.stages([1, 2, 3, 4].map { Item($0) }, [Item(4), Item(1), Item(2, 1), Item(3)]).count == 2)
  }

  @Test func noMoveToItself() {
    let old = [0, 1, 2, 3, 4].map { Item($0) }
    let stages = Self.stages(old, [3, 4, 2, 0, 1].map { Item($0) })
    #expect(stages.count == 1)
    #expect(stages.allSatisfy { stage in stage.items.moves.allSatisfy { $0.before != $0.after } })
  }

  @Test func noPlaceIsRemovedTwice() {
    let old = [1, 1, 2, 2, 1].map { Item($0) }
    let stages = Self.stages(old, [2, 1].map { Item($0) })
    for stage in stages { #expect(Set(stage.items.removals).count == stage.items.removals.count) }
    checkStages([2, 1].map { Item($0) }, old)
  }

  @Test func threeStagesAtMost() {
    // An item leaves a section that goes for one that comes.
    let (old, new) = (sections([1: [1], 2: [2]]), sections([2: [2], 3: [1]]))
    let updates = BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new)
    #expect(updates.stages.count == 3)
    #expect(updates.stages.map { $0.items.moves.count } == [0, 1, 0])
    #expect(updates.stages.map { $0.sections.insertions.count } == [1, 0, 0])
    #expect(updates.stages.map { $0.sections.removals.count } == [0, 0, 1])
    #expect(
      updates.stages.map(\.data) == [sections([1: [1], 2: [2], 3: []]), sections([1: [], 2: [2], 3: [1]]), new])
  }

  @Test func oneSectionComesWhileAnotherGoes() {
    // Different items leave and come, so two stages will do.
    let (old, new) = (sections([1: [1], 2: [2, 3]]), sections([2: [2, 1], 3: [3]]))
    let updates = BatchUpdates(SectionedDiff(from: old, to: new), from: old, to: new)
    #expect(updates.stages.count == 2)
  }

  @Test func reloadLimit() {
    let (old, new) = ((0..<10).map { Item($0) }, (5..<15).map { Item($0) })
    let diff = ListDiff(from: old, to: new)
    #expect(!BatchUpdates(diff, from: old, to: new, reloadLimit: 10).shouldReload)
    let updates = BatchUpdates(diff, from: old, to: new, reloadLimit: 9)
    #expect(updates.shouldReload && updates.changeCount == 10)
    #expect(updates.stages.isEmpty && updates.data == new)
    let replacement = ListDiff(from: old, to: new, limit: 3)
    let reload = BatchUpdates(replacement, from: old, to: new)
    #expect(reload.shouldReload && reload.stages.isEmpty && reload.data == new)
    let (before, after) = (sections([1: [1, 2]]), sections([1: [3]]))
    let sectioned = SectionedDiff(from: before, to: after)
    #expect(BatchUpdates(sectioned, from: before, to: after, reloadLimit: 2).shouldReload)
    #expect(!BatchUpdates(sectioned, from: before, to: after, reloadLimit: 3).shouldReload)
  }

  /// Items that come or go with their section are not told to the view.
  @Test func reloadLimitCountsWhatTheViewIsTold() throws {
    let old = sections([1: [1, 2]])
    let new = old + [ListSection(Item(2), items: (10..<310).map { Item($0) })]
    let diff = SectionedDiff(from: old, to: new)
    for (diff, old, new) in [(diff, old, new), (diff.inverse, new, old)] {
      let updates = BatchUpdates(diff, from: old, to: new, reloadLimit: 1)
      #expect(updates.changeCount == 1 && !updates.shouldReload && updates.stages.count == 1)
      #expect(BatchUpdates(diff, from: old, to: new, reloadLimit: 0).shouldReload)
    }
    #expect(!BatchUpdates(SectionedDiff(from: old, to: old), from: old, to: old, reloadLimit: 0).shouldReload)
    // Headers that are replaced as a whole, as in a diff from elsewhere.
    let replaced = try SectionedDiff<Item, Item>(
      validating: ListDiff(from: [Item(1)], to: [Item(2)], limit: 0), oldItemCounts: [0], newItemCounts: [0])
    #expect(BatchUpdates(replaced, from: sections([1: []]), to: sections([2: []])).shouldReload)
  }

  /// A list that went on while its diff was made elsewhere is loaded anew.
  @Test func aDiffThatDoesNotFitReloads() {
    let old = [Item(1)]
    let diff = ListDiff(from: old, to: [Item(1), Item(2)])
    for (from, to) in [([1, 9], [1, 2]), ([1], [1]), ([], [1, 2]), ([1, 2], [1])] {
      let (from, to) = (from.map { Item($0) }, to.map { Item($0) })
      let updates = BatchUpdates(diff, from: from, to: to)
      #expect(updates.shouldReload && updates.stages.isEmpty && updates.data == to && updates.changeCount == 1)
      #expect(updates.description == "reload")
      let keyed = BatchUpdates(
        diff, from: KeyedList(uniqueElements: from), to: KeyedList(uniqueElements: to), reloadLimit: 5)
      #expect(keyed.shouldReload && keyed.stages.isEmpty && keyed.data.elementsEqual(to))
    }
    // A diff without changes does not fit other counts either.
    #expect(BatchUpdates(ListDiff(from: old, to: old), from: [], to: []).shouldReload)
    let fitting = BatchUpdates(diff, from: old, to: [Item(1), Item(2)])
    #expect(!fitting.shouldReload && fitting.data == [Item(1), Item(2)])
  }

  @Test func aDiffOfOtherSectionsReloads() {
    let (old, new) = (sections([1: [1, 2], 2: [3]]), sections([2: [3, 1], 3: [2]]))
    let diff = SectionedDiff(from: old, to: new)
    for (from, to) in [
      (sections([1: [1], 2: [3]]), new), (old, sections([2: [3, 1]])), (sections([:]), new),
      (sections([2: [3], 1: [1, 2]]), new),
    ] {
      let updates = BatchUpdates(diff, from: from, to: to)
      #expect(updates.shouldReload && updates.stages.isEmpty && updates.data == to)
      let keyedUpdates = BatchUpdates(diff, from: keyed(from), to: keyed(to))
      #expect(keyedUpdates.shouldReload && keyedUpdates.stages.isEmpty && keyedUpdates.data == keyed(to))
    }
  }

  /// What a `KeyedList` cannot hold between two stages is loaded anew. What it can is right.
  @Test func updatesThatChangeIDs() throws {
    typealias Diff = SectionedDiff<Item, Item>
    let (first, second) = (ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1))
    func updates(of from: [Int], to: [Int]) throws -> BatchUpdates<[ListSection<Item, KeyedList<Item>>]> {
      // The two items change places, and the first one changes its id.
      let diff = try Diff(
        validating: ListDiff(validatingOldCount: 1, newCount: 1), oldItemCounts: [from.count],
        newItemCounts: [to.count], moves: [.init(from: second, to: first)],
        updates: [.init(from: second, to: first, old: Item(from[1]), new: Item(to[0]))])
      return BatchUpdates(diff, from: keyed(sections([1: from])), to: keyed(sections([1: to])))
    }
    let renamed = try updates(of: [1, 2], to: [3, 1])
    #expect(renamed.stages.map { $0.data.map { $0.items.map(\.id) } } == [[[2, 1]], [[3, 1]]])
    #expect(!renamed.shouldReload)

    // Three items, of which the first two take the ids of the next ones.
    let third = ItemPath(section: 0, item: 2)
    let diff = try Diff(
      validating: ListDiff(validatingOldCount: 1, newCount: 1), oldItemCounts: [3], newItemCounts: [3],
      moves: [.init(from: third, to: first)],
      updates: [
        .init(from: third, to: first, old: Item(3), new: Item(4)),
        .init(from: first, to: second, old: Item(1), new: Item(3)),
      ])
    let (old, new) = (sections([1: [1, 2, 3]]), sections([1: [4, 3, 2]]))
    let taken = BatchUpdates(diff, from: keyed(old), to: keyed(new))
    #expect(taken.stages.isEmpty == taken.shouldReload && taken.data == keyed(new))
    #expect(taken.shouldReload || ListViewJudge.faults(of: taken, from: keyed(old), to: keyed(new)) == [])
    #expect(ListViewJudge.faults(of: BatchUpdates(diff, from: old, to: new), from: old, to: new) == [])
  }

  /// Moves and updates of any items, as a decoder may have them, between lists that fit by number only.
  @Test func anyDiffThatFitsByNumber() throws {
    var (random, reloads, staged) = (SeededRandom(), 0, 0)
    for _ in 0..<400 {
      let (old, new) = (random.sections(ids: 1000), random.sections(ids: 1000))
      let diff = SectionedDiff(from: old, to: new)
      func renamed(_ list: TestSections, _ random: inout SeededRandom) -> [ListSection<Item, KeyedList<Item>>] {
        list.map { section in
          let ids = (0..<20).shuffled(using: &random).prefix(section.items.count)
          return ListSection(section.header, items: KeyedList(uniqueElements: ids.map { Item($0) }))
        }
      }
      let (from, to) = (renamed(old, &random), renamed(new, &random))
      let updates = BatchUpdates(diff, from: from, to: to)
      #expect(updates.data == to && updates.stages.last.map(\.data) ?? to == to, "\(random)")
      if updates.shouldReload { reloads += 1 } else { staged += 1 }
      for (stage, model) in zip(updates.stages, BatchUpdates(diff, from: from.arrays, to: to.arrays).stages) {
        #expect(stage.data.arrays == model.data, "\(random)")
      }
    }
    #expect(reloads > 0 && staged > 0)
  }

  @Test func pathsNameTheSectionOfTheView() {
    let (old, new) = ([Item(1)], [Item(1), Item(2)])
    let updates = BatchUpdates(ListDiff(from: old, to: new), from: old, to: new, section: 3)
    #expect(updates.stages.first?.items.insertions == [ItemPath(section: 3, item: 1)])
  }

  /// What a stage does not change keeps its storage.
  @Test func stagesOfKeyedListsShareStorage() {
    let old = KeyedList(uniqueElements: (0..<10_000).map { Item($0) })
    var new = old
    new.move(from: 5, to: 9_000)
    new.update(id: 5) { $0.content = 1 }
    let updates = BatchUpdates(new.diff(from: old), from: old, to: new)
    #expect(updates.stages.count == 2)
    #expect(updates.stages[1].data.isIdentical(to: new))
    // Only what the two do not share is compared, so this is about one leaf of the tree.
    var compared = 0
    _ = updates.stages[0].data.diff(from: old) { old, new in
      compared += 1
      return old == new
    }
    #expect(compared < 500)

    let sections = [ListSection(Item(1), items: old), ListSection(Item(2), items: new)]
    let swapped = [sections[1], sections[0]]
    let staged = BatchUpdates(SectionedDiff(from: sections, to: swapped), from: sections, to: swapped)
    #expect(staged.stages.count == 1)
    #expect(staged.stages[0].data[0].items.isIdentical(to: new))
  }

  @Test(arguments: [5, 40])
  func randomLists(ids: Int) {
    var random = SeededRandom()
    for _ in 0..<400 {
      let items = { (random: inout SeededRandom) in
        (0..<random.number(0...20)).map { _ in Item(random.number(0...ids), random.number(0...1)) }
      }
      checkStages(items(&random), items(&random), "\(random)")
    }
  }

  @Test func randomKeyedLists() {
    var random = SeededRandom()
    for _ in 0..<100 {
      let items = { (random: inout SeededRandom) in
        KeyedList(uniqueElements: (0..<200).map { Item($0, random.number(0...1)) }.shuffled(using: &random)[..<150])
      }
      let (old, new) = (items(&random), items(&random))
      let updates = BatchUpdates(new.diff(from: old), from: old, to: new)
      #expect(ListViewJudge.faults(of: updates, from: old, to: new) == [], "\(random)")
    }
  }
}

extension [ListSection<Item, KeyedList<Item>>] {
  fileprivate var arrays: TestSections { map { ListSection($0.header, items: [Item]($0.items)) } }
}
