/// A line of an outline on a screen.
public struct OutlineLine<Value: Identifiable>: Identifiable {
  /// What the line shows.
  public let value: Value
  /// How far it is indented: the number of its ancestors.
  public let depth: Int
  /// The number of its children, shown or not.
  public let childCount: Int
  /// Whether what is below it is not shown.
  public let isCollapsed: Bool

  /// The id of the value.
  @inlinable public var id: Value.ID { value.id }

  @inlinable
  init(value: Value, depth: Int, childCount: Int, isCollapsed: Bool) {
    (self.value, self.depth, self.childCount, self.isCollapsed) = (value, depth, childCount, isCollapsed)
  }
}

extension OutlineLine: Equatable where Value: Equatable {}
extension OutlineLine: Hashable where Value: Hashable {}
extension OutlineLine: Sendable where Value: Sendable {}

extension Outline {
  /// Returns the outline as the list that a screen shows, without what is below collapsed nodes.
  ///
  /// The ``ListDiff`` between two such lists says what the outline's changes mean for the screen. A line goes or comes if
  /// its node does or is hidden or shown, and is updated if its value, its indentation, its number of children or its
  /// being collapsed changes. Two lines change their order only if a node that moved is one of them or above one of them.
  /// Which of the two then moves is what makes the fewest moves of lines: where a node moved with all that is below it,
  /// the lines that it passes may be fewer.
  ///
  /// - Parameter isCollapsed: Whether a node hides what is below it. Not asked about nodes without children.
  /// - Complexity: O(*n*) for *n* nodes.
  @inlinable
  public func lines(isCollapsed: (Value) -> Bool = { _ in false }) -> [OutlineLine<Value>] {
    var childCounts = [Int](repeating: 0, count: count)
    for parent in parents where parent >= 0 { childCounts[parent] += 1 }
    // For each node its depth, or nil if what is below it is hidden.
    var depths: [Int?] = []
    var lines: [OutlineLine<Value>] = []
    for (index, value) in values.enumerated() {
      let above = parents[index] < 0 ? -1 : depths[parents[index]]
      guard let above else {
        depths.append(nil)
        continue
      }
      let collapsed = childCounts[index] > 0 && isCollapsed(value)
      depths.append(collapsed ? nil : above + 1)
      lines.append(.init(value: value, depth: above + 1, childCount: childCounts[index], isCollapsed: collapsed))
    }
    return lines
  }
}
