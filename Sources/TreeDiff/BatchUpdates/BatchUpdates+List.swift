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
    self.init(diff, from: old, to: new, section: section, reloadLimit: reloadLimit, replay: { $0.replaying($1) })
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
    self.init(diff, from: old, to: new, section: section, reloadLimit: reloadLimit, replay: { $0.replaying($1) })
  }

  @usableFromInline
  init<Element>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int, reloadLimit: Int,
    replay: (Data, ListDiff<Element>) -> Data
  ) where Data: RandomAccessCollection<Element> {
    guard old.count == diff.oldCount, new.count == diff.newCount else {
      fatalError(
        "The diff leads from \(diff.oldCount) to \(diff.newCount) elements, the lists have \(old.count) and \(new.count)."
      )
    }
    let plan = BatchPlan.best(for: BatchShape(diff))
    let last = plan.stages.last?.number
    let stages = plan.stages.map { stage in
      let items = StageItems(plan, after: stage.number) {
        old[offset: $0.item]
      } new: {
        new[offset: $0.item]
      }
      let data =
        stage.number == last ? new : content(items.content(ofOld: 0, count: old.count), old, new, replay: replay)
      return Stage(
        data: data, sections: stage.sections, items: stage.items.map { ItemPath(section: section, item: $0.item) })
    }
    self.init(
      stages: stages, changeCount: diff.changeCount,
      shouldReload: diff.isReplacement || diff.changeCount > reloadLimit)
  }
}

/// The items that a content stands for.
func content<Items: RandomAccessCollection>(
  _ content: StageItems<Items.Element>.Content, _ old: Items?, _ new: Items?,
  replay: (Items, ListDiff<Items.Element>) -> Items
) -> Items {
  let items: Items? =
    switch content {
    case .old: old
    case .new: new
    case .oldChanged(let diff): old.map { replay($0, diff) }
    case .newChanged(let diff): new.map { replay($0, diff) }
    }
  guard let items else { fatalError("A section has items of a list that it is not in.") }
  return items
}

extension RangeReplaceableCollection {
  /// The list that a diff of our own making leads to.
  @inlinable
  func replaying(_ diff: ListDiff<Element>) -> Self {
    do { return try applying(diff) } catch { fatalError("A stage does not replay: \(error)") }
  }
}

extension KeyedList {
  /// The list that a diff of our own making, which has no moves, leads to. What does not change stays shared.
  @inlinable
  func replaying(_ diff: ListDiff<Element>) -> Self {
    var list = self
    for removal in diff.removals.reversed() { list.remove(at: removal.index) }
    for insertion in diff.insertions { list.insert(insertion.element, at: insertion.index) }
    for update in diff.updates { list[update.to] = update.new }
    return list
  }
}

extension RandomAccessCollection {
  subscript(offset offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
