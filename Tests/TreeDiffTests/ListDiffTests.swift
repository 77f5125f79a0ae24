import TestSupport
import Testing
import TreeDiff

@Suite struct ListDiffTests {
  /// Lists of up to a hundred elements over few ids, so that duplicates and chance neighbours abound.
  @Test(arguments: [3, 8, 40, 400])
  func randomListsWithDuplicates(idCount: Int) {
    var random = SeededRandom()
    for _ in 0..<400 {
      let items = { (random: inout SeededRandom) in
        (0..<random.number(0...100)).map { _ in Item(random.number(0...idCount), random.number(0...1)) }
      }
      check(items(&random), items(&random), "\(random)")
    }
  }
}
