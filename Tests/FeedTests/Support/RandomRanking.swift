import TestSupport

/// A ranking made by chance: sections in any order, rows in any order, names that tell the id and a version.
struct RandomRanking {
  private var sections: [(name: String, rows: [(id: Int, version: Int)])] = []

  init(using random: inout SeededRandom) {
    let names = ["North", "South", "East", "West"].shuffled(using: &random)
    for name in names.prefix(Int.random(in: 0...4, using: &random)) {
      // An empty section cannot be written in CSV.
      let ids = Array(0..<12).shuffled(using: &random).prefix(Int.random(in: 1...12, using: &random))
      sections.append((name, ids.map { ($0, Int.random(in: 0...2, using: &random)) }))
    }
  }

  var csv: String {
    var text = "section,id,rank,name\r\n"
    for section in sections {
      for (rank, row) in section.rows.enumerated() {
        text += "\(section.name),\(row.id),\(rank),\"\(Self.title(row.id, row.version))\"\r\n"
      }
    }
    return text
  }

  /// The titles of each section.
  var titles: [String: [String]] {
    Dictionary(uniqueKeysWithValues: sections.map { ($0.name, $0.rows.map { Self.title($0.id, $0.version) }) })
  }

  private static func title(_ id: Int, _ version: Int) -> String { "row \(id), version \(version)" }
}

/// Rebuilds the sections from nothing but the lines that a replay prints.
struct PrintedPlayer {
  private struct Origin {
    let section: String
    let index: Int
  }
  private struct Batch {
    var coming: [Int: String] = [:]
    var updates: [Int: String] = [:]
    var arriving: [Int: Origin] = [:]
  }

  private var sections: [String: [String]] = [:]
  private var batches: [String: Batch] = [:]
  private var gone: [String: Set<Int>] = [:]
  private var removed: Set<String> = []
  private var heading: String?

  /// Takes one line of a document.
  mutating func read(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    if line.hasPrefix("  section ") {
      if words[1] == "inserted" { sections[words[4]] = [] }
      if words[1] == "removed" { removed.insert(words[4]) }
    } else if line.hasPrefix("    ") {
      readRow(words, of: heading ?? "")
    } else if line.hasPrefix("  ") {
      heading = words[0]
    }
  }

  private mutating func readRow(_ words: [String], of section: String) {
    guard words[0] != "moved" else {
      // Either `moved 3 → 0` or, from another section, `moved North 3 → 0`.
      let arrow = words.firstIndex(of: "→") ?? 0
      let origin = Origin(section: arrow == 3 ? words[1] : section, index: Int(words[arrow - 1]) ?? -1)
      batches[section, default: Batch()].arriving[Int(words[arrow + 1]) ?? -1] = origin
      gone[origin.section, default: []].insert(origin.index)
      return
    }
    let index = Int(words[2]) ?? -1
    let title = words.dropFirst(3).prefix { $0 != "·" }.joined(separator: " ")
    switch words[0] {
    case "removed": gone[section, default: []].insert(index)
    case "inserted": batches[section, default: Batch()].coming[index] = title
    default: batches[section, default: Batch()].updates[index] = title
    }
  }

  /// Ends a document: the titles of each section after it.
  mutating func finish() -> [String: [String]] {
    let old = sections
    for name in old.keys { sections[name] = play(batches[name, default: Batch()], on: name, of: old) }
    for name in removed { sections[name] = nil }
    (batches, gone, removed, heading) = ([:], [:], [], nil)
    return sections
  }

  private func play(_ batch: Batch, on name: String, of old: [String: [String]]) -> [String] {
    let rows = old[name, default: []]
    var staying = rows.indices.filter { gone[name]?.contains($0) != true }.map { rows[$0] }
    var coming = batch.coming
    for (index, origin) in batch.arriving { coming[index] = old[origin.section]?[origin.index] }
    for (index, title) in coming.sorted(by: { $0.key < $1.key }) { staying.insert(title, at: index) }
    for (index, title) in batch.updates { staying[index] = title }
    return staying
  }
}
