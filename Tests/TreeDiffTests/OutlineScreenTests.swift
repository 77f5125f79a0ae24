import TestSupport
import Testing
import TreeDiff

/// Outlines as screens show them: lines of a list, sections of a diffable data source, rows of an outline view.
@Suite struct OutlineScreenTests {
  @Test func linesAreConsistentWithTheOutline() {
    var random = SeededRandom()
    for _ in 0..<100 {
      let old = random.outline(count: 40)
      let new = random.edited(old, edits: 6)
      let diff = OutlineDiff(from: old, to: new)
      let lines = ListDiff(from: old.lines(), to: new.lines())
      #expect(Set(lines.removals.map(\.element.id)) == Set(diff.removals.flatMap(\.nodes.values).map(\.id)))
      #expect(Set(lines.insertions.map(\.element.id)) == Set(diff.insertions.flatMap(\.nodes.values).map(\.id)))
      #expect(Set(lines.updates.map(\.new.id)).isSuperset(of: diff.updates.map(\.new.id)))
      if diff.moves.isEmpty { #expect(lines.moves.isEmpty) }
    }
  }

  @Test func collapsedNodesHideWhatIsBelow() {
    let lines = outline([(1, nil), (2, 1), (3, 2), (4, nil), (5, 4)]).lines { $0.id == 1 || $0.id == 5 }
    #expect(lines.map(\.id) == [1, 4, 5])
    #expect(lines.map(\.depth) == [0, 0, 1])
    #expect(lines.map(\.childCount) == [1, 1, 0])
    #expect(lines.map(\.isCollapsed) == [true, false, false])
  }

  /// A thread on a screen is a list: day after day its lines replay in stages that a list view accepts.
  @Test func aThreadOnAScreen() throws {
    var random = SeededRandom()
    var thread = random.outline(count: 80)
    for _ in 0..<60 {
      let next = random.edited(thread, edits: random.number(1...12))
      let collapsed = Set((0..<5).map { _ in random.number(0...80) })
      let opened = Set(collapsed.dropFirst())
      let (old, new) = (thread.lines { collapsed.contains($0.id) }, next.lines { opened.contains($0.id) })
      let diff = ListDiff(from: old, to: new)
      #expect(try old.applying(diff) == new, "\(random)")
      #expect(
        ListViewJudge.faults(of: BatchUpdates(diff, from: old, to: new), from: old, to: new) == [], "\(random)")
      check(thread, next, "\(random)")
      thread = next
    }
  }

  /// What the lines do follows from what the outline does, whatever is hidden before and after.
  @Test func linesOfCollapsedOutlinesAreConsistentToo() {
    var random = SeededRandom()
    for _ in 0..<100 {
      let old = random.outline(count: 40)
      let new = random.edited(old, edits: 5)
      let (closed, closedLater) = (random.ids(4), random.ids(4))
      let (before, after) = (old.lines { closed.contains($0.id) }, new.lines { closedLater.contains($0.id) })
      let lines = ListDiff(from: before, to: after)
      let (shown, shownLater) = (Set(before.map(\.id)), Set(after.map(\.id)))
      #expect(Set(lines.removals.map(\.element.id)) == shown.subtracting(shownLater), "\(random)")
      #expect(Set(lines.insertions.map(\.element.id)) == shownLater.subtracting(shown), "\(random)")
      let diff = OutlineDiff(from: old, to: new)
      let updated = Set(lines.updates.map(\.new.id))
      #expect(updated.isSuperset(of: Set(diff.updates.map(\.new.id)).intersection(shown.intersection(shownLater))))

      // Two lines change their order only for a move of one of them or of what is above it.
      let moved = Set(diff.moves.map(\.id))
      let carried = Set(zip(old.values, old.ancestors()).filter { !$1.isDisjoint(with: moved) }.map(\.0.id))
        .union(zip(new.values, new.ancestors()).filter { !$1.isDisjoint(with: moved) }.map(\.0.id))
      let ranks = Dictionary(uniqueKeysWithValues: before.enumerated().map { ($1.id, $0) })
      let stayed = after.map(\.id).filter { !carried.contains($0) }.compactMap { ranks[$0] }
      #expect(stayed == stayed.sorted(), "\(random)")
      #expect(lines.moves.count <= carried.intersection(shown).intersection(shownLater).count, "\(random)")
    }
  }

  /// A stand-in for the section snapshot of a diffable data source, which refuses what that refuses.
  private struct SectionSnapshot {
    var children: [Int?: [Int]] = [:]
    var known: Set<Int> = []

    mutating func append(_ items: [Int], to parent: Int?) {
      #expect(parent.map { known.contains($0) } ?? true, "the parent is not in the snapshot")
      for item in items { #expect(known.insert(item).inserted, "the item is there already") }
      children[parent, default: []] += items
    }
  }

  @Test func familiesFillSectionSnapshots() {
    var random = SeededRandom()
    for _ in 0..<50 {
      let outline = random.edited(random.outline(count: 30), edits: 5)
      var snapshot = SectionSnapshot()
      for family in outline.families() { snapshot.append(family.children.map(\.id), to: family.parent?.id) }
      var expected: [Int?: [Int]] = [:]
      for row in outline.rows { expected[row.parent, default: []].append(row.value.id) }
      #expect(snapshot.children == expected, "\(random)")
    }
    #expect(Outline<Item>().families().isEmpty)
  }
}

extension SeededRandom {
  fileprivate mutating func ids(_ count: Int) -> Set<Int> { Set((0..<count).map { _ in number(0...39) }) }
}

extension Outline<Item> {
  /// For each node its own id and those of all nodes above it.
  fileprivate func ancestors() -> [Set<Int>] {
    var result: [Set<Int>] = []
    for (index, value) in values.enumerated() {
      result.append((parent(of: index).map { result[$0] } ?? []).union([value.id]))
    }
    return result
  }
}
