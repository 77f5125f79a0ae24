/// The place of an item in a list of sections.
public struct ItemPath: Hashable, Sendable, Codable {
  /// The index of the section.
  public var section: Int
  /// The index of the item in its section.
  public var item: Int

  /// Creates the path of the item at `item` in the section at `section`.
  @inlinable public init(section: Int, item: Int) { (self.section, self.item) = (section, item) }
}

extension ItemPath: Comparable {
  /// Whether `left` stands before `right`, by section and then by item.
  @inlinable
  public static func < (left: ItemPath, right: ItemPath) -> Bool {
    left.section == right.section ? left.item < right.item : left.section < right.section
  }
}

extension ItemPath: CustomStringConvertible {
  /// The section's index and the item's: `2/5`.
  public var description: String { "\(section)/\(item)" }
}
