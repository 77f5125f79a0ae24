import Testing

@testable import feed

struct RankingTests {
  private func document(_ csv: String) throws -> Document { try Ranking.document(from: SourceText(Array(csv.utf8))) }

  @Test func `Rows stand in their sections, by rank; other columns are content`() throws {
    let csv = """
      stars,section,rank,id,name
      5,B,2,x,Ex
      7,A,1,y,"Why, oh"
      9,B,1,y,Why
      3,B,2,z,Zed

      """
    let row = { (id: String, title: String, stars: String) in
      Row(id: id, title: title, details: [Row.Detail(name: "stars", value: stars)])
    }
    let b = Document.Section(name: "B", rows: [row("y", "Why", "9"), row("x", "Ex", "5"), row("z", "Zed", "3")])
    let a = Document.Section(name: "A", rows: [row("y", "Why, oh", "7")])
    #expect(try document(csv) == Document(sections: [b, a]))
  }

  @Test func `A header alone is a document without sections`() throws {
    #expect(try document("section,id,rank,name\r\n") == Document(sections: []))
  }

  @Test(arguments: [
    ("\n", ["f: the file has no header"]),
    ("section,name\n", ["f:1:1: the header lacks id, rank"]),
    ("section,id,rank,name,id\n", ["f:1:22: the header names the column “id” twice"]),
    ("section,id,rank,name\nA,x,1\n", ["f:2:1: 3 columns where the header has 4"]),
    ("section,id,rank,name\nA,x,1,X,more\n", ["f:2:1: 5 columns where the header has 4"]),
    ("section,id,rank,name\nA,x,first,X\n", ["f:2:5: the rank “first” is not a whole number"]),
    ("section,id,rank,name\nA,x,,X\n", ["f:2:5: the rank “” is not a whole number"]),
    ("section,id,rank,name\nA,,1,X\n", ["f:2:3: a row without id"]),
    ("section,id,rank,name\n,x,1,X\n", ["f:2:1: a row without section"]),
    (
      "section,id,rank,name\nA,x,1,X\nB,x,1,X\nA,x,2,X\n",
      ["f:4:3: the id “x” stands in section “A” twice, first in line 2"]
    ),
    // All faults of a document are named.
    (
      "section,id,rank,name\nA,,1,X\nA,x\nA,y,1,\"Y",
      [
        "f:2:3: a row without id", "f:3:1: 2 columns where the header has 4",
        "f:4:7: a quote that is never closed",
      ]
    ),
  ])
  func `A ranking with faults names them all`(csv: String, expected: [String]) {
    let faults = #expect(throws: Faults.self) { try document(csv) }
    #expect(faults?.all.map { $0.description(in: "f") } == expected)
  }
}
