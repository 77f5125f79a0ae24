import Foundation
import TestSupport
import Testing
import TreeDiff

@Suite struct ListDiffFormsTests {
  @Test func descriptionNamesEachChange() {
    struct Row: Identifiable, Equatable, CustomDebugStringConvertible {
      let id: Int
      let text: String
      var debugDescription: String { "\"\(text)\"" }
    }
    let old = ["a", "b", "c", "d"].enumerated().map { Row(id: $0.offset, text: $0.element) }
    let new = [Row(id: 9, text: "x"), old[0], Row(id: 1, text: "B"), old[3]]
    #expect(
      ListDiff(from: old, to: new).description == """
        - 2 "c"
        + 0 "x"
        ~ 1 → 2 "b" → "B"
        """)
    #expect(ListDiff(from: old, to: old).description == "no changes")
    #expect(ListDiff(from: old, to: [old[1], old[2], old[3], old[0]]).description == "0 → 3")
  }

  @Test func codedFormIsCompactAndComesBack() throws {
    let diff = ListDiff(from: [Item(1), Item(2), Item(3)], to: [Item(3), Item(1, 5), Item(4)])
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(diff), as: UTF8.self)
    #expect(
      json == """
        {"inserted":[{"content":0,"id":4}],"insertedAt":[2],"moved":[2,0],"new":3,"old":3,\
        "removed":[{"content":0,"id":2}],"removedAt":[1],"updatedAt":[0,1],"updatedFrom":[{"content":0,"id":1}],\
        "updatedTo":[{"content":5,"id":1}]}
        """)
    #expect(try JSONDecoder().decode(ListDiff<Item>.self, from: Data(json.utf8)) == diff)
  }

  @Test(arguments: [
    #"{"old":1}"#, #"{"old":-1,"new":-1}"#, #"{"old":9223372036854775807,"new":0}"#,
    #"{"old":2,"new":1,"removedAt":[0]}"#, #"{"old":2,"new":1,"removedAt":[2],"removed":[7]}"#,
    #"{"old":2,"new":0,"removedAt":[1,0],"removed":[7,8]}"#, #"{"old":2,"new":2,"moved":[0]}"#,
    #"{"old":2,"new":2,"moved":[0,5]}"#, #"{"old":2,"new":2,"moved":[0,0,0,1]}"#,
    #"{"old":2,"new":2,"updatedAt":[0,1],"updatedFrom":[7],"updatedTo":[8]}"#,
    #"{"old":2,"new":2,"replacement":true}"#,
    #"{"old":2,"new":1,"removedAt":[0],"removed":[7],"updatedAt":[0,0],"updatedFrom":[7],"updatedTo":[8]}"#,
  ])
  func corruptInputIsRefused(json: String) {
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ListDiff<Int>.self, from: Data(json.utf8)) }
  }

  @Test func hugeCountsAreDecodedWithoutAllocatingForThem() throws {
    let json = #"{"old":2147483647,"new":2147483647}"#
    let diff = try JSONDecoder().decode(ListDiff<Int>.self, from: Data(json.utf8))
    #expect(throws: ListDiffError.wrongCount(expected: 2_147_483_647, actual: 1)) { try [1].applying(diff) }
  }

  /// Random changes are refused or do what they say; a list is as it was after an error.
  @Test func garbage() {
    var random = SeededRandom()
    var accepted = 0
    for _ in 0..<20_000 {
      let index = { (random: inout SeededRandom) in random.number(-1...3) }
      let some = { (random: inout SeededRandom) in 0..<max(0, random.number(-2...2)) }
      let diff = ListDiff<Int>(
        oldCount: random.number(-1...3), newCount: random.number(-1...3),
        removals: some(&random).map { _ in .init(index: index(&random), element: 0) },
        insertions: some(&random).map { _ in .init(index: index(&random), element: 100) },
        moves: some(&random).map { _ in .init(from: index(&random), to: index(&random)) },
        updates: some(&random).map { _ in .init(from: index(&random), to: index(&random), old: 0, new: 200) })
      let before = Array(0..<random.number(0...3))
      var list = before
      do {
        try diff.apply(to: &list)
        accepted += 1
        #expect(list.count == diff.newCount)
        #expect(diff.insertions.allSatisfy { list[$0.index] == 100 } && diff.updates.allSatisfy { list[$0.to] == 200 })
      } catch {
        #expect(list == before, "\(error) \(random)")
      }
    }
    #expect(accepted > 50)
  }

  @Test func otherCollectionsAndAnIDOfOnesOwn() throws {
    let words = ["pear", "fig", "apple"]
    let diff = ListDiff(from: Set(["kiwi"]), to: words.lazy.map { $0 }, id: \.count, by: ==)
    #expect(diff.updates.map(\.new) == ["pear"])
    #expect(try ["kiwi"][...].applying(diff) == words[...])
    let ignoring = ListDiff(from: words, to: ["FIG", "apple"], id: { $0.lowercased() }, by: ==, updates: false)
    #expect(ignoring.updates.isEmpty && ignoring.removals.map(\.element) == ["pear"])
  }

  @Test func movesAsRemovalsAndInsertions() throws {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = (0..<random.number(0...40)).map { _ in Item(random.number(0...50), random.number(0...1)) }
      let new = (0..<random.number(0...40)).map { _ in Item(random.number(0...50), random.number(0...1)) }
      let (moving, other) = (
        ListDiff(from: old, to: new), ListDiff(from: old, to: new, moves: .asRemovalsAndInsertions)
      )
      #expect(other.moves.isEmpty && other.removals.count == moving.removals.count + moving.moves.count)
      #expect(try old.applying(other) == new, "\(random)")
    }
  }

  @Test func aMappedDiffChangesMappedLists() throws {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = (0..<random.number(0...40)).map { _ in Item(random.number(0...50), random.number(0...1)) }
      let new = (0..<random.number(0...40)).map { _ in Item(random.number(0...50), random.number(0...1)) }
      let diff = ListDiff(from: old, to: new)
      let mapped = diff.map(\.description)
      #expect(try old.map(\.description).applying(mapped) == new.map(\.description), "\(random)")
      #expect(mapped.duplicates.map(\.element) == diff.duplicates.map(\.element.description), "\(random)")
      #expect(mapped.changeCount == diff.changeCount && mapped.moves.map(\.to) == diff.moves.map(\.to), "\(random)")
    }
    struct Refusal: Error {}
    let diff = ListDiff(from: [Item(1)], to: [Item(2)])
    #expect(throws: Refusal.self) { try diff.map { item throws(Refusal) -> Int in throw Refusal() } }
  }

  @Test func aLimitReplacesEverything() throws {
    let (old, new) = ((0..<100).map { Item($0) }, (0..<100).reversed().map { Item($0, 1) })
    #expect(!ListDiff(from: old, to: new, limit: 199).isReplacement)
    for limit in [0, 50, 99, 198] {
      let diff = ListDiff(from: old, to: new, limit: limit)
      #expect(diff.isReplacement && diff.removals.count == 100 && diff.insertions.count == 100)
      #expect(diff.moves.isEmpty && diff.updates.isEmpty)
      #expect(try old.applying(diff) == new)
    }
    #expect(!ListDiff(from: old, to: old, limit: 0).isReplacement)
  }

  @MainActor @Test func awayFromTheActorAndCancelled() async throws {
    let (old, new) = ((0..<2_000).map { Item($0) }, (0..<2_000).reversed().map { Item($0) })
    let diff = try await ListDiff.computed(from: old, to: new)
    #expect(diff == ListDiff(from: old, to: new))
    let task = Task {
      await Task.yield()
      return try await ListDiff.computed(from: old, to: new, id: { $0.id }, by: { $0 == $1 && !Thread.isMainThread })
    }
    #expect(try await task.value == diff, "nothing is compared on the main thread")
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await ListDiff.computed(from: old, to: new)
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
  }

  @Test func standardDifferencesBecomeDiffs() throws {
    var random = SeededRandom()
    for _ in 0..<300 {
      let old = (0..<random.number(0...20)).map { _ in random.number(0...12) }
      let new = (0..<random.number(0...20)).map { _ in random.number(0...12) }
      for difference in [new.difference(from: old), new.difference(from: old).inferringMoves()] {
        let diff = try ListDiff(difference, oldCount: old.count)
        #expect(try old.applying(diff) == new, "\(random)")
      }
    }
    let difference = [1, 2].difference(from: [1, 2, 3])
    #expect(throws: ListDiffError.self) { try ListDiff(difference, oldCount: 2) }
  }
}
