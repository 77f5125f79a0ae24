/// Reads comma-separated values as RFC 4180 writes them, record by record.
///
/// Lines end with CR LF or LF alone; the last may end with the file. A line without any character holds no record.
struct CSVReader {
  /// A field's text without its quotes, and where it began.
  struct Field: Equatable {
    let text: String
    let offset: Int
  }

  private let text: SourceText
  private var offset = 0

  init(_ text: SourceText) { self.text = text }

  /// The next record, or nil at the end.
  ///
  /// - Throws: Where a quote stands in a bare field, text follows a closing quote, a quote is never closed, or a
  ///   carriage return stands alone.
  mutating func next() throws(Fault) -> [Field]? {
    while skipLineEnd() {}
    guard offset < text.bytes.count else { return nil }
    var fields = [try field()]
    while byte == .comma {
      offset += 1
      fields.append(try field())
    }
    guard skipLineEnd() || offset == text.bytes.count else {
      throw text.fault(at: offset, "a carriage return without a line feed")
    }
    return fields
  }

  private var byte: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

  /// Passes the end of a line, if one is here.
  private mutating func skipLineEnd() -> Bool {
    let rest = text.bytes[offset...]
    if rest.first == .lineFeed {
      offset += 1
    } else if rest.starts(with: [.carriageReturn, .lineFeed]) {
      offset += 2
    } else {
      return false
    }
    return true
  }

  private mutating func field() throws(Fault) -> Field { try byte == .quote ? quotedField() : bareField() }

  private mutating func bareField() throws(Fault) -> Field {
    let start = offset
    while let byte, byte != .comma, byte != .lineFeed, byte != .carriageReturn {
      guard byte != .quote else { throw text.fault(at: offset, "a quote in a field that does not begin with one") }
      offset += 1
    }
    return Field(text: text.string(start..<offset), offset: start)
  }

  private mutating func quotedField() throws(Fault) -> Field {
    let start = offset
    var content: [UInt8] = []
    offset += 1
    while let byte {
      offset += 1
      if byte != .quote {
        content.append(byte)
      } else if self.byte == .quote {
        content.append(.quote)
        offset += 1
      } else {
        let atEnd = self.byte.map { $0 == .comma || $0 == .lineFeed || $0 == .carriageReturn } ?? true
        guard atEnd else { throw text.fault(at: offset, "text after a closing quote") }
        return Field(text: String(decoding: content, as: UTF8.self), offset: start)
      }
    }
    throw text.fault(at: start, "a quote that is never closed")
  }
}
