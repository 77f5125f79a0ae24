extension NodeCore.Label {
  /// How many components the path has.
  @usableFromInline var depth: Int {
    description.utf8.count { $0 == UInt8(ascii: ".") }
  }
}

extension NodeCore.Label: CustomStringConvertible {
  /// The components of the path, as in `.feed.posts`; none in `\.self`.
  @usableFromInline var description: String {
    switch self {
    case .text(let text): return text
    case .path(let path): return Self.components(String(describing: path))
    }
  }

  /// The components of a key path that was printed, which is not always as code is written: members of tuples follow two
  /// dots, and what is computed, and has no name at run time, is told by an address. Here it is told by its type.
  private static func components(_ text: String) -> String {
    guard let dot = text.firstIndex(of: ".") else { return "" }
    var rest = text[dot...]
    if rest == ".self" { return "" }
    var components = ""
    while let character = rest.first {
      if let type = computedType(rest) {
        components += "<\(type)>"
        rest = rest[type.endIndex...].dropFirst(2)
        continue
      }
      if character != "." || components.last != "." { components.append(character) }
      rest = rest.dropFirst()
    }
    return components
  }

  /// The type in `<computed 0x000055d7 (Post)>`, if a text begins so.
  private static func computedType(_ text: Substring) -> Substring? {
    guard text.hasPrefix("<computed "), let start = text.firstIndex(of: "(") else { return nil }
    var depth = 0
    for index in text[start...].indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" { depth -= 1 }
      if depth == 0 { return text[text.index(after: start)..<index] }
    }
    return nil
  }
}
