import TestSupport
import Testing

@testable import feed

struct CSVReaderTests {
  private func records(_ csv: String) throws -> [[String]] {
    // A text of nothing is no text; an empty line is as good.
    var reader = CSVReader(try SourceText(Array((csv.isEmpty ? "\n" : csv).utf8)))
    var records: [[String]] = []
    while let record = try reader.next() { records.append(record.map(\.text)) }
    return records
  }

  @Test(arguments: [
    ("", []),
    ("a", [["a"]]),
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    (",", [["", ""]]),
    ("a,\n,b", [["a", ""], ["", "b"]]),
    ("\n\r\na\n\n\nb\n\n", [["a"], ["b"]]),
    ("\"\"", [[""]]),
    ("\"a\"", [["a"]]),
    ("\"a,b\",c", [["a,b", "c"]]),
    ("\"a\nb\",\"c\r\nd\"", [["a\nb", "c\r\nd"]]),
    ("\"a\"\"b\",\"\"\"\"", [["a\"b", "\""]]),
    (" a , b ", [[" a ", " b "]]),
    ("é,\"☃\"", [["é", "☃"]]),
  ])
  func `Records as RFC 4180 writes them`(csv: String, expected: [[String]]) throws {
    #expect(try records(csv) == expected)
  }

  @Test(arguments: [
    ("a,\"b", "1:3", "a quote that is never closed"),
    ("x\na,\"b\nc\n", "2:3", "a quote that is never closed"),
    ("\"a\"\"", "1:1", "a quote that is never closed"),
    ("a\"b", "1:2", "a quote in a field that does not begin with one"),
    ("é,b\"", "1:4", "a quote in a field that does not begin with one"),
    ("\"a\"b", "1:4", "text after a closing quote"),
    ("\"a\" ,b", "1:4", "text after a closing quote"),
    ("a\rb", "1:2", "a carriage return without a line feed"),
  ])
  func `What is no CSV has a place`(csv: String, place: String, reason: String) {
    let fault = #expect(throws: Fault.self) { try records(csv) }
    #expect(fault?.description(in: "f") == "f:\(place): \(reason)")
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `What is written is read again`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pieces = ["a", "é", ",", "\"", "\n", "\r\n", "\r", " ", ""]
    let written = (0..<20).map { _ in
      // A record of one empty field is an empty line; two fields leave no doubt.
      (0..<Int.random(in: 2...5, using: &random)).map { _ in
        (0..<Int.random(in: 0...4, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
    }
    let lines = written.map { record in
      record.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
    }
    let end = Bool.random(using: &random) ? "\n" : "\r\n"
    #expect(try records(lines.joined(separator: end)) == written, "seed \(seed)")
  }
}
