/// The changes that turn one outline into another, by identity and content, in batch coordinates.
///
/// A place is a parent, named by its id, and an index among its children. Removals and the sources of moves are places in
/// the old outline, insertions and the targets of moves are places in the new one.
///
/// **Matching.** Nodes match by id, wherever they are.
///
/// **Subtrees.** A node that is gone is a removal, and what is gone below it goes with it: one removal for all of them.
/// What was below it and is still there has moved away. In the same way an insertion brings everything new below it, and
/// nodes that were there before move into it.
///
/// **Moves.** A node is a move if it has another parent, or another order among the children that stay with theirs. Its
/// descendants go with it, unless they move themselves. Moves are all at once: two nodes that change places are
/// two moves, each from where its node was to where it is. Among the children of each parent the moves are the fewest.
///
/// In what order the changes of one kind stand says nothing, but it is the same for the same outlines. Diffs with the same
/// changes are equal in whatever order these stand.
public struct OutlineDiff<Value: Identifiable> {
  /// A place in an outline.
  public struct Place: Hashable {
    /// The id of the parent, nil for the root level.
    public let parent: Value.ID?
    /// The index among the parent's children.
    public let index: Int

    /// Creates the place at `index` among the children of `parent`.
    @inlinable public init(parent: Value.ID?, index: Int) { (self.parent, self.index) = (parent, index) }
  }

  /// A node that comes or goes with nodes below it.
  public struct Subtree {
    /// The place of the topmost node: in the old outline if it goes, in the new one if it comes.
    public let place: Place
    /// The node and everything below it that comes or goes too.
    public let nodes: Outline<Value>

    /// Creates a subtree whose topmost node is at `place`. The outline must have exactly one root.
    @inlinable public init(place: Place, nodes: Outline<Value>) { (self.place, self.nodes) = (place, nodes) }
  }

  /// A node that both outlines have, under another parent or in another order.
  public struct Move: Hashable {
    /// The node's id.
    public let id: Value.ID
    /// Its place in the old outline.
    public let from: Place
    /// Its place in the new outline.
    public let to: Place

    /// Creates a move of the node `id` from `from` in the old outline to `to` in the new one.
    @inlinable public init(id: Value.ID, from: Place, to: Place) { (self.id, self.from, self.to) = (id, from, to) }
  }

  /// A node that both outlines have with different content, whether it moved or not.
  public struct Update {
    /// The node as the old outline had it.
    public let old: Value
    /// The node as the new outline has it.
    public let new: Value

    /// Creates an update of `old` to `new`, which have the same id.
    @inlinable public init(old: Value, new: Value) { (self.old, self.new) = (old, new) }
  }

  /// What is gone.
  public let removals: [Subtree]
  /// What is new.
  public let insertions: [Subtree]
  /// What moved.
  public let moves: [Move]
  /// What has other content.
  public let updates: [Update]

  /// Creates a diff from its parts. Whether they fit an outline shows when they are applied to it.
  @inlinable
  public init(removals: [Subtree] = [], insertions: [Subtree] = [], moves: [Move] = [], updates: [Update] = []) {
    (self.removals, self.insertions, self.moves, self.updates) = (removals, insertions, moves, updates)
  }

  /// The number of changes, each subtree counting as one.
  @inlinable public var changeCount: Int { removals.count + insertions.count + moves.count + updates.count }

  /// Whether the outlines are equal.
  @inlinable public var isEmpty: Bool {
    removals.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// The diff that leads back from the new outline to the old one.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  @inlinable
  public var inverse: OutlineDiff {
    OutlineDiff(
      removals: insertions, insertions: removals, moves: moves.map { Move(id: $0.id, from: $0.to, to: $0.from) },
      updates: updates.map { Update(old: $0.new, new: $0.old) })
  }
}

extension OutlineDiff: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineDiff: Encodable where Value: Encodable, Value.ID: Encodable {}
extension OutlineDiff: Decodable where Value: Decodable, Value.ID: Decodable {}
extension OutlineDiff.Place: Sendable where Value.ID: Sendable {}
extension OutlineDiff.Place: Encodable where Value.ID: Encodable {}
extension OutlineDiff.Place: Decodable where Value.ID: Decodable {
  /// Decodes the id of a parent and an index, a parent that is null as ``OutlineRow`` does.
  ///
  /// - Throws: What decoding them throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    parent = try container.decodeParent(forKey: .parent)
    index = try container.decode(Int.self, forKey: .index)
  }
}
extension OutlineDiff.Subtree: Equatable where Value: Equatable {}
extension OutlineDiff.Subtree: Hashable where Value: Hashable {}
extension OutlineDiff.Subtree: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineDiff.Subtree: Encodable where Value: Encodable, Value.ID: Encodable {}
extension OutlineDiff.Subtree: Decodable where Value: Decodable, Value.ID: Decodable {
  /// Decodes a place and an outline.
  ///
  /// - Throws: `DecodingError`, also if the outline has not exactly one root.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    place = try container.decode(OutlineDiff.Place.self, forKey: .place)
    nodes = try container.decode(Outline<Value>.self, forKey: .nodes)
    guard nodes.rootCount == 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .nodes, in: container, debugDescription: "A subtree has \(nodes.rootCount) roots.")
    }
  }
}
extension OutlineDiff.Move: Sendable where Value.ID: Sendable {}
extension OutlineDiff.Move: Encodable where Value.ID: Encodable {}
extension OutlineDiff.Move: Decodable where Value.ID: Decodable {}
extension OutlineDiff.Update: Equatable where Value: Equatable {}
extension OutlineDiff.Update: Hashable where Value: Hashable {}
extension OutlineDiff.Update: Sendable where Value: Sendable {}
extension OutlineDiff.Update: Encodable where Value: Encodable {}
extension OutlineDiff.Update: Decodable where Value: Decodable {}
