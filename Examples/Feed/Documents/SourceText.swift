/// A place in a text, both numbers counting from 1; columns count Unicode scalars.
struct Position: Equatable, Sendable, CustomStringConvertible {
  let line: Int
  let column: Int

  var description: String { "\(line):\(column)" }
}

/// The bytes of a file that is known to be UTF-8, with the way from an offset to a line and a column.
struct SourceText {
  /// The bytes, without a byte order mark.
  let bytes: [UInt8]
  private let lineStarts: [Int]

  /// Takes the bytes of a file.
  ///
  /// - Throws: Where the bytes are none, or not UTF-8.
  init(_ bytes: [UInt8]) throws(Faults) {
    guard !bytes.isEmpty else { throw Faults(.file, "the file is empty") }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: byteOrderMark) ? Array(bytes.dropFirst(3)) : bytes
    self.bytes = content
    lineStarts = [0] + content.indices.filter { content[$0] == .lineFeed }.map { $0 + 1 }
    // Decoding mends what is not UTF-8, so the first byte that comes back different is the first bad one.
    let mended = Array(String(decoding: content, as: UTF8.self).utf8)
    if mended != content {
      let offset = zip(mended, content).prefix { $0 == $1 }.count
      throw Faults(.at(position(at: offset)), "not UTF-8")
    }
  }

  /// The line and column of the byte at `offset`, which may be the end.
  ///
  /// - Complexity: O(log *l* + *c*), where *l* is the number of lines and *c* the length of this one.
  func position(at offset: Int) -> Position {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    let continuation = { (byte: UInt8) in byte & 0b1100_0000 == 0b1000_0000 }
    let column = bytes[lineStarts[low]..<offset].count { !continuation($0) }
    return Position(line: low + 1, column: column + 1)
  }

  /// The text of a range of bytes.
  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// A fault at `offset`, for readers to throw.
  func fault(at offset: Int, _ reason: String) -> Fault { Fault(place: .at(position(at: offset)), reason: reason) }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
}
