import TestSupport
import Testing
import TreeDiff

/// Changes of outlines one by one.
@Suite struct OutlineStepsTests {
  typealias Diff = OutlineDiff<Item>

  /// As many steps as the diff has changes lead where it leads.
  private func check(_ diff: Diff, from old: Outline<Item>, _ comment: String = "") throws {
    let new = try old.applying(diff)
    let steps = try OutlineSteps(diff, from: old)
    #expect(steps.count == diff.changeCount, "\(comment)")
    var (view, outline) = (OutlineViewModel(old), old)
    for step in steps { try view.perform(step) }
    #expect(view.children == OutlineViewModel(new).children, "\(comment)")
    #expect(view.values == OutlineViewModel(new).values, "\(comment)")
    try steps.apply(to: &outline)
    #expect(outline == new, "\(comment)")
  }

  @Test func randomOutlines() throws {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = random.outline(count: random.number(0...25))
      try check(Diff(from: old, to: random.edited(old, edits: 8)), from: old, "\(random)")
      let other = random.outline(count: 25, ids: random.number(0...25))
      try check(Diff(from: old, to: other), from: old, "\(random)")
    }
  }

  @Test func theOrderOfTheSteps() throws {
    let old = outline([(1, nil), (2, 1), (3, nil), (4, 3)])
    let new = outline([(5, nil), (4, 5), (3, 4)])
    func place(_ parent: Int?, _ index: Int) -> Diff.Place { Diff.Place(parent: parent, index: index) }
    let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
    #expect(
      Array(steps) == [
        .insert(outline([(5, nil)]), at: place(nil, 0)), .move(from: place(3, 0), to: place(5, 0)),
        .move(from: place(nil, 2), to: place(4, 0)), .remove(at: place(nil, 1)),
      ])
  }

  /// What applies at once applies step by step, though no comparison makes it: what goes and what comes in pieces,
  /// nodes that stay named as moves, all in any order.
  @Test func diffsInPiecesInAnyOrder() throws {
    var random = SeededRandom()
    for _ in 0..<300 {
      let old = random.outline(count: 15)
      let new = random.once(in: 2) ? random.edited(old, edits: 8) : random.outline(count: 15, ids: 5)
      let diff = random.inPieces(Diff(from: old, to: new), old, new)
      #expect(try old.applying(diff) == new, "\(random)")
      try check(diff, from: old, "\(random)")
      try check(diff.inverse, from: new, "\(random)")
    }
  }

  @Test func aChildAndItsParentGoOneAfterTheOther() throws {
    let old = outline([(1, nil), (2, 1), (3, nil)])
    let removals = [
      Diff.Subtree(place: .init(parent: nil, index: 0), nodes: outline([(1, nil)])),
      Diff.Subtree(place: .init(parent: 1, index: 0), nodes: outline([(2, nil)])),
    ]
    try check(Diff(removals: removals), from: old)
    try check(Diff(removals: removals.reversed()), from: old)
    try check(Diff(insertions: removals), from: outline([(3, nil)]))
    try check(Diff(insertions: removals.reversed()), from: outline([(3, nil)]))
  }

  /// Step after step, as a screen takes them, leads where all steps at once lead.
  @Test func oneStepAfterTheOther() throws {
    var random = SeededRandom()
    for _ in 0..<50 {
      let old = random.outline(count: 15)
      let new = random.edited(old, edits: 6)
      var (outline, view) = (old, OutlineViewModel(old))
      for step in try OutlineSteps(Diff(from: old, to: new), from: old) {
        try step.apply(to: &outline)
        try view.perform(step)
        #expect(view.children == OutlineViewModel(outline).children, "\(random)")
      }
      #expect(outline == new, "\(random)")
    }
    var outline = outline([(1, nil)])
    let before = outline
    for tree in [
      Outline<Item>(), try Outline(rows: [OutlineRow(Item(2), parent: nil), OutlineRow(Item(3), parent: nil)]),
    ] {
      let step = OutlineStep.insert(tree, at: .init(parent: nil, index: 0))
      #expect(throws: OutlineError.misplaced("nothing")) { try step.apply(to: &outline) }
    }
    #expect(outline == before)
  }

  @Test func descriptions() throws {
    let old = outline([(1, nil), (2, 1), (3, nil), (4, 3)])
    let new = outline([(5, nil), (6, 5), (4, 5), (3, nil)])
    let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
    #expect(steps.map(\.description) == ["+ 5 at 0 (2 nodes)", "from 0 of 3 to 1 of 5", "- at 1"])
    #expect(OutlineStep.update(Item(1)).description == "~ \(String(reflecting: Item(1)))")
  }

  /// Sizes at which a cost in the square of the number of siblings or levels would not end.
  @Test func manySiblings() throws {
    let count = 20_000
    var random = SeededRandom()
    let (ids, shuffled) = (Array(0..<count), Array(0..<count).shuffled(using: &random))
    let (old, new) = (outline(ids.map { ($0, nil) }), outline(shuffled.map { ($0, nil) }))
    for (old, new) in [(old, new), (Outline(), old), (old, Outline())] {
      let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
      var outline = old
      try steps.apply(to: &outline)
      #expect(outline == new)
    }
  }

  @Test func manyLevels() throws {
    let count = 20_000
    let old = outline((0..<count).map { ($0, $0 == 0 ? nil : $0 - 1) })
    let turned = outline((0..<count).map { ($0, $0 == count - 1 ? nil : $0 + 1) })
    let flat = outline((0..<count).map { ($0, nil) })
    for (old, new) in [(old, turned), (old, flat), (flat, old), (old, Outline()), (Outline(), old)] {
      let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
      var outline = old
      try steps.apply(to: &outline)
      #expect(outline == new)
    }
  }

  @Test func outlinesThatTheStepsDoNotFit() throws {
    func error(_ steps: OutlineSteps<Item>, _ outline: Outline<Item>) -> OutlineError? {
      var result = outline
      do {
        try steps.apply(to: &result)
        return nil
      } catch {
        #expect(result == outline)
        return error
      }
    }
    func steps(_ old: [(Int, Int?)], _ new: [(Int, Int?)]) throws -> OutlineSteps<Item> {
      let old = outline(old)
      return try OutlineSteps(Diff(from: old, to: outline(new)), from: old)
    }
    let insertion = try steps([(1, nil), (2, 1)], [(1, nil), (2, 1), (3, 1)])
    #expect(error(insertion, outline([(2, nil)])) == .noRoom("3"))
    #expect(error(insertion, outline([(1, nil)])) == .noRoom("3"))
    #expect(error(insertion, outline([(1, nil), (3, 1)])) == .repeated("3"))
    let removal = try steps([(1, nil), (2, 1), (3, 1)], [(1, nil), (2, 1)])
    #expect(error(removal, outline([(1, nil), (2, 1)])) == .misplaced("at 1 of 1"))
    #expect(error(removal, Outline()) == .misplaced("at 1 of 1"))
    let move = try steps([(1, nil), (2, nil)], [(2, nil), (1, 2)])
    #expect(error(move, Outline()) == .misplaced("at 0"))
    #expect(error(move, outline([(1, nil), (2, 1)])) == .cycle("1"))
    #expect(error(move, outline([(2, nil)])) == .cycle("2"))
    #expect(error(move, outline([(1, nil)])) == .noRoom("1"))
    let update = try OutlineSteps(Diff(updates: [.init(old: Item(1), new: Item(1, 1))]), from: outline([(1, nil)]))
    #expect(error(update, outline([(2, nil)])) == .misplaced("1"))
    // What is removed is named by its place alone, and goes with what is below it.
    #expect(error(try steps([(1, nil)], []), outline([(4, nil), (5, 4)])) == nil)
  }

  /// A node that moves below itself and out of there later moved below itself.
  @Test func aCycleForAWhile() throws {
    let old = outline([(1, nil), (3, nil), (4, nil), (2, 4), (5, nil)])
    let new = outline([(3, nil), (1, 3), (4, nil), (5, nil), (2, 5)])
    let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
    var other = outline([(1, nil), (4, 1), (2, 4), (3, 2), (5, nil)])
    #expect(throws: OutlineError.cycle("1")) { try steps.apply(to: &other) }
  }

  /// A node that others moved below is moved itself, which no outline does that the steps were made for.
  @Test func aNodeMovesBelowWhatMovedBelowIt() throws {
    let old = outline([(1, nil), (2, nil), (3, nil), (4, nil)])
    let new = outline([(2, nil), (1, 2), (4, nil), (3, 4)])
    let steps = try OutlineSteps(Diff(from: old, to: new), from: old)
    // Here 1 moves below 2, which is below 3, and then 3 below 4.
    var other = outline([(1, nil), (4, nil), (3, nil), (2, 3)])
    try steps.apply(to: &other)
    #expect(other == outline([(4, nil), (3, 4), (2, 3), (1, 2)]))
    var cycle = outline([(1, nil), (4, 1), (5, nil), (3, nil), (2, 3)])
    #expect(throws: OutlineError.cycle("3")) { try steps.apply(to: &cycle) }
  }

  /// Steps of one outline, taken in others, do what a plain model does: they end where it ends or where it fails.
  @Test func stepsInOtherOutlines() throws {
    var random = SeededRandom()
    var (refused, accepted) = (0, 0)
    for _ in 0..<1_000 {
      let old = random.outline(count: 8)
      let steps = try OutlineSteps(Diff(from: old, to: random.edited(old, edits: 4)), from: old)
      let other = random.edited(old, edits: 3)
      var (outline, view) = (other, OutlineViewModel(other))
      do {
        try steps.apply(to: &outline)
        accepted += 1
        for step in steps { try view.perform(step) }
        #expect(view.children == OutlineViewModel(outline).children, "\(random)")
        #expect(view.values == OutlineViewModel(outline).values, "\(random)")
      } catch is OutlineError {
        refused += 1
        #expect(outline == other, "\(random)")
        #expect(throws: OutlineViewModel.Misfit.self, "\(random)") { for step in steps { try view.perform(step) } }
      }
    }
    #expect(refused > 0 && accepted > 0)
  }
}

extension SeededRandom {
  /// A diff that does the same with more changes.
  fileprivate mutating func inPieces(
    _ diff: OutlineDiff<Item>, _ old: Outline<Item>, _ new: Outline<Item>
  ) -> OutlineDiff<Item> {
    let (before, after) = (OutlineViewModel(old), OutlineViewModel(new))
    var moves = diff.moves
    let gone = Set(diff.removals.flatMap(\.nodes.values).map(\.id)).union(moves.map(\.id))
    for id in old.values.map(\.id) where !gone.contains(id) && once(in: 4) {
      moves.append(.init(id: id, from: before.place(of: id), to: after.place(of: id)))
    }
    return OutlineDiff(
      removals: diff.removals.flatMap { pieces($0, before) }.shuffled(using: &self),
      insertions: diff.insertions.flatMap { pieces($0, after) }.shuffled(using: &self),
      moves: moves.shuffled(using: &self),
      updates: diff.updates.shuffled(using: &self))
  }

  /// Parts of a subtree, each below another one.
  private mutating func pieces(
    _ subtree: OutlineDiff<Item>.Subtree, _ places: OutlineViewModel
  ) -> [OutlineDiff<Item>.Subtree] {
    var (pieces, numbers) = ([[OutlineRow<Item>]](), [Int: Int]())
    for row in subtree.nodes.rows {
      if let parent = row.parent, let number = numbers[parent], !once(in: 3) {
        numbers[row.value.id] = number
        pieces[number].append(row)
      } else {
        numbers[row.value.id] = pieces.count
        pieces.append([OutlineRow(row.value, parent: nil)])
      }
    }
    return pieces.map { rows in
      do {
        return .init(place: places.place(of: rows[0].value.id), nodes: try Outline(rows: rows))
      } catch { fatalError("\(error)") }
    }
  }
}
