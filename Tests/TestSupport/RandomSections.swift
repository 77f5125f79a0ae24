import TreeDiff

extension SeededRandom {
  /// Up to five sections of up to eight items, whose ids repeat where there are few.
  package mutating func sections(ids: Int) -> TestSections {
    (0..<number(0...5)).map { _ in
      ListSection(
        Item(number(0...6), number(0...1)), items: (0..<number(0...8)).map { _ in Item(number(0...ids), number(0...1)) }
      )
    }
  }

  /// The sections after a few edits of every kind.
  package mutating func edited(_ sections: TestSections) -> TestSections {
    var sections = sections
    for _ in 0..<number(1...6) {
      guard !sections.isEmpty else { return self.sections(ids: 1000) }
      let (from, to) = (number(0...sections.count - 1), number(0...sections.count - 1))
      switch number(0...7) {
      case 0: sections.remove(at: from)
      case 1: sections.insert(ListSection(Item(number(0...1000)), items: [Item(number(0...1000))]), at: from)
      case 2: sections.insert(sections.remove(at: from), at: to)
      case 3: sections[from].header.content += 1
      case 4: sections[to].items.insert(Item(number(0...1000)), at: number(0...sections[to].items.count))
      case _ where sections[from].items.isEmpty: continue
      case 5: sections[from].items[number(0...sections[from].items.count - 1)].content += 1
      default:
        var item = sections[from].items.remove(at: number(0...sections[from].items.count - 1))
        if once(in: 3) { item.content += 1 }
        if once(in: 5) { continue }
        sections[to].items.insert(item, at: number(0...sections[to].items.count))
      }
    }
    return sections
  }
}

extension [Item] {
  /// The items without repeated ids.
  package func uniqued() -> [Item] {
    var seen: Set<Int> = []
    return filter { seen.insert($0.id).inserted }
  }
}
