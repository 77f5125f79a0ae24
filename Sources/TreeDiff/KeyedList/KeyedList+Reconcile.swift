extension KeyedList where Element: Equatable {
  /// Makes the list hold other elements, and returns what that has changed.
  ///
  /// Elements that the list holds already, with the same content, stay, even if they come as other objects. They stay
  /// shared with older versions, too, as far as the order allows: the next ``diff(from:)`` costs as much as what has
  /// changed. Where most of the structure changes, it is built anew.
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
    do { try replay(diff) } catch { fatalError("KeyedList: a diff of its own does not fit: \(error)") }
    return diff
  }

  /// Whether the new elements of a diff hold an id twice. The list itself does not, so one of the two is inserted.
  @inlinable
  func insertsDuplicates(_ diff: ListDiff<Element>) -> Bool {
    var inserted: Set<ID> = []
    return diff.insertions.contains { contains(id: $0.element.id) || !inserted.insert($0.element.id).inserted }
  }
}
