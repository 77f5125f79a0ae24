/// A section of a list: what heads it, and its items.
///
/// The header gives the section its identity and its own content, which does not include the items.
public struct ListSection<Header, Items> {
  /// What identifies the section and is shown for it.
  public var header: Header
  /// The items in order.
  public var items: Items

  /// Creates a section of `items` under `header`.
  @inlinable public init(_ header: Header, items: Items) { (self.header, self.items) = (header, items) }
}

extension ListSection: Identifiable where Header: Identifiable {
  /// The header's id.
  @inlinable public var id: Header.ID { header.id }
}

extension ListSection: Equatable where Header: Equatable, Items: Equatable {}
extension ListSection: Hashable where Header: Hashable, Items: Hashable {}
extension ListSection: Sendable where Header: Sendable, Items: Sendable {}
extension ListSection: Encodable where Header: Encodable, Items: Encodable {}
extension ListSection: Decodable where Header: Decodable, Items: Decodable {}

extension ListSection: CustomStringConvertible {
  /// The header and the items: `A: [x, y]`.
  public var description: String { "\(header): \(items)" }
}
