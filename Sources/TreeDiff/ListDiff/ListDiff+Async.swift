extension ListDiff where Element: Identifiable & Equatable & Sendable {
  /// Works out the changes that lead from one list to another away from the caller's actor.
  ///
  ///     let diff = try await ListDiff.computed(from: old, to: new)
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - moves: Whether elements that changed their order are moves or removals and insertions.
  ///   - updates: Whether the contents of matched elements are compared.
  ///   - limit: The number of changes above which the diff replaces everything instead, see ``isReplacement``.
  /// - Returns: What ``init(from:to:moves:updates:limit:)`` creates.
  /// - Throws: `CancellationError` soon after the task is cancelled.
  /// - Complexity: As ``init(from:to:moves:updates:limit:)``.
  @concurrent
  @inlinable
  public static func computed(
    from old: some Collection<Element> & Sendable, to new: some Collection<Element> & Sendable,
    moves: MoveDetection = .detect, updates: Bool = true, limit: Int? = nil
  ) async throws(CancellationError) -> ListDiff {
    let comparison = CancellableComparison(NaturalComparison<Element>())
    try comparison.checkpoint()
    return try ListDiff(from: old, to: new, comparison: comparison, moves: moves, updates: updates, limit: limit)
  }
}

extension ListDiff where Element: Sendable {
  /// Works out the changes by an id and a comparison of one's own, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - id: What tells an element from others, such as a key path.
  ///   - areEqual: Whether two elements with the same id, the old one first, have the same content.
  ///   - moves: Whether elements that changed their order are moves or removals and insertions.
  ///   - updates: Whether the contents of matched elements are compared.
  ///   - limit: The number of changes above which the diff replaces everything instead, see ``isReplacement``.
  /// - Returns: What ``init(from:to:id:by:moves:updates:limit:)`` creates.
  /// - Throws: `CancellationError` soon after the task is cancelled.
  /// - Complexity: As ``init(from:to:moves:updates:limit:)``.
  @concurrent
  @inlinable
  public static func computed<ID: Hashable>(
    from old: some Collection<Element> & Sendable, to new: some Collection<Element> & Sendable,
    id: @escaping @Sendable (Element) -> ID, by areEqual: @escaping @Sendable (Element, Element) -> Bool,
    moves: MoveDetection = .detect, updates: Bool = true, limit: Int? = nil
  ) async throws(CancellationError) -> ListDiff {
    let comparison = CancellableComparison(CustomComparison(id: id, areEqual: areEqual))
    try comparison.checkpoint()
    return try ListDiff(from: old, to: new, comparison: comparison, moves: moves, updates: updates, limit: limit)
  }
}
