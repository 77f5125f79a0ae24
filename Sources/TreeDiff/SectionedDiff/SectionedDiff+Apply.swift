extension SectionedDiff {
  /// Turns the old list into the new one.
  ///
  ///     try diff.apply(to: &sections)   // sections == new
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``SectionedDiffError`` if the list has other sections or items than the old one had, by their number.
  /// - Complexity: O(*s* + *n* + *k* log *k*) for *s* sections and *k* changes in sections of *n* items. The others share
  ///   their items with the old list.
  @inlinable
  public func apply<List, Items>(to list: inout List) throws(SectionedDiffError)
  where
    List: RangeReplaceableCollection<ListSection<Section, Items>>, Items: RangeReplaceableCollection<Item>
  {
    list = try list.applying(self)
  }

  /// Turns the old list into the new one, whose sections share with the old ones what has not changed.
  ///
  /// - Parameter list: The old list. It is not changed if an error is thrown.
  /// - Throws: ``SectionedDiffError`` if the list has other sections or items than the old one had, by their number, or if
  ///   a section would hold an id twice.
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* changes of *n* items.
  @inlinable
  public func apply<List>(to list: inout List) throws(SectionedDiffError)
  where List: RangeReplaceableCollection<ListSection<Section, KeyedList<Item>>>, Item: Identifiable {
    list = try list.applying(self)
  }
}

extension RangeReplaceableCollection {
  /// Returns the list of sections that a diff makes of this one.
  ///
  /// - Parameter diff: The diff, whose old list this is.
  /// - Throws: ``SectionedDiffError`` if this list has other sections or items than the diff's old one had, by their
  ///   number.
  /// - Complexity: O(*s* + *n* + *k* log *k*) for *s* sections and *k* changes in sections of *n* items. The others share
  ///   their items with this list.
  @inlinable
  public func applying<Section, Item, Items>(_ diff: SectionedDiff<Section, Item>) throws(SectionedDiffError) -> Self
  where Element == ListSection<Section, Items>, Items: RangeReplaceableCollection<Item> {
    try applying(diff, to: Items()) { items, changes throws(ListDiffError) in try items.applying(changes) }
  }

  /// Returns the list of sections that a diff makes of this one. Its sections share with this one's what has not changed.
  ///
  /// - Parameter diff: The diff, whose old list this is.
  /// - Throws: ``SectionedDiffError`` if this list has other sections or items than the diff's old one had, by their
  ///   number, or if a section would hold an id twice.
  /// - Complexity: O(*s* + *k* log *n*) for *s* sections and *k* changes of *n* items.
  @inlinable
  public func applying<Section, Item>(_ diff: SectionedDiff<Section, Item>) throws(SectionedDiffError) -> Self
  where Element == ListSection<Section, KeyedList<Item>> {
    try applying(diff, to: KeyedList()) { items, changes throws(ListDiffError) in try items.applying(changes) }
  }

  /// The list that a diff makes of this one.
  ///
  /// - Parameters:
  ///   - empty: What an inserted section is before it gets its items.
  ///   - replay: Makes the changes of one section.
  @inlinable
  func applying<Section, Items: Collection>(
    _ diff: SectionedDiff<Section, Items.Element>, to empty: Items,
    replay: (Items, ListDiff<Items.Element>) throws(ListDiffError) -> Items
  ) throws(SectionedDiffError) -> Self where Element == ListSection<Section, Items> {
    let old = ContiguousArray(self)
    guard old.count == diff.sections.oldCount else {
      throw .sections(.wrongCount(expected: diff.sections.oldCount, actual: old.count))
    }
    try diff.validate()
    for (section, content) in old.enumerated() where content.items.count != diff.oldItemCounts[section] {
      throw .wrongItemCount(
        section: section, expected: diff.oldItemCounts[section], actual: content.items.count)
    }
    let headers: ContiguousArray<Section>
    do { headers = try ContiguousArray(old.map(\.header)).applying(diff.sections) } catch { throw .sections(error) }
    let changes = SectionChanges(diff) { old[$0].items }
    var result = Self()
    result.reserveCapacity(headers.count)
    for (section, source) in diff.sections.oldIndexes().enumerated() {
      var items = source.map { old[$0].items } ?? empty
      if let diff = changes.diff(of: section, from: items.count, to: diff.newItemCounts[section]) {
        do { items = try replay(items, diff) } catch { throw .items(error, section: section) }
      }
      result.append(ListSection(headers[section], items: items))
    }
    return result
  }
}
