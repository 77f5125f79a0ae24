extension BatchUpdates where Data: RangeReplaceableCollection & RandomAccessCollection {
  /// Creates the stages of a list's changes, for one section of a list view.
  ///
  /// - Parameters:
  ///   - diff: The changes from `old` to `new`.
  ///   - old: The list as it was.
  ///   - new: The list as it is.
  ///   - section: The index of the section in the view, which all item paths name.
  ///   - reloadLimit: The number of changes above which the view is to be reloaded.
  /// - Complexity: O(*k* log *k*) for *k* changes, and O(*n*) for *n* elements if there is more than one stage. O(*k*)
  ///   above the limit.
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
  ///   - reloadLimit: The number of changes above which the view is to be reloaded.
  /// - Complexity: O(*k* (log *k* + log *n*)) for *k* changes among *n* elements. O(*k*) above the limit.
  @inlinable
  public init<Element: Identifiable>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int = 0, reloadLimit: Int = .max
  ) where Data == KeyedList<Element> {
    self.init(diff, from: old, to: new, section: section, reloadLimit: reloadLimit, replay: { try? $0.applying($1) })
  }

  @inlinable
  init<Element>(
    _ diff: ListDiff<Element>, from old: Data, to new: Data, section: Int, reloadLimit: Int,
    replay: (Data, ListDiff<Element>) -> Data?
  ) where Data: RandomAccessCollection<Element> {
    let isFitting = old.count == diff.oldCount && new.count == diff.newCount
    self.init(
      BatchShape(diff), to: new, section: section, canStage: isFitting && !diff.isReplacement, reloadLimit: reloadLimit
    ) { sections in
      sections[0].items.items(old: old, new: new) { origin in
        switch origin {
        case .old(let path): old[offset: path.item]
        case .new(let path): new[offset: path.item]
        }
      } replay: {
        replay($0, $1)
      }
    }
  }
}
