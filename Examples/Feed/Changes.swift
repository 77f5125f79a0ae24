import TreeDiff

/// What can be shown as a row.
protocol Presentable {
  /// What a reader knows the row by.
  var caption: String { get }
  /// The row on one line.
  var headline: String { get }

  /// What is different from an older version of the row, each piece as `name old → new`.
  func differences(from old: Self) -> [String]
}

/// How many changes of each kind a list view was told.
struct Tally: Equatable {
  var removed = 0
  var inserted = 0
  var moved = 0
  var updated = 0

  var total: Int { removed + inserted + moved + updated }

  init() {}

  init<Element>(_ diff: ListDiff<Element>) {
    removed = diff.removals.count
    inserted = diff.insertions.count
    moved = diff.moves.count
    updated = diff.updates.count
  }

  /// The changes of the rows, in all sections together.
  init<Section, Item>(rowsOf diff: SectionedDiff<Section, Item>) {
    removed = diff.removals.count
    inserted = diff.insertions.count
    moved = diff.moves.count
    updated = diff.updates.count
  }

  static func += (tally: inout Tally, other: Tally) {
    tally.removed += other.removed
    tally.inserted += other.inserted
    tally.moved += other.moved
    tally.updated += other.updated
  }
}

extension Tally: CustomStringConvertible {
  var description: String {
    let parts = [(removed, "removed"), (inserted, "inserted"), (moved, "moved"), (updated, "updated")]
    let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return said.isEmpty ? "no change" : said.joined(separator: ", ")
  }
}

extension ListDiff where Element: Presentable {
  /// A line for each change, as a list view would carry them out on a list that becomes `list`.
  func lines(becoming list: [Element]) -> [[Span]] {
    removals.map { .removed(at: $0.index, $0.element.headline) }
      + insertions.map { .inserted(at: $0.index, $0.element.headline) }
      + moves.map { .moved("\($0.from)", to: $0.to, list[$0.to].headline) }
      + updates.map { .updated(at: $0.to, from: $0.old, to: $0.new) }
  }
}

extension SectionedDiff where Item: Presentable {
  /// The lines of rows that go together with their section, by its index in the old list.
  var linesOfRemovedSections: [Int: [[Span]]] {
    let targets = sections.newIndexes()
    return Dictionary(grouping: removals.filter { targets[$0.path.section] == nil }, by: \.path.section)
      .mapValues { $0.map { .removed(at: $0.path.item, $0.item.headline) } }
  }

  /// The lines of all other rows, for each section of the list as it becomes, as a list view would carry them out.
  ///
  /// - Parameters:
  ///   - list: The list as it becomes.
  ///   - name: The name of the section that stood at an index of the old list.
  func lines(becoming list: [ListSection<Section, [Item]>], name: (Int) -> String) -> [[[Span]]] {
    let (sources, targets) = (sections.oldIndexes(), sections.newIndexes())
    var lines = Array(repeating: [[Span]](), count: list.count)
    for removal in removals {
      guard let target = targets[removal.path.section] else { continue }
      lines[target].append(.removed(at: removal.path.item, removal.item.headline))
    }
    for insertion in insertions {
      lines[insertion.path.section].append(.inserted(at: insertion.path.item, insertion.item.headline))
    }
    for (from, to) in moves.map({ ($0.from, $0.to) }) {
      let origin = from.section == sources[to.section] ? "\(from.item)" : "\(name(from.section)) \(from.item)"
      lines[to.section].append(.moved(origin, to: to.item, list[to.section].items[to.item].headline))
    }
    for update in updates {
      lines[update.to.section].append(.updated(at: update.to.item, from: update.old, to: update.new))
    }
    return lines
  }
}

extension [Span] {
  static func removed(at index: Int, _ text: String) -> [Span] { change(.red, "removed", "at \(index)", text) }
  static func inserted(at index: Int, _ text: String) -> [Span] { change(.green, "inserted", "at \(index)", text) }
  static func moved(_ origin: String, to index: Int, _ text: String) -> [Span] {
    change(.cyan, "moved", "\(origin) → \(index)", text)
  }
  static func updated<Row: Presentable>(at index: Int, from old: Row, to new: Row) -> [Span] {
    let pieces = [new.caption] + new.differences(from: old)
    return change(.yellow, "updated", "at \(index)", pieces.joined(separator: " · "))
  }

  private static func change(_ style: Span.Style, _ verb: String, _ place: String, _ text: String) -> [Span] {
    [Span(text: verb.padded(to: 9), style: style), .faint(place.padded(to: 8) + " "), .plain(text)]
  }
}

extension String {
  /// The text, filled up with spaces.
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  /// The text if it is that short, else its beginning.
  func clipped(to width: Int) -> String { count > width ? prefix(width - 1) + "…" : self }
}

extension Int {
  /// The number with what it counts: `1 row`, `2 rows`.
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}

extension Duration {
  /// The time with its unit, three digits or so.
  var text: String {
    let (seconds, attoseconds) = components
    let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    let units: [(name: String, size: Int64)] = [("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)]
    guard let unit = units.first(where: { nanoseconds >= $0.size }) else { return "\(nanoseconds) ns" }
    let tenths = (nanoseconds * 10 + unit.size / 2) / unit.size
    return tenths >= 1_000 ? "\(tenths / 10) \(unit.name)" : "\(tenths / 10).\(tenths % 10) \(unit.name)"
  }
}
