extension SectionedDiff {
  /// For each place of the new list the place that its item has in the old list, or nil if it was inserted.
  ///
  /// - Returns: For each section of the new list as many places as it has items.
  /// - Complexity: O(*n* + *k* log *k*) for *n* sections and items and *k* changes.
  @inlinable
  public func oldPaths() -> [[ItemPath?]] {
    var result = newItemCounts.map { [ItemPath?](repeating: nil, count: $0) }
    forEachMatch { old, new in result[new.section][new.item] = old }
    return result
  }

  /// For each place of the old list the place that its item has in the new list, or nil if it was removed.
  ///
  ///     selection = selection.flatMap { paths[$0.section][$0.item] }
  ///
  /// - Returns: For each section of the old list as many places as it has items.
  /// - Complexity: O(*n* + *k* log *k*) for *n* sections and items and *k* changes.
  @inlinable
  public func newPaths() -> [[ItemPath?]] {
    var result = oldItemCounts.map { [ItemPath?](repeating: nil, count: $0) }
    forEachMatch { old, new in result[old.section][old.item] = new }
    return result
  }

  /// Calls `body` for each item of both lists with its old and its new place.
  @inlinable
  func forEachMatch(_ body: (_ old: ItemPath, _ new: ItemPath) -> Void) {
    let (vacated, filled) = (vacatedPaths, filledPaths)
    for move in moves { body(move.from, move.to) }
    for (section, source) in sections.oldIndexes().enumerated() {
      guard let source else { continue }
      var old = ItemPath(section: source, item: 0)
      var (leaving, arriving) = (
        vacated.lowerBound(of: old), filled.lowerBound(of: ItemPath(section: section, item: 0))
      )
      for item in 0..<newItemCounts[section] {
        let new = ItemPath(section: section, item: item)
        if arriving < filled.count, filled[arriving] == new {
          arriving += 1
          continue
        }
        while leaving < vacated.count, vacated[leaving] == old {
          leaving += 1
          old.item += 1
        }
        body(old, new)
        old.item += 1
      }
    }
  }
}
