extension OutlineDiff: Equatable where Value: Equatable {
  /// Whether two diffs have the same changes, in whatever order.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  @inlinable
  public static func == (left: Self, right: Self) -> Bool {
    haveSameElements(left.moves, right.moves) { $0.id }
      && haveSameElements(left.removals, right.removals) { $0.nodes.values.first?.id }
      && haveSameElements(left.insertions, right.insertions) { $0.nodes.values.first?.id }
      && haveSameElements(left.updates, right.updates) { $0.new.id }
  }
}

extension OutlineDiff: Hashable where Value: Hashable {
  /// Hashes the changes, whose order is of no account.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    for sum in [hasher.sum(removals), hasher.sum(insertions), hasher.sum(moves), hasher.sum(updates)] {
      hasher.combine(sum)
    }
  }
}

/// Whether two lists have the same elements: in one order, or in two if no list has two elements with one id.
@inlinable
func haveSameElements<Element: Equatable, ID: Hashable>(
  _ left: [Element], _ right: [Element], id: (Element) -> ID
) -> Bool {
  if left == right { return true }
  guard left.count == right.count else { return false }
  var others = [ID: Element](minimumCapacity: right.count)
  for element in right where others.updateValue(element, forKey: id(element)) != nil { return false }
  return left.allSatisfy { others.removeValue(forKey: id($0)) == $0 }
}

extension Hasher {
  /// A number that depends on the elements and not on their order.
  @inlinable
  func sum(_ elements: [some Hashable]) -> Int {
    elements.reduce(0) { sum, element in
      var hasher = self
      hasher.combine(element)
      return sum &+ hasher.finalize()
    }
  }
}
