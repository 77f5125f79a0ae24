import Foundation
import TestSupport
import Testing

@testable import TreeDiff

private struct Item: Identifiable, Hashable, Codable, Comparable {
  var id: Int
  var text = ""

  static func < (left: Item, right: Item) -> Bool { (left.text, left.id) < (right.text, right.id) }
}

private func items(_ ids: some Sequence<Int>) -> [Item] { ids.map { Item(id: $0, text: "\($0)") } }
private func list(_ ids: some Sequence<Int>) -> KeyedList<Item> { KeyedList(uniqueElements: items(ids)) }

@Suite struct KeyedListTests {
  // MARK: Creation

  @Test(arguments: [0, 1, 2, 31, 32, 33, 63, 64, 65, 500, 20_000])
  func building(count: Int) throws {
    let built = list(0..<count)
    try built.checkInvariants()
    #expect(Array(built) == items(0..<count))
    var grown: KeyedList<Item> = []
    for item in items(0..<count) { #expect(grown.append(item) == nil) }
    try grown.checkInvariants()
    #expect(grown == built)
    var prepended: KeyedList<Item> = []
    for item in items(0..<count).reversed() { prepended.prepend(item) }
    try prepended.checkInvariants()
    #expect(prepended == built && prepended.hashValue == built.hashValue)
  }

  @Test func duplicatesThrow() {
    for count in [10, 100] {
      let elements = items(Array(0..<count) + [7, 3])
      #expect(throws: DuplicateIDError(id: 7, first: 7, second: count)) { try KeyedList(validating: elements) }
    }
    let equal = [Item](repeating: Item(id: 1), count: 100_000)
    #expect(throws: DuplicateIDError(id: 1, first: 0, second: 1)) { try KeyedList(validating: equal) }
  }

  @Test func duplicatesUnite() throws {
    let elements = items(0..<100) + [Item(id: 5, text: "later")]
    let first = KeyedList(elements) { first, _ in first }
    #expect(Array(first) == items(0..<100))
    let later = KeyedList(elements) { _, later in later }
    try later.checkInvariants()
    #expect(later.count == 100 && later[5] == Item(id: 5, text: "later"))
  }

  @Test func trapsNameTheCulprit() async {
    await #expect(processExitsWith: .failure) { _ = KeyedList(uniqueElements: items([1, 2, 1])) }
    await #expect(processExitsWith: .failure) { _ = list(0..<3)[3] }
    await #expect(processExitsWith: .failure) {
      var short = list(0..<3)
      short.remove(atOffsets: [0, 4])
    }
    await #expect(processExitsWith: .failure) {
      var short = list(0..<3)
      short.move(fromOffsets: [-1], toOffset: 0)
    }
  }

  // MARK: Faults of other collections

  @Test func movingOffsets() {
    var moved = list(0..<4)
    moved.move(fromOffsets: IndexSet([0, 2]), toOffset: 2)
    #expect(moved.map(\.id) == [1, 0, 2, 3])
    moved.remove(atOffsets: IndexSet([0, 3]))
    #expect(moved.map(\.id) == [0, 2])
  }

  @Test func assignmentReplaces() throws {
    var changed = list(0..<4)
    changed[0] = Item(id: 9)
    #expect(changed.map(\.id) == [9, 1, 2, 3])
    changed[1] = Item(id: 3, text: "here")
    #expect(changed.map(\.id) == [9, 3, 2] && changed[id: 3]?.text == "here")
    changed[id: 9] = nil
    #expect(changed.map(\.id) == [3, 2])
    changed.swapAt(0, 1)
    #expect(changed.map(\.id) == [2, 3] && Array(changed.ids) == [2, 3])
    try changed.checkInvariants()
  }

  @Test func orderAndIDsAgree() throws {
    var sorted = list([3, 2, 1])
    sorted.sort()
    #expect(sorted.map(\.id) == [1, 2, 3])
    for (position, id) in sorted.ids.enumerated() { #expect(sorted.index(id: id) == position) }
    #expect(sorted.insert(Item(id: 2, text: "0"), by: <) == Item(id: 2, text: "2"))
    #expect(sorted.map(\.id) == [2, 1, 3])
    #expect(list(0..<100).partitioningIndex { $0.id >= 42 } == 42)
    #expect(list(0..<10).filter { $0.id % 2 == 0 } == list([0, 2, 4, 6, 8]))
    #expect(list(0..<10).mapElements { Item(id: $0.id / 2, text: $0.text) }.map(\.text) == ["1", "3", "5", "7", "9"])
    #expect(list(0..<100)[10..<12].map(\.id) == [10, 11])
  }

  // MARK: Failures in bodies

  private struct Failure: Error {}

  @Test(arguments: [10, 200])
  func bodiesThatThrow(count: Int) throws {
    var changed = list(0..<count)
    #expect(throws: Failure.self) {
      try changed.update(id: 3) { item throws(Failure) in
        item.id = 7
        throw Failure()
      }
    }
    try changed.checkInvariants()
    #expect(changed[3].id == 7 && changed.count == count - 1)
    #expect(throws: Failure.self) {
      try changed.updateAll { item throws(Failure) in
        item.id /= 2
        if item.id > 3 { throw Failure() }
      }
    }
    try changed.checkInvariants()
    let before = changed
    #expect(throws: Failure.self) { try changed.removeAll { _ throws(Failure) in throw Failure() } }
    #expect(changed == before && changed.isIdentical(to: before))
  }

  // MARK: Coding

  @Test func coding() throws {
    let coded = list(0..<40)
    let data = try JSONEncoder().encode(coded)
    #expect(try JSONDecoder().decode([Item].self, from: data) == Array(coded))
    #expect(try JSONDecoder().decode(KeyedList<Item>.self, from: data) == coded)
    let twice = try JSONEncoder().encode(items([1, 2, 1]))
    #expect {
      try JSONDecoder().decode(KeyedList<Item>.self, from: twice)
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.last?.intValue == 2 && context.debugDescription.contains("1")
    }
  }

  @Test func lenientDecoding() throws {
    let json = #"[{"id":1,"text":"a"},{"id":2,"text":"b"},{"id":"3"},{"id":1,"text":"c"},null,{"id":4,"text":"d"}]"#
    let decoded = try JSONDecoder().decode(KeyedList<Item>.LenientlyDecoded.self, from: Data(json.utf8))
    #expect(decoded.list.map(\.id) == [1, 2, 4])
    #expect(decoded.skipped.map(\.index) == [2, 3, 4])
    #expect(decoded.skipped[1].reason as? DuplicateIDError<Int> == DuplicateIDError(id: 1, first: 0, second: 3))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(KeyedList<Item>.self, from: Data(json.utf8)) }
  }

  @Test func descriptions() {
    let two: KeyedList = [Item(id: 1), Item(id: 2)]
    #expect("\(two)" == "\([Item(id: 1), Item(id: 2)])")
    #expect(String(reflecting: two).hasPrefix("KeyedList(["))
    #expect(Mirror(reflecting: two).children.count == 2)
  }

  // MARK: Reconciling

  @Test func reconcilingDuplicates() throws {
    var reconciled = list(0..<50)
    let before = reconciled
    let diff = reconciled.reconcile(with: items([50] + Array(0..<50)) + [Item(id: 3, text: "last")])
    try reconciled.checkInvariants()
    #expect(reconciled.map(\.id) == [50] + Array(0..<50) && reconciled[id: 3]?.text == "last")
    #expect(faultOfDiff(diff, from: Array(before), to: Array(reconciled)) == nil)
    #expect(reconciled.reconcile(with: Array(reconciled)).isEmpty)
  }

  @Test func reconcilingKeepsSharing() {
    let before = list(0..<20_000)
    var after = before
    var new = Array(before)
    new[10_000].text = "changed"
    new.insert(Item(id: -1), at: 0)
    after.reconcile(with: new)
    var comparisons = 0
    let diff = after.diff(from: before) { old, new in
      comparisons += 1
      return old == new
    }
    #expect(diff.updates.count == 1 && diff.insertions.count == 1 && diff.moves.isEmpty)
    #expect(comparisons == 1)
  }

  // MARK: Cost

  @Test(arguments: [100, 10_000, 100_000])
  func comparisonsAfterOneChange(count: Int) {
    let before = KeyedList(uniqueElements: (0..<count).map { Item(id: $0) })
    var after = before
    after.update(id: count / 2) { $0.text = "changed" }
    var comparisons = 0
    let diff = after.diff(from: before) { old, new in
      comparisons += 1
      return old == new
    }
    #expect(diff.updates.map(\.to) == [count / 2] && diff.changeCount == 1)
    #expect(comparisons == 1)
  }

  @Test(arguments: [20, 10_000])
  func changesInPlace(count: Int) {
    let lifetimes = KeyedListLifetimes()
    var rows = KeyedList(uniqueElements: (0..<count).map { TrackedRow(id: $0, value: 0, object: lifetimes.object()) })
    // An element is copied, and with it the reference in it, when the path to it is.
    func isCopied() -> Bool { rows.update(id: 5) { !$0.isObjectUnique() } ?? true }
    #expect(!isCopied())
    rows[5].value = 1
    rows[id: 5]?.value = 2
    #expect(!isCopied())
    do {
      let older = rows
      rows.update(id: 5) { $0.value = 3 }
      #expect(isCopied() && older[5].value == 2)
    }
    #expect(!isCopied())
    rows = []
    #expect(lifetimes.living == 0)
  }

  @Test func removesFromEitherEnd() throws {
    var list = KeyedList(uniqueElements: (0..<200).map { Item(id: $0) })
    list.removeFirst(50)
    list.removeLast(100)
    #expect(list.map(\.id) == Array(50..<100) && list.popLast()?.id == 99 && list.count == 49)
    try list.checkInvariants()
    list.removeLast(0)
    list.removeFirst(49)
    #expect(list.popLast() == nil && list.isEmpty)
  }
}
