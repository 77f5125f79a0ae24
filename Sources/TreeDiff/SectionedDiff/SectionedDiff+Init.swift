extension SectionedDiff where Section: Identifiable & Equatable, Item: Identifiable & Equatable {
  /// Creates the changes that lead from one list of sections to another, by ids and equality.
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  /// - Complexity: O(*n* + *m* log *m*) for *n* sections and items in both lists, *m* of them outside the common ends of
  ///   their sections. O(*s* + *k* log *n*) for *s* sections of ``KeyedList``s that share storage with the one that they
  ///   match, but for *k* items, and *n* items.
  @inlinable
  public init<Items: Collection<Item>>(
    from old: some Collection<ListSection<Section, Items>>, to new: some Collection<ListSection<Section, Items>>
  ) {
    self.init(from: old, to: new, section: { $0.header }, items: { $0.items })
  }

  /// Creates the changes that lead from one list of sections to another, of types of one's own.
  ///
  ///     let diff = SectionedDiff(from: old, to: new, section: \.header, items: \.files)
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - section: What stands for a section without its items: its identity, and equal as long as it shows the same.
  ///     Called once for each section.
  ///   - items: The items of a section. Called once for each section.
  /// - Complexity: O(*n* + *m* log *m*) for *n* sections and items in both lists, *m* of them outside the common ends of
  ///   their sections. O(*s* + *k* log *n*) for *s* sections of ``KeyedList``s that share storage with the one that they
  ///   match, but for *k* items, and *n* items.
  @inlinable
  public init<Source, Items: Collection<Item>>(
    from old: some Collection<Source>, to new: some Collection<Source>, section: (Source) -> Section,
    items: (Source) -> Items
  ) {
    self.init(from: old, to: new, section: section, id: { $0.id }, items: items)
  }
}

extension SectionedDiff where Section: Equatable, Item: Identifiable & Equatable {
  /// Creates the changes that lead from one list of sections to another, where what stands for a section has no id of its
  /// own, such as a title.
  ///
  ///     let diff = SectionedDiff(from: old, to: new, section: \.title, id: \.self, items: \.files)
  ///
  /// - Parameters:
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - section: What stands for a section without its items: equal as long as it shows the same. Called once for each
  ///     section.
  ///   - id: What tells a section from others. Called more than once for a section.
  ///   - items: The items of a section. Called once for each section.
  /// - Complexity: As ``init(from:to:section:items:)``.
  @inlinable
  public init<Source, ID: Hashable, Items: Collection<Item>>(
    from old: some Collection<Source>, to new: some Collection<Source>, section: (Source) -> Section,
    id: (Section) -> ID, items: (Source) -> Items
  ) {
    self.init(
      sections: ListDiff(from: old.map(section), to: new.map(section), id: id, by: ==), old: old.map(items),
      new: new.map(items)
    ) { old, new in
      // Decided at compile time wherever this is specialized.
      if let old = old as? KeyedList<Item>, let new = new as? KeyedList<Item> { return new.diff(from: old) }
      return ListDiff(from: old, to: new)
    }
  }

  /// The diff of matched sections, from the diffs of their items.
  @inlinable
  init<Items: Collection<Item>>(
    sections: ListDiff<Section>, old: [Items], new: [Items], diff: (Items, Items) -> ListDiff<Item>
  ) {
    let (sources, targets) = (sections.oldIndexes(), sections.newIndexes())
    let diffs = zip(sources, new).map { source, items in source.map { diff(old[$0], items) } }
    var matcher = SectionedMatcher<Section, Item>()
    for (index, target) in targets.enumerated() {
      if let target, let diff = diffs[target] {
        matcher.addRemovals(of: diff, from: index)
      } else {
        matcher.addRemovals(of: old[index], from: index)
      }
    }
    for (index, source) in sources.enumerated() {
      if let source, let diff = diffs[index] {
        matcher.addChanges(of: diff, from: source, to: index)
      } else {
        matcher.addInsertions(of: new[index], to: index)
      }
    }
    matcher.matchLeftovers()
    self.init(
      sections: sections, oldItemCounts: old.map(\.count), newItemCounts: new.map(\.count),
      removals: matcher.removals, insertions: matcher.insertions, moves: matcher.moves, updates: matcher.updates,
      duplicates: matcher.duplicates(old, new))
  }
}
