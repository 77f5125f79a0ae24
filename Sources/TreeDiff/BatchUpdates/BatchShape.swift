/// The places of a diff's changes in the old and in the new list, without its elements.
///
/// Items that come and go with their section are not among the changes.
@usableFromInline
struct BatchShape {
  let sections: BatchChanges<Int>
  let items: BatchChanges<ItemPath>
  /// For each section of the old list its index in the new one, and the other way round.
  let (targets, sources): ([Int?], [Int?])
  /// For each update of an item the number of the move of the same item, or nil.
  private(set) var movesOfUpdates: [Int?] = []
  /// The moves that others must not shift in the other one of two stages, as there is an update then.
  private(set) var heldMoves = MoveMarks()
  var hasHeldMoves: Bool { heldMoves.sections.contains(true) || heldMoves.items.contains(true) }
  /// Whether items move and the order in which sections that will leave and that have come stand may be free.
  var hasFreeSections: Bool {
    let leave = !sections.moves.isEmpty || !sections.removals.isEmpty
    let come = !sections.moves.isEmpty || !sections.insertions.isEmpty
    return leave && come && !items.moves.isEmpty
  }

  @usableFromInline
  init(sections: BatchChanges<Int>, items: BatchChanges<ItemPath>, targets: [Int?], sources: [Int?]) {
    (self.sections, self.items, self.targets, self.sources) = (sections, items, targets, sources)
    findMovesOfUpdates()
    findHeldMoves()
  }

  /// Finds the moves of updated items. Both ascend by their new place.
  private mutating func findMovesOfUpdates() {
    var move = 0
    for update in items.updates {
      while move < items.moves.count, items.moves[move].after < update.after { move += 1 }
      movesOfUpdates.append(move < items.moves.count && items.moves[move].after == update.after ? move : nil)
    }
  }

  /// Finds the moves of what is updated, and of sections in which an item is updated that stays there.
  private mutating func findHeldMoves() {
    var isHeld = [Bool](repeating: false, count: targets.count)
    for update in sections.updates { isHeld[update.before] = true }
    heldMoves = MoveMarks(self, false)
    for (update, move) in zip(items.updates, movesOfUpdates) {
      if let move { heldMoves.items[move] = true } else { isHeld[update.before.section] = true }
    }
    heldMoves.sections = sections.moves.map { isHeld[$0.before] }
  }

  /// The number of changes that a list view is told of.
  @usableFromInline var changeCount: Int { sections.count + items.count }
}

extension BatchShape {
  /// The shape of a diff of the items of one section.
  @inlinable
  init<Item>(_ diff: ListDiff<Item>) {
    let items = BatchChanges(diff).map { ItemPath(section: 0, item: $0) }
    self.init(sections: BatchChanges(), items: items, targets: [0], sources: [0])
  }

  @inlinable
  init<Section, Item>(_ diff: SectionedDiff<Section, Item>) {
    let (targets, sources) = (diff.sections.newIndexes(), diff.sections.oldIndexes())
    let items = BatchChanges<ItemPath>(
      removals: diff.removals.lazy.map(\.path).filter { targets[$0.section] != nil },
      insertions: diff.insertions.lazy.map(\.path).filter { sources[$0.section] != nil },
      moves: diff.moves.map { .init(before: $0.from, after: $0.to) },
      updates: diff.updates.map { .init(before: $0.from, after: $0.to) })
    self.init(sections: BatchChanges(diff.sections), items: items, targets: targets, sources: sources)
  }
}

/// The stage of each change, in the order of the changes.
struct BatchTimes<Stage> {
  var (removals, insertions, moves, updates): ([Stage], [Stage], [Stage], [Stage])

  /// All changes in one stage.
  init<Place>(_ changes: BatchChanges<Place>, stage: Stage) {
    removals = Array(repeating: stage, count: changes.removals.count)
    insertions = Array(repeating: stage, count: changes.insertions.count)
    moves = Array(repeating: stage, count: changes.moves.count)
    updates = Array(repeating: stage, count: changes.updates.count)
  }

  init(removals: [Stage], insertions: [Stage], moves: [Stage], updates: [Stage]) {
    (self.removals, self.insertions, self.moves, self.updates) = (removals, insertions, moves, updates)
  }

  func map<Other>(_ transform: (Stage) -> Other) -> BatchTimes<Other> {
    BatchTimes<Other>(
      removals: removals.map(transform), insertions: insertions.map(transform), moves: moves.map(transform),
      updates: updates.map(transform))
  }
}

/// Whether something is true of each move, in the order of the moves.
struct MoveMarks: Equatable {
  var (sections, items): ([Bool], [Bool])

  init(sections: [Bool] = [], items: [Bool] = []) { (self.sections, self.items) = (sections, items) }

  init(_ shape: BatchShape, _ value: Bool) {
    sections = shape.sections.moves.map { _ in value }
    items = shape.items.moves.map { _ in value }
  }
}
