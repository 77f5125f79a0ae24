/// Two elements of a collection have the same id.
public struct DuplicateIDError<ID: Hashable>: Error, Hashable, CustomStringConvertible {
  /// The id.
  public let id: ID
  /// The position of the first element with the id.
  public let first: Int
  /// The position of the next element with the id.
  public let second: Int

  /// Creates an error that names an id and the positions of two elements that have it.
  public init(id: ID, first: Int, second: Int) {
    self.id = id
    self.first = first
    self.second = second
  }

  /// The id and both positions.
  public var description: String { "the elements at \(first) and \(second) have the same id \(String(reflecting: id))" }
}

extension DuplicateIDError: Sendable where ID: Sendable {}

extension KeyedList {
  /// Creates a list of elements whose ids the program itself guarantees to be unique.
  ///
  /// Traps, naming the id, when two elements have the same one. For data from outside there are
  /// ``init(validating:)`` and ``init(_:uniquingIDsWith:)``.
  ///
  /// - Parameter elements: The elements in order.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    switch KeyedList.building(elements) {
    case .success(let list): self = list
    case .failure(let error): fatalError("KeyedList: \(error)")
    }
  }

  /// Creates a list of elements, or throws an error when two of them have the same id.
  ///
  /// - Parameter elements: The elements in order.
  /// - Throws: ``DuplicateIDError``, naming the id and the first two positions at which it stands.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public init(validating elements: some Sequence<Element>) throws(DuplicateIDError<ID>) {
    self = try KeyedList.building(elements).get()
  }

  /// Creates a list of elements, uniting those that have the same id.
  ///
  /// ```swift
  /// let newest = KeyedList(posts) { first, later in later }
  /// ```
  ///
  /// - Parameters:
  ///   - elements: The elements in order.
  ///   - combine: Gives the element that stands for two with the same id, from the one so far and the later one. It
  ///     stands where the first did. An element with another id stands under its own, and takes the place of an
  ///     element that has it as ``update(id:_:)`` says.
  /// - Throws: What `combine` throws.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public init<Failure: Error>(
    _ elements: some Sequence<Element>, uniquingIDsWith combine: (Element, Element) throws(Failure) -> Element
  ) throws(Failure) {
    let all = ContiguousArray(elements)
    if let list = unsafe all.withUnsafeBufferPointer({ unsafe KeyedList(building: $0) }) {
      self = list
      return
    }
    var positions: [ID: Int] = [:]
    var kept: ContiguousArray<Element?> = []
    for element in all {
      guard let position = positions[element.id], let first = kept[position] else {
        positions[element.id] = kept.count
        kept.append(element)
        continue
      }
      let combined = try combine(first, element)
      if combined.id != element.id {
        positions[element.id] = nil
        if let other = positions.updateValue(position, forKey: combined.id) { kept[other] = nil }
      }
      kept[position] = combined
    }
    self.init(trusting: ContiguousArray(kept.compactMap { $0 }))
  }

  /// Creates a list in which only the last of several elements with the same id remains.
  @inlinable
  init(lastWins elements: ContiguousArray<Element>) {
    if let list = unsafe elements.withUnsafeBufferPointer({ unsafe KeyedList(building: $0) }) {
      self = list
      return
    }
    var seen: Set<ID> = []
    var kept: ContiguousArray<Element> = []
    for element in elements.reversed() where seen.insert(element.id).inserted { kept.append(element) }
    kept.reverse()
    self.init(trusting: kept)
  }

  /// Creates a list of elements whose ids are known to be unique.
  @inlinable
  init(trusting elements: ContiguousArray<Element>) {
    self = unsafe elements.withUnsafeBufferPointer { unsafe KeyedList(building: $0, trusting: true) } ?? KeyedList()
  }

  @inlinable
  static func building(_ elements: some Sequence<Element>) -> Result<KeyedList, DuplicateIDError<ID>> {
    if let list = elements as? KeyedList { return .success(list) }
    if let result = elements.withContiguousStorageIfAvailable({ unsafe building($0) }) { return result }
    return unsafe ContiguousArray(elements).withUnsafeBufferPointer { unsafe building($0) }
  }

  @inlinable
  static func building(_ elements: UnsafeBufferPointer<Element>) -> Result<KeyedList, DuplicateIDError<ID>> {
    if let list = unsafe KeyedList(building: elements) { return .success(list) }
    return unsafe .failure(firstDuplicate(in: elements))
  }

  @usableFromInline
  static func firstDuplicate(in elements: UnsafeBufferPointer<Element>) -> DuplicateIDError<ID> {
    var positions: [ID: Int] = [:]
    for position in 0..<elements.count {
      let id = unsafe elements[position].id
      if let first = positions.updateValue(position, forKey: id) {
        return DuplicateIDError(id: id, first: first, second: position)
      }
    }
    // Only ids whose `==` and hash disagree come here.
    return unsafe DuplicateIDError(id: elements[0].id, first: 0, second: 0)
  }
}

extension KeyedList: ExpressibleByArrayLiteral {
  /// Creates a list of the elements of a literal. Traps, naming the id, when two of them have the same one.
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(uniqueElements: elements) }
}
