/// The coded form of a diff of sections: an object whose lists of changes are left out where they are empty.
///
/// | key | value |
/// |---|---|
/// | `sections` | the ``ListDiff`` of the sections |
/// | `oldCounts`, `newCounts` | the number of items in each section |
/// | `removedAt`, `removed` | section and item index of the removed items in turn, and the items |
/// | `insertedAt`, `inserted` | the same of the inserted items |
/// | `moved` | section and item index, the old and the new ones, in turn |
/// | `updatedAt`, `updatedFrom`, `updatedTo` | section and item index, old and new, in turn; the old and the new items |
private enum SectionedDiffKey: String, CodingKey {
  case sections, oldCounts, newCounts, removedAt, removed, insertedAt, inserted, moved
  case updatedAt, updatedFrom, updatedTo
}

extension SectionedDiff: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes the sections' changes, the counts and whatever item changes there are: the keys `sections`, `oldCounts`,
  /// `newCounts`, `removedAt`, `removed`, `insertedAt`, `inserted`, `moved`, `updatedAt`, `updatedFrom` and `updatedTo`.
  ///
  /// - Throws: What encoding a section or an item throws.
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SectionedDiffKey.self)
    try container.encode(sections, forKey: .sections)
    try container.encode(oldItemCounts, forKey: .oldCounts)
    try container.encode(newItemCounts, forKey: .newCounts)
    if !removals.isEmpty {
      try container.encode(removals.map(\.path).flattened, forKey: .removedAt)
      try container.encode(removals.map(\.item), forKey: .removed)
    }
    if !insertions.isEmpty {
      try container.encode(insertions.map(\.path).flattened, forKey: .insertedAt)
      try container.encode(insertions.map(\.item), forKey: .inserted)
    }
    if !moves.isEmpty { try container.encode(moves.flatMap { [$0.from, $0.to] }.flattened, forKey: .moved) }
    if !updates.isEmpty {
      try container.encode(updates.flatMap { [$0.from, $0.to] }.flattened, forKey: .updatedAt)
      try container.encode(updates.map(\.old), forKey: .updatedFrom)
      try container.encode(updates.map(\.new), forKey: .updatedTo)
    }
  }
}

extension SectionedDiff: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes what ``encode(to:)`` encoded.
  ///
  /// - Throws: `DecodingError`. Where the parts can be read and do not make a diff, its underlying error is the
  ///   ``SectionedDiffError`` that says why.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SectionedDiffKey.self)
    let removed: [Item] = try container.list(.removed)
    let removedAt = try container.paths(.removedAt, count: removed.count)
    let inserted: [Item] = try container.list(.inserted)
    let insertedAt = try container.paths(.insertedAt, count: inserted.count)
    let updatedFrom: [Item] = try container.list(.updatedFrom)
    let updatedTo: [Item] = try container.list(.updatedTo)
    let updatedAt = try container.paths(.updatedAt, count: 2 * updatedFrom.count)
    let moved = try container.paths(.moved)
    guard updatedTo.count == updatedFrom.count, moved.count.isMultiple(of: 2) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "A move or an update has no counterpart."))
    }
    let diff = SectionedDiff(
      sections: try container.decode(ListDiff<Section>.self, forKey: .sections),
      oldItemCounts: try container.decode([Int].self, forKey: .oldCounts),
      newItemCounts: try container.decode([Int].self, forKey: .newCounts),
      removals: zip(removedAt, removed).map { Removal(path: $0, item: $1) },
      insertions: zip(insertedAt, inserted).map { Insertion(path: $0, item: $1) },
      moves: (0..<moved.count / 2).map { Move(from: moved[2 * $0], to: moved[2 * $0 + 1]) },
      updates: updatedFrom.indices.map {
        Update(from: updatedAt[2 * $0], to: updatedAt[2 * $0 + 1], old: updatedFrom[$0], new: updatedTo[$0])
      })
    do {
      try diff.validate()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
    self = diff
  }
}

extension [ItemPath] {
  /// Section and item index in turn.
  fileprivate var flattened: [Int] { flatMap { [$0.section, $0.item] } }
}

extension KeyedDecodingContainer<SectionedDiffKey> {
  /// The list at `key`, empty where there is none.
  fileprivate func list<Value: Decodable>(_ key: SectionedDiffKey) throws -> [Value] {
    try decodeIfPresent([Value].self, forKey: key) ?? []
  }

  /// The paths at `key`, exactly `count` where that is given.
  fileprivate func paths(_ key: SectionedDiffKey, count: Int? = nil) throws -> [ItemPath] {
    let numbers: [Int] = try list(key)
    guard numbers.count.isMultiple(of: 2), count == nil || numbers.count == 2 * (count ?? 0) else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(numbers.count) numbers are not as many as needed.")
    }
    return (0..<numbers.count / 2).map { ItemPath(section: numbers[2 * $0], item: numbers[2 * $0 + 1]) }
  }
}
