import TestSupport
import Testing
import TreeDiff

/// Small worlds, in full where asked for and in slices otherwise.
@Suite struct SectionedWorldTests {
  /// All pairs of lists of up to five elements over six ids, repeated ids included, with all changes of content where
  /// no id repeats.
  @Test(arguments: 0...5)
  func lists(oldLength: Int) {
    let news = (0...5).flatMap { SmallWorlds.lists(length: $0, below: 6) }
    var count = 0
    let stride = SmallWorlds.stride(197)
    for old in SmallWorlds.patterns(length: oldLength) {
      let isUnique = Set(old).count == old.count
      let old = old.map { Item($0) }
      for new in news {
        let changes = isUnique && Set(new).count == new.count ? 1 << new.count : 2
        for change in 0..<changes {
          count += 1
          guard count.isMultiple(of: stride) else { continue }
          checkStages(old, new.enumerated().map { Item($1, change >> $0 & 1) })
        }
      }
    }
  }

  /// All pairs of up to three sections with up to four items, without, with all and with some changes of content.
  @Test(arguments: 0...3)
  func sections(oldCount: Int) {
    let worlds = SmallWorlds.sections(atMost: 3, items: 4)
    var count = 0
    let stride = SmallWorlds.stride(331)
    for old in worlds where old.count == oldCount && isNumbered(old) {
      for new in worlds {
        count += 1
        guard count.isMultiple(of: stride) else { continue }
        for change in [0, ~0, count &* 0x9E37_79B9 >> 7] { check(old, changed(new, by: change)) }
      }
    }
  }

  private func isNumbered(_ sections: TestSections) -> Bool {
    sections.map(\.id) == Array(sections.indices)
      && sections.flatMap(\.items).map(\.id) == Array(0..<sections.reduce(0) { $0 + $1.items.count })
  }

  /// The sections with the contents changed for which the bits stand: one for each section and one for each item.
  private func changed(_ sections: TestSections, by bits: Int) -> TestSections {
    var (sections, bits) = (sections, bits)
    for section in sections.indices {
      sections[section].header.content = bits & 1
      bits >>= 1
      for item in sections[section].items.indices {
        sections[section].items[item].content = bits & 1
        bits >>= 1
      }
    }
    return sections
  }
}
