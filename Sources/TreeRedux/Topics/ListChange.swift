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
    /// One element that was changed where it stands, which is most common and needs no array; and several.
    case one(old: Element, new: Element)
    case several([(old: Element, new: Element)])
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
    case .one(let old, let new): return diff(of: [(old, new)])
    case .several(let entries): return diff(of: entries)
    }
  }

  @inlinable
  func diff(of entries: [(old: Element, new: Element)]) -> ListDiff<Element> {
    var updates: [ListDiff<Element>.Update] = []
    var removals: [ListDiff<Element>.Removal] = []
    var insertions: [ListDiff<Element>.Insertion] = []
    for (old, new) in entries {
      guard let index = list.index(id: new.id) else { continue }
      if old.id == new.id {
        updates.append(.init(from: index, to: index, old: old, new: new))
      } else {
        removals.append(.init(index: index, element: old))
        insertions.append(.init(index: index, element: new))
      }
    }
    return ListDiff(
      oldCount: list.count, newCount: list.count, removals: removals, insertions: insertions, updates: updates)
  }

  /// The ids of the elements that were inserted, removed, updated or moved, each once.
  ///
  /// - Complexity: O(*k*) for *k* changed elements.
  @inlinable public var changedIDs: [Element.ID] {
    // Closures and loops rather than key paths: those of generic types are made anew each time.
    var ids: [Element.ID] = []
    switch source {
    case .one(let old, let new):
      if old.id != new.id { ids.append(old.id) }
      ids.append(new.id)
    case .several(let entries):
      ids.reserveCapacity(entries.count)
      for entry in entries {
        if entry.old.id != entry.new.id { ids.append(entry.old.id) }
        ids.append(entry.new.id)
      }
    case .diff(let diff):
      ids.reserveCapacity(diff.removals.count + diff.insertions.count + diff.updates.count + diff.moves.count)
      for removal in diff.removals { ids.append(removal.element.id) }
      for insertion in diff.insertions { ids.append(insertion.element.id) }
      for update in diff.updates { ids.append(update.new.id) }
      if diff.moves.isEmpty { break }
      let updated = Set(diff.updates.lazy.map { $0.to })
      for move in diff.moves where !updated.contains(move.to) { ids.append(list[move.to].id) }
    }
    return ids
  }
}

extension ListChange: @unchecked Sendable where Element: Sendable, Element.ID: Sendable {
  // Unchecked: the tuples in `source` hide from the compiler that they are Sendable when their elements are.
}
