import TestSupport
import Testing

@testable import TreeDiff

/// Diffs made to keyed lists.
@Suite struct KeyedListApplyTests {
  @Test(arguments: [0, 1, 8, 40, 300])
  func appliesAsToAnArray(count: Int) throws {
    var random = SeededRandom(seed: UInt64(count))
    var nextID = count
    for _ in 0..<60 {
      let old = (0..<count).map { Item($0) }
      var new = old
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let place = Int.random(in: 0...new.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          new.insert(Item(nextID), at: place)
          nextID += 1
        case 1 where place < new.count: new.remove(at: place)
        case 2 where place < new.count: new[place].content += 1
        case _ where place < new.count:
          let item = new.remove(at: place)
          new.insert(item, at: Int.random(in: 0...new.count, using: &random))
        default: break
        }
      }
      let list = KeyedList(uniqueElements: old)
      let diff = ListDiff(from: old, to: new)
      let result = try list.applying(diff)
      #expect(Array(result) == new, "\(random)")
      try result.checkInvariants()
      #expect(result.diff(from: list).changeCount == diff.changeCount, "\(random)")
      var back = result
      try diff.inverse.apply(to: &back)
      #expect(back == list, "\(random)")
    }
  }

  @Test func whatDoesNotChangeStaysShared() throws {
    let list = KeyedList(uniqueElements: (0..<10_000).map { Item($0) })
    var newer = list
    newer[id: 5_000]?.content = 1
    newer.remove(id: 17)
    newer.move(from: 9_000, to: 20)
    var comparisons = 0
    let result = try list.applying(newer.diff(from: list))
    _ = result.diff(from: list) {
      comparisons += 1
      return $0 == $1
    }
    #expect(result == newer && comparisons < 200)
  }

  @Test func whatDoesNotFitIsAnErrorAndChangesNothing() throws {
    var list: KeyedList = [Item(1), Item(2), Item(3)]
    let before = list
    #expect(throws: ListDiffError.wrongCount(expected: 1, actual: 3)) {
      try ListDiff(from: [Item(1)], to: []).apply(to: &list)
    }
    let inserted = try ListDiff(
      validatingOldCount: 3, newCount: 4, removals: [], insertions: [.init(index: 0, element: Item(3))])
    #expect(throws: ListDiffError.duplicateID("3")) { try inserted.apply(to: &list) }
    let renamed = try ListDiff<Item>(
      validatingOldCount: 3, newCount: 3, updates: [.init(from: 0, to: 0, old: Item(1), new: Item(2))])
    #expect(throws: ListDiffError.duplicateID("2")) { try renamed.apply(to: &list) }
    // So many that the list is built anew.
    let many = try ListDiff(
      validatingOldCount: 3, newCount: 23, insertions: (3..<23).map { .init(index: $0, element: Item(2 * $0 % 25)) })
    #expect(throws: ListDiffError.duplicateID("1")) { try many.apply(to: &list) }
    #expect(list == before)
  }

  /// Updates of another origin may give ids that others give up.
  @Test func updatesMayExchangeIDs() throws {
    let list: KeyedList = [Item(1), Item(2), Item(3)]
    let exchanged = try ListDiff<Item>(
      validatingOldCount: 3, newCount: 4, insertions: [.init(index: 3, element: Item(3))],
      updates: [
        .init(from: 0, to: 0, old: Item(1), new: Item(2, 1)), .init(from: 1, to: 1, old: Item(2), new: Item(1, 1)),
        .init(from: 2, to: 2, old: Item(3), new: Item(4)),
      ])
    #expect(try Array(list.applying(exchanged)) == [Item(2, 1), Item(1, 1), Item(4), Item(3)])
  }

  @Test(arguments: [10, 20, 60])
  func reconcilingKeepsTheObjectsThatStay(others: Int) {
    let objects = (0..<60).map { Object($0) }
    var list = KeyedList(uniqueElements: objects)
    let added = (0..<others).map { Object(100 + $0) }
    list.reconcile(with: added + [Object(59)] + (0..<59).map { Object($0) })
    #expect(list.dropFirst(others).elementsEqual([objects[59]] + objects.dropLast()) { $0 === $1 })
  }

  @Test func whatIsUnitedStandsUnderItsOwnID() {
    struct Row: Identifiable, Equatable { var id: Int, text: String }
    let rows = [Row(id: 1, text: "A"), Row(id: 2, text: "B"), Row(id: 1, text: "C"), Row(id: 3, text: "D")]
    let list = KeyedList(rows) { first, later in Row(id: 2, text: first.text + later.text) }
    #expect(Array(list) == [Row(id: 2, text: "AC"), Row(id: 3, text: "D")])
  }

  private final class Object: Identifiable, Equatable {
    let id: Int
    init(_ id: Int) { self.id = id }
    static func == (a: Object, b: Object) -> Bool { a.id == b.id }
  }
}
