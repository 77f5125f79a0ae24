/// The changes of one stage to the sections or to the items of a list view, as the view wants to hear of them.
///
/// Where something is that goes, leaves or is reloaded is said by its place before the stage, and where something is
/// that comes or arrives by its place after it.
public struct BatchChanges<Place: Hashable & Sendable>: Hashable, Sendable {
  /// The place of one element before and after a stage.
  public struct Places: Hashable, Sendable {
    /// Where the element is before the stage.
    public let before: Place
    /// Where the element is after the stage.
    public let after: Place

    /// Creates the places of an element before and after a stage.
    @inlinable public init(before: Place, after: Place) { (self.before, self.after) = (before, after) }
  }

  /// Places before the stage, ascending.
  public var removals: [Place]
  /// Places after the stage, ascending.
  public var insertions: [Place]
  /// Where elements move from and to, ascending by the place after the stage.
  public var moves: [Places]
  /// Where elements are whose content changes: reload `before` within a batch of a collection view or a table view, or
  /// `after` once the stage is done. Ascending by the place after the stage.
  public var updates: [Places]

  /// Creates changes from their places, which must ascend as documented.
  @inlinable
  public init(removals: [Place] = [], insertions: [Place] = [], moves: [Places] = [], updates: [Places] = []) {
    (self.removals, self.insertions, self.moves, self.updates) = (removals, insertions, moves, updates)
  }

  /// Whether nothing changes.
  @inlinable public var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty }

  /// The number of changes.
  @inlinable var count: Int { removals.count + insertions.count + moves.count + updates.count }

  /// The same changes with each place replaced by what `transform` makes of it.
  @inlinable
  func map<Other>(_ transform: (Place) -> Other) -> BatchChanges<Other> {
    func both(_ places: Places) -> BatchChanges<Other>.Places {
      .init(before: transform(places.before), after: transform(places.after))
    }
    return .init(
      removals: removals.map(transform), insertions: insertions.map(transform), moves: moves.map(both),
      updates: updates.map(both))
  }
}

extension BatchChanges<Int> {
  /// The places of a diff's changes.
  @inlinable
  init<Element>(_ diff: ListDiff<Element>) {
    self.init(
      removals: diff.removals.map(\.index), insertions: diff.insertions.map(\.index),
      moves: diff.moves.map { .init(before: $0.from, after: $0.to) },
      updates: diff.updates.map { .init(before: $0.from, after: $0.to) })
  }
}

extension BatchChanges.Places: CustomStringConvertible {
  /// Both places: `2/1 → 0/3`.
  public var description: String { "\(before) → \(after)" }
}

extension BatchChanges: CustomStringConvertible {
  /// The changes in a line: `- 1, + 0, 2 → 1, ~ 3 → 4`.
  public var description: String {
    var parts = removals.map { "- \($0)" }
    parts += insertions.map { "+ \($0)" }
    parts += moves.map(\.description)
    parts += updates.map { "~ \($0)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: ", ")
  }
}
