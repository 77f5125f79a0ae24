import Foundation
import TestSupport
import Testing
import TreeDiff

/// Published feeds, from one day to the next and back. The folder is named by the environment.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["TREEREDUX_TEST_DATA"] != nil))
struct ListDiffRealDataTests {
  private let folder = URL(fileURLWithPath: ProcessInfo.processInfo.environment["TREEREDUX_TEST_DATA"] ?? ".")

  @Test func topStoriesFromDayToDay() throws {
    struct Feed: Decodable {
      struct Story: Decodable {
        let id: String
        let title: String?
      }
      let items: [Story]
    }
    try checkDays(in: "hn-top10", "json") { file in
      try JSONDecoder().decode(Feed.self, from: Data(contentsOf: file)).items.map { [$0.id, $0.title ?? ""] }
    }
  }

  @Test func rankingsFromDayToDay() throws {
    try checkDays(in: "github-ranking", "csv") { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "\n").dropFirst().map { [String($0)] }
    }
  }

  /// Diffs each day's rows with the next day's, both ways. A row's first field is its id.
  private func checkDays(in name: String, _ ending: String, rows: (URL) throws -> [[String]]) throws {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(name), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    var numbers: [String: Int] = [:]
    func number(_ text: String) -> Int {
      let number = numbers[text] ?? numbers.count
      numbers[text] = number
      return number
    }
    let days = try files.map { file in
      try rows(file).map { fields in
        let id =
          ending == "csv" ? String(fields[0].split(separator: ",", omittingEmptySubsequences: false)[2]) : fields[0]
        return Item(number(id), number(fields[fields.count - 1]))
      }
    }
    #expect(days.count > 1 && days.allSatisfy { !$0.isEmpty })
    for (day, next) in zip(days, days.dropFirst()) {
      check(day, next)
      check(next, day)
      checkKeyedLists(day, next)
      checkKeyedLists(next, day)
    }
  }

  /// Diffs the same rows as keyed lists: unrelated ones, and versions of one.
  private func checkKeyedLists(_ day: [Item], _ next: [Item]) {
    let (before, other) = (KeyedList(day) { first, _ in first }, KeyedList(next) { _, later in later })
    var after = before
    let (old, new) = (Array(before), Array(other))
    let diffs = [other.diff(from: before), after.reconcile(with: next), after.diff(from: before)]
    for diff in diffs { #expect(faultOfDiff(diff, from: old, to: new) == nil) }
    #expect(faultOfDiff(before.diff(from: after), from: new, to: old) == nil)
    #expect(after == other && (after == before) == (old == new))
  }
}
