extension BatchUpdates {
  /// Creates the stages of the changes of a list of sections.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - reloadLimit: The number of changes above which the view is to be reloaded.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes, and O(*n*) for *n* items of the sections that
  ///   have changes in more than one stage. O(*s* + *k*) above the limit.
  @inlinable
  public init<Section, Items>(
    _ diff: SectionedDiff<Section, Items.Element>, from old: Data, to new: Data, reloadLimit: Int = .max
  ) where Data == [ListSection<Section, Items>], Items: RangeReplaceableCollection & RandomAccessCollection {
    self.init(diff, from: old, to: new, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }

  /// Creates the stages of the changes of a list of sections.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - reloadLimit: The number of changes above which the view is to be reloaded.
  /// - Complexity: O(*s* + *k* (log *k* + log *n*)) for *s* sections and *k* changes among *n* items. O(*s* + *k*)
  ///   above the limit.
  @inlinable
  public init<Section, Item: Identifiable>(
    _ diff: SectionedDiff<Section, Item>, from old: Data, to new: Data, reloadLimit: Int = .max
  ) where Data == [ListSection<Section, KeyedList<Item>>] {
    self.init(diff, from: old, to: new, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }

  @inlinable
  init<Section, Items: RandomAccessCollection>(
    _ diff: SectionedDiff<Section, Items.Element>, from old: Data, to new: Data, reloadLimit: Int,
    replay: (Items, ListDiff<Items.Element>) -> Items?
  ) where Data == [ListSection<Section, Items>] {
    let isFitting = old.hasItemCounts(diff.oldItemCounts) && new.hasItemCounts(diff.newItemCounts)
    self.init(
      BatchShape(diff), to: new, canStage: isFitting && !diff.sections.isReplacement, reloadLimit: reloadLimit
    ) { content in
      var sections = Data()
      sections.reserveCapacity(content.count)
      for section in content {
        let (before, after) = (section.old.map { old[$0] }, section.new.map { new[$0] })
        let items = section.items.items(old: before?.items, new: after?.items) { origin in
          switch origin {
          case .old(let path): old[path.section].items[offset: path.item]
          case .new(let path): new[path.section].items[offset: path.item]
          }
        } replay: {
          replay($0, $1)
        }
        guard let header = (section.hasNewHeader ? after : before)?.header, let items else { return nil }
        sections.append(ListSection(header, items: items))
      }
      return sections
    }
  }
}

extension Array {
  /// Whether sections have as many items as `counts` say.
  @inlinable
  func hasItemCounts<Section, Items: Collection>(_ counts: [Int]) -> Bool
  where Element == ListSection<Section, Items> {
    count == counts.count && zip(self, counts).allSatisfy { $0.items.count == $1 }
  }
}
