import Testing

@testable import feed

struct JSONFeedTests {
  private func rows(_ items: String) throws -> [Row] {
    let json = #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":["# + items + "]}"
    let document = try JSONFeed.document(from: SourceText(Array(json.utf8)))
    #expect(document.sections.map(\.name) == ["items"])
    return document.sections.flatMap(\.rows)
  }

  private func faults(_ json: String) -> [String]? {
    let faults = #expect(throws: Faults.self) { try JSONFeed.document(from: SourceText(Array(json.utf8))) }
    return faults?.all.map { $0.description(in: "f") }
  }

  @Test func `Items become rows, in their order`() throws {
    #expect(try rows("") == [])
    #expect(try rows(#"{"id":"b","title":"B"},{"id":"a","title":"A"}"#).map(\.id) == ["b", "a"])
  }

  @Test(arguments: [
    (#"{"id":"i","title":"T","content_text":"C"}"#, "T"),
    (#"{"id":"i","title":"","content_text":"C","url":"U"}"#, "C"),
    (#"{"id":"i","summary":"S","url":"U"}"#, "S"),
    (#"{"id":"i","url":"U"}"#, "U"),
    (#"{"id":"i","title":null}"#, "i"),
    (#"{"id":"i"}"#, "i"),
  ])
  func `The title is the first text there is`(item: String, title: String) throws {
    #expect(try rows(item).map(\.title) == [title])
  }

  @Test func `All the rest is content, by its path`() throws {
    let item = #"""
      {"id":7,"title":"T","tags":["x","y"],"authors":[{"name":"N"}],"_hn":{"points":1.50,"hot":true,"by":null},
       "_a.b":{"c[0]":2},"empty":[],"none":{}}
      """#
    let row = try #require(try rows(item).first)
    #expect(row.id == "7")
    #expect(
      row.details.map { "\($0.name)=\($0.value)" } == [
        #""_a.b"."c[0]"=2"#, "_hn.by=null", "_hn.hot=true", "_hn.points=1.5", "authors[0].name=N", "empty=[]",
        "none={}", "tags[0]=x", "tags[1]=y",
      ])
  }

  @Test func `The order of members is no content, their values are`() throws {
    let (a, b) = (#"{"id":"i","x":1,"y":2}"#, #"{"y":2,"x":1,"id":"i"}"#)
    #expect(try rows(a) == rows(b))
    #expect(try rows(a) != rows(#"{"id":"i","x":1,"y":3}"#))
  }

  @Test(arguments: [
    ("[]", "f: not a JSON Feed: no object"),
    ("{}", "f: not a JSON Feed: no version"),
    (#"{"version":1}"#, "f: not a JSON Feed 1.1: version 1"),
    (
      #"{"version":"https://jsonfeed.org/version/2"}"#,
      "f: not a JSON Feed 1.1: version https://jsonfeed.org/version/2"
    ),
    (#"{"version":"https://jsonfeed.org/version/1.1"}"#, "f: a feed without items"),
    (#"{"version":"https://jsonfeed.org/version/1.1","items":{}}"#, "f: items is not an array"),
  ])
  func `What is no feed is refused`(json: String, expected: String) {
    #expect(faults(json) == [expected])
  }

  @Test(arguments: [
    ("{\"version\":\n", "f:2:1: not JSON: "),
    ("{\"version\":\n \"x", "f:2:4: not JSON: "),
    ("{\"version\":\n x}", "f:2:2: not JSON: "),
    (" ", "f:1:2: not JSON: "),
  ])
  func `What is no JSON is refused with its place`(json: String, expected: String) throws {
    let fault = try #require(faults(json)?.first)
    #expect(fault.hasPrefix(expected))
  }

  @Test func `Values are nested no deeper than Foundation follows`() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    #expect(faults(deep)?.count == 1)
  }

  @Test func `Every faulty item is named`() {
    let json = """
      {"version":"https://jsonfeed.org/version/1.1","items":[
      {"id":"a"},
      {"title":"no id"},
      {"id":""},
      {"id":null},
      {"id":["a"]},
      "a",
       {"id":"a"},
      {"id":1},{"id":"1"}
      ]}
      """
    #expect(
      faults(json) == [
        "f: items[1]: an item without id", "f: items[2]: an empty id", "f: items[3]: an id that is no text",
        "f: items[4]: an id that is no text", "f: items[5]: not an object",
        "f: items[6]: the id “a” stands twice, first in items[0]",
        "f: items[8]: the id “1” stands twice, first in items[7]",
      ])
  }
}
