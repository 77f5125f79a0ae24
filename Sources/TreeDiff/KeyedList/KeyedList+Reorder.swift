extension KeyedList {
  /// Reverses the order of the elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public mutating func reverse() { reorder(indices.reversed()) }

  /// Shuffles the elements.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public mutating func shuffle() {
    var generator = SystemRandomNumberGenerator()
    shuffle(using: &generator)
  }

  /// Shuffles the elements by a generator of random numbers.
  ///
  /// - Parameter generator: The source of random numbers.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  public mutating func shuffle(using generator: inout some RandomNumberGenerator) {
    reorder(indices.shuffled(using: &generator))
  }

  /// Sorts the elements. Where only a few have to move the others stay shared with older versions.
  ///
  /// - Parameter areInIncreasingOrder: Whether the first of two elements belongs before the second one.
  /// - Throws: What `areInIncreasingOrder` throws. The order stays as it was then.
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
  @inlinable
  public mutating func sort(by areInIncreasingOrder: (Element, Element) throws -> Bool) rethrows {
    let elements = ContiguousArray(self)
    reorder(try indices.sorted { try areInIncreasingOrder(elements[$0], elements[$1]) })
  }

  /// Puts the elements for which `belongsInSecondPartition` returns true behind the others.
  ///
  /// Within both parts the order stays as it is.
  ///
  /// - Parameter belongsInSecondPartition: Whether an element goes behind the others. Called for each one, in order.
  /// - Returns: The position of the first element of the second part.
  /// - Throws: What `belongsInSecondPartition` throws. The order stays as it was then.
  /// - Complexity: O(*n*), where *n* is the number of elements.
  @inlinable
  @discardableResult
  public mutating func partition<Failure: Error>(
    by belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Int {
    var (first, second): ([Int], [Int]) = ([], [])
    var position = 0
    for element in self {
      if try belongsInSecondPartition(element) { second.append(position) } else { first.append(position) }
      position += 1
    }
    reorder(first + second)
    return first.count
  }

  /// Gives the elements a new order: at each position, that which stands at `order[position]` now.
  @inlinable
  mutating func reorder(_ order: [Int]) {
    let moved = KeyedList.moves(order)
    if isCheaperAnew(moved.count) {
      let elements = ContiguousArray(self)
      self = KeyedList(trusting: ContiguousArray(order.lazy.map { elements[$0] }))
      return
    }
    var elements: [Int: Element] = [:]
    for source in moved.map(\.old).sorted(by: >) { elements[source] = removeElement(at: source) }
    for move in moved {
      guard let element = elements[move.old] else { continue }
      insertNew(element, hash: KeyHash.hash(element.id), at: move.new)
    }
  }

  /// The fewest moves that lead to an order, ascending by their new position.
  @usableFromInline
  static func moves(_ order: [Int]) -> [ListMatch.Pair] {
    var runs: [ListMatch.Run] = []
    for (new, old) in order.enumerated() {
      if let run = runs.last, run.old + run.count == old {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(ListMatch.Run(old: old, new: new, count: 1))
      }
    }
    return runs.count > 1 ? movedElements(of: runs) { ListMatch.Pair(old: $0, new: $1) } : []
  }
}

extension KeyedList where Element: Comparable {
  /// Sorts the elements in ascending order.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
  @inlinable
  public mutating func sort() { sort(by: <) }
}
