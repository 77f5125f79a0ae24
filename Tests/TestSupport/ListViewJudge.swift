package import TreeDiff

/// A strict model of a list view that takes one batch of changes after the other.
///
/// It knows what the view shows, and says which rules a batch breaks. Contents are compared as they are described.
package struct ListViewJudge {
  /// A section as the view shows it.
  package struct Section: Equatable, Sendable, CustomStringConvertible {
    package var header: String
    package var items: [String]

    package init(_ header: String, _ items: [String]) { (self.header, self.items) = (header, items) }

    package var description: String { "\(header): [\(items.joined(separator: ", "))]" }
  }

  /// A rule that a batch breaks, and where.
  package struct Violation: Hashable, Sendable, CustomStringConvertible {
    package let rule: ListViewRule
    package let place: String

    package var description: String { "\(place): \(rule.message) (\(rule.source))" }
  }

  /// What the view shows.
  package private(set) var shown: [Section]

  package init(showing sections: [Section]) { shown = sections }

  /// Judges a batch and then shows `data`.
  ///
  /// - Returns: The broken rules, none if a list view would accept the batch and show what `data` holds.
  package mutating func perform(
    sections: BatchChanges<Int>, items: BatchChanges<ItemPath>, data: [Section]
  ) -> [Violation] {
    defer { shown = data }
    var batch = JudgedBatch(before: shown, after: data, sections: sections, items: items)
    batch.judge()
    return batch.violations
  }
}

/// One batch before the judge.
private struct JudgedBatch {
  let before: [ListViewJudge.Section]
  let after: [ListViewJudge.Section]
  let sections: BatchChanges<Int>
  let items: BatchChanges<ItemPath>
  private(set) var violations: [ListViewJudge.Violation] = []

  init(
    before: [ListViewJudge.Section], after: [ListViewJudge.Section], sections: BatchChanges<Int>,
    items: BatchChanges<ItemPath>
  ) {
    (self.before, self.after, self.sections, self.items) = (before, after, sections, items)
  }

  private mutating func report(_ rule: ListViewRule, _ place: String) {
    violations.append(.init(rule: rule, place: place))
  }

  mutating func judge() {
    judgePlaces(
      sections, "section", isBefore: { [before] in before.indices.contains($0) },
      isAfter: { [after] in after.indices.contains($0) })
    judgePlaces(
      items, "item", isBefore: { [before] in before.contains($0) }, isAfter: { [after] in after.contains($0) })
    judgeItemsOfChangedSections()
    if violations.isEmpty { judgeShifts() }
    if violations.isEmpty { judgeCounts() }
    if violations.isEmpty { judgeContent() }
  }

  /// The rules about places, which are the same for sections and for items.
  private mutating func judgePlaces<Place: Hashable & Sendable>(
    _ changes: BatchChanges<Place>, _ kind: String, isBefore: (Place) -> Bool, isAfter: (Place) -> Bool
  ) {
    func each(_ places: [Place], _ rule: ListViewRule, where isFault: (Place) -> Bool) {
      for place in places where isFault(place) { report(rule, "\(kind) \(place)") }
    }
    func eachRepeated(_ places: [Place], _ rule: ListViewRule) {
      var seen: Set<Place> = []
      each(places, rule) { !seen.insert($0).inserted }
    }
    let (sources, targets) = (changes.moves.map(\.before), changes.moves.map(\.after))
    let updated = changes.updates.map(\.before)
    each(changes.removals, .removalOutOfRange) { !isBefore($0) }
    each(changes.insertions, .insertionOutOfRange) { !isAfter($0) }
    each(sources, .moveSourceOutOfRange) { !isBefore($0) }
    each(targets, .moveTargetOutOfRange) { !isAfter($0) }
    each(updated, .updateOutOfRange) { !isBefore($0) }
    each(changes.updates.map(\.after), .updateOutOfRange) { !isAfter($0) }
    eachRepeated(changes.removals, .removedTwice)
    eachRepeated(changes.insertions, .insertedTwice)
    eachRepeated(sources, .movedTwice)
    eachRepeated(targets, .movedToTwice)
    eachRepeated(updated, .updatedTwice)
    each(sources, .removedAndMoved, where: Set(changes.removals).contains)
    each(targets, .insertedAndMovedTo, where: Set(changes.insertions).contains)
    each(updated, .removedAndUpdated, where: Set(changes.removals).contains)
    each(updated, .movedAndUpdated, where: Set(sources).contains)
    for move in changes.moves where move.before == move.after { report(.movedToItself, "\(kind) \(move.before)") }
  }

  /// The rules about items of sections that the batch changes as a whole.
  private mutating func judgeItemsOfChangedSections() {
    let leaving = items.removals + items.moves.map(\.before) + items.updates.map(\.before)
    let arriving = items.insertions + items.moves.map(\.after)
    func each(_ paths: [ItemPath], in sections: some Sequence<Int>, _ rule: ListViewRule) {
      let sections = Set(sections)
      for path in paths where sections.contains(path.section) { report(rule, "item \(path)") }
    }
    each(leaving, in: sections.removals, .itemInRemovedSection)
    each(arriving, in: sections.insertions, .itemInInsertedSection)
    each(leaving, in: sections.moves.map(\.before), .itemInMovedSection)
    each(arriving, in: sections.moves.map(\.after), .itemInMovedSection)
    each(leaving, in: sections.updates.map(\.before), .itemInUpdatedSection)
    each(arriving, in: sections.updates.map(\.after), .itemInUpdatedSection)
  }

  /// The place where a view looks for what is at `place` before the batch if it is neither removed nor moved.
  private func expected(_ place: Int, _ removals: [Int], _ insertions: [Int]) -> Int {
    insertions.sorted().reduce(place - removals.count { $0 < place }) { $1 <= $0 ? $0 + 1 : $0 }
  }

  private mutating func judgeShifts() {
    func section(_ place: Int) -> Int { expected(place, sections.removals, sections.insertions) }
    for update in sections.updates where section(update.before) != update.after {
      report(.updateShiftedByMoves, "section \(update.before)")
    }
    for update in items.updates {
      let (old, new) = (update.before.section, update.after.section)
      let item = expected(
        update.before.item, items.removals.lazy.filter { $0.section == old }.map(\.item),
        items.insertions.lazy.filter { $0.section == new }.map(\.item))
      guard section(old) != new || item != update.after.item else { continue }
      report(.updateShiftedByMoves, "item \(update.before)")
    }
  }

  private mutating func judgeCounts() {
    guard after.count == before.count - sections.removals.count + sections.insertions.count else {
      return report(.wrongSectionCount, "\(before.count) → \(after.count) sections")
    }
    let sources = sectionSources()
    let isMoved = Set(sections.moves.map(\.after))
    let isUpdated = Set(sections.updates.map(\.after))
    for (section, source) in sources.enumerated() where !isUpdated.contains(section) {
      guard let source else { continue }
      let gone = (items.removals + items.moves.map(\.before)).count { $0.section == source }
      let come = (items.insertions + items.moves.map(\.after)).count { $0.section == section }
      let (old, new) = (before[source].items.count, after[section].items.count)
      if new != old - gone + come {
        report(isMoved.contains(section) ? .itemsOfWholeSectionChanged : .wrongItemCount, "section \(section)")
      }
    }
  }

  /// For each section after the batch where it was before, or nil if it is inserted.
  private func sectionSources() -> [Int?] {
    sources(
      count: after.count, beforeCount: before.count, removals: sections.removals, insertions: sections.insertions,
      moves: sections.moves.map { ($0.before, $0.after) })
  }

  /// What list views do with a batch: what is neither removed nor moved fills the places that nothing else takes.
  private func sources(
    count: Int, beforeCount: Int, removals: [Int], insertions: [Int], moves: [(Int, Int)]
  ) -> [Int?] {
    let leaving = Set(removals + moves.map(\.0))
    let arriving = Set(insertions + moves.map(\.1))
    var remaining = (0..<beforeCount).filter { !leaving.contains($0) }.makeIterator()
    let moved = Dictionary(uniqueKeysWithValues: moves.map { ($1, $0) })
    return (0..<count).map { arriving.contains($0) ? moved[$0] : remaining.next() }
  }

  /// Carries the batch out on what is shown. Only what is inserted or updated is taken from the data.
  private mutating func judgeContent() {
    let isUpdated = Set(sections.updates.map(\.after))
    for (section, source) in sectionSources().enumerated() {
      guard let source, !isUpdated.contains(section) else { continue }
      if before[source].header != after[section].header { report(.staleContent, "header of section \(section)") }
      let moved = Dictionary(
        uniqueKeysWithValues: items.moves.lazy.filter { $0.after.section == section }.map { ($0.after.item, $0.before) }
      )
      let removals = (items.removals + items.moves.map(\.before)).filter { $0.section == source }
      let insertions = (items.insertions + items.moves.map(\.after)).filter { $0.section == section }
      let places = sources(
        count: after[section].items.count, beforeCount: before[source].items.count, removals: removals.map(\.item),
        insertions: insertions.map(\.item), moves: [])
      let reloaded = Set(items.updates.lazy.filter { $0.after.section == section }.map(\.after.item))
      for (item, place) in places.enumerated() where !reloaded.contains(item) {
        guard let path = place.map({ ItemPath(section: source, item: $0) }) ?? moved[item] else { continue }
        if before[path.section].items[path.item] != after[section].items[item] {
          report(.staleContent, "item \(section)/\(item)")
        }
      }
    }
  }
}

extension [ListViewJudge.Section] {
  fileprivate func contains(_ path: ItemPath) -> Bool {
    indices.contains(path.section) && self[path.section].items.indices.contains(path.item)
  }
}

extension ListViewJudge {
  /// What is wrong with staged changes of a list of sections, in words.
  package static func faults<Header, Items: Sequence>(
    of updates: BatchUpdates<[ListSection<Header, Items>]>, from old: [ListSection<Header, Items>],
    to new: [ListSection<Header, Items>]
  ) -> [String] {
    faults(of: updates, from: old, to: new) { sections in
      sections.map { Section(String(describing: $0.header), $0.items.map { String(describing: $0) }) }
    }
  }

  /// What is wrong with staged changes of a list, in words.
  package static func faults<List: Sequence>(of updates: BatchUpdates<List>, from old: List, to new: List) -> [String] {
    faults(of: updates, from: old, to: new) { list in [Section("", list.map { String(describing: $0) })] }
  }

  private static func faults<Data>(
    of updates: BatchUpdates<Data>, from old: Data, to new: Data, showing show: (Data) -> [Section]
  ) -> [String] {
    var judge = ListViewJudge(showing: show(old))
    var faults: [String] = []
    for (number, stage) in updates.stages.enumerated() {
      let violations = judge.perform(sections: stage.sections, items: stage.items, data: show(stage.data))
      faults += violations.map { "stage \(number + 1), \($0)" }
      if stage.sections.isEmpty, stage.items.isEmpty { faults.append("stage \(number + 1) is empty") }
    }
    if judge.shown != show(new) { faults.append("the last stage does not show the new list") }
    if updates.stages.count > 3 { faults.append("\(updates.stages.count) stages") }
    return faults
  }
}
