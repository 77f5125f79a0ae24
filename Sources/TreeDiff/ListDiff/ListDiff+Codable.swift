/// What the coded form of a diff has beside its changes, see ``CodedChanges``.
private enum ListDiffKey: String, CodingKey {
  case old, new, replacement
}

extension ListDiff: Encodable where Element: Encodable {
  /// Encodes an object, whose lists are left out where they are empty:
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
  /// Duplicates are not encoded: they are about how the diff was made, not about what it does.
  ///
  /// - Throws: What encoding an element throws.
  /// - Complexity: O(*k*) for *k* changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ListDiffKey.self)
    try container.encode(oldCount, forKey: .old)
    try container.encode(newCount, forKey: .new)
    if isReplacement { try container.encode(true, forKey: .replacement) }
    let changes = CodedChanges(
      removedAt: removals.map(\.index), insertedAt: insertions.map(\.index), moved: moves.flatMap { [$0.from, $0.to] },
      updatedAt: updates.flatMap { [$0.from, $0.to] }, removed: removals.map(\.element),
      inserted: insertions.map(\.element), updatedFrom: updates.map(\.old), updatedTo: updates.map(\.new))
    try changes.encode(to: encoder)
  }
}

extension ListDiff: Decodable where Element: Decodable {
  /// Decodes what ``encode(to:)`` encoded.
  ///
  /// - Throws: `DecodingError`. Where the parts can be read and do not make a diff, its underlying error is the
  ///   ``ListDiffError`` that says why. So are counts that no list has: what is decoded can be applied to a list with
  ///   `oldCount` elements. Whether there is one is for you to know: compare the count with your list's before asking for
  ///   what is of the size of a list, such as ``oldIndexes()``.
  /// - Complexity: O(*k* log *k*) for *k* changes, whatever the counts are.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: ListDiffKey.self)
    let coded = try CodedChanges<Element>(from: decoder, numbersPerPlace: 1)
    let diff = ListDiff(
      oldCount: try container.decode(Int.self, forKey: .old), newCount: try container.decode(Int.self, forKey: .new),
      removals: zip(coded.removedAt, coded.removed).map { Removal(index: $0, element: $1) },
      insertions: zip(coded.insertedAt, coded.inserted).map { Insertion(index: $0, element: $1) },
      moves: (0..<coded.moved.count / 2).map { Move(from: coded.moved[2 * $0], to: coded.moved[2 * $0 + 1]) },
      updates: coded.updatedFrom.indices.map {
        Update(
          from: coded.updatedAt[2 * $0], to: coded.updatedAt[2 * $0 + 1], old: coded.updatedFrom[$0],
          new: coded.updatedTo[$0])
      }, isReplacement: try container.decodeIfPresent(Bool.self, forKey: .replacement) ?? false)
    try decoder.validated { try diff.validate() }
    self = diff
  }
}
