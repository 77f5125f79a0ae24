public import TreeDiff

/// What an observer of a list is told: the list now, and how it came to be.
///
/// ```swift
/// let token = store.observeList(\.feed.posts) { change in
///   for id in change.changedIDs { rows[id]?.reload() }
/// }
/// ```
public struct ListChange<Element: Identifiable> {
  // One object for all observers: counting references to what is in it would cost more than the rest of a call.
  @usableFromInline let changes: ElementChanges<Element>
  @usableFromInline let keepsOld: Bool

  /// The list at the previous notification, for observers that asked for it.
  @inlinable public var old: KeyedList<Element>? { keepsOld ? changes.old : nil }
  /// The list now.
  @inlinable public var list: KeyedList<Element> { changes.list }

  /// Grows with every action of the store.
  @inlinable public var revision: UInt { changes.notice?.revision ?? 0 }
  /// The action that led here; in a batch, the last one.
  @inlinable public var action: any Action { changes.notice?.action ?? NoAction() }

  @inlinable
  init(_ changes: ElementChanges<Element>, keepsOld: Bool) { (self.changes, self.keepsOld) = (changes, keepsOld) }

  @inlinable
  init(changes: ElementChanges<Element>, old: KeyedList<Element>?, list: KeyedList<Element>, notice: Notice) {
    self.init(changes, keepsOld: old != nil)
    (changes.old, changes.list, changes.notice) = (old, list, notice)
  }

  /// How the list changed, in the coordinates that list views want.
  ///
  /// - Complexity: O(*k* log *n*) for *k* changed elements of *n*.
  @inlinable public var diff: ListDiff<Element> {
    if let diff = changes.diff { return diff }
    var updates: [ListDiff<Element>.Update] = []
    updates.reserveCapacity(changes.notes.count)
    for note in changes.notes where !note.isInside {
      guard let index = list.index(id: note.new.id) else { continue }
      updates.append(.init(from: index, to: index, old: note.old, new: note.new))
    }
    return ListDiff(oldCount: list.count, newCount: list.count, updates: updates)
  }

  /// The ids of the elements that were inserted, removed, updated or moved, each once.
  ///
  /// - Complexity: O(*k*) for *k* changed elements.
  @inlinable public var changedIDs: [Element.ID] { changes.ids }
}

extension ListChange: CustomStringConvertible {
  /// How the list changed, as its diff tells it.
  public var description: String { "\(diff)" }
}

extension ListChange: Sendable where Element: Sendable, Element.ID: Sendable {}

/// The elements of a list that changed between two notifications: either noted one by one while they changed in place, or
/// found by comparing two versions of the list; never both.
@usableFromInline
final class ElementChanges<Element: Identifiable> {
  /// An element that changed in place, with the same id.
  @frozen @usableFromInline
  struct Note {
    @usableFromInline let old: Element
    @usableFromInline let new: Element
    /// Whether only something inside it changed, and it is the same by its own equality.
    @usableFromInline let isInside: Bool

    @inlinable
    init(old: Element, new: Element, isInside: Bool) { (self.old, self.new, self.isInside) = (old, new, isInside) }
  }

  /// In list order.
  @safe @exclusivity(unchecked) @usableFromInline var notes: [Note] = []
  @safe @exclusivity(unchecked) @usableFromInline var diff: ListDiff<Element>?
  /// The same with elements in which only something inside changed, if somebody wants to know.
  @safe @exclusivity(unchecked) @usableFromInline var all: ListDiff<Element>?
  /// The list now and, if somebody wants it, as it was; here while observers of the list are told.
  @safe @exclusivity(unchecked) @usableFromInline var list = KeyedList<Element>()
  @safe @exclusivity(unchecked) @usableFromInline var old: KeyedList<Element>?
  @safe @exclusivity(unchecked) @usableFromInline var notice: Notice?

  /// Whether the list is the same by the equality of its elements.
  @inlinable var isEmpty: Bool {
    if diff != nil { return false }
    for i in notes.indices where !notes[i].isInside { return false }
    return true
  }

  @inlinable init() {}
  @inlinable
  init(_ diff: ListDiff<Element>) { self.diff = diff }

  /// Forgets all changes; what is handed out stays as it is.
  @inlinable
  static func clear(_ changes: inout ElementChanges) {
    if !isKnownUniquelyReferenced(&changes) { return changes = ElementChanges() }
    // Cheaper than `removeAll` for the one or two there usually are.
    while changes.notes.popLast() != nil {}
    if changes.diff != nil { changes.diff = nil }
    if changes.all != nil { changes.all = nil }
    if changes.notice != nil { (changes.list, changes.old, changes.notice) = (KeyedList(), nil, nil) }
  }

  /// The ids of the elements that were inserted, removed, updated or moved, each once.
  @inlinable var ids: [Element.ID] {
    // Loops rather than key paths: those of generic types are made anew each time.
    var ids: [Element.ID] = []
    guard let diff else {
      ids.reserveCapacity(notes.count)
      for i in notes.indices where !notes[i].isInside { ids.append(notes[i].new.id) }
      return ids
    }
    let (removals, insertions, updates) = (diff.removals, diff.insertions, diff.updates)
    ids.reserveCapacity(removals.count + insertions.count + updates.count + diff.moves.count)
    for i in removals.indices { ids.append(removals[i].element.id) }
    for i in insertions.indices { ids.append(insertions[i].element.id) }
    for i in updates.indices { ids.append(updates[i].new.id) }
    if diff.moves.isEmpty { return ids }
    let updated = Set(updates.lazy.map { $0.to })
    for move in diff.moves where !updated.contains(move.to) { ids.append(list[move.to].id) }
    return ids
  }

  /// Calls `body` with every element that was removed, inserted or updated, be it inside, removed ones first, the rest in
  /// new order.
  @inlinable
  func forEach(_ body: (_ old: Element?, _ new: Element?) -> Void) {
    for i in notes.indices { body(notes[i].old, notes[i].new) }
    forEachOfDiff(body)
  }

  @inlinable
  func forEachOfDiff(_ body: (_ old: Element?, _ new: Element?) -> Void) {
    guard let diff = all ?? diff else { return }
    for removal in diff.removals { body(removal.element, nil) }
    var insertions = diff.insertions[...]
    for update in diff.updates {
      while let insertion = insertions.first, insertion.index < update.to {
        body(nil, insertion.element)
        insertions.removeFirst()
      }
      body(update.old, update.new)
    }
    for insertion in insertions { body(nil, insertion.element) }
  }
}

extension ElementChanges: @unchecked Sendable where Element: Sendable, Element.ID: Sendable {
  // Unchecked: they are filled in again only by a list that shares them with nobody.
}

extension KeyedList {
  /// Calls `body` with every element that was removed, inserted or is stored anew since an older version, whatever the
  /// elements' own equality makes of that; removed ones first, the rest in new order.
  @inlinable
  func forEachChange(from older: KeyedList, _ body: (_ old: Element?, _ new: Element?) -> Void) {
    // Elements that are stored as the same bits are not asked about.
    let diff = diff(from: older) { _, _ in false }
    if !diff.isEmpty { ElementChanges(diff).forEachOfDiff(body) }
  }
}
