import TestSupport
import Testing
import TreeDiff

@Suite struct OutlineWorldTests {
  /// All pairs of outlines of up to five nodes, up to names, without, with all and with some changes of content.
  @Test(arguments: 0...5)
  func outlines(oldCount: Int) {
    let news = SmallWorlds.outlines(beside: oldCount, atMost: 5)
    var count = 0
    let stride = SmallWorlds.stride(12_007)
    for old in SmallWorlds.numberedOutlines(count: oldCount) {
      for new in news {
        count += 1
        guard count.isMultiple(of: stride) else { continue }
        for change in [0, ~0, count &* 0x9E37_79B9 >> 7] { check(old, changed(new, by: change)) }
      }
    }
  }

  /// The outline with the contents changed for which the bits stand.
  private func changed(_ outline: Outline<Item>, by bits: Int) -> Outline<Item> {
    let rows = outline.rows.enumerated().map { OutlineRow(Item($1.value.id, bits >> $0 & 1), parent: $1.parent) }
    do { return try Outline(rows: rows) } catch { fatalError("\(error)") }
  }
}
