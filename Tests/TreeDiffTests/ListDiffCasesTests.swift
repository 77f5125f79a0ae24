import TestSupport
import Testing
import TreeDiff

/// Inputs that list diffs are known to get wrong.
@Suite struct ListDiffCasesTests {
  /// A batch and a sequence of steps are different types, and each gives the target when it is replayed its own way.
  @Test func reversal() throws {
    let (old, new) = (items([1, 2, 3, 4, 5]), items([5, 4, 3, 2, 1]))
    let diff = ListDiff(from: old, to: new)
    #expect(diff.moves.count == 4)
    check(old, new)
  }

  @Test func rotationIsOneMove() {
    let diff = ListDiff(from: items([1, 2, 3]), to: items([2, 3, 1]))
    #expect(diff.moves == [.init(from: 0, to: 2)])
    check(items([1, 2, 3]), items([2, 3, 1]))
  }

  @Test func swappingTheEndsIsTwoMovesAndNoneInPlace() {
    let diff = ListDiff(from: items([1, 2, 3]), to: items([3, 2, 1]))
    #expect(diff.moves == [.init(from: 2, to: 0), .init(from: 0, to: 2)])
    for case .move(let from, let to) in ListSteps(diff) { #expect(from != to) }
    check(items([1, 2, 3]), items([3, 2, 1]))
  }

  /// Of all fewest moves those are found of which the fewest end where they begin: all orders of up to seven elements.
  @Test(arguments: 0...7)
  func asFewMovesInPlaceAsPossible(count: Int) {
    for order in permutations(of: Array(0..<count)) {
      let moves = ListDiff(from: items(Array(0..<count)), to: items(order)).moves
      let inPlace = moves.count { $0.from == $0.to }
      if inPlace > 0 { #expect(inPlace == fewestInPlace(order), "\(order)") }
    }
  }

  /// The fewest elements in place that a longest increasing subsequence leaves out, by dynamic programming.
  private func fewestInPlace(_ order: [Int]) -> Int {
    var best: [(length: Int, inPlace: Int)] = []
    for (index, value) in order.enumerated() {
      let before = (0..<index).filter { order[$0] < value }.map { best[$0] }.max { $0 < $1 } ?? (length: 0, inPlace: 0)
      best.append((before.length + 1, before.inPlace + (index == value ? 1 : 0)))
    }
    let all = order.indices.count { order[$0] == $0 }
    return all - (best.max { $0 < $1 }?.inPlace ?? 0)
  }

  private func permutations(of values: [Int]) -> [[Int]] {
    SmallWorlds.selections(of: values, atMost: values.count).filter { $0.count == values.count }
  }

  @Test(arguments: [5, 10, 300, 3_000])
  func aSwapMovesTwo(count: Int) {
    let old = (0..<count).map { Item($0) }
    var new = old
    new.swapAt(1, count - 2)
    #expect(ListDiff(from: old, to: new).moves == [.init(from: count - 2, to: 1), .init(from: 1, to: count - 2)])
  }

  /// What a diff finds does not depend on the hashes of ids, which are others in each process: other ids, the same diff.
  @Test func hashesDecideNothing() {
    let run = (0..<60).map { $0 == 40 ? 20 : $0 }
    let twice = ([-1] + run + Array(100..<116), [-2] + run + Array(200..<216))
    let (first, second) = (Array(0..<40), Array(40..<80))
    let blocks = ([-1, -2] + first + second, [-2, -3] + second + first)
    var random = SeededRandom(seed: 1)
    for (old, new) in [twice, blocks] {
      let expected = ListDiff(from: items(old), to: items(new))
      for _ in 0..<3_000 {
        let key = Int(truncatingIfNeeded: random.next())
        let diff = ListDiff(from: items(old.map { $0 ^ key }), to: items(new.map { $0 ^ key }))
        #expect(diff.moves == expected.moves && diff.duplicates.isEmpty)
      }
    }
  }

  @Test func duplicatesAreNamedWhereAllOthersStay() {
    func duplicates(_ old: [Int], _ new: [Int]) -> [[Int]] {
      ListDiff(from: items(old), to: items(new)).duplicates.flatMap { [[$0.element.id], $0.old, $0.new] }
    }
    #expect(duplicates([], [1, 1]) == [[1], [], [0, 1]])
    #expect(duplicates([1, 1], []) == [[1], [0, 1], []])
    #expect(duplicates([5], [5, 1, 2, 1]) == [[1], [], [1, 3]])
    #expect(duplicates([5, 6], [5, 1, 1, 6]) == [[1], [], [1, 2]])
    #expect(duplicates([5, 1, 2, 1], [5]) == [[1], [1, 3], []])
  }

  @Test func manyMovesAmongRemovalsAndInsertions() {
    check(
      items([
        63, 5, 112, 48, 100006, 121, 33, 65, 100003, 57, 100007, 117, 108, 1, 118, 100688, 18, 54, 116, 110,
      ]),
      items([
        65, 118, 110, 117, 100006, 112, 1, 54, 116, 100688, 48, 57, 108, 63, 121, 33, 18, 5, 100003, 100007,
      ]))
  }

  @Test func anUpdateBehindInsertionsNamesBothIndexes() {
    let old = (0..<20).map { Item($0) }
    let new = (20..<40).map { Item($0) } + [Item(0, 1)] + old[1...]
    let diff = ListDiff(from: old, to: new)
    #expect(diff.updates == [.init(from: 0, to: 20, old: Item(0), new: Item(0, 1))])
    #expect(diff.updates.first?.description == "~ 0 → 20 0 → 0.1")
    check(old, new)
  }

  @Test func removingTheFirstOfTwoIsOneRemoval() {
    let diff = ListDiff(from: items([1, 2]), to: items([2]))
    #expect(diff.removals == [.init(index: 0, element: Item(1))])
    #expect(diff.changeCount == 1)
  }

  @Test func interleavedMoves() { check(items([1, 2, 3, 4, 5, 6]), items([1, 4, 2, 5, 6, 3])) }

  @Test func aThousandIDsWithOneHash() throws {
    let old = (0..<1_000).map { Keyed(Colliding($0)) }
    let new = old.shuffled()
    let diff = ListDiff(from: old, to: new)
    #expect(try old.applying(diff) == new)
    #expect(diff.removals.isEmpty && diff.insertions.isEmpty)
  }

  @Test func tenThousandShuffledItems() {
    let old = (0..<10_000).map { Item($0) }
    check(old, old.shuffled())
  }

  @Test func duplicatesAreNamedWithTheirPositions() {
    let diff = ListDiff(from: items([9, 1, 2, 1, 8]), to: items([7, 2, 1, 1, 1, 6, 6]))
    #expect(diff.duplicates.map(\.element.id) == [1, 6])
    #expect(diff.duplicates.map(\.old) == [[1, 3], []])
    #expect(diff.duplicates.map(\.new) == [[2, 3, 4], [5, 6]])
    #expect(ListDiff(from: items([1, 2, 3]), to: items([3, 2])).duplicates.isEmpty)
  }

  /// The original of a changed element comes back at the end.
  @Test func patchAndInverseWithAnOriginalThatReturns() throws {
    let old = [Item(1), Item(2)]
    let new = [Item(1, 1), Item(2), Item(1)]
    check(old, new)
    let diff = ListDiff(from: old, to: new)
    #expect(try old.applying(diff).applying(diff.inverse) == old)
  }

  @Test func theInverseOfARemovedRangeIsValid() throws {
    let old = (0..<10).map { Item($0) }
    let new = Array(old[..<3] + old[7...])
    let inverse = ListDiff(from: old, to: new).inverse
    #expect(inverse.insertions.map(\.index) == [3, 4, 5, 6])
    #expect(try new.applying(inverse) == old)
    var list = new
    try ListSteps(inverse).apply(to: &list)
    #expect(list == old)
  }

  private func items(_ ids: [Int]) -> [Item] { ids.map { Item($0) } }
}
