/// A list element of tests: an id, and content that changes apart from it.
public struct Item: Identifiable, Hashable, Codable, Sendable, CustomStringConvertible {
  public let id: Int
  public var content: Int

  public init(_ id: Int, _ content: Int = 0) { (self.id, self.content) = (id, content) }

  public var description: String { content == 0 ? "\(id)" : "\(id).\(content)" }
}
