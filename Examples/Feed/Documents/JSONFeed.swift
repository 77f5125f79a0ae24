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
    let root: JSONNode
    do throws(Fault) { root = try JSONReader.value(of: text) } catch { throw Faults([error]) }
    func refusal(_ node: JSONNode, _ reason: String) -> Faults { Faults([text.fault(at: node.offset, reason)]) }

    guard case .object = root.value else { throw refusal(root, "not a JSON Feed: no object") }
    guard let found = root["version"] else { throw refusal(root, "not a JSON Feed: no version") }
    guard found.value == .string(version) else { throw refusal(found, "not a JSON Feed 1.1: version \(found.flat)") }
    guard let list = root["items"] else { throw refusal(root, "a feed without items") }
    guard case .array(let items) = list.value else { throw refusal(list, "items is not an array") }

    var rows: [Row] = []
    var faults: [Fault] = []
    var indexes: [String: Int] = [:]
    for (index, item) in items.enumerated() {
      let place = { (node: JSONNode) in Fault.Place.item(index, text.position(at: node.offset)) }
      guard case .object(let members) = item.value else {
        faults.append(Fault(place: place(item), reason: "not an object"))
        continue
      }
      guard let idNode = item["id"], let id = idNode.text, !id.isEmpty else {
        let (node, reason) = item["id"].map { ($0, "an id that is no text") } ?? (item, "an item without id")
        faults.append(Fault(place: place(node), reason: node.text == "" ? "an empty id" : reason))
        continue
      }
      if let first = indexes.updateValue(index, forKey: id) {
        faults.append(Fault(place: place(idNode), reason: "the id “\(id)” stands twice, first in items[\(first)]"))
        continue
      }
      rows.append(Row(id: id, members: members))
    }
    guard faults.isEmpty else { throw Faults(faults) }
    return Document(sections: [Document.Section(name: sectionName, rows: rows)])
  }
}

extension Row {
  fileprivate init(id: String, members: [JSONMember]) {
    let texts = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.node.text) })
    let title = ["title", "content_text", "summary", "url"].firstNonEmpty { texts[$0] ?? nil } ?? id
    let content = members.filter { $0.name != "id" && ($0.name != "title" || $0.node.text == nil) }
    self.init(id: id, title: title, details: content.flatMap { $0.node.details(named: $0.pathName) })
  }
}

extension Sequence<String> {
  fileprivate func firstNonEmpty(_ text: (String) -> String?) -> String? {
    lazy.compactMap(text).first { !$0.isEmpty }
  }
}

extension JSONMember {
  /// The name as a part of a path, so that no two paths are written the same.
  fileprivate var pathName: String { name.contains { ".[\"".contains($0) } ? name.debugDescription : name }
}

extension JSONNode {
  fileprivate subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.first { $0.name == name }?.node
  }

  /// The text of a string or a number: the format asks for ids that are strings and for readers that take numbers.
  fileprivate var text: String? {
    switch value {
    case .string(let text), .number(let text): text
    default: nil
    }
  }

  /// The value on one line, for messages and details.
  fileprivate var flat: String {
    switch value {
    case .null: "null"
    case .bool(let flag): "\(flag)"
    case .number(let text), .string(let text): text
    case .array(let nodes): nodes.isEmpty ? "[]" : "[…]"
    case .object(let members): members.isEmpty ? "{}" : "{…}"
    }
  }

  /// The value's leaves, each by its path.
  fileprivate func details(named name: String) -> [Row.Detail] {
    switch value {
    case .array(let nodes) where !nodes.isEmpty:
      nodes.enumerated().flatMap { $1.details(named: "\(name)[\($0)]") }
    case .object(let members) where !members.isEmpty:
      members.flatMap { $0.node.details(named: "\(name).\($0.pathName)") }
    default: [Row.Detail(name: name, value: flat)]
    }
  }
}
