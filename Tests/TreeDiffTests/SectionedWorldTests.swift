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

  /// All pairs of up to three sections with up to four items, up to names, without, with all and with some changes of
  /// content.
  @Test(arguments: [(0, 0)] + (1...3).flatMap { count in (0...4).map { (count, $0) } }, SmallWorlds.parts)
  func sections(old: (count: Int, itemCount: Int), part: Int) {
    var world = World(stride: SmallWorlds.stride(60_013), part: part)
    forEachPair(old.count, old.itemCount, sections: 3, items: 4, stride: 1) { old, new, _ in
      world.visit { number in [0, ~0, number &* 0x9E37_79B9 >> 7].flatMap { faults(old, changed(new, by: $0)) } }
    }
    world.finish()
  }

  /// No schedule has fewer stages: all pairs of up to three sections with up to two items, up to names, with all changes
  /// of content.
  @Test(arguments: 0...3, 0...2)
  func asFewStagesAsPossible(oldCount: Int, oldItemCount: Int) {
    forEachPair(oldCount, oldItemCount, sections: 3, items: 2, stride: SmallWorlds.stride(1_999)) { old, new, _ in
      for change in 0..<1 << (new.count + new.reduce(0) { $0 + $1.items.count }) {
        checkStageCount(old, changed(new, by: change))
      }
    }
  }

  /// The same where all items change their section, so that most depends on where they stand between the stages.
  @Test func asFewStagesAsPossibleWhereAllItemsChangeTheirSection() {
    let stride = SmallWorlds.stride(53)
    var count = 0
    forEachPair(2, 2, sections: 3, items: 2, stride: 1) { old, new, _ in
      let diff = SectionedDiff(from: old, to: new)
      guard diff.moves.count == 2, diff.moves.allSatisfy({ old[$0.from.section].id != new[$0.to.section].id }) else {
        return
      }
      for change in 0..<1 << (new.count + 2) {
        count += 1
        if count.isMultiple(of: stride) { checkStageCount(old, changed(new, by: change)) }
      }
    }
  }

  /// The same with more items, of which there are too many to search them all.
  @Test(arguments: 2...3, 2...4)
  func asFewStagesAsPossibleForMoreItems(oldCount: Int, oldItemCount: Int) {
    forEachPair(oldCount, oldItemCount, sections: 3, items: 3, stride: 60_013) { old, new, count in
      for change in [0, count &* 0x9E37_79B9 >> 7] { checkStageCount(old, changed(new, by: change)) }
    }
  }

  private func checkStageCount(_ old: TestSections, _ new: TestSections) {
    let diff = SectionedDiff(from: old, to: new)
    let search = StageSearch(diff, from: old, to: new)
    let count = BatchUpdates(diff, from: old, to: new).stages.count
    // The search finds what the plan found, and nothing better.
    let (one, middle) = (search.oneStageDoes(), count < 2 ? nil : search.middleOfTwoStages())
    let isRight =
      switch count {
      case 0: diff.isEmpty
      case 1: one
      case 2: !one && middle != nil
      default: !one && middle == nil
      }
    if !isRight {
      let found = one ? "one stage does" : middle.map { "two do, by way of \($0)" } ?? "the search finds none"
      Issue.record("\(old) → \(new) in \(count) stages; \(found)")
    }
  }

  /// Calls `body` with each pair of up to so many sections with up to so many items, and its number.
  private func forEachPair(
    _ oldCount: Int, _ oldItemCount: Int, sections: Int, items: Int, stride: Int,
    _ body: (_ old: TestSections, _ new: TestSections, _ number: Int) -> Void
  ) {
    let olds = SmallWorlds.numberedSections(atMost: oldCount, items: oldItemCount).filter { old in
      old.count == oldCount && old.reduce(0) { $0 + $1.items.count } == oldItemCount
    }
    // What may stand beside a list depends on its counts alone.
    let news = olds.first.map { SmallWorlds.sections(beside: $0, atMost: sections, items: items) } ?? []
    var number = 0
    for old in olds {
      for new in news {
        number += 1
        if number.isMultiple(of: stride) { body(old, new, number) }
      }
    }
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
