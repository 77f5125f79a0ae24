/// The coded form of a diff: an object whose lists are left out where they are empty.
///
/// | key | value |
/// |---|---|
/// | `old`, `new` | the number of elements in each list |
/// | `removedAt`, `removed` | the old indexes of removed elements, and the elements |
/// | `insertedAt`, `inserted` | the new indexes of inserted elements, and the elements |
/// | `moved` | old and new index in turn |
/// | `updatedAt`, `updatedFrom`, `updatedTo` | old and new index in turn, the old and the new elements |
/// | `replacement` | true, for a diff that replaces everything |
///
/// Duplicates are not coded: they are about how the diff was made, not about what it does.
private enum ListDiffKey: String, CodingKey {
  case old, new, removedAt, removed, insertedAt, inserted, moved, updatedAt, updatedFrom, updatedTo, replacement
}

extension ListDiff: Encodable where Element: Encodable {
  /// Encodes the counts and whatever changes there are: the keys `old`, `new`, `removedAt`, `removed`, `insertedAt`,
  /// `inserted`, `moved`, `updatedAt`, `updatedFrom`, `updatedTo` and `replacement`.
  ///
  /// - Throws: What encoding an element throws.
  /// - Complexity: O(*k*) for *k* changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ListDiffKey.self)
    try container.encode(oldCount, forKey: .old)
    try container.encode(newCount, forKey: .new)
    if !removals.isEmpty {
      try container.encode(removals.map(\.index), forKey: .removedAt)
      try container.encode(removals.map(\.element), forKey: .removed)
    }
    if !insertions.isEmpty {
      try container.encode(insertions.map(\.index), forKey: .insertedAt)
      try container.encode(insertions.map(\.element), forKey: .inserted)
    }
    if !moves.isEmpty { try container.encode(moves.flatMap { [$0.from, $0.to] }, forKey: .moved) }
    if !updates.isEmpty {
      try container.encode(updates.flatMap { [$0.from, $0.to] }, forKey: .updatedAt)
      try container.encode(updates.map(\.old), forKey: .updatedFrom)
      try container.encode(updates.map(\.new), forKey: .updatedTo)
    }
    if isReplacement { try container.encode(true, forKey: .replacement) }
  }
}

extension ListDiff: Decodable where Element: Decodable {
  /// Decodes what ``encode(to:)`` encoded.
  ///
  /// - Throws: `DecodingError`. Where the parts can be read and do not make a diff, its underlying error is the
  ///   ``ListDiffError`` that says why.
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts are.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ListDiffKey.self)
    let removed: [Element] = try container.list(.removed)
    let removedAt: [Int] = try container.list(.removedAt, count: removed.count)
    let inserted: [Element] = try container.list(.inserted)
    let insertedAt: [Int] = try container.list(.insertedAt, count: inserted.count)
    let updatedFrom: [Element] = try container.list(.updatedFrom)
    let updatedTo: [Element] = try container.list(.updatedTo, count: updatedFrom.count)
    let updatedAt: [Int] = try container.list(.updatedAt, count: 2 * updatedFrom.count)
    let moved: [Int] = try container.list(.moved)
    guard moved.count.isMultiple(of: 2) else {
      throw DecodingError.dataCorruptedError(forKey: .moved, in: container, debugDescription: "An index has no pair.")
    }
    let diff = ListDiff(
      oldCount: try container.decode(Int.self, forKey: .old), newCount: try container.decode(Int.self, forKey: .new),
      removals: zip(removedAt, removed).map { Removal(index: $0, element: $1) },
      insertions: zip(insertedAt, inserted).map { Insertion(index: $0, element: $1) },
      moves: (0..<moved.count / 2).map { Move(from: moved[2 * $0], to: moved[2 * $0 + 1]) },
      updates: updatedFrom.indices.map {
        Update(from: updatedAt[2 * $0], to: updatedAt[2 * $0 + 1], old: updatedFrom[$0], new: updatedTo[$0])
      }, isReplacement: try container.decodeIfPresent(Bool.self, forKey: .replacement) ?? false)
    do {
      try diff.validate()
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
    self = diff
  }
}

extension KeyedDecodingContainer<ListDiffKey> {
  /// The list at `key`, empty where there is none, and of exactly `count` values where that is given.
  fileprivate func list<Value: Decodable>(_ key: ListDiffKey, count: Int? = nil) throws -> [Value] {
    let values = try decodeIfPresent([Value].self, forKey: key) ?? []
    guard count == nil || values.count == count else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "\(values.count) values instead of \(count ?? 0).")
    }
    return values
  }
}
