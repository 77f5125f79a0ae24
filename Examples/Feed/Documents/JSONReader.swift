/// A value of a JSON text, and where it begins.
struct JSONNode: Equatable {
  let value: JSONValue
  let offset: Int
}

/// A JSON value; numbers as they were written, members in their order.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONNode])
  case object([JSONMember])
}

/// A named value of a JSON object.
struct JSONMember: Equatable {
  let name: String
  let node: JSONNode
}

/// Reads JSON as RFC 8259 writes it.
///
/// Foundation reads JSON too, but it does not say where a text is cut short, takes one of two members of the same name
/// without a word, and forgives a comma after the last element. A program that promises a place for every fault, and to
/// lose nothing, has to read for itself.
struct JSONReader {
  /// How deep arrays and objects may nest: as deep as in Foundation, so that a hostile text cannot exhaust the stack.
  private static let deepest = 512

  private let text: SourceText
  private var offset = 0
  private var depth = 0

  private init(_ text: SourceText) { self.text = text }

  /// The one value that `text` holds.
  static func value(of text: SourceText) throws(Fault) -> JSONNode {
    var reader = JSONReader(text)
    let node = try reader.node()
    reader.skipSpace()
    guard reader.byte == nil else { throw reader.fault("text after the end of the JSON value") }
    return node
  }

  private var byte: UInt8? { offset < text.bytes.count ? text.bytes[offset] : nil }

  private func fault(_ reason: String) -> Fault {
    text.fault(at: offset, byte == nil ? "the JSON text is cut short" : reason)
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == .lineFeed || byte == .carriageReturn || byte == 0x09 { offset += 1 }
  }

  /// Passes `expected`, if it is here.
  private mutating func skip(_ expected: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: expected) else { return false }
    offset += 1
    return true
  }

  private mutating func node() throws(Fault) -> JSONNode {
    skipSpace()
    let start = offset
    let value: JSONValue
    switch byte {
    case UInt8(ascii: "{"): value = .object(try nested { reader throws(Fault) in try reader.members() })
    case UInt8(ascii: "["): value = .array(try nested { reader throws(Fault) in try reader.elements() })
    case .quote: value = .string(try string())
    case UInt8(ascii: "t"): value = try word("true", .bool(true))
    case UInt8(ascii: "f"): value = try word("false", .bool(false))
    case UInt8(ascii: "n"): value = try word("null", .null)
    default: value = .number(try number())
    }
    return JSONNode(value: value, offset: start)
  }

  private mutating func nested<Value>(_ read: (inout JSONReader) throws(Fault) -> Value) throws(Fault) -> Value {
    guard depth < Self.deepest else { throw fault("arrays and objects nested more than \(Self.deepest) deep") }
    depth += 1
    offset += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func elements() throws(Fault) -> [JSONNode] {
    var elements: [JSONNode] = []
    skipSpace()
    if skip("]") { return elements }
    repeat {
      elements.append(try node())
      skipSpace()
    } while skip(",")
    guard skip("]") else { throw fault("expected “,” or “]”") }
    return elements
  }

  private mutating func members() throws(Fault) -> [JSONMember] {
    var members: [JSONMember] = []
    var names: Set<String> = []
    skipSpace()
    if skip("}") { return members }
    repeat {
      skipSpace()
      guard byte == .quote else { throw fault("expected the name of a member") }
      let start = offset
      let name = try string()
      guard names.insert(name).inserted else { throw text.fault(at: start, "the member “\(name)” stands twice") }
      skipSpace()
      guard skip(":") else { throw fault("expected “:”") }
      members.append(JSONMember(name: name, node: try node()))
      skipSpace()
    } while skip(",")
    guard skip("}") else { throw fault("expected “,” or “}”") }
    return members
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Fault) -> JSONValue {
    for expected in word.unicodeScalars {
      guard skip(expected) else { throw fault("expected “\(word)”") }
    }
    return value
  }
}

// MARK: - Numbers and strings

extension JSONReader {
  private mutating func number() throws(Fault) -> String {
    let start = offset
    let isNegative = skip("-")
    if !skip("0") { try digits(isNegative ? "expected a digit" : "expected a JSON value") }
    if skip(".") { try digits("expected a digit") }
    if skip("e") || skip("E") {
      if !skip("+") { _ = skip("-") }
      try digits("expected a digit")
    }
    return text.string(start..<offset)
  }

  private mutating func digits(_ reason: String) throws(Fault) {
    let start = offset
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    guard offset > start else { throw fault(reason) }
  }

  private mutating func string() throws(Fault) -> String {
    var string = ""
    offset += 1
    var start = offset
    while let byte {
      switch byte {
      case .quote:
        string += text.string(start..<offset)
        offset += 1
        return string
      case UInt8(ascii: "\\"):
        string += text.string(start..<offset)
        offset += 1
        string.unicodeScalars.append(try escaped())
        start = offset
      case ..<0x20: throw fault("a control character in a string")
      default: offset += 1
      }
    }
    throw fault("")
  }

  /// What the escape stands for whose backslash was passed.
  private mutating func escaped() throws(Fault) -> Unicode.Scalar {
    let plain: [(Unicode.Scalar, Unicode.Scalar)] = [
      ("\"", "\""), ("\\", "\\"), ("/", "/"), ("b", "\u{8}"), ("f", "\u{C}"), ("n", "\n"), ("r", "\r"), ("t", "\t"),
    ]
    for (letter, scalar) in plain where skip(letter) { return scalar }
    let start = offset
    guard skip("u") else { throw fault("an unknown escape") }
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(unit) { return scalar }
    // Half of a pair; what follows must be the other.
    guard UTF16.isLeadSurrogate(unit), skip("\\"), skip("u") else { throw unpaired(start) }
    let trail = try codeUnit()
    guard UTF16.isTrailSurrogate(trail) else { throw unpaired(start) }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private func unpaired(_ start: Int) -> Fault {
    byte == nil ? fault("") : text.fault(at: start - 1, "half of a surrogate pair")
  }

  private mutating func codeUnit() throws(Fault) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("expected four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      offset += 1
    }
    return unit
  }
}
