public import TreeDiff

/// What an observer of a list is told: the list now, and how it came to be.
///
/// ```swift
/// let token = store.observeList(\.feed.posts) { change in
///   for id in change.changedIDs { rows[id]?.reload() }
/// }
/// ```
public struct ListChange<Element: Identifiable> {
  @usableFromInline
  enum Source {
    /// Elements that were changed where they stand.
    case inPlace([(old: Element, new: Element)])
    /// Two versions of the list.
    case diff(ListDiff<Element>)
  }

  @usableFromInline let source: Source
  /// The list at the previous notification, for observers that asked for it.
  public let old: KeyedList<Element>?
  /// The list now.
  public let list: KeyedList<Element>
  @usableFromInline let notice: Notice

  /// Grows with every action of the store.
  @inlinable public var revision: UInt { notice.revision }
  /// The action that led here; in a batch, the last one.
  @inlinable public var action: any Action { notice.action }

  @inlinable
  init(source: Source, old: KeyedList<Element>?, list: KeyedList<Element>, notice: Notice) {
    (self.source, self.old, self.list, self.notice) = (source, old, list, notice)
  }

  /// How the list changed, in the coordinates that list views want.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changed elements of *n*.
  @inlinable public var diff: ListDiff<Element> {
    switch source {
    case .diff(let diff): return diff
    case .inPlace(let entries):
      var updates: [ListDiff<Element>.Update] = []
      var removals: [ListDiff<Element>.Removal] = []
      var insertions: [ListDiff<Element>.Insertion] = []
      for entry in entries {
        guard let index = list.index(id: entry.new.id) else { continue }
        if entry.old.id == entry.new.id {
          updates.append(.init(from: index, to: index, old: entry.old, new: entry.new))
        } else {
          removals.append(.init(index: index, element: entry.old))
          insertions.append(.init(index: index, element: entry.new))
        }
      }
      return ListDiff(
        oldCount: list.count, newCount: list.count, removals: removals, insertions: insertions, updates: updates)
    }
  }

  /// The ids of the elements that were inserted, removed, updated or moved, each once.
  ///
  /// - Complexity: O(*k*) for *k* changed elements.
  @inlinable public var changedIDs: [Element.ID] {
    switch source {
    case .inPlace(let entries):
      return entries.flatMap { $0.old.id == $0.new.id ? [$0.new.id] : [$0.old.id, $0.new.id] }
    case .diff(let diff):
      var ids = diff.removals.map(\.element.id)
      ids.append(contentsOf: diff.insertions.lazy.map(\.element.id))
      ids.append(contentsOf: diff.updates.lazy.map(\.new.id))
      let updated = Set(diff.updates.map(\.to))
      for move in diff.moves where !updated.contains(move.to) { ids.append(list[move.to].id) }
      return ids
    }
  }
}

extension ListChange: @unchecked Sendable where Element: Sendable, Element.ID: Sendable {
  // Unchecked: the tuples in `source` hide from the compiler that they are Sendable when their elements are.
}
