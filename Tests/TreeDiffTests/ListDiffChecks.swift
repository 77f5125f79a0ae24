import TestSupport
import Testing
import TreeDiff

/// Records an issue unless everything holds that must hold of a diff between two lists.
func check(_ old: [Item], _ new: [Item], windowThreshold: Int = 32, _ context: String = "") {
  let diff = ListDiff(
    from: old, to: new, comparison: NaturalComparison<Item>(), windowThreshold: windowThreshold)
  let faults = faults(of: diff, old, new)
  if !faults.isEmpty { Issue.record("\(old) → \(new) \(context): \(faults.joined(separator: "; "))\n\(diff)") }
}

/// What is wrong with a diff between two lists, in words.
func faults(of diff: ListDiff<Item>, _ old: [Item], _ new: [Item]) -> [String] {
  var faults = Faults()
  let model = ListDiffModel(old.map(\.id), new.map(\.id))
  faults.expect(diff.removals.map(\.index) == model.removed, "removals, not \(model.removed)")
  faults.expect(diff.removals.allSatisfy { old[$0.index] == $0.element }, "removed elements")
  faults.expect(diff.insertions.map(\.index) == model.inserted, "insertions, not \(model.inserted)")
  faults.expect(diff.insertions.allSatisfy { new[$0.index] == $0.element }, "inserted elements")
  let updated = model.pairs.filter { old[$0.old] != new[$0.new] }
  faults.expect(diff.updates.map { [$0.from, $0.to] } == updated.map { [$0.old, $0.new] }, "updates")
  faults.expect(diff.updates.allSatisfy { old[$0.from] == $0.old && new[$0.to] == $0.new }, "updated elements")
  faults.expect(diff.moves.count == model.fewestMoves, "moves, not \(model.fewestMoves)")
  let targets = Dictionary(uniqueKeysWithValues: model.pairs.map { ($0.old, $0.new) })
  faults.expect(diff.moves.allSatisfy { targets[$0.from] == $0.to }, "moves between unmatched places")
  faults.expect(diff.isEmpty == (old == new), "emptiness")
  faults.expect(diff.newIndexes() == old.indices.map { targets[$0] }, "new indexes")
  let sources = Dictionary(uniqueKeysWithValues: model.pairs.map { ($0.new, $0.old) })
  faults.expect(diff.oldIndexes() == new.indices.map { sources[$0] }, "old indexes")
  checkForms(of: diff, old, new, &faults)
  return faults.found
}

/// Replays every form of a diff.
private func checkForms(of diff: ListDiff<Item>, _ old: [Item], _ new: [Item], _ faults: inout Faults) {
  faults.expectThat("apply") { try old.applying(diff) == new }
  faults.expectThat("inverse") { try new.applying(diff.inverse) == old }
  faults.expect(diff.inverse.inverse == diff, "inverse of the inverse")
  let steps = ListSteps(diff)
  faults.expect(steps.count == diff.changeCount, "\(steps.count) steps")
  var list = old
  for (number, step) in steps.enumerated() {
    guard step.fits(list) else { return faults.expect(false, "step \(number), \(step), does not fit \(list)") }
    step.apply(to: &list)
  }
  faults.expect(list == new, "steps give \(list)")
  faults.expectThat("difference") {
    let difference = try CollectionDifference(diff, from: old)
    let back = try ListDiff(difference, oldCount: old.count)
    return old.applying(difference) == new && back.moves.count == diff.moves.count && back.removals == diff.removals
      && back.insertions == diff.insertions && back.updates == diff.updates
  }
}

/// What a check found wrong.
private struct Faults {
  var found: [String] = []

  mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { found.append(fault()) }
  }

  mutating func expectThat(_ what: String, _ body: () throws -> Bool) {
    do { expect(try body(), what) } catch { found.append("\(what): \(error)") }
  }
}

extension ListStep<Item> {
  /// Whether the step is valid in a list as it is, and does something.
  fileprivate func fits(_ list: [Item]) -> Bool {
    switch self {
    case .remove(let index, let element): list.indices.contains(index) && list[index] == element
    case .insert(_, let index): 0...list.count ~= index
    case .move(let from, let to): list.indices.contains(from) && list.indices.contains(to) && from != to
    case .update(let index, let old, let new): list.indices.contains(index) && list[index] == old && old != new
    }
  }
}
