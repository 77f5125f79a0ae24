/// What the sections hold between two stages, as changes of the old or the new list.
///
/// All of it is told by places. The elements are looked up where their type is known: see ``PlannedItems``.
struct StageItems {
  private let plan: BatchPlan
  private let stage: Int
  /// By the sections of the old list.
  private var edits: [Int: ItemEdits] = [:]
  /// The sections of the old list for which later stages have more to do.
  private var unfinished: Set<Int> = []
  /// By the sections of the new list that are inserted. These are changes of the items that they will have.
  private var insertedEdits: [Int: ItemEdits] = [:]

  /// The contents after a stage.
  init(_ plan: BatchPlan, after stage: Int) {
    (self.plan, self.stage) = (plan, stage)
    let (items, times) = (plan.places.shape.items, plan.places.schedule.items)
    for (path, time) in zip(items.removals, times.removals) { addDeparture(path, time) }
    for (path, time) in zip(items.insertions, times.insertions) { addArrival(path, time, .new(path)) }
    // For each move the update of the same item.
    var updates = [Int?](repeating: nil, count: items.moves.count)
    for (number, update) in items.updates.enumerated() {
      if let move = plan.places.shape.movesOfUpdates[number] {
        updates[move] = number
        addUpdate(update, plan.itemUpdates[number], movedIn: times.moves[move])
      } else {
        addUpdate(update, plan.itemUpdates[number], movedIn: nil)
      }
    }
    for (number, move) in items.moves.enumerated() {
      addDeparture(move.before, times.moves[number])
      let isOld = updates[number].map { plan.itemUpdates[$0] > stage } ?? false
      addArrival(move.after, times.moves[number], isOld ? .old(move.before) : .new(move.after), isOld: isOld)
    }
  }

  private mutating func addDeparture(_ path: ItemPath, _ time: Int) {
    if time <= stage {
      edits[path.section, default: ItemEdits()].removals.append(path.item)
    } else {
      unfinished.insert(path.section)
    }
  }

  private mutating func addArrival(_ path: ItemPath, _ time: Int, _ origin: ItemEdits.Origin, isOld: Bool = false) {
    if let section = plan.places.shape.sources[path.section] {
      if time <= stage {
        let index = plan.places.index(ofNew: path, after: stage)
        edits[section, default: ItemEdits()].insertions.append((index, origin))
      }
      if time > stage || isOld { unfinished.insert(section) }
    } else if time > stage {
      insertedEdits[path.section, default: ItemEdits()].removals.append(path.item)
    } else if isOld {
      let index = plan.places.index(ofNew: path, after: stage)
      insertedEdits[path.section, default: ItemEdits()].updates.append((path.item, index, origin))
    }
  }

  /// Adds an update of an item that has not moved yet. One that has is put where it moves with its content at the time.
  private mutating func addUpdate(_ update: BatchChanges<ItemPath>.Places, _ time: Int, movedIn move: Int?) {
    if let move, move <= stage { return }
    guard time <= stage else {
      unfinished.insert(update.before.section)
      return
    }
    let index = plan.places.index(ofOld: update.before, after: stage)
    edits[update.before.section, default: ItemEdits()].updates.append((update.before.item, index, .new(update.after)))
  }

  /// The items of a section of the old list.
  func items(ofOld section: Int) -> PlannedItems {
    let isRemoved = plan.places.shape.targets[section] == nil
    guard let edits = edits[section] else { return isRemoved || unfinished.contains(section) ? .old : .new }
    return unfinished.contains(section) || isRemoved ? .oldChanged(edits.sorted()) : .new
  }

  /// The items of an inserted section of the new list.
  func items(ofInserted section: Int) -> PlannedItems {
    insertedEdits[section].map { .newChanged($0.sorted()) } ?? .new
  }
}

/// What is different in one section.
@usableFromInline
struct ItemEdits {
  /// Where an item is found.
  @usableFromInline
  enum Origin {
    /// At a place of the old list.
    case old(ItemPath)
    /// At a place of the new list.
    case new(ItemPath)
  }

  @usableFromInline var removals: [Int] = []
  @usableFromInline var insertions: [(index: Int, item: Origin)] = []
  @usableFromInline var updates: [(from: Int, to: Int, item: Origin)] = []

  /// The same in the order of a diff.
  func sorted() -> ItemEdits {
    var edits = self
    edits.removals.sort()
    edits.insertions.sort { $0.index < $1.index }
    edits.updates.sort { $0.to < $1.to }
    return edits
  }

  /// The edits as changes of a list.
  ///
  /// - Parameter item: The item that is found at a place.
  @inlinable
  func diff<Items: RandomAccessCollection>(
    of items: Items, item: (Origin) -> Items.Element
  ) -> ListDiff<Items.Element> {
    let count = items.count
    return ListDiff(
      oldCount: count, newCount: count - removals.count + insertions.count,
      removals: removals.map { .init(index: $0, element: items[offset: $0]) },
      insertions: insertions.map { .init(index: $0.index, element: item($0.item)) },
      updates: updates.map { .init(from: $0.from, to: $0.to, old: items[offset: $0.from], new: item($0.item)) })
  }
}

extension RandomAccessCollection {
  @inlinable
  subscript(offset offset: Int) -> Element { self[index(startIndex, offsetBy: offset)] }
}
