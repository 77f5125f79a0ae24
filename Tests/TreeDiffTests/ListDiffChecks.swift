import TestSupport
import Testing
import TreeDiff

/// Checks everything that must hold of a diff between two lists.
func check(_ old: [Item], _ new: [Item], _ comment: @autoclosure () -> Comment? = nil) {
  let diff = ListDiff(from: old, to: new)
  let faults = faults(of: diff, old, new)
  if !faults.isEmpty {
    Issue.record("\(old) → \(new): \(faults.joined(separator: "; ")) \(comment()?.description ?? "")")
  }
}

/// What is wrong with a diff between two lists, in words.
func faults(of diff: ListDiff<Item>, _ old: [Item], _ new: [Item]) -> [String] {
  let model = ListDiffModel(old.map(\.id), new.map(\.id))
  var faults: [String] = []
  func expect(_ condition: Bool, _ fault: @autoclosure () -> String) { if !condition { faults.append(fault()) } }
  func replay(_ what: String, _ body: () throws -> Bool) {
    do { expect(try body(), "\(what) gives another list") } catch { faults.append("\(what): \(error)") }
  }

  expect(diff.removals.map(\.index) == model.removed, "removals \(diff.removals.map(\.index)), not \(model.removed)")
  expect(diff.removals.allSatisfy { old[$0.index] == $0.element }, "removed elements")
  expect(
    diff.insertions.map(\.index) == model.inserted, "insertions \(diff.insertions.map(\.index)), not \(model.inserted)")
  expect(diff.insertions.allSatisfy { new[$0.index] == $0.element }, "inserted elements")
  let updated = model.pairs.filter { old[$0.old] != new[$0.new] }
  expect(diff.updates.map { [$0.from, $0.to] } == updated.map { [$0.old, $0.new] }, "updates")
  expect(diff.updates.allSatisfy { old[$0.from] == $0.old && new[$0.to] == $0.new }, "updated elements")
  expect(diff.moves.count == model.fewestMoves, "\(diff.moves.count) moves, not \(model.fewestMoves)")
  let targets = Dictionary(uniqueKeysWithValues: model.pairs.map { ($0.old, $0.new) })
  expect(diff.moves.allSatisfy { targets[$0.from] == $0.to }, "moves between unmatched places")
  expect(diff.isEmpty == (old == new), "emptiness")
  replay("apply") { try old.applying(diff) == new }
  return faults
}
