/// A list element of tests: an id, and content that changes apart from it.
public struct Item: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The identity.
  public let id: Int
  /// The content.
  public var content: Int

  /// An item with an id and, unless given, content 0.
  public init(_ id: Int, _ content: Int = 0) { (self.id, self.content) = (id, content) }

  /// The id, with the content behind a point unless it is 0.
  public var description: String { content == 0 ? "\(id)" : "\(id).\(content)" }
}
