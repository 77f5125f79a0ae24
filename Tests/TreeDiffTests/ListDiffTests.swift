import TestSupport
import Testing
import TreeDiff

@Suite struct ListDiffTests {
  /// All lists of up to `length` elements, up to the names of ids: the old one takes ids in turn or again, the new one
  /// takes those or further ones in turn. Contents are 0 or 1 by the bits of a number that goes through all of them.
  @Test(arguments: [0, 32])
  func allSmallLists(windowThreshold: Int) {
    for old in idLists(upTo: 4, known: 0) {
      for new in idLists(upTo: 4, known: (old.max() ?? -1) + 1) {
        for bits in stride(from: 0, to: 1 << new.count, by: new.count < 4 ? 1 : 5) {
          let items = new.enumerated().map { Item($0.element, bits >> $0.offset & 1) }
          check(old.map { Item($0, bits & 1) }, items, windowThreshold: windowThreshold)
        }
      }
    }
  }

  /// All pairs of a list without duplicates and any other one, up to five elements each, in both directions. Each
  /// matched element is met with the same and with another content.
  @Test func allPairsWithAListOfDifferentIDs() {
    var (cases, wrong) = (0, 0)
    for count in 0...5 {
      let plain = (0..<count).map { Item($0) }
      for ids in idLists(upTo: 5, known: count) {
        cases += 1
        for bits in [cases & 31, ~cases & 31] {
          let other = ids.enumerated().map { Item($0.element, bits >> $0.offset & 1) }
          for (old, new) in [(plain, other), (other, plain)] where !isRight(old, new) {
            wrong += 1
            if wrong <= 10 { check(old, new, windowThreshold: 0, "in a small world") }
          }
        }
      }
    }
    #expect(wrong == 0 && cases > 10_000, "\(wrong) of \(cases)")
  }

  /// Whether a diff does what it should with as few changes as possible; no more than that, to be fast.
  private func isRight(_ old: [Item], _ new: [Item]) -> Bool {
    let diff = ListDiff(from: old, to: new, comparison: NaturalComparison<Item>(), windowThreshold: 0)
    let model = ListDiffModel(old.map(\.id), new.map(\.id))
    return diff.removals.count == model.removed.count && diff.insertions.count == model.inserted.count
      && diff.moves.count == model.fewestMoves
      && diff.updates.count == model.pairs.count { old[$0.old].content != new[$0.new].content }
      && (try? old.applying(diff)) == new && (try? new.applying(diff.inverse)) == old
  }

  /// Lists of five and six elements, every so many of them, another one in each run.
  @Test func samplesOfSmallLists() {
    var random = SeededRandom()
    let news = (0...3).map { idLists(upTo: 6, known: $0) }
    for old in idLists(upTo: 6, known: 0) {
      let (news, step) = (news[min((old.max() ?? -1) + 1, 3)], 1_500)
      for index in stride(from: random.number(0...step), to: news.count, by: step) {
        let items = news[index].map { Item($0, random.number(0...1)) }
        check(old.map { Item($0, random.number(0...1)) }, items, windowThreshold: 0, "\(random)")
      }
    }
  }

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

/// All lists of up to `length` ids in which an id beyond the first `known` appears only after the one before it.
private func idLists(upTo length: Int, known: Int) -> [[Int]] {
  var result: [[Int]] = [[]]
  var start = 0
  for _ in 0..<length {
    let end = result.count
    for list in result[start..<end] {
      let next = max(known, (list.max() ?? -1) + 1)
      for id in 0...next { result.append(list + [id]) }
    }
    start = end
  }
  return result
}
