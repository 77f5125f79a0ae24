import Foundation
import TestSupport
import Testing
import TreeDiff

@testable import feed

@MainActor
struct ReplayTests {
  private static let header = "section,rank,id,name,stars\n"

  private func feed(_ ids: [String]) -> String {
    let items = ids.map { #"{"id":"\#($0)","title":"\#($0.uppercased())"}"# }
    return #"{"version":"https://jsonfeed.org/version/1.1","items":["# + items.joined(separator: ",") + "]}"
  }

  @Test func `Every change is a line, and every document has a sum`() async throws {
    let folder = try TemporaryFolder(["1.json": feed(["a", "b", "c", "d"]), "2.json": feed(["d", "a", "c", "e"])])
    let stage = Stage()
    #expect(await stage.run("--replay", folder.path) == .success)
    #expect(stage.messages == [])
    let expected = """
      1.json
        section inserted at 0     items
        items
          inserted at 0     A
          inserted at 1     B
          inserted at 2     C
          inserted at 3     D
        = 4 rows in 1 section · sections: 1 inserted; rows: 4 inserted · 0 ns in the store
      2.json
        items
          removed  at 1     B
          inserted at 3     E
          moved    3 → 0    D
        = 4 rows in 1 section · 1 removed, 1 inserted, 1 moved · 0 ns in the store

      2 of 2 documents played
        8 changes: sections: 1 inserted; rows: 1 removed, 5 inserted, 1 moved
      """
    #expect(stage.output.hasPrefix(expected + "\n"), "\(stage.output)")
    #expect(stage.lines.suffix(2) == ["  the screen equals the state: 4 rows in 1 section", ""])
  }

  @Test func `Sections come, go and change places; an id may stand in several`() async throws {
    let folder = try TemporaryFolder([
      "1.csv": Self.header + "A,1,x,X,5\nB,1,x,X,5\n",
      "2.csv": Self.header + "B,1,x,X,6\nA,1,x,X,5\nC,1,y,Y,1\n",
      "3.csv": Self.header,
    ])
    let stage = Stage()
    #expect(await stage.run("--replay", folder.path) == .success)
    let lines = Set(stage.lines)
    #expect(lines.contains("  section inserted at 2     C"))
    #expect(lines.contains("    updated  at 0     X · stars 5 → 6"))
    #expect(lines.contains("  section removed  at 2     C"))
    #expect(lines.contains { $0.hasPrefix("  section moved ") })
    #expect(stage.lines.suffix(2) == ["  the screen equals the state: 0 rows in 0 sections", ""])
  }

  @Test func `The good documents play, the bad are named`() async throws {
    let good = feed(["a", "b"])
    let folder = try TemporaryFolder([
      "1.json": good, "2.json": "", "3.json": String(good.dropLast(9)), "4.json": feed(["a", "a"]), "5.csv": "\"",
      "6.json": feed(["b"]), "notes.txt": "x",
    ])
    try folder.write([0x7B, 0xFF], to: "7.json")
    let stage = Stage()
    #expect(await stage.run("--replay", folder.path) == .failure)
    let path = folder.path
    // What follows is Foundation's own wording.
    let messages = stage.messages.map { $0.replacing(/not JSON: .*/, with: "not JSON") }
    #expect(
      messages == [
        "feed: \(path)/notes.txt: left out, neither *.json nor *.csv",
        "feed: \(path)/2.json: the file is empty",
        "feed: \(path)/3.json:1:\(good.count - 8): not JSON",
        "feed: \(path)/4.json: items[1]: the id “a” stands twice, first in items[0]",
        "feed: \(path)/5.csv:1:1: a quote that is never closed",
        "feed: \(path)/7.json:1:2: not UTF-8",
      ])
    #expect(stage.lines.contains("2 of 7 documents played, 5 skipped"))
    #expect(stage.lines.contains("    removed  at 0     A"))
    #expect(stage.lines.suffix(2) == ["  the screen equals the state: 1 row in 1 section", ""])
  }

  @Test func `The sample plays`() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let stage = Stage()
    #expect(await stage.run("--replay", root.appending(path: "Examples/Feed/Sample").path()) == .success)
    #expect(stage.messages == [])
    #expect(stage.lines.contains("3 of 3 documents played"))
  }

  @Test func `Many faults are counted, not listed`() async throws {
    let rows = String(repeating: "A,1,,X,5\n", count: Replay.namedFaults + 2)
    let folder = try TemporaryFolder(["1.csv": Self.header + rows])
    let stage = Stage()
    #expect(await stage.run("--replay", folder.path) == .failure)
    #expect(stage.messages.count == Replay.namedFaults + 1)
    #expect(stage.messages.last == "feed: \(folder.path)/1.csv: 2 more faults")
  }

  @Test func `A missing folder is a failure`() async {
    let stage = Stage()
    #expect(await stage.run("--replay", "/no/such/folder") == .failure)
    #expect(stage.messages == ["feed: /no/such/folder: no such folder"])
    #expect(stage.output == "")
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `What is printed leads from each document to the next`(seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let documents = (0..<12).map { _ in RandomRanking(using: &random) }
    let files = documents.enumerated().map { (String(format: "%03d.csv", $0), $1.csv) }
    let folder = try TemporaryFolder(Dictionary(uniqueKeysWithValues: files))
    let stage = Stage()
    #expect(await stage.run("--replay", folder.path) == .success, "seed \(seed)")
    var player = PrintedPlayer()
    var shown: [[String: [String]]] = []
    for line in stage.lines.prefix(while: { $0 != "" }) {
      if line.hasPrefix("  = ") { shown.append(player.finish()) } else { player.read(line) }
    }
    #expect(shown == documents.map(\.titles), "seed \(seed)")
  }

  @Test(
    .enabled(if: ProcessInfo.processInfo.environment["TREEREDUX_TEST_DATA"] != nil, "TREEREDUX_TEST_DATA is not set"),
    arguments: [("hn-top10", 190), ("github-ranking", 60)])
  func `Real feeds end with the screen equal to the state`(name: String, count: Int) async throws {
    let data = try #require(ProcessInfo.processInfo.environment["TREEREDUX_TEST_DATA"])
    let stage = Stage()
    #expect(await stage.run("--replay", "\(data)/\(name)") == .success)
    #expect(stage.messages == [])
    #expect(stage.lines.contains("\(count) of \(count) documents played"))
    #expect(stage.output.contains("\n  the screen equals the state: "))
  }
}
