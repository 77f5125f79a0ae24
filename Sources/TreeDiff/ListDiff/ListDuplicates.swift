/// An id that stands more than once in a list.
public struct ListDuplicate<Value> {
  /// One of the elements with the id.
  public let element: Value
  /// The indexes of the elements with the id in the old list, ascending.
  public let old: [Int]
  /// The indexes of the elements with the id in the new list, ascending.
  public let new: [Int]

  @inlinable
  init(element: Value, old: [Int], new: [Int]) {
    (self.element, self.old, self.new) = (element, old, new)
  }
}

/// The ids that matching met more than once in one of two lists.
///
/// Elements that match without their ids being hashed are not looked at: those of the common ends, and those of long
/// common runs as long as no element outside them has the same id. So an id is named here, with all its positions
/// outside the common ends, whenever one of its elements was removed or inserted there while others stayed. An id that
/// is twice within the common ends only is not: noticing it would take hashing what now costs one comparison.
public struct ListDuplicates<Value>: RandomAccessCollection {
  @usableFromInline let positions: DuplicatePositions
  @usableFromInline let values: [Value]

  @inlinable
  init(_ positions: DuplicatePositions, _ values: [Value]) {
    (self.positions, self.values) = (positions, values)
  }

  /// Creates an empty collection.
  @inlinable public init() { (positions, values) = (DuplicatePositions(), []) }

  /// Zero.
  @inlinable public var startIndex: Int { 0 }

  /// The number of ids.
  @inlinable public var endIndex: Int { values.count }

  /// The id with this number, in the order of the first positions.
  @inlinable
  public subscript(number: Int) -> ListDuplicate<Value> {
    let (old, new) = positions[number]
    return ListDuplicate(element: values[number], old: Array(old), new: Array(new))
  }

  /// The same ids with the lists exchanged.
  @inlinable
  var inverse: Self {
    var swapped = DuplicatePositions()
    for number in indices {
      let (old, new) = positions[number]
      swapped.append(old: new, new: old)
    }
    return Self(swapped, values)
  }
}

extension ListDuplicate: Equatable where Value: Equatable {}
extension ListDuplicate: Hashable where Value: Hashable {}
extension ListDuplicate: Sendable where Value: Sendable {}
extension ListDuplicates: Equatable where Value: Equatable {}
extension ListDuplicates: Hashable where Value: Hashable {}
extension ListDuplicates: Sendable where Value: Sendable {}
