import Foundation
import TestSupport
import Testing
import TreeDiff

private let dataFolder = ProcessInfo.processInfo.environment["TREEREDUX_TEST_DATA"]

/// Sixty days of six rankings, some of whose entries stand in two sections at once.
@Suite(.enabled(if: dataFolder != nil, "TREEREDUX_TEST_DATA is not set"))
struct SectionedRealDataTests {
  struct Title: Identifiable, Hashable, Sendable { let id: String }

  struct Entry: Identifiable, Hashable, Sendable {
    let id: String
    let numbers: [Substring]
  }

  typealias Day = [ListSection<Title, [Entry]>]

  static func days() throws -> [Day] {
    let folder = URL(fileURLWithPath: dataFolder ?? ".").appendingPathComponent("github-ranking")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".csv") }
      .sorted()
    return try names.map { name in
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      var day: Day = []
      for line in text.split(whereSeparator: \.isNewline).dropFirst() {
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields.count == 7 else { continue }
        if day.last?.id != String(fields[0]) { day.append(ListSection(Title(id: String(fields[0])), items: [])) }
        day[day.count - 1].items.append(Entry(id: String(fields[2]), numbers: Array(fields[3...])))
      }
      return day
    }
  }

  private func check(_ old: Day, _ new: Day, _ name: String) throws {
    let diff = SectionedDiff(from: old, to: new)
    #expect(try old.applying(diff) == new, "\(name)")
    #expect(try new.applying(diff.inverse) == old, "\(name)")
    #expect(diff.duplicates.isEmpty && diff.sections.isEmpty, "\(name)")
    let updates = BatchUpdates(diff, from: old, to: new)
    #expect(ListViewJudge.faults(of: updates, from: old, to: new) == [], "\(name)")
    // An entry that is in a section on both days stays in it.
    for (section, pair) in zip(old, new).enumerated() {
      let stayed = Set(pair.0.items.map(\.id)).intersection(pair.1.items.map(\.id))
      let left = diff.moves.filter { $0.from.section == section && $0.to.section != section }
      #expect(left.allSatisfy { !stayed.contains(old[section].items[$0.from.item].id) }, "\(name)")
    }
  }

  @Test func dayToDay() throws {
    let days = try Self.days()
    #expect(days.count == 60 && days.allSatisfy { $0.map(\.items.count) == Array(repeating: 100, count: 6) })
    for index in 1..<days.count {
      try check(days[index - 1], days[index], "day \(index)")
      try check(days[index], days[index - 1], "day \(index) backwards")
    }
  }

  @Test func firstToLast() throws {
    let days = try Self.days()
    let (first, last) = try (#require(days.first), #require(days.last))
    try check(first, last, "first to last")
    try check(last, first, "last to first")
  }

  /// Rankings that a reader has opened and put in an order of their own.
  @Test func sectionsThatComeGoAndMove() throws {
    let days = try Self.days()
    var random = SeededRandom()
    var old: Day = []
    for day in days {
      let new = Array(day.shuffled(using: &random).prefix(random.number(0...6)))
      let diff = SectionedDiff(from: old, to: new)
      #expect(try old.applying(diff) == new, "\(random)")
      #expect(try new.applying(diff.inverse) == old, "\(random)")
      let updates = BatchUpdates(diff, from: old, to: new)
      #expect(ListViewJudge.faults(of: updates, from: old, to: new) == [], "\(random)")
      old = new
    }
  }
}
