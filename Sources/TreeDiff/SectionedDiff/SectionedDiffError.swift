/// Why a diff of sections is not one, or does not fit a list.
public enum SectionedDiffError: Error, Hashable, Sendable {
  /// What ``SectionedDiff/sections`` says does not make a diff, or does not fit the list's sections.
  case sections(ListDiffError)
  /// The section holds `actual` items and the diff expects `expected`.
  case wrongItemCount(section: Int, expected: Int, actual: Int)
  /// The items of the section at this index of the new list cannot be what the diff makes of them.
  case items(ListDiffError, section: Int)
  /// There are not as many item counts as sections, or the items that stay, go and come do not lead from the old count
  /// to the new one in the section at this index of the new list, or of the old one if it is removed, or the section at
  /// this index of one of the lists has a count that is negative or greater than `Int32.max`.
  case inconsistentCounts(section: Int)
  /// The path lies outside its list.
  case pathOutOfRange(ItemPath, in: ListDiffError.Part)
  /// The path stands there twice, or behind a greater one.
  case pathOutOfOrder(ItemPath, in: ListDiffError.Part)
  /// The old and the new path of an update do not belong to one item.
  case unrelatedUpdate(from: ItemPath, to: ItemPath)
}

extension SectionedDiffError: CustomStringConvertible {
  /// A sentence about what is wrong.
  public var description: String {
    switch self {
    case .sections(let error): "Sections: \(error)"
    case .wrongItemCount(let section, let expected, let actual):
      "Section \(section) has \(actual) items, the diff expects \(expected)."
    case .items(let error, let section): "Section \(section): \(error)"
    case .inconsistentCounts(let section): "The changes do not lead to the number of items of section \(section)."
    case .pathOutOfRange(let path, let part): "Path \(path) in \(part) is out of range."
    case .pathOutOfOrder(let path, let part): "Path \(path) in \(part) is repeated or out of order."
    case .unrelatedUpdate(let old, let new): "The update at \(old) and \(new) does not concern one item."
    }
  }
}
