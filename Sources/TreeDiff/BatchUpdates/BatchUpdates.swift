/// The changes between two versions of a list in stages that a list view accepts.
///
/// Collection views and table views refuse some changes that come together, an update of an item that moves for example.
/// So the changes are dealt out to stages, each of which is one batch. Each has the data that must be there when it is
/// done.
///
///     let updates = BatchUpdates(diff, from: old, to: new)
///     if updates.shouldReload {
///       self.sections = updates.data
///       return collectionView.reloadData()
///     }
///     for stage in updates.stages {
///       collectionView.performBatchUpdates {
///         self.sections = stage.data
///         collectionView.deleteSections(IndexSet(stage.sections.removals))
///         …
///         collectionView.reloadItems(
///           at: stage.items.updates.map { IndexPath(item: $0.before.item, section: $0.before.section) })
///       }
///     }
///     self.sections = updates.data   // also what changed without being seen, of which no stage tells
///
/// Within a stage
/// - of the places before it none is named twice, and of those after it none; no move leads from a place to itself;
/// - nothing is updated that moves, or that a move of others shifts: list views look for what they reload by counting
///   only the removals and insertions before it;
/// - no item changes in a section that is inserted, removed, moved or updated. What such a section holds before and after
///   is the same, but for an update, which stands for loading the section again with all items.
///
/// There are as few stages as these rules allow: one as long as nothing conflicts, and never more than three. (Among many
/// changes that depend on each other, only a few ways of dealing them out to two stages are tried.) An update waits for the
/// last stage that can have it. An item that moves from a removed section to an inserted one takes three: the section comes,
/// the item moves, the other section goes.
///
/// Above the limit there are no stages but a reload: ``shouldReload`` is true, and ``data`` is what to show. So it is for a
/// diff that does not fit the lists, whatever the limit. That happens where lists went on while their diff was made elsewhere. It is noticed by the
/// number of elements, and where a ``KeyedList`` would get an id twice between two stages, as from a decoded diff whose
/// updates change ids. The changes of other lists that have just as many elements are not told apart.
public struct BatchUpdates<Data> {
  /// One batch of changes.
  public struct Stage {
    /// The data once the stage is done. It shares the storage of what the stage does not change.
    public let data: Data
    /// The changes of whole sections.
    public let sections: BatchChanges<Int>
    /// The changes of items in sections that stay.
    public let items: BatchChanges<ItemPath>

    @inlinable
    init(data: Data, sections: BatchChanges<Int>, items: BatchChanges<ItemPath>) {
      (self.data, self.sections, self.items) = (data, sections, items)
    }
  }

  /// The stages in order; none if nothing changed or the view is to be reloaded. The data of the last is the new list.
  public let stages: [Stage]
  /// The new list: the data of the last stage, and what a view has to show that is reloaded.
  public let data: Data
  /// The number of changes that the view is to be told of. Items that come or go with their section are not counted.
  public let changeCount: Int
  /// Whether the view is to be reloaded: there are more changes than the limit, the diff does not fit the lists, or it is
  /// a replacement (``ListDiff/isReplacement``).
  public let shouldReload: Bool

  /// - Parameters:
  ///   - section: The section of the view that stands for the first one of the shape.
  ///   - canStage: Whether there may be anything but a reload.
  ///   - content: The data between two stages; nil if it cannot be had.
  @inlinable
  init(
    _ shape: BatchShape, to data: Data, section: Int = 0, canStage: Bool, reloadLimit: Int,
    content: ([PlannedSection]) -> Data?
  ) {
    (self.data, changeCount) = (data, shape.changeCount)
    var stages: [Stage] = []
    var isStaged = canStage && changeCount <= reloadLimit
    for planned in isStaged ? BatchPlan.stages(for: shape) : [] {
      guard let data = planned.content.map({ content($0) }) ?? data else {
        isStaged = false
        break
      }
      let items = section == 0 ? planned.items : planned.items.map { ItemPath(section: section, item: $0.item) }
      stages.append(Stage(data: data, sections: planned.sections, items: items))
    }
    self.stages = isStaged ? stages : []
    shouldReload = !isStaged
  }
}

extension BatchUpdates: Sendable where Data: Sendable {}
extension BatchUpdates.Stage: Sendable where Data: Sendable {}
extension BatchUpdates: Equatable where Data: Equatable {}
extension BatchUpdates.Stage: Equatable where Data: Equatable {}
extension BatchUpdates: Hashable where Data: Hashable {}
extension BatchUpdates.Stage: Hashable where Data: Hashable {}

extension BatchUpdates: CustomStringConvertible {
  /// A line for the sections and one for the items of each stage.
  public var description: String {
    if stages.isEmpty { return shouldReload ? "reload" : "no changes" }
    return stages.enumerated().map { "\($0 + 1). sections \($1.sections)\n   items \($1.items)" }.joined(
      separator: "\n")
  }
}
