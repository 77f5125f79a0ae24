/// What the coded form of a diff of sections has beside its item changes, see ``CodedChanges``.
private enum SectionedDiffKey: String, CodingKey {
  case sections, oldCounts, newCounts
}

extension SectionedDiff: Encodable where Section: Encodable, Item: Encodable {
  /// Encodes an object, whose lists of item changes are left out where they are empty:
  ///
  /// | key | value |
  /// |---|---|
  /// | `sections` | the ``ListDiff`` of the sections |
  /// | `oldCounts`, `newCounts` | the number of items in each section |
  /// | `removedAt`, `removed` | section and item index of the removed items in turn, and the items |
  /// | `insertedAt`, `inserted` | the same of the inserted items |
  /// | `moved` | section and item index, the old and the new ones, in turn |
  /// | `updatedAt`, `updatedFrom`, `updatedTo` | section and item index, old and new, in turn; the old and the new items |
  ///
  /// Duplicates are not encoded.
  ///
  /// - Throws: What encoding a section or an item throws.
  /// - Complexity: O(*s* + *k*) for *s* sections and *k* changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: SectionedDiffKey.self)
    try container.encode(sections, forKey: .sections)
    try container.encode(oldItemCounts, forKey: .oldCounts)
    try container.encode(newItemCounts, forKey: .newCounts)
    let changes = CodedChanges(
      removedAt: removals.flatMap { $0.path.numbers }, insertedAt: insertions.flatMap { $0.path.numbers },
      moved: moves.flatMap { $0.from.numbers + $0.to.numbers },
      updatedAt: updates.flatMap { $0.from.numbers + $0.to.numbers }, removed: removals.map(\.item),
      inserted: insertions.map(\.item), updatedFrom: updates.map(\.old), updatedTo: updates.map(\.new))
    try changes.encode(to: encoder)
  }
}

extension SectionedDiff: Decodable where Section: Decodable, Item: Decodable {
  /// Decodes what ``encode(to:)`` encoded.
  ///
  /// - Throws: `DecodingError`. Where the parts can be read and do not make a diff, its underlying error is the
  ///   ``SectionedDiffError`` that says why.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes, whatever the counts are.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: SectionedDiffKey.self)
    let coded = try CodedChanges<Item>(from: decoder, numbersPerPlace: 2)
    let (moved, updatedAt) = (ItemPath.paths(coded.moved), ItemPath.paths(coded.updatedAt))
    let diff = SectionedDiff(
      sections: try container.decode(ListDiff<Section>.self, forKey: .sections),
      oldItemCounts: try container.decode([Int].self, forKey: .oldCounts),
      newItemCounts: try container.decode([Int].self, forKey: .newCounts),
      removals: zip(ItemPath.paths(coded.removedAt), coded.removed).map { Removal(path: $0, item: $1) },
      insertions: zip(ItemPath.paths(coded.insertedAt), coded.inserted).map { Insertion(path: $0, item: $1) },
      moves: (0..<moved.count / 2).map { Move(from: moved[2 * $0], to: moved[2 * $0 + 1]) },
      updates: coded.updatedFrom.indices.map {
        Update(
          from: updatedAt[2 * $0], to: updatedAt[2 * $0 + 1], old: coded.updatedFrom[$0], new: coded.updatedTo[$0])
      })
    try decoder.validated { try diff.validate() }
    self = diff
  }
}

extension ItemPath {
  fileprivate var numbers: [Int] { [section, item] }

  /// The paths that section and item indexes in turn stand for.
  fileprivate static func paths(_ numbers: [Int]) -> [ItemPath] {
    (0..<numbers.count / 2).map { ItemPath(section: numbers[2 * $0], item: numbers[2 * $0 + 1]) }
  }
}
