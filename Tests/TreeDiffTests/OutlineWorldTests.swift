import TestSupport
import Testing
import TreeDiff

@Suite struct OutlineWorldTests {
  /// All pairs of outlines of up to five nodes, one side over six ids.
  @Test(arguments: 0...5)
  func outlines(oldCount: Int) {
    let news = SmallWorlds.outlines(atMost: 5, ids: 6)
    var count = 0
    let stride = SmallWorlds.stride(2_003)
    for old in SmallWorlds.numberedOutlines(count: oldCount) {
      for new in news {
        count += 1
        if count.isMultiple(of: stride) { check(old, new) }
      }
    }
  }
}
