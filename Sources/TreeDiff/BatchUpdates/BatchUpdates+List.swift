extension BatchUpdates where Data: RangeReplaceableCollection & RandomAccessCollection {
  /// Creates the stages of a list's changes, for one section of a list view.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - section: The index of the section in the view, which all item paths name.
  ///   - reloadLimit: The number of changes above which ``shouldReload`` says so.
  /// - Complexity: O(*k* log *k*) for *k* changes, and O(*n*) for *n* elements if there is more than one stage.
  @inlinable
  public init(
    _ diff: ListDiff<Data.Element>, from old: Data, to new: Data, section: Int = 0, reloadLimit: Int = .max
  ) {
    self.init(diff, from: old, to: new, section: section, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }
}

extension BatchUpdates {
  /// Creates the stages of a list's changes, for one section of a list view.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - section: The index of the section in the view, which all item paths name.
  ///   - reloadLimit: The number of changes above which ``shouldReload`` says so.
  /// - Complexity: O(*k* (log *k* + log *n*)) for *k* changes among *n* elements.
  @inlinable
  public init<Element: Identifiable>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int = 0, reloadLimit: Int = .max
  ) where Data == KeyedList<Element> {
    self.init(diff, from: old, to: new, section: section, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }

  @usableFromInline
  init<Element>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int, reloadLimit: Int,
    replay: (Data, ListDiff<Element>) -> Data?
  ) where Data: RandomAccessCollection<Element> {
    let isFitting = old.count == diff.oldCount && new.count == diff.newCount
    self.init(
      stages: isFitting ? Self.stages(diff, from: old, to: new, section: section, replay: replay) : nil, data: new,
      changeCount: diff.changeCount, shouldReload: diff.isReplacement || diff.changeCount > reloadLimit)
  }

  /// The stages of a list's changes; nil if the data of one cannot be had.
  private static func stages<Element>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int,
    replay: (Data, ListDiff<Element>) -> Data?
  ) -> [Stage]? where Data: RandomAccessCollection<Element> {
    let plan = BatchPlan.best(for: BatchShape(diff))
    let last = plan.stages.last?.number
    var stages: [Stage] = []
    for stage in plan.stages {
      let items = StageItems(plan, after: stage.number) {
        old[offset: $0.item]
      } new: {
        new[offset: $0.item]
      }
      let content = items.content(ofOld: 0, count: old.count)
      let data = stage.number == last ? new : content.items(old, new, replay: replay)
      guard let data else { return nil }
      let changes = stage.items.map { ItemPath(section: section, item: $0.item) }
      stages.append(Stage(data: data, sections: stage.sections, items: changes))
    }
    return stages
  }
}

extension StageItems.Content {
  /// The items that the content stands for; nil if they cannot be had.
  func items<Items: Collection<Item>>(
    _ old: Items?, _ new: Items?, replay: (Items, ListDiff<Item>) -> Items?
  ) -> Items? {
    switch self {
    case .old: old
    case .new: new
    case .oldChanged(let diff): old.flatMap { replay($0, diff) }
    case .newChanged(let diff): new.flatMap { replay($0, diff) }
    }
  }
}

extension RandomAccessCollection {
  subscript(offset offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
