import Foundation

/// A JSON value of any kind, as Foundation decodes it.
enum JSONValue: Equatable {
  case null
  case bool(Bool)
  case number(Decimal)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self =
      if container.decodeNil() {
        .null
      } else if let text = try? container.decode(String.self) {
        .string(text)
      } else if let members = try? container.decode([String: JSONValue].self) {
        .object(members)
      } else if let elements = try? container.decode([JSONValue].self) {
        .array(elements)
      } else if let flag = try? container.decode(Bool.self) {
        .bool(flag)
      } else {
        .number(try container.decode(Decimal.self))
      }
  }
}

extension JSONValue {
  /// The value that `text` holds.
  ///
  /// - Throws: Where `text` is no JSON.
  init(_ text: SourceText) throws(Fault) {
    do { self = try JSONDecoder().decode(JSONValue.self, from: Data(text.bytes)) } catch { throw Self.fault(in: text) }
  }

  /// Why `text` is no JSON, and where.
  ///
  /// `JSONDecoder` does not say; `JSONSerialization` does, in words, which name the place unless it is the text's end.
  private static func fault(in text: SourceText) -> Fault {
    var words = "a value that cannot be read"
    do { _ = try JSONSerialization.jsonObject(with: Data(text.bytes), options: .fragmentsAllowed) } catch {
      words = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? error.localizedDescription
    }
    let reason = "not JSON: \(words)"
    if words.contains("end of file") { return text.fault(at: text.bytes.count, reason) }
    if let place = words.firstMatch(of: /line (\d+), column (\d+)/), let line = Int(place.1), let column = Int(place.2)
    {
      return Fault(place: .at(Position(line: line, column: column)), reason: reason)
    }
    if let place = words.firstMatch(of: /character (\d+)/), let offset = Int(place.1), offset <= text.bytes.count {
      return text.fault(at: offset, reason)
    }
    return Fault(place: .file, reason: reason)
  }
}
