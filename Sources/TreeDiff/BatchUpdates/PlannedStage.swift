/// A stage of which all is known but the elements.
@usableFromInline
struct PlannedStage {
  @usableFromInline let sections: BatchChanges<Int>
  @usableFromInline let items: BatchChanges<ItemPath>
  /// The sections that are there once the stage is done; nil after the last one, when all is as in the new list.
  @usableFromInline let content: [PlannedSection]?
}

/// A section as it is between two stages.
@usableFromInline
struct PlannedSection {
  /// Its indexes in the lists that hold it, which is at least one of them.
  @usableFromInline let (old, new): (Int?, Int?)
  /// Whether its header is the one of the new list.
  @usableFromInline let hasNewHeader: Bool
  @usableFromInline let items: PlannedItems
}

/// The items of a section as they are between two stages.
@usableFromInline
enum PlannedItems {
  /// Those of the section in the old list.
  case old
  /// Those of the section in the new list.
  case new
  /// Those of the section in the old list with some edits.
  case oldChanged(ItemEdits)
  /// Those of the section in the new list with some edits.
  case newChanged(ItemEdits)

  /// The items; nil if the edits cannot be made.
  ///
  /// - Parameters:
  ///   - old: The items of the section in the old list.
  ///   - new: The items of the section in the new list.
  ///   - item: The item that is found at a place.
  ///   - replay: Makes the changes of a list.
  @inlinable
  func items<Items: RandomAccessCollection>(
    old: Items?, new: Items?, item: (ItemEdits.Origin) -> Items.Element,
    replay: (Items, ListDiff<Items.Element>) -> Items?
  ) -> Items? {
    switch self {
    case .old: old
    case .new: new
    case .oldChanged(let edits): old.flatMap { replay($0, edits.diff(of: $0, item: item)) }
    case .newChanged(let edits): new.flatMap { replay($0, edits.diff(of: $0, item: item)) }
    }
  }
}

extension BatchPlan {
  /// The stages for a diff's changes.
  @usableFromInline
  static func stages(for shape: BatchShape) -> [PlannedStage] {
    let plan = best(for: shape)
    return plan.stages.enumerated().map { index, stage in
      PlannedStage(
        sections: stage.sections, items: stage.items,
        content: index == plan.stages.count - 1 ? nil : plan.content(after: stage.number))
    }
  }

  /// The sections that are there after a stage.
  private func content(after stage: Int) -> [PlannedSection] {
    let shape = places.shape
    let items = StageItems(self, after: stage)
    var hasNewHeader = [Bool](repeating: true, count: shape.targets.count)
    for (update, time) in zip(shape.sections.updates, sectionUpdates) where time > stage {
      hasNewHeader[update.before] = false
    }
    return places.sections(after: stage).map { origin in
      switch origin {
      case .old(let index):
        PlannedSection(
          old: index, new: shape.targets[index], hasNewHeader: hasNewHeader[index] && shape.targets[index] != nil,
          items: items.items(ofOld: index))
      case .inserted(let index):
        PlannedSection(old: nil, new: index, hasNewHeader: true, items: items.items(ofInserted: index))
      }
    }
  }
}
