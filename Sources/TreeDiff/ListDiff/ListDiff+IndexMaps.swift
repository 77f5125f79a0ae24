extension ListDiff {
  /// For each index of the new list the index that its element has in the old list, or nil if it was inserted.
  ///
  /// - Returns: As many indexes as the new list has elements.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  @inlinable
  public func oldIndexes() -> [Int?] {
    var result: [Int?] = []
    result.reserveCapacity(newCount)
    forEachSource { result.append($0 >= 0 ? $0 : nil) }
    return result
  }

  /// For each index of the old list the index that its element has in the new list, or nil if it was removed.
  ///
  /// - Returns: As many indexes as the old list has elements.
  /// - Complexity: O(*n* + *k* log *k*) for *n* elements and *k* changes.
  @inlinable
  public func newIndexes() -> [Int?] {
    var result = [Int?](repeating: nil, count: oldCount)
    var index = 0
    forEachSource { source in
      if source >= 0 { result[source] = index }
      index += 1
    }
    return result
  }

  /// Calls `body` for each index of the new list with the old index of its element, or -1 if it was inserted.
  @inlinable
  func forEachSource(_ body: (Int) -> Void) {
    let vacated = vacatedIndexes
    var (insertion, move, leaving, kept) = (0, 0, 0, 0)
    for index in 0..<newCount {
      if insertion < insertions.count, insertions[insertion].index == index {
        insertion += 1
        body(-1)
      } else if move < moves.count, moves[move].to == index {
        body(moves[move].from)
        move += 1
      } else {
        while leaving < vacated.count, vacated[leaving] == kept {
          leaving += 1
          kept += 1
        }
        body(kept)
        kept += 1
      }
    }
  }
}
