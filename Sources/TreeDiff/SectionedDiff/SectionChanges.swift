/// The changes of sections, each by itself: what comes from another section is inserted, what goes to one is removed.
@usableFromInline
struct SectionChanges<Section, Item> {
  /// What changes in one section.
  @usableFromInline
  struct Edits {
    @usableFromInline var removals: [ListDiff<Item>.Removal] = []
    @usableFromInline var insertions: [ListDiff<Item>.Insertion] = []
    @usableFromInline var moves: [ListDiff<Item>.Move] = []
    @usableFromInline var updates: [ListDiff<Item>.Update] = []

    @inlinable init() {}
  }

  /// By the sections of the new list.
  @usableFromInline var edits: [Int: Edits] = [:]

  /// The changes of a diff.
  ///
  /// - Parameter items: The items of a section of the old list.
  @inlinable
  init<Items: Collection<Item>>(_ diff: SectionedDiff<Section, Item>, items: (Int) -> Items) {
    let targets = diff.sections.newIndexes()
    for removal in diff.removals {
      guard let target = targets[removal.path.section] else { continue }
      edits[target, default: Edits()].removals.append(.init(index: removal.path.item, element: removal.item))
    }
    for insertion in diff.insertions {
      edits[insertion.path.section, default: Edits()].insertions.append(
        .init(index: insertion.path.item, element: insertion.item))
    }
    var crossing: [(move: SectionedDiff<Section, Item>.Move, update: Int?)] = []
    var update = 0
    for move in diff.moves {
      while update < diff.updates.count, diff.updates[update].to < move.to {
        addUpdate(diff.updates[update])
        update += 1
      }
      let isUpdated = update < diff.updates.count && diff.updates[update].to == move.to
      if targets[move.from.section] == move.to.section {
        edits[move.to.section, default: Edits()].moves.append(.init(from: move.from.item, to: move.to.item))
      } else {
        crossing.append((move, isUpdated ? update : nil))
        if isUpdated { update += 1 }
      }
    }
    for update in diff.updates[update...] { addUpdate(update) }
    var cursor = ItemCursor<Items>()
    for (move, update) in crossing.sorted(by: { $0.move.from < $1.move.from }) {
      let item = cursor.item(at: move.from, in: items(move.from.section))
      if let target = targets[move.from.section] {
        edits[target, default: Edits()].removals.append(.init(index: move.from.item, element: item))
      }
      edits[move.to.section, default: Edits()].insertions.append(
        .init(index: move.to.item, element: update.map { diff.updates[$0].new } ?? item))
    }
  }

  @inlinable
  mutating func addUpdate(_ update: SectionedDiff<Section, Item>.Update) {
    edits[update.to.section, default: Edits()].updates.append(
      .init(from: update.from.item, to: update.to.item, old: update.old, new: update.new))
  }

  /// The changes of a section of the new list from as many items as it had to as many as it gets; nil if there are none.
  @inlinable
  func diff(of section: Int, from oldCount: Int, to newCount: Int) -> ListDiff<Item>? {
    guard let edits = edits[section] else { return nil }
    return ListDiff(
      oldCount: oldCount, newCount: newCount, removals: edits.removals.sorted { $0.index < $1.index },
      insertions: edits.insertions.sorted { $0.index < $1.index }, moves: edits.moves, updates: edits.updates)
  }
}

/// Finds items of ascending paths, so that sections without random access are walked once.
@usableFromInline
struct ItemCursor<Items: Collection> {
  @usableFromInline var last: (path: ItemPath, index: Items.Index)?

  @inlinable init() {}

  /// The item of a section's `items` at a path that is not before the last one.
  @inlinable
  mutating func item(at path: ItemPath, in items: Items) -> Items.Element {
    var (index, offset) = (items.startIndex, 0)
    if let last, last.path.section == path.section { (index, offset) = (last.index, last.path.item) }
    items.formIndex(&index, offsetBy: path.item - offset)
    last = (path, index)
    return items[index]
  }
}
