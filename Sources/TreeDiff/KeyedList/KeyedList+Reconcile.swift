extension KeyedList where Element: Equatable {
  /// Makes the list hold other elements, and returns what that has changed.
  ///
  /// Elements that the list holds already, with the same content, stay where they are as far as the order allows, and
  /// stay shared with older versions: the next ``diff(from:)`` costs as much as what has changed. Where most of the
  /// structure changes, the list is built anew.
  ///
  /// Data from outside can go straight in: an element whose id comes several times stands where the id comes first,
  /// with the content that comes last.
  ///
  /// ```swift
  /// state.posts.reconcile(with: response.posts)
  /// ```
  ///
  /// - Parameter elements: What the list is to hold, in order.
  /// - Returns: The difference between the list as it was and as it is.
  /// - Complexity: O(*n* + *k* log *n*), where *n* is the number of elements and *k* that of changes.
  @inlinable
  @discardableResult
  public mutating func reconcile(with elements: some Collection<Element>) -> ListDiff<Element> {
    var new = ContiguousArray(elements)
    var diff = ListDiff(from: ContiguousArray(self), to: new)
    if insertsDuplicates(diff) {
      new = ContiguousArray(KeyedList(new) { _, later in later })
      diff = ListDiff(from: ContiguousArray(self), to: new)
    }
    if isCheaperAnew(diff.removals.count + diff.insertions.count + diff.moves.count) {
      self = KeyedList(trusting: new)
      return diff
    }
    for source in (diff.removals.map(\.index) + diff.moves.map(\.from)).sorted(by: >) { removeElement(at: source) }
    for target in (diff.insertions.map(\.index) + diff.moves.map(\.to)).sorted() {
      insertNew(new[target], hash: KeyHash.hash(new[target].id), at: target)
    }
    for update in diff.updates {
      let (leaf, slot) = reach(update.to)
      unsafe leaf.elements[slot] = update.new
    }
    return diff
  }

  /// Whether the new elements of a diff hold an id twice. The list itself does not, so one of the two is inserted.
  @inlinable
  func insertsDuplicates(_ diff: ListDiff<Element>) -> Bool {
    var inserted: Set<ID> = []
    return diff.insertions.contains { contains(id: $0.element.id) || !inserted.insert($0.element.id).inserted }
  }
}
