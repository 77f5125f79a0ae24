extension KeyedList: Equatable where Element: Equatable {
  /// Returns whether two lists hold equal elements in the same order.
  ///
  /// What two versions of a list share is not looked at.
  ///
  /// - Complexity: O(*k* log *n*) for two versions of *n* elements that differ in *k* places, O(*n*) for lists that share
  ///   nothing.
  @inlinable
  public static func == (left: KeyedList, right: KeyedList) -> Bool {
    if left.size != right.size { return false }
    guard let leftRoot = left.root, let rightRoot = right.root, leftRoot !== rightRoot else { return true }
    defer { withExtendedLifetime((left, right)) {} }
    return TreeWalker.compare(NodeRef(leftRoot), NodeRef(rightRoot)) { x, i, y, j, count in
      let (a, b) = unsafe (Node(x).elements + i, Node(y).elements + j)
      for slot in 0..<count where unsafe a[slot] != b[slot] { return false }
      return true
    }
  }
}

extension KeyedList: Hashable where Element: Hashable {
  /// Hashes the elements in order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    for element in self { hasher.combine(element) }
  }
}
