extension KeyedList: Encodable where Element: Encodable {
  /// Encodes the elements in order, as an array does.
  ///
  /// - Throws: What encoding an element throws.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for element in self { try container.encode(element) }
  }
}

extension KeyedList: Decodable where Element: Decodable {
  /// Decodes a list from an array of elements.
  ///
  /// ``LenientlyDecoded`` decodes what can be decoded and reports the rest.
  ///
  /// - Throws: What decoding an element throws; `DecodingError.dataCorrupted`, naming the id and both indexes, when two
  ///   elements have the same id.
  @inlinable
  public init(from decoder: any Decoder) throws {
    let elements = try ContiguousArray<Element>(from: decoder)
    switch KeyedList.building(elements) {
    case .success(let list): self = list
    case .failure(let error):
      let path = decoder.codingPath + [ElementIndex(error.second)]
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: path, debugDescription: "\(error)", underlyingError: error))
    }
  }
}

/// The index of an element as a coding key.
@usableFromInline
struct ElementIndex: CodingKey {
  @usableFromInline let intValue: Int?
  @usableFromInline var stringValue: String { "Index \(intValue ?? 0)" }

  @usableFromInline init(_ index: Int) { intValue = index }
  @usableFromInline init(intValue: Int) { self.init(intValue) }
  @usableFromInline init?(stringValue: String) { nil }
}

extension KeyedList where Element: Decodable {
  /// A list of those elements of an array that can be decoded, and a report of those that cannot.
  ///
  /// ```swift
  /// let decoded = try JSONDecoder().decode(KeyedList<Post>.LenientlyDecoded.self, from: data)
  /// for skipped in decoded.skipped { print(skipped.index, skipped.reason) }
  /// ```
  public struct LenientlyDecoded: Decodable {
    /// An element that is not in the list.
    public struct Skipped {
      /// The element's index in the array.
      public let index: Int
      /// What decoding it threw, or ``DuplicateIDError`` if an element before it has its id.
      public let reason: any Error
    }

    /// The elements that could be decoded, in order.
    public let list: KeyedList
    /// The others, in order.
    public let skipped: [Skipped]

    /// Decodes what can be decoded of an array of elements.
    ///
    /// An element with the id of one before it is left out and reported.
    ///
    /// - Throws: What decoding throws when there is no array, or when its end cannot be found.
    public init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var elements: ContiguousArray<Element> = []
      var skipped: [Skipped] = []
      var indexes: [ID: Int] = [:]
      while !container.isAtEnd {
        let index = container.currentIndex
        switch try LenientlyDecoded.next(&container) {
        case .success(let element):
          if let first = indexes[element.id] {
            skipped.append(Skipped(index: index, reason: Duplicate(id: element.id, first: first, second: index)))
          } else {
            indexes[element.id] = index
            elements.append(element)
          }
        case .failure(let error): skipped.append(Skipped(index: index, reason: error))
        }
      }
      list = KeyedList(trusting: elements)
      self.skipped = skipped
    }

    private typealias Duplicate = DuplicateIDError<ID>

    /// The next element, or why it cannot be decoded. Goes on to the one behind it in any case.
    private static func next(_ container: inout any UnkeyedDecodingContainer) throws -> Result<Element, any Error> {
      let index = container.currentIndex
      do {
        return try container.decode(Attempt<Element>.self).result
      } catch {
        // Some decoders refuse a null before they ask for its value.
        if container.currentIndex == index, try !container.decodeNil() { throw error }
        return .failure(error)
      }
    }
  }
}

/// Decodes whatever comes, so that a container goes on to what follows.
private struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) {
    result = Result { try decoder.singleValueContainer().decode(Value.self) }
  }
}

extension KeyedList.LenientlyDecoded: Sendable where Element: Sendable {}
extension KeyedList.LenientlyDecoded.Skipped: Sendable {}
