import TestSupport
import Testing
import TreeDiff

@Suite struct ListDiffTests {
  @Test func theModelFindsLongestIncreasingSubsequences() {
    var random = SeededRandom()
    for _ in 0..<100 {
      let values = Array(0..<random.number(0...9)).shuffled(using: &random)
      #expect(
        ListDiffModel.longestIncreasing(values) == ListDiffModel.longestIncreasingByTrial(values), "\(values) \(random)"
      )
    }
  }

  /// Lists of up to two hundred elements over few ids, so that duplicates and chance neighbours abound.
  @Test(arguments: [3, 8, 40, 400])
  func randomListsWithDuplicates(idCount: Int) {
    var random = SeededRandom()
    for _ in 0..<150 {
      let old = items(random.number(0...200), idCount, &random)
      check(old, items(random.number(0...200), idCount, &random), "\(random)")
    }
  }

  /// Up to two thousand elements, edited in blocks as feeds are, with and without ids that occur twice.
  @Test(arguments: [50, 2_000, 1_000_000])
  func randomEdits(idCount: Int) {
    var random = SeededRandom()
    for _ in 0..<25 {
      let old = items(random.number(0...2_000), idCount, &random)
      var new = old
      for _ in 0..<random.number(0...12) { edit(&new, idCount, &random) }
      check(old, new, "\(random)")
    }
  }

  @Test func disjointAndReversedAndRotated() {
    let list = (0..<300).map { Item($0) }
    check(list, (300..<700).map { Item($0) })
    check(list, list.reversed())
    check(list, Array(list[100...] + list[..<100]))
    check([], list)
    check(list, [])
    check([], [])
  }

  private func items(_ count: Int, _ idCount: Int, _ random: inout SeededRandom) -> [Item] {
    (0..<count).map { _ in Item(random.number(0...idCount), random.number(0...1)) }
  }

  /// Changes a list in one place: removes, inserts, moves, shuffles or updates a block.
  private func edit(_ list: inout [Item], _ idCount: Int, _ random: inout SeededRandom) {
    let start = random.number(0...list.count)
    let block = start..<min(list.count, start + random.number(0...1 << random.number(0...10)))
    switch random.number(0...4) {
    case 0: list.removeSubrange(block)
    case 1: list.insert(contentsOf: items(random.number(0...600), idCount, &random), at: start)
    case 2:
      let moved = list[block]
      list.removeSubrange(block)
      list.insert(contentsOf: moved, at: random.number(0...list.count))
    case 3: list[block].shuffle(using: &random)
    default: for index in block { list[index].content += 1 }
    }
  }
}
