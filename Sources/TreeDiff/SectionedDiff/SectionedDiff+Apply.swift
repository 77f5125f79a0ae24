extension SectionedDiff {
  /// Turns the old list into the new one.
  ///
  ///     try diff.apply(to: &sections)   // sections == new
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``SectionedDiffError`` if the list has other sections or items than the old one had, by their number.
  /// - Complexity: O(*n* + *k* log *k*) for *n* sections and items and *k* changes.
  @inlinable
  public func apply<List, Items>(to list: inout List) throws(SectionedDiffError)
  where
    List: RangeReplaceableCollection<ListSection<Section, Items>>, Items: RangeReplaceableCollection<Item>
  {
    list = try list.applying(self)
  }
}

extension RangeReplaceableCollection {
  /// Returns the list of sections that a diff makes of this one.
  ///
  /// - Parameter diff: The diff, whose old list this is.
  /// - Throws: ``SectionedDiffError`` if this list has other sections or items than the diff's old one had, by their
  ///   number.
  /// - Complexity: O(*n* + *k* log *k*) for *n* sections and items and *k* changes.
  @inlinable
  public func applying<Section, Item, Items>(_ diff: SectionedDiff<Section, Item>) throws(SectionedDiffError) -> Self
  where Element == ListSection<Section, Items>, Items: RangeReplaceableCollection<Item> {
    guard count == diff.sections.oldCount else {
      throw .sections(.wrongCount(expected: diff.sections.oldCount, actual: count))
    }
    try diff.validate()
    let old = map { ContiguousArray($0.items) }
    for (section, items) in old.enumerated() where items.count != diff.oldItemCounts[section] {
      throw .wrongItemCount(section: section, expected: diff.oldItemCounts[section], actual: items.count)
    }
    let headers: [Section]
    do { headers = try map(\.header).applying(diff.sections) } catch { throw .sections(error) }
    var result = Self()
    result.reserveCapacity(headers.count)
    var sources = ItemSources(diff)
    for (section, header) in headers.enumerated() {
      var items = Items()
      items.reserveCapacity(diff.newItemCounts[section])
      for item in 0..<diff.newItemCounts[section] {
        switch sources.next(at: ItemPath(section: section, item: item)) {
        case .old(let path): items.append(old[path.section][path.item])
        case .new(let item): items.append(item)
        }
      }
      result.append(ListSection(header, items: items))
    }
    return result
  }
}

/// Tells where the items of the new list come from, one after the other.
@usableFromInline
struct ItemSources<Section, Item> {
  @usableFromInline
  enum Source {
    /// The item at a path of the old list.
    case old(ItemPath)
    /// An item that the diff knows.
    case new(Item)
  }

  @usableFromInline let diff: SectionedDiff<Section, Item>
  @usableFromInline let vacated: [ItemPath]
  @usableFromInline let sections: [Int?]
  @usableFromInline var (insertion, move, update) = (0, 0, 0)
  /// The next old item that may have kept its order in the section at hand, and the next vacated place.
  @usableFromInline var kept = ItemPath(section: -1, item: 0)
  @usableFromInline var leaving = 0

  @inlinable
  init(_ diff: SectionedDiff<Section, Item>) {
    self.diff = diff
    vacated = diff.vacatedPaths
    sections = diff.sections.oldIndexes()
  }

  /// The source of the item at `path` of the new list, to be called for all paths in order.
  @inlinable
  mutating func next(at path: ItemPath) -> Source {
    if path.item == 0, let section = sections[path.section] {
      kept = ItemPath(section: section, item: 0)
      leaving = vacated.lowerBound(of: kept)
    }
    if insertion < diff.insertions.count, diff.insertions[insertion].path == path {
      insertion += 1
      return .new(diff.insertions[insertion - 1].item)
    }
    var source: ItemPath
    if move < diff.moves.count, diff.moves[move].to == path {
      source = diff.moves[move].from
      move += 1
    } else {
      while leaving < vacated.count, vacated[leaving] == kept {
        leaving += 1
        kept.item += 1
      }
      source = kept
      kept.item += 1
    }
    guard update < diff.updates.count, diff.updates[update].to == path else { return .old(source) }
    update += 1
    return .new(diff.updates[update - 1].new)
  }
}
