/// The changes that turn one list of sections into another, by identity and content, in batch coordinates.
///
/// Removals and the sources of moves are places in the old list, insertions and the targets of moves are places in the
/// new one; an update names both.
///
///     // A: [x, y]  →  A: [x], B: [y]
///     diff.sections.insertions  // B at 1
///     diff.moves                // 0/1 → 1/0
///
/// **Sections.** ``sections`` is the ``ListDiff`` of the headers. A section that only moved has no item changes.
///
/// **Items.** Every item of the old list that is not in the new one is a removal, also where its whole section is
/// removed. Every item that only the new list holds is an insertion, also in an inserted section. An item of both lists
/// is a move if it changed its section or its order in it. It may move into an inserted section and out of a removed
/// one. Items of a section that moved do not move for it.
///
/// **Matching.** Sections match as the elements of a ``ListDiff`` do. Within two sections that match, items match in the
/// same way. So an item whose id stands in several sections stays in its section wherever it can. What is left over, in
/// all sections together, then matches by id across sections: the k-th that is left of an id in the old list with the
/// k-th in the new one.
///
/// The section moves, and the item moves within a section, are the fewest that the matching allows. An item that changed
/// its section is one move.
public struct SectionedDiff<Section, Item> {
  /// An item that the new list no longer holds.
  public struct Removal {
    /// The item's place in the old list.
    public let path: ItemPath
    /// The item as the old list held it.
    public let item: Item

    /// Creates a removal of `item` from `path` of the old list.
    @inlinable public init(path: ItemPath, item: Item) { (self.path, self.item) = (path, item) }
  }

  /// An item that only the new list holds.
  public struct Insertion {
    /// The item's place in the new list.
    public let path: ItemPath
    /// The item as the new list holds it.
    public let item: Item

    /// Creates an insertion of `item` at `path` of the new list.
    @inlinable public init(path: ItemPath, item: Item) { (self.path, self.item) = (path, item) }
  }

  /// An item that both lists hold in different sections, or in another order in one section.
  public struct Move: Hashable, Sendable {
    /// The item's place in the old list.
    public let from: ItemPath
    /// The item's place in the new list.
    public let to: ItemPath

    /// Creates a move from `from` in the old list to `to` in the new one.
    @inlinable public init(from: ItemPath, to: ItemPath) { (self.from, self.to) = (from, to) }
  }

  /// An item that both lists hold with different content, whether it moved or not.
  public struct Update {
    /// The item's place in the old list.
    public let from: ItemPath
    /// The item's place in the new list.
    public let to: ItemPath
    /// The item as the old list held it.
    public let old: Item
    /// The item as the new list holds it.
    public let new: Item

    /// Creates an update of the item at `from` in the old list to `new` at `to` in the new one.
    @inlinable public init(from: ItemPath, to: ItemPath, old: Item, new: Item) {
      (self.from, self.to, self.old, self.new) = (from, to, old, new)
    }
  }

  /// An item id that stands more than once in a section.
  public struct Duplicate {
    /// One of the items with the id.
    public let item: Item
    /// All places of the id in the old list, ascending.
    public let old: [ItemPath]
    /// All places of the id in the new list, ascending.
    public let new: [ItemPath]

    @inlinable init(item: Item, old: [ItemPath], new: [ItemPath]) { (self.item, self.old, self.new) = (item, old, new) }
  }

  /// How the sections changed, without their items. Its duplicates are the section ids that matching met twice.
  public let sections: ListDiff<Section>
  /// The number of items in each section of the old list.
  public let oldItemCounts: [Int]
  /// The number of items in each section of the new list.
  public let newItemCounts: [Int]
  /// The removed items, ascending by their place in the old list.
  public let removals: [Removal]
  /// The inserted items, ascending by their place in the new list.
  public let insertions: [Insertion]
  /// The moved items, ascending by their place in the new list.
  public let moves: [Move]
  /// The updated items, ascending by their place in the new list.
  public let updates: [Update]
  /// The item ids that matching met more than once in one section, in the order of their first places.
  ///
  /// As with ``ListDiff/duplicates``, ids of items that match at the ends of their sections go unnoticed.
  public let duplicates: [Duplicate]

  /// A diff from its parts, which must be in the documented order and fit the counts.
  @inlinable
  package init(
    sections: ListDiff<Section>, oldItemCounts: [Int], newItemCounts: [Int], removals: [Removal] = [],
    insertions: [Insertion] = [], moves: [Move] = [], updates: [Update] = [], duplicates: [Duplicate] = []
  ) {
    self.sections = sections
    self.oldItemCounts = oldItemCounts
    self.newItemCounts = newItemCounts
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    self.duplicates = duplicates
  }

  /// The number of changes of sections and of items.
  @inlinable public var changeCount: Int {
    sections.changeCount + removals.count + insertions.count + moves.count + updates.count
  }

  /// Whether the lists are equal: nothing was removed, inserted, moved or updated.
  @inlinable public var isEmpty: Bool {
    sections.isEmpty && removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

extension SectionedDiff: Equatable where Section: Equatable, Item: Equatable {
  /// Whether two diffs make the same changes. What they say about duplicates is not compared.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool {
    a.sections == b.sections && a.oldItemCounts == b.oldItemCounts && a.newItemCounts == b.newItemCounts
      && a.removals == b.removals && a.insertions == b.insertions && a.moves == b.moves && a.updates == b.updates
  }
}

extension SectionedDiff: Hashable where Section: Hashable, Item: Hashable {
  /// Hashes the changes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sections)
    hasher.combine(oldItemCounts)
    hasher.combine(newItemCounts)
    hasher.combine(removals)
    hasher.combine(insertions)
    hasher.combine(moves)
    hasher.combine(updates)
  }
}

extension SectionedDiff: Sendable where Section: Sendable, Item: Sendable {}
extension SectionedDiff.Removal: Equatable where Item: Equatable {}
extension SectionedDiff.Removal: Hashable where Item: Hashable {}
extension SectionedDiff.Removal: Sendable where Item: Sendable {}
extension SectionedDiff.Insertion: Equatable where Item: Equatable {}
extension SectionedDiff.Insertion: Hashable where Item: Hashable {}
extension SectionedDiff.Insertion: Sendable where Item: Sendable {}
extension SectionedDiff.Update: Equatable where Item: Equatable {}
extension SectionedDiff.Update: Hashable where Item: Hashable {}
extension SectionedDiff.Update: Sendable where Item: Sendable {}
extension SectionedDiff.Duplicate: Equatable where Item: Equatable {}
extension SectionedDiff.Duplicate: Hashable where Item: Hashable {}
extension SectionedDiff.Duplicate: Sendable where Item: Sendable {}
