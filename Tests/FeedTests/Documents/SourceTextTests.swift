import Testing

@testable import feed

struct SourceTextTests {
  @Test func `Lines and columns count from 1, columns in Unicode scalars`() throws {
    let text = try SourceText(Array("aé\n\n☃x".utf8))
    let places = (0...text.bytes.count).map { text.position(at: $0).description }
    // é takes two bytes and the snowman three; inside of them the column is already the next.
    #expect(places == ["1:1", "1:2", "1:3", "1:3", "2:1", "3:1", "3:2", "3:2", "3:2", "3:3"])
  }

  @Test func `A byte order mark is no content`() throws {
    #expect(try SourceText([0xEF, 0xBB, 0xBF, 0x61]).bytes == [0x61])
  }

  @Test(arguments: [
    ([], Faults(.file, "the file is empty")),
    ([0x61, 0x0A, 0x62, 0xFF], Faults(.at(Position(line: 2, column: 2)), "not UTF-8")),
    // An overlong form, a surrogate, a character cut short.
    ([0xC0, 0x80], Faults(.at(Position(line: 1, column: 1)), "not UTF-8")),
    ([0x61, 0xED, 0xA0, 0x80], Faults(.at(Position(line: 1, column: 2)), "not UTF-8")),
    ([0x61, 0x62, 0xE2, 0x98], Faults(.at(Position(line: 1, column: 3)), "not UTF-8")),
  ])
  func `What is no text is refused`(bytes: [UInt8], faults: Faults) {
    #expect(throws: faults) { try SourceText(bytes) }
  }
}
