extension ListDiff where Element: Identifiable {
  /// Turns the old list into the new one, which shares with it what has not changed.
  ///
  /// ```swift
  /// try posts.diff(from: before).apply(to: &copy)   // copy was as before
  /// ```
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``ListDiffError`` if the list has not as many elements as the old one had, or would hold an id twice.
  /// - Complexity: O(*k* log *n*) for *k* changes of *n* elements.
  @inlinable
  public func apply(to list: inout KeyedList<Element>) throws(ListDiffError) { list = try list.applying(self) }
}

extension KeyedList {
  /// Returns the list that a diff makes of this one. The two share what has not changed.
  ///
  /// - Parameter diff: The diff, whose old list this is.
  /// - Returns: The new list.
  /// - Throws: ``ListDiffError`` if this list has not as many elements as the diff's old list had, or if the new one would
  ///   hold an id twice.
  /// - Complexity: O(*k* log *n*) for *k* changes of *n* elements.
  @inlinable
  public func applying(_ diff: ListDiff<Element>) throws(ListDiffError) -> KeyedList {
    guard count == diff.oldCount else { throw .wrongCount(expected: diff.oldCount, actual: count) }
    try diff.validate()
    var list = self
    try list.replay(diff)
    return list
  }

  /// Makes the changes of a diff that fits the list.
  ///
  /// - Throws: ``ListDiffError/duplicateID(_:)``, when some of the changes are made.
  @inlinable
  mutating func replay(_ diff: ListDiff<Element>) throws(ListDiffError) {
    if isCheaperAnew(diff.removals.count + diff.insertions.count + diff.moves.count) {
      let elements = try ContiguousArray(self).applying(diff)
      do { self = try KeyedList(validating: elements) } catch { throw .duplicateID("\(error.id)") }
      return
    }
    // An element that an update gives another id goes and comes, as one that moves does.
    let moving = Dictionary(uniqueKeysWithValues: diff.moves.map { ($0.to, self[$0.from]) })
    var (leaving, coming) = (diff.removals.map(\.index) + diff.moves.map(\.from), moving)
    for insertion in diff.insertions { coming[insertion.index] = insertion.element }
    var staying: [ListDiff<Element>.Update] = []
    for update in diff.updates {
      if moving[update.to] == nil, self[update.from].id == update.new.id {
        staying.append(update)
        continue
      }
      if coming.updateValue(update.new, forKey: update.to) == nil { leaving.append(update.from) }
    }
    for source in leaving.sorted(by: >) { removeElement(at: source) }
    for (target, element) in coming.sorted(by: { $0.key < $1.key }) {
      guard insert(element, at: target) == nil else { throw .duplicateID("\(element.id)") }
    }
    for update in staying { self[update.to] = update.new }
  }
}
