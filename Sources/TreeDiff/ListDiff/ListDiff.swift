/// The changes that turn one list into another, by identity and content, in batch coordinates.
///
/// Removals and the sources of moves are indexes of the old list; insertions and the targets of moves are indexes of the
/// new one; an update names both. List views refuse some of what a diff may say at once, such as an update of an element
/// that moves: ``BatchUpdates`` makes stages of it.
///
/// A move may have the same index twice, where the fewest moves do not do without: in `[1, 2, 3, 4, 5]` → `[5, 4, 3, 1, 2]`
/// the 3 leaves 1 and 2, which stay.
public struct ListDiff<Element> {
  /// An element that the new list no longer holds.
  public struct Removal {
    /// The element's index in the old list.
    public let index: Int
    /// The element as the old list held it.
    public let element: Element

    /// Creates a removal of `element` from `index` of the old list.
    @inlinable public init(index: Int, element: Element) { (self.index, self.element) = (index, element) }
  }

  /// An element that only the new list holds.
  public struct Insertion {
    /// The element's index in the new list.
    public let index: Int
    /// The element as the new list holds it.
    public let element: Element

    /// Creates an insertion of `element` at `index` of the new list.
    @inlinable public init(index: Int, element: Element) { (self.index, self.element) = (index, element) }
  }

  /// An element that both lists hold and whose order among the others changed.
  ///
  /// A move does not carry its element, which both lists have at hand: `old[move.from]` and `new[move.to]`, which may
  /// differ in content.
  public struct Move: Hashable, Sendable {
    /// The element's index in the old list.
    public let from: Int
    /// The element's index in the new list.
    public let to: Int

    /// Creates a move from `from` in the old list to `to` in the new one.
    @inlinable public init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// An element that both lists hold with different content, whether it moved or not.
  public struct Update {
    /// The element's index in the old list.
    public let from: Int
    /// The element's index in the new list.
    public let to: Int
    /// The element as the old list held it.
    public let old: Element
    /// The element as the new list holds it.
    public let new: Element

    /// Creates an update of the element at `from` in the old list to `new` at `to` in the new one.
    @inlinable public init(from: Int, to: Int, old: Element, new: Element) {
      (self.from, self.to, self.old, self.new) = (from, to, old, new)
    }
  }

  /// The number of elements in the old list.
  public let oldCount: Int
  /// The number of elements in the new list.
  public let newCount: Int
  /// The removed elements, ascending by their index in the old list.
  public let removals: [Removal]
  /// The inserted elements, ascending by their index in the new list.
  public let insertions: [Insertion]
  /// The moved elements, ascending by their index in the new list; as few as the matching allows.
  public let moves: [Move]
  /// The updated elements, ascending by their index in the new list.
  public let updates: [Update]

  /// The elements whose ids matching met more than once in one of the lists.
  public let duplicates: ListDuplicates<Element>
  /// Whether the diff removes every element and inserts every element, because the changes were more than its limit.
  public let isReplacement: Bool

  /// A diff from its parts, which must be in the documented order and fit the counts.
  @inlinable
  package init(
    oldCount: Int, newCount: Int, removals: [Removal] = [], insertions: [Insertion] = [], moves: [Move] = [],
    updates: [Update] = [], duplicates: ListDuplicates<Element> = ListDuplicates(), isReplacement: Bool = false
  ) {
    self.oldCount = oldCount
    self.newCount = newCount
    self.removals = removals
    self.insertions = insertions
    self.moves = moves
    self.updates = updates
    self.duplicates = duplicates
    self.isReplacement = isReplacement
  }

  /// The number of removals, insertions, moves and updates.
  @inlinable public var changeCount: Int { removals.count + insertions.count + moves.count + updates.count }

  /// Whether the lists are equal: nothing was removed, inserted, moved or updated.
  @inlinable public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

extension ListDiff: Equatable where Element: Equatable {
  /// Whether two diffs make the same changes. What they say about duplicates is not compared.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool {
    a.oldCount == b.oldCount && a.newCount == b.newCount && a.isReplacement == b.isReplacement
      && a.removals == b.removals && a.insertions == b.insertions && a.moves == b.moves && a.updates == b.updates
  }
}

extension ListDiff: Hashable where Element: Hashable {
  /// Hashes the changes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(oldCount)
    hasher.combine(newCount)
    hasher.combine(isReplacement)
    hasher.combine(removals)
    hasher.combine(insertions)
    hasher.combine(moves)
    hasher.combine(updates)
  }
}

extension ListDiff: Sendable where Element: Sendable {}
extension ListDiff.Removal: Equatable where Element: Equatable {}
extension ListDiff.Removal: Hashable where Element: Hashable {}
extension ListDiff.Removal: Sendable where Element: Sendable {}
extension ListDiff.Insertion: Equatable where Element: Equatable {}
extension ListDiff.Insertion: Hashable where Element: Hashable {}
extension ListDiff.Insertion: Sendable where Element: Sendable {}
extension ListDiff.Update: Equatable where Element: Equatable {}
extension ListDiff.Update: Hashable where Element: Hashable {}
extension ListDiff.Update: Sendable where Element: Sendable {}
