/// What the sections hold between two stages, as changes of the old or the new list.
struct StageItems<Item> {
  /// The items of a section at some time.
  enum Content {
    /// Those of the section in the old list.
    case old
    /// Those of the section in the new list.
    case new
    /// What a diff makes of those in the old list.
    case oldChanged(ListDiff<Item>)
    /// What a diff makes of those in the new list.
    case newChanged(ListDiff<Item>)
  }

  /// What is different in one section.
  private struct Edits {
    var removals: [ListDiff<Item>.Removal] = []
    var insertions: [ListDiff<Item>.Insertion] = []
    var updates: [ListDiff<Item>.Update] = []
    /// Whether later stages have more to do.
    var isUnfinished = false

    var isEmpty: Bool { removals.isEmpty && insertions.isEmpty && updates.isEmpty }

    func diff(count: Int) -> ListDiff<Item> {
      ListDiff(
        oldCount: count, newCount: count - removals.count + insertions.count,
        removals: removals.sorted { $0.index < $1.index }, insertions: insertions.sorted { $0.index < $1.index },
        updates: updates.sorted { $0.to < $1.to })
    }
  }

  private let plan: BatchPlan
  private let stage: Int
  private let old: (ItemPath) -> Item
  private let new: (ItemPath) -> Item
  /// By the sections of the old list.
  private var edits: [Int: Edits] = [:]
  /// By the sections of the new list that are inserted. These are changes of the items that they will have.
  private var insertedEdits: [Int: Edits] = [:]

  /// The contents after a stage.
  ///
  /// - Parameters:
  ///   - old: The item at a place of the old list.
  ///   - new: The item at a place of the new list.
  init(_ plan: BatchPlan, after stage: Int, old: @escaping (ItemPath) -> Item, new: @escaping (ItemPath) -> Item) {
    (self.plan, self.stage, self.old, self.new) = (plan, stage, old, new)
    let (items, times) = (plan.places.shape.items, plan.places.schedule.items)
    for (path, time) in zip(items.removals, times.removals) { addDeparture(path, time) }
    for (path, time) in zip(items.insertions, times.insertions) { addArrival(path, time, new(path)) }
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
      addArrival(move.after, times.moves[number], isOld ? old(move.before) : new(move.after), isOld: isOld)
    }
  }

  private mutating func addDeparture(_ path: ItemPath, _ time: Int) {
    if time <= stage {
      edits[path.section, default: Edits()].removals.append(.init(index: path.item, element: old(path)))
    } else {
      edits[path.section, default: Edits()].isUnfinished = true
    }
  }

  private mutating func addArrival(_ path: ItemPath, _ time: Int, _ item: Item, isOld: Bool = false) {
    if let section = plan.places.shape.sources[path.section] {
      if time <= stage {
        let index = plan.places.index(ofNew: path, after: stage)
        edits[section, default: Edits()].insertions.append(.init(index: index, element: item))
      }
      if time > stage || isOld { edits[section, default: Edits()].isUnfinished = true }
    } else if time > stage {
      insertedEdits[path.section, default: Edits()].removals.append(.init(index: path.item, element: new(path)))
    } else if isOld {
      let index = plan.places.index(ofNew: path, after: stage)
      insertedEdits[path.section, default: Edits()].updates.append(
        .init(from: path.item, to: index, old: new(path), new: item))
    }
  }

  /// Adds an update of an item that has not moved yet. One that has is put where it moves with its content at the time.
  private mutating func addUpdate(_ update: BatchChanges<ItemPath>.Places, _ time: Int, movedIn move: Int?) {
    if let move, move <= stage { return }
    guard time <= stage else {
      edits[update.before.section, default: Edits()].isUnfinished = true
      return
    }
    let index = plan.places.index(ofOld: update.before, after: stage)
    edits[update.before.section, default: Edits()].updates.append(
      .init(from: update.before.item, to: index, old: old(update.before), new: new(update.after)))
  }

  /// The items of a section of the old list, which has `count` in it.
  func content(ofOld section: Int, count: Int) -> Content {
    let isRemoved = plan.places.shape.targets[section] == nil
    guard let edits = edits[section] else { return isRemoved ? .old : .new }
    if edits.isEmpty { return .old }
    return edits.isUnfinished || isRemoved ? .oldChanged(edits.diff(count: count)) : .new
  }

  /// The items of an inserted section of the new list, which has `count` in it.
  func content(ofInserted section: Int, count: Int) -> Content {
    insertedEdits[section].map { .newChanged($0.diff(count: count)) } ?? .new
  }
}
