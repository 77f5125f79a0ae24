import TestSupport
import Testing
import TreeDiff

@Suite struct OutlineWorldTests {
  /// All pairs of outlines of up to five nodes, up to names, without, with all and with some changes of content.
  @Test(arguments: 0...5, SmallWorlds.parts)
  func outlines(oldCount: Int, part: Int) {
    var world = World(stride: SmallWorlds.stride(12_007), part: part)
    let news = SmallWorlds.outlines(beside: oldCount, atMost: 5)
    for old in SmallWorlds.numberedOutlines(count: oldCount) {
      for new in news {
        world.visit { number in [0, ~0, number &* 0x9E37_79B9 >> 7].flatMap { faults(old, changed(new, by: $0)) } }
      }
    }
    world.finish()
  }

  /// The outline with the contents changed for which the bits stand.
  private func changed(_ outline: Outline<Item>, by bits: Int) -> Outline<Item> {
    let rows = outline.rows.enumerated().map { OutlineRow(Item($1.value.id, bits >> $0 & 1), parent: $1.parent) }
    do { return try Outline(rows: rows) } catch { fatalError("\(error)") }
  }
}
