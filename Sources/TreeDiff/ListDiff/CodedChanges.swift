/// The coded form of the elements that a diff removes, inserts, moves and updates. Lists are left out where they are
/// empty.
///
/// A place is one number or several; the numbers of all places of a list follow each other.
///
/// | key | value |
/// |---|---|
/// | `removedAt`, `removed` | the old places of removed elements, and the elements |
/// | `insertedAt`, `inserted` | the new places of inserted elements, and the elements |
/// | `moved` | old and new place in turn |
/// | `updatedAt`, `updatedFrom`, `updatedTo` | old and new place in turn, the old and the new elements |
struct CodedChanges<Element> {
  var (removedAt, insertedAt, moved, updatedAt): ([Int], [Int], [Int], [Int])
  var (removed, inserted, updatedFrom, updatedTo): ([Element], [Element], [Element], [Element])
}

private enum ChangeKey: String, CodingKey {
  case removedAt, removed, insertedAt, inserted, moved, updatedAt, updatedFrom, updatedTo
}

extension CodedChanges: Encodable where Element: Encodable {
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ChangeKey.self)
    func encode(_ values: [some Encodable], _ key: ChangeKey) throws {
      if !values.isEmpty { try container.encode(values, forKey: key) }
    }
    try encode(removedAt, .removedAt)
    try encode(removed, .removed)
    try encode(insertedAt, .insertedAt)
    try encode(inserted, .inserted)
    try encode(moved, .moved)
    try encode(updatedAt, .updatedAt)
    try encode(updatedFrom, .updatedFrom)
    try encode(updatedTo, .updatedTo)
  }
}

extension CodedChanges where Element: Decodable {
  /// Decodes changes whose places are so many numbers each.
  ///
  /// - Throws: `DecodingError`, also if there are not as many places as elements.
  init(from decoder: any Decoder, numbersPerPlace width: Int) throws {
    let container = try decoder.container(keyedBy: ChangeKey.self)
    func list<Value: Decodable>(_ key: ChangeKey, count: Int? = nil) throws -> [Value] {
      let values = try container.decodeIfPresent([Value].self, forKey: key) ?? []
      guard count == nil || values.count == count else {
        throw DecodingError.dataCorruptedError(
          forKey: key, in: container, debugDescription: "\(values.count) values instead of \(count ?? 0).")
      }
      return values
    }
    removed = try list(.removed)
    removedAt = try list(.removedAt, count: width * removed.count)
    inserted = try list(.inserted)
    insertedAt = try list(.insertedAt, count: width * inserted.count)
    updatedFrom = try list(.updatedFrom)
    updatedTo = try list(.updatedTo, count: updatedFrom.count)
    updatedAt = try list(.updatedAt, count: 2 * width * updatedFrom.count)
    moved = try list(.moved)
    guard moved.count.isMultiple(of: 2 * width) else {
      throw DecodingError.dataCorruptedError(forKey: .moved, in: container, debugDescription: "A place has no pair.")
    }
  }
}

extension Decoder {
  /// What `make` makes. What it throws becomes the underlying error of a `DecodingError`.
  func validated<Value>(_ make: () throws -> Value) throws -> Value {
    do {
      return try make()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "\(error)", underlyingError: error))
    }
  }
}
