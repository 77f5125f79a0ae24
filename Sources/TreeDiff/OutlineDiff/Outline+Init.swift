/// A node of an outline in a list that stands in any order: what it is, and whose child.
public struct OutlineRow<Value: Identifiable> {
  /// The node.
  public var value: Value
  /// The id of its parent, nil for a root.
  public var parent: Value.ID?

  /// Creates a row for `value`, a child of the node with the id `parent`.
  @inlinable public init(_ value: Value, parent: Value.ID?) { (self.value, self.parent) = (value, parent) }
}

extension OutlineRow: Equatable where Value: Equatable {}
extension OutlineRow: Hashable where Value: Hashable {}
extension OutlineRow: Sendable where Value: Sendable, Value.ID: Sendable {}
extension OutlineRow: Encodable where Value: Encodable, Value.ID: Encodable {}
extension OutlineRow: Decodable where Value: Decodable, Value.ID: Decodable {
  /// Decodes a value and the id of its parent. A parent that is null is the node with the id that null stands for, or none
  /// if null is no id.
  ///
  /// - Throws: What decoding them throws.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(try container.decode(Value.self, forKey: .value), parent: try container.decodeParent(forKey: .parent))
  }
}

extension KeyedDecodingContainer {
  /// The id of a parent, nil if there is none. Null may be an id, which encoding keeps apart from a key that is not there
  /// and `decodeIfPresent` does not.
  func decodeParent<ID: Decodable>(forKey key: Key) throws -> ID? {
    guard contains(key) else { return nil }
    return try decodeNil(forKey: key) ? try? decode(ID.self, forKey: key) : decode(ID.self, forKey: key)
  }
}

extension Outline {
  /// Creates an outline from nodes that each name their parent.
  ///
  /// - Parameter rows: The nodes. Siblings stand in their order; otherwise the order is of no account, and a child may
  ///   stand before its parent.
  /// - Throws: ``OutlineError`` if an id is there twice or does not equal itself, a parent is not there, or nodes are below
  ///   themselves.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public init(rows: some Sequence<OutlineRow<Value>>) throws(OutlineError) {
    let rows = Array(rows)
    let numbers = try Self.numbers(rows.lazy.map(\.value))
    var parents: [Int] = []
    parents.reserveCapacity(rows.count)
    for row in rows {
      guard let id = row.parent else {
        parents.append(-1)
        continue
      }
      guard let parent = numbers[id] else { throw .unknownParent("\(id)", of: "\(row.value.id)") }
      parents.append(parent)
    }
    try self.init(values: rows.map(\.value), unorderedParents: parents)
  }

  /// An outline of values that name their parents by index and stand in any order.
  @inlinable
  init(values: [Value], unorderedParents: [Int]) throws(OutlineError) {
    let children = OutlineChildren(parents: unorderedParents)
    let (order, parents) = depthFirst { children[$0] }
    if order.count < values.count {
      let reached = Set(order)
      throw .cycle("\(values[values.indices.first { !reached.contains($0) } ?? 0].id)")
    }
    self.init(values: order.map { values[$0] }, parents: parents)
  }

  /// Creates an outline from nodes that hold their children.
  ///
  /// - Parameters:
  ///   - roots: The nodes that are nobody's children.
  ///   - value: What a node is without its children.
  ///   - children: The children of a node.
  /// - Throws: ``OutlineError`` if an id is there twice or does not equal itself.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public init<Node, Nodes: Collection<Node>>(
    _ roots: Nodes, value: (Node) -> Value, children: (Node) -> Nodes
  ) throws(OutlineError) {
    var (values, parents) = ([Value](), [Int]())
    var stack = [(nodes: roots[...], parent: -1)]
    while let (siblings, parent) = stack.popLast() {
      guard let node = siblings.first else { continue }
      stack.append((siblings.dropFirst(), parent))
      stack.append((children(node)[...], values.count))
      values.append(value(node))
      parents.append(parent)
    }
    _ = try Self.numbers(values)
    self.init(values: values, parents: parents)
  }

  /// The index of each id.
  @inlinable
  static func numbers(_ values: some Collection<Value>) throws(OutlineError) -> [Value.ID: Int] {
    var numbers = [Value.ID: Int](minimumCapacity: values.count)
    for (index, value) in values.enumerated() {
      let id = value.id
      guard id == id else { throw .unequalID("\(id)") }
      if numbers.updateValue(index, forKey: id) != nil { throw .duplicateID("\(id)") }
    }
    return numbers
  }

  /// The nodes depth first, each with the id of its parent.
  @inlinable
  public var rows: [OutlineRow<Value>] {
    zip(values, parents).map { OutlineRow($0, parent: $1 < 0 ? nil : values[$1].id) }
  }

  /// Returns the roots as nodes that hold their children.
  ///
  /// - Parameter make: A node of a value and its children.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public func nodes<Node>(_ make: (Value, [Node]) -> Node) -> [Node] {
    // From the last node to the first, so that children are made before their parents, the last one first.
    var children = [[Node]](repeating: [], count: count + 1)
    for index in values.indices.reversed() {
      let nodes = children[index + 1]
      children[index + 1] = []
      children[parents[index] + 1].append(make(values[index], nodes.reversed()))
    }
    return children[0].reversed()
  }
}

extension Outline: Encodable where Value: Encodable, Value.ID: Encodable {
  /// Encodes the rows.
  ///
  /// - Throws: What encoding a value throws.
  /// - Complexity: O(*n*) for *n* nodes.
  public func encode(to encoder: any Encoder) throws { try rows.encode(to: encoder) }
}

extension Outline: Decodable where Value: Decodable, Value.ID: Decodable {
  /// Decodes rows.
  ///
  /// - Throws: `DecodingError`. Where the rows can be read and are no outline, its underlying error is the
  ///   ``OutlineError`` that says why.
  /// - Complexity: O(*n*) for *n* nodes.
  public init(from decoder: any Decoder) throws {
    let rows = try [OutlineRow<Value>](from: decoder)
    self = try decoder.validated { try Outline(rows: rows) }
  }
}
