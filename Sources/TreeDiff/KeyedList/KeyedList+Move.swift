extension KeyedList {
  /// Moves one element; it stands at `target` afterwards.
  ///
  /// Traps, naming the position, unless both are positions of elements.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  @inlinable
  public mutating func move(from source: Int, to target: Int) {
    check(source)
    check(target)
    if source == target { return }
    let element = removeElement(at: source)
    insertNew(element, hash: KeyHash.hash(element.id), at: target)
  }
}
