extension BatchUpdates {
  /// Creates the stages of the changes of a list of sections.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - reloadLimit: The number of changes above which ``shouldReload`` says so.
  /// - Complexity: O(*s* + *k* log *k*) for *s* sections and *k* changes, and O(*n*) for *n* items of the sections that
  ///   have changes in more than one stage.
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
  ///   - reloadLimit: The number of changes above which ``shouldReload`` says so.
  /// - Complexity: O(*s* + *k* (log *k* + log *n*)) for *s* sections and *k* changes among *n* items.
  @inlinable
  public init<Section, Item: Identifiable>(
    _ diff: SectionedDiff<Section, Item>, from old: Data, to new: Data, reloadLimit: Int = .max
  ) where Data == [ListSection<Section, KeyedList<Item>>] {
    self.init(diff, from: old, to: new, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }

  @usableFromInline
  init<Section, Items: RandomAccessCollection>(
    _ diff: SectionedDiff<Section, Items.Element>, from old: Data, to new: Data, reloadLimit: Int,
    replay: (Items, ListDiff<Items.Element>) -> Items?
  ) where Data == [ListSection<Section, Items>] {
    let isFitting = old.map(\.items.count) == diff.oldItemCounts && new.map(\.items.count) == diff.newItemCounts
    self.init(
      stages: isFitting ? Self.stages(diff, from: old, to: new, replay: replay) : nil, data: new,
      changeCount: diff.changeCount, shouldReload: diff.changeCount > reloadLimit)
  }

  /// The stages of the changes of a list of sections; nil if the data of one cannot be had.
  private static func stages<Section, Items: RandomAccessCollection>(
    _ diff: SectionedDiff<Section, Items.Element>, from old: Data, to new: Data,
    replay: (Items, ListDiff<Items.Element>) -> Items?
  ) -> [Stage]? where Data == [ListSection<Section, Items>] {
    let plan = BatchPlan.best(for: BatchShape(diff))
    let last = plan.stages.last?.number
    var stages: [Stage] = []
    for stage in plan.stages {
      let data = stage.number == last ? new : plan.sections(after: stage.number, old, new, replay: replay)
      guard let data else { return nil }
      stages.append(Stage(data: data, sections: stage.sections, items: stage.items))
    }
    return stages
  }
}

extension BatchPlan {
  /// The sections after a stage; nil if the items of one cannot be had.
  fileprivate func sections<Section, Items: RandomAccessCollection>(
    after stage: Int, _ old: [ListSection<Section, Items>], _ new: [ListSection<Section, Items>],
    replay: (Items, ListDiff<Items.Element>) -> Items?
  ) -> [ListSection<Section, Items>]? {
    let shape = places.shape
    let items = StageItems(self, after: stage) {
      old[$0.section].items[offset: $0.item]
    } new: {
      new[$0.section].items[offset: $0.item]
    }
    var isUpdated = [Bool](repeating: true, count: old.count)
    for (update, time) in zip(shape.sections.updates, sectionUpdates) where time > stage {
      isUpdated[update.before] = false
    }
    var sections: [ListSection<Section, Items>] = []
    sections.reserveCapacity(max(old.count, new.count))
    for origin in places.sections(after: stage) {
      switch origin {
      case .old(let index):
        let (section, later) = (old[index], shape.targets[index].map { new[$0] })
        let header = isUpdated[index] ? (later ?? section).header : section.header
        let content = items.content(ofOld: index, count: section.items.count)
        guard let items = content.items(section.items, later?.items, replay: replay) else { return nil }
        sections.append(ListSection(header, items: items))
      case .inserted(let index):
        let section = new[index]
        let content = items.content(ofInserted: index, count: section.items.count)
        guard let items = content.items(nil, section.items, replay: replay) else { return nil }
        sections.append(ListSection(section.header, items: items))
      }
    }
    return sections
  }
}
