import Foundation
import Testing

@testable import feed

struct JSONReaderTests {
  private func value(_ json: String) throws -> JSONValue {
    try JSONReader.value(of: SourceText(Array(json.utf8))).value
  }

  @Test(
    arguments: [
      ("null", .null),
      (" true ", .bool(true)),
      ("false\n", .bool(false)),
      ("0", .number("0")),
      ("-0.50e+10", .number("-0.50e+10")),
      ("12345678901234567890123", .number("12345678901234567890123")),
      ("\"\"", .string("")),
      (#""a\"\\\/\b\f\n\r\tz""#, .string("a\"\\/\u{8}\u{C}\n\r\tz")),
      (#""\u00e9\u2603\ud83d\ude00é""#, .string("é☃😀é")),
      ("[]", .array([])),
      ("{}", .object([])),
      (
        "[1,[2]]",
        .array([
          JSONNode(value: .number("1"), offset: 1),
          JSONNode(value: .array([JSONNode(value: .number("2"), offset: 4)]), offset: 3),
        ])
      ),
      (" { \"a\" : null } ", .object([JSONMember(name: "a", node: JSONNode(value: .null, offset: 9))])),
    ] as [(String, JSONValue)])
  func `Values`(json: String, expected: JSONValue) throws {
    #expect(try value(json) == expected)
  }

  @Test(arguments: [
    (" ", "1:2: the JSON text is cut short"),
    ("{\n \"a\": [1,\n 2", "3:3: the JSON text is cut short"),
    ("{\"a", "1:4: the JSON text is cut short"),
    ("{\"a\"", "1:5: the JSON text is cut short"),
    ("tru", "1:4: the JSON text is cut short"),
    ("\"\\u12", "1:6: the JSON text is cut short"),
    ("\"\\ud83d", "1:8: the JSON text is cut short"),
    ("-", "1:2: the JSON text is cut short"),
    ("1.", "1:3: the JSON text is cut short"),
    ("[1,]", "1:4: expected a JSON value"),
    ("[1 2]", "1:4: expected “,” or “]”"),
    ("{\"a\":1,}", "1:8: expected the name of a member"),
    ("{a:1}", "1:2: expected the name of a member"),
    ("{\"a\" 1}", "1:6: expected “:”"),
    ("{\"a\":1 \"b\"", "1:8: expected “,” or “}”"),
    ("{\"é\":1,\"é\":2}", "1:8: the member “é” stands twice"),
    ("trux", "1:4: expected “true”"),
    ("01", "1:2: text after the end of the JSON value"),
    ("{} {}", "1:4: text after the end of the JSON value"),
    ("+1", "1:1: expected a JSON value"),
    (".5", "1:1: expected a JSON value"),
    ("1.x", "1:3: expected a digit"),
    ("-x", "1:2: expected a digit"),
    ("1ex", "1:3: expected a digit"),
    ("NaN", "1:1: expected a JSON value"),
    ("\"a\nb\"", "1:3: a control character in a string"),
    (#""\x""#, "1:3: an unknown escape"),
    (#""\u12g4""#, "1:6: expected four hexadecimal digits"),
    (#""\ud83dx""#, "1:2: half of a surrogate pair"),
    (#""\ude00""#, "1:2: half of a surrogate pair"),
    (#""\ud83d\u0041""#, "1:2: half of a surrogate pair"),
  ])
  func `What is no JSON has a place`(json: String, expected: String) {
    let fault = #expect(throws: Fault.self) { try value(json) }
    #expect(fault?.description(in: "f") == "f:" + expected)
  }

  @Test func `Nesting has a limit, so that it cannot exhaust the stack`() throws {
    let deep = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    _ = try value(deep(512))
    let fault = #expect(throws: Fault.self) { try value(deep(100_000)) }
    #expect(fault?.description(in: "f") == "f:1:513: arrays and objects nested more than 512 deep")
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `Accepts and refuses what Foundation does`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let seeds = [
      #"{"a":[1,-2.5e3,true,null],"b":{"c":"d\n\u00e9"}}"#, #"[[],{},"\ud83d\ude00",0,false]"#,
      #"{"x":"","y":[{"z":1}]}"#,
    ]
    let pieces = ["[", "]", "{", "}", ",", ":", "\"", "0", "1", "-", ".", "e", "t", "null", "\\", "\\u", " ", "\"k\":"]
    for _ in 0..<100 {
      var json = Array(seeds.randomElement(using: &random) ?? "")
      for _ in 0..<Int.random(in: 0...3, using: &random) where !json.isEmpty {
        let index = json.indices.randomElement(using: &random) ?? 0
        if Bool.random(using: &random) { json.remove(at: index) }
        if Bool.random(using: &random) {
          json.insert(contentsOf: pieces.randomElement(using: &random) ?? "", at: index)
        }
      }
      let text = String(json)
      guard !text.isEmpty else { continue }
      let foundation = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
      do {
        let ours = try value(text)
        #expect(foundation.map { matches(ours, $0) } == true, "seed \(seed): \(text)")
      } catch {
        // Two things that Foundation takes and we do not.
        let isTwice = "\(error)".contains("stands twice")
        let isTrailing = text.contains(/,\s*[\]}]/)
        #expect(foundation == nil || isTwice || isTrailing, "seed \(seed): \(text): \(error)")
      }
    }
  }

  private func matches(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch (ours, theirs) {
    case (.null, is NSNull): true
    case (.string(let a), let b as String): a == b
    case (.bool(let a), let b as NSNumber): a == b.boolValue
    case (.number(let a), let b as NSNumber): Double(a) == b.doubleValue
    case (.array(let a), let b as [Any]): a.count == b.count && zip(a, b).allSatisfy { matches($0.value, $1) }
    case (.object(let a), let b as [String: Any]):
      a.count == b.count && a.allSatisfy { member in b[member.name].map { matches(member.node.value, $0) } ?? false }
    default: false
    }
  }
}
