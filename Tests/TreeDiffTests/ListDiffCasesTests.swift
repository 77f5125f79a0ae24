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
    #expect(diff.moves.count == 2)
    for case .move(let from, let to) in ListSteps(diff) { #expect(from != to) }
    check(items([1, 2, 3]), items([3, 2, 1]))
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
    #expect(diff.duplicates.map { Array($0.old) } == [[1, 3], []])
    #expect(diff.duplicates.map { Array($0.new) } == [[2, 3, 4], [5, 6]])
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
