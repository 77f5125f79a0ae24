/// Collects the item changes of matched sections and matches what they leave over.
@usableFromInline
struct SectionedMatcher<Section, Item: Identifiable & Equatable> {
  @usableFromInline typealias Diff = SectionedDiff<Section, Item>

  /// The items of the old list that are not matched yet, ascending.
  @usableFromInline var removals: [Diff.Removal] = []
  /// The items of the new list that are not matched yet, ascending.
  @usableFromInline var insertions: [Diff.Insertion] = []
  @usableFromInline var moves: [Diff.Move] = []
  @usableFromInline var updates: [Diff.Update] = []
  /// The ids that were met twice in one section.
  @usableFromInline var repeatedIDs: Set<Item.ID> = []

  @inlinable init() {}

  /// Adds what a matched section leaves over of its old items.
  @inlinable
  mutating func addRemovals(of diff: ListDiff<Item>, from section: Int) {
    for removal in diff.removals {
      removals.append(.init(path: ItemPath(section: section, item: removal.index), item: removal.element))
    }
  }

  /// Adds the items of a removed section.
  @inlinable
  mutating func addRemovals(of items: some Collection<Item>, from section: Int) {
    for (index, item) in items.enumerated() {
      removals.append(.init(path: ItemPath(section: section, item: index), item: item))
    }
  }

  /// Adds what a matched section leaves over of its new items, and its moves and updates.
  @inlinable
  mutating func addChanges(of diff: ListDiff<Item>, from source: Int, to section: Int) {
    func old(_ index: Int) -> ItemPath { ItemPath(section: source, item: index) }
    func new(_ index: Int) -> ItemPath { ItemPath(section: section, item: index) }
    for insertion in diff.insertions { insertions.append(.init(path: new(insertion.index), item: insertion.element)) }
    for move in diff.moves { moves.append(.init(from: old(move.from), to: new(move.to))) }
    for update in diff.updates {
      updates.append(.init(from: old(update.from), to: new(update.to), old: update.old, new: update.new))
    }
    for duplicate in diff.duplicates { repeatedIDs.insert(duplicate.element.id) }
  }

  /// Adds the items of an inserted section.
  @inlinable
  mutating func addInsertions(of items: some Collection<Item>, to section: Int) {
    for (index, item) in items.enumerated() {
      insertions.append(.init(path: ItemPath(section: section, item: index), item: item))
    }
  }

  /// The leftovers of one id.
  @usableFromInline
  struct Occurrences {
    /// The first removal that is free, or -1.
    @usableFromInline var removal: Int
    /// The section of the last insertion, or -1.
    @usableFromInline var section = -1

    @inlinable init(removal: Int) { self.removal = removal }
  }

  /// Turns removals and insertions of one id into moves: the k-th removal with the k-th insertion.
  ///
  /// Two leftovers that match stand in different sections, since within a section matching left none.
  @inlinable
  mutating func matchLeftovers() {
    if removals.isEmpty || insertions.isEmpty { return noteRepeatedIDs() }
    var next = [Int](repeating: -1, count: removals.count)
    var table = fileRemovals(&next)
    var isMatched = [Bool](repeating: false, count: removals.count)
    var inserted: [Diff.Insertion] = []
    let (moveCount, updateCount) = (moves.count, updates.count)
    for insertion in insertions {
      guard insertion.item.id.isEqualToItself else {
        inserted.append(insertion)
        continue
      }
      let section = insertion.path.section
      let removal = { (occurrences: inout Occurrences) in
        defer { occurrences.section = section }
        if occurrences.section == section { repeatedIDs.insert(insertion.item.id) }
        guard occurrences.removal >= 0 else { return -1 }
        defer { occurrences.removal = next[occurrences.removal] }
        return occurrences.removal
      }(&table[insertion.item.id, default: Occurrences(removal: -1)])
      guard removal >= 0 else {
        inserted.append(insertion)
        continue
      }
      isMatched[removal] = true
      let (old, new) = (removals[removal], insertion)
      moves.append(.init(from: old.path, to: new.path))
      if old.item != new.item { updates.append(.init(from: old.path, to: new.path, old: old.item, new: new.item)) }
    }
    if moves.count == moveCount { return }
    insertions = inserted
    removals = removals.indices.lazy.filter { !isMatched[$0] }.map { [removals] in removals[$0] }
    moves.sort { $0.to < $1.to }
    if updates.count > updateCount { updates.sort { $0.to < $1.to } }
  }

  /// Notes the ids that stand twice in one section, where there are only removals or only insertions.
  @inlinable
  mutating func noteRepeatedIDs() {
    // The ids of one section at a time fit caches, and need no table of all.
    var (section, seen) = (-1, Set<Item.ID>())
    func isRepeated(_ id: Item.ID, in other: Int) -> Bool {
      if other != section {
        // Emptying a table costs its capacity, which a smaller section would not be worth.
        seen.removeAll(keepingCapacity: seen.count * 4 > seen.capacity)
        section = other
      }
      return id.isEqualToItself && !seen.insert(id).inserted
    }
    for removal in removals where isRepeated(removal.item.id, in: removal.path.section) {
      repeatedIDs.insert(removal.item.id)
    }
    for insertion in insertions where isRepeated(insertion.item.id, in: insertion.path.section) {
      repeatedIDs.insert(insertion.item.id)
    }
  }

  /// A table from ids to their removals, which are chained in order by `next`.
  @inlinable
  mutating func fileRemovals(_ next: inout [Int]) -> [Item.ID: Occurrences] {
    var table = [Item.ID: Occurrences](minimumCapacity: removals.count)
    for index in removals.indices.reversed() {
      let id = removals[index].item.id
      guard id.isEqualToItself else { continue }
      guard let later = table.updateValue(Occurrences(removal: index), forKey: id)?.removal else { continue }
      next[index] = later
      if removals[later].path.section == removals[index].path.section { repeatedIDs.insert(id) }
    }
    return table
  }

  /// All places of the ids that were met twice in one section.
  @inlinable
  func duplicates(_ old: [some Collection<Item>], _ new: [some Collection<Item>]) -> [Diff.Duplicate] {
    if repeatedIDs.isEmpty { return [] }
    var numbers: [Item.ID: Int] = [:]
    var found: [(item: Item, old: [ItemPath], new: [ItemPath])] = []
    func number(_ item: Item) -> Int? {
      guard repeatedIDs.contains(item.id) else { return nil }
      if let number = numbers[item.id] { return number }
      numbers[item.id] = found.count
      found.append((item, [], []))
      return found.count - 1
    }
    for (section, items) in old.enumerated() {
      for (index, item) in items.enumerated() {
        if let number = number(item) { found[number].old.append(ItemPath(section: section, item: index)) }
      }
    }
    for (section, items) in new.enumerated() {
      for (index, item) in items.enumerated() {
        if let number = number(item) { found[number].new.append(ItemPath(section: section, item: index)) }
      }
    }
    return found.map { Diff.Duplicate(item: $0.item, old: $0.old, new: $0.new) }
  }
}

extension Equatable {
  /// False for a NaN and the like. Such an id matches nothing, and a table would compare it with all others of its hash.
  @inlinable @inline(__always) var isEqualToItself: Bool { self == self }
}
