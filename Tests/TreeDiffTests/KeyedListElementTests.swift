import TestSupport
import Testing

@testable import TreeDiff

/// Elements and ids of all kinds.
@Suite struct KeyedListElementTests {
  private struct NoID: Hashable {}
  private struct Empty: Identifiable, Equatable {
    var id: NoID { NoID() }
  }
  private struct Large: Identifiable, Equatable {
    var id: Int
    var words = SIMD64<Int64>()
    var more = SIMD64<Int64>()
  }
  private struct Aligned: Identifiable, Equatable {
    var id: UInt8
    var vector = SIMD8<Double>(repeating: 1)
  }
  /// Neither `Equatable` nor a value.
  private final class Object: Identifiable {
    var text = ""
  }

  @Test func largeAndAligned() throws {
    try exercise((0..<300).map { Large(id: $0, words: .init(repeating: Int64($0))) }, new: Large(id: -1))
    try exercise((0..<200).map { Aligned(id: $0) }, new: Aligned(id: 255))
  }

  private func exercise<Element: Identifiable & Equatable>(_ elements: [Element], new: Element) throws {
    var list = KeyedList(uniqueElements: elements)
    var model = elements
    let older = list
    for step in 0..<400 {
      switch step % 4 {
      case 0:
        let (source, target) = (step % model.count, step * 7 % model.count)
        list.move(from: source, to: target)
        model.insert(model.remove(at: source), at: target)
      case 1: #expect(list.remove(at: step * 3 % model.count) == model.remove(at: step * 3 % model.count))
      case 2:
        list.insert(new, at: step % model.count)
        model.insert(new, at: step % model.count)
      default:
        list.remove(id: new.id)
        model.removeAll { $0.id == new.id }
      }
      try list.checkInvariants()
    }
    #expect(Array(list) == model && Array(older) == elements)
    #expect(faultOfDiff(list.diff(from: older), from: elements, to: model) == nil)
  }

  @Test func emptyElements() throws {
    var list: KeyedList = [Empty()]
    #expect(list.append(Empty()) == Empty() && list.count == 1)
    try list.checkInvariants()
    #expect(list.remove(id: NoID()) == Empty() && list.isEmpty)
  }

  @Test func objects() throws {
    let objects = (0..<100).map { _ in Object() }
    var list = KeyedList(uniqueElements: objects)
    let older = list
    list.update(id: objects[3].id) { $0.text = "changed" }
    list.move(from: 0, to: 99)
    try list.checkInvariants()
    let diff = list.diff(from: older) { $0 === $1 }
    #expect(diff.moves.count == 1 && diff.updates.isEmpty && objects[3].text == "changed")
  }

  // MARK: Hostile ids

  private struct OneHash: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) {}
  }
  /// `==` says yes more often than the hash does.
  private struct Disagreeing: Hashable {
    let number: Int
    static func == (left: Self, right: Self) -> Bool { left.number / 2 == right.number / 2 }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  /// Not even equal to itself.
  private struct Unequal: Hashable {
    let number: Int
    static func == (left: Self, right: Self) -> Bool { false }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  private struct Keyed<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable {
    var id: ID
    var value = 0
  }

  @Test func equalHashes() throws {
    let elements = (0..<1000).map { Keyed(id: OneHash(number: $0)) }
    var list = KeyedList(uniqueElements: elements)
    try list.checkInvariants()
    let older = list
    for number in 0..<300 {
      list.update(id: OneHash(number: number * 3)) { $0.value = number }
      list.move(from: number, to: 999 - number)
    }
    try list.checkInvariants()
    #expect(faultOfDiff(list.diff(from: older), from: elements, to: Array(list)) == nil)
    for number in 0..<1000 { #expect(list.remove(id: OneHash(number: number)) != nil) }
    #expect(list.isEmpty)
  }

  @Test func disagreeingIDs() {
    // What comes out is not defined; that it comes out is.
    exercise { Disagreeing(number: $0) }
    exercise { Unequal(number: $0) }
  }

  private func exercise<ID: Hashable & Sendable>(_ id: (Int) -> ID) {
    var list: KeyedList<Keyed<ID>> = []
    var versions = [list]
    for number in 0..<500 {
      list.insert(Keyed(id: id(number)), at: number * 7 % (list.count + 1))
      if number % 5 == 0 { list.remove(at: number * 3 % list.count) }
      if number % 3 == 0, !list.isEmpty { list.move(from: 0, to: list.count - 1) }
      list.update(id: id(number / 2)) { $0.id = id(number) }
      if number % 50 == 0 { versions.append(list) }
    }
    for version in versions { _ = (list.diff(from: version).changeCount, list == version, Array(version).count) }
    list.reverse()
    list.removeAll { _ in true }
    #expect(list.isEmpty)
  }

  private struct Measure: Identifiable, Equatable {
    let id: Int
    var value: Double
  }

  /// What is not equal to itself is an update only where it was stored anew; `ListDiff` compares by `==` alone.
  @Test(arguments: [20, 500])
  func contentsThatAreNotThemselves(count: Int) {
    let before = KeyedList(uniqueElements: (0..<count).map { Measure(id: $0, value: .nan) })
    var after = before
    after[id: 7]?.value = 0
    #expect(after.diff(from: before).updates.map(\.from) == [7])
    after[id: 7]?.value = .nan
    #expect(after.diff(from: before).isEmpty)
    after[id: 7]?.value = -.nan
    #expect(after.diff(from: before).updates.map(\.from) == [7])
    #expect(ListDiff(from: Array(before), to: Array(after)).updates.count == count)
  }

  // MARK: Threads

  @Test func copiesOnOtherTasks() async {
    let list = KeyedList(uniqueElements: (0..<5000).map { Keyed(id: $0) })
    await withTaskGroup(of: Int.self) { group in
      for task in 0..<4 {
        group.addTask {
          var copy = list
          for number in 0..<5000 { copy.update(id: number) { $0.value += task } }
          return copy.reduce(0) { $0 + $1.value }
        }
      }
      var sums: Set<Int> = []
      for await sum in group { sums.insert(sum) }
      #expect(sums == [0, 5000, 10_000, 15_000])
    }
    #expect(list.allSatisfy { $0.value == 0 })
  }
}
