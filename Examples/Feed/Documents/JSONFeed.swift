/// Reads a JSON Feed 1.1 document as one section, named `items` as in the document.
///
/// An item's title is its `title`, else its text, summary, address or id, whichever comes first. All other members are
/// content, nested ones by their path: `_hn.points`, `authors[0].name`; a name with a dot or bracket stands in quotes.
enum JSONFeed {
  static let version = "https://jsonfeed.org/version/1.1"
  static let sectionName = "items"

  /// The document that `text` describes.
  ///
  /// - Throws: Where `text` is not JSON or not a feed; else every faulty item.
  static func document(from text: SourceText) throws(Faults) -> Document {
    let root: JSONValue
    do throws(Fault) { root = try JSONValue(text) } catch { throw Faults([error]) }
    guard case .object(let members) = root else { throw Faults(.file, "not a JSON Feed: no object") }
    guard let found = members["version"] else { throw Faults(.file, "not a JSON Feed: no version") }
    guard found == .string(version) else { throw Faults(.file, "not a JSON Feed 1.1: version \(found.flat)") }
    guard let list = members["items"] else { throw Faults(.file, "a feed without items") }
    guard case .array(let items) = list else { throw Faults(.file, "items is not an array") }

    var rows: [Row] = []
    var faults: [Fault] = []
    var indexes: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      do throws(Refusal) {
        let row = try Row(item)
        if let first = indexes.updateValue(index, forKey: row.id) {
          throw Refusal(reason: "the id “\(row.id)” stands twice, first in items[\(first)]")
        }
        rows.append(row)
      } catch {
        faults.append(Fault(place: .item(index), reason: error.reason))
      }
    }
    guard faults.isEmpty else { throw Faults(faults) }
    return Document(sections: [Document.Section(name: sectionName, rows: rows)])
  }
}

/// Why an item is no row.
private struct Refusal: Error { let reason: String }

extension Row {
  fileprivate init(_ item: JSONValue) throws(Refusal) {
    guard case .object(let members) = item else { throw Refusal(reason: "not an object") }
    guard let id = members["id"] else { throw Refusal(reason: "an item without id") }
    guard let id = id.text else { throw Refusal(reason: "an id that is no text") }
    guard !id.isEmpty else { throw Refusal(reason: "an empty id") }
    let title = ["title", "content_text", "summary", "url"].lazy.compactMap { members[$0]?.text }.first { !$0.isEmpty }
    let content = members.filter { $0.key != "id" && ($0.key != "title" || $0.value.text == nil) }
    self.init(id: id, title: title ?? id, details: content.flatMap { $1.details(named: $0.asPathComponent) })
  }
}

extension String {
  /// The name of a member as a part of a path, so that no two paths are written the same.
  fileprivate var asPathComponent: String { contains { ".[\"".contains($0) } ? debugDescription : self }
}

extension JSONValue {
  /// The text of a string or a number: the format asks for ids that are strings and for readers that take numbers.
  fileprivate var text: String? {
    switch self {
    case .string(let text): text
    case .number(let number): "\(number)"
    default: nil
    }
  }

  /// The value on one line, for messages and details.
  fileprivate var flat: String {
    switch self {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let number): "\(number)"
    case .string(let text): text
    case .array(let elements): elements.isEmpty ? "[]" : "[…]"
    case .object(let members): members.isEmpty ? "{}" : "{…}"
    }
  }

  /// The value's leaves, each by its path.
  fileprivate func details(named name: String) -> [Row.Detail] {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      elements.enumerated().flatMap { $1.details(named: "\(name)[\($0)]") }
    case .object(let members) where !members.isEmpty:
      members.flatMap { $1.details(named: "\(name).\($0.asPathComponent)") }
    default: [Row.Detail(name: name, value: flat)]
    }
  }
}
