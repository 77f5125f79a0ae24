extension ListDiff {
  /// An id that stands more than once in a list.
  public struct Duplicate {
    /// The first element with the id, of the old list if it has one.
    public let element: Element
    /// The indexes of the elements with the id in the old list, ascending.
    public let old: ArraySlice<Int>
    /// The indexes of the elements with the id in the new list, ascending.
    public let new: ArraySlice<Int>

    @inlinable
    init(element: Element, old: ArraySlice<Int>, new: ArraySlice<Int>) {
      (self.element, self.old, self.new) = (element, old, new)
    }
  }

  /// The ids that matching met more than once in one of the lists.
  ///
  /// Elements that match without their ids being hashed are not looked at: those of the common ends, and those of long
  /// common runs as long as no element outside them has the same id. So an id is named here, with all its positions
  /// outside the common ends, whenever one of its elements was removed or inserted there while others stayed.
  public struct Duplicates: RandomAccessCollection {
    @usableFromInline let positions: DuplicatePositions
    @usableFromInline let elements: [Element]

    @inlinable
    init(_ positions: DuplicatePositions, element: ((old: ArraySlice<Int>, new: ArraySlice<Int>)) -> Element) {
      self.positions = positions
      elements = (0..<positions.count).map { element(positions[$0]) }
    }

    /// Creates an empty collection.
    @inlinable public init() { (positions, elements) = (DuplicatePositions(), []) }

    /// Zero.
    @inlinable public var startIndex: Int { 0 }

    /// The number of ids.
    @inlinable public var endIndex: Int { elements.count }

    /// The id with this number, in the order of the first positions.
    @inlinable
    public subscript(number: Int) -> Duplicate {
      let (old, new) = positions[number]
      return Duplicate(element: elements[number], old: old, new: new)
    }
  }
}

extension ListDiff.Duplicate: Equatable where Element: Equatable {}
extension ListDiff.Duplicate: Hashable where Element: Hashable {}
extension ListDiff.Duplicate: Sendable where Element: Sendable {}
extension ListDiff.Duplicates: Equatable where Element: Equatable {}
extension ListDiff.Duplicates: Hashable where Element: Hashable {}
extension ListDiff.Duplicates: Sendable where Element: Sendable {}
