package import TreeDiff

/// Sections as tests use them.
package typealias TestSections = [ListSection<Item, [Item]>]

/// What a diff of sections has to say, worked out plainly.
package struct SectionedModel {
  /// Which old path matches which new one, ascending by the new path.
  package private(set) var pairs: [(old: ItemPath, new: ItemPath)] = []
  package let removed: [ItemPath]
  package let inserted: [ItemPath]
  package let sections: ListDiffModel
  /// The fewest moves: all that changed their section, and the fewest within each section.
  package private(set) var fewestMoves = 0

  /// The rule: within matched sections as lists match; of what remains, the k-th occurrence of an id with the k-th.
  package init(_ old: TestSections, _ new: TestSections) {
    sections = ListDiffModel(old.map(\.id), new.map(\.id))
    for pair in sections.pairs {
      let items = ListDiffModel(old[pair.old].items.map(\.id), new[pair.new].items.map(\.id))
      pairs += items.pairs.map {
        (ItemPath(section: pair.old, item: $0.old), ItemPath(section: pair.new, item: $0.new))
      }
      fewestMoves += items.fewestMoves
    }
    func rest(_ sections: TestSections, without taken: Set<ItemPath>) -> [(id: Int, path: ItemPath)] {
      sections.enumerated().flatMap { section, content in
        content.items.enumerated().map { ($1.id, ItemPath(section: section, item: $0)) }
      }.filter { !taken.contains($0.1) }
    }
    var gone = rest(old, without: Set(pairs.map(\.old)))
    var come: [ItemPath] = []
    for (id, path) in rest(new, without: Set(pairs.map(\.new))) {
      if let index = gone.firstIndex(where: { $0.id == id }) {
        pairs.append((gone.remove(at: index).path, path))
        fewestMoves += 1
      } else {
        come.append(path)
      }
    }
    removed = gone.map(\.path)
    inserted = come
    pairs.sort { $0.new < $1.new }
  }
}

/// What is wrong with a diff between two lists of sections and with its stages, in words.
package func faults(of diff: SectionedDiff<Item, Item>, _ old: TestSections, _ new: TestSections) -> [String] {
  let model = SectionedModel(old, new)
  var faults: [String] = []
  func expect(_ condition: Bool, _ fault: @autoclosure () -> String) { if !condition { faults.append(fault()) } }
  func replay(_ what: String, _ body: () throws -> Bool) {
    do { expect(try body(), "\(what) gives another list") } catch { faults.append("\(what): \(error)") }
  }
  func item(_ sections: TestSections, _ path: ItemPath) -> Item { sections[path.section].items[path.item] }

  expect(diff.sections.moves.count == model.sections.fewestMoves, "\(diff.sections.moves.count) section moves")
  expect(diff.sections.removals.map(\.index) == model.sections.removed, "section removals")
  expect(diff.sections.insertions.map(\.index) == model.sections.inserted, "section insertions")
  expect(diff.removals.map(\.path) == model.removed, "removals \(diff.removals.map(\.path)), not \(model.removed)")
  expect(diff.removals.allSatisfy { item(old, $0.path) == $0.item }, "removed items")
  expect(diff.insertions.map(\.path) == model.inserted, "insertions \(diff.insertions.map(\.path))")
  expect(diff.insertions.allSatisfy { item(new, $0.path) == $0.item }, "inserted items")
  expect(diff.moves.count == model.fewestMoves, "\(diff.moves.count) moves, not \(model.fewestMoves)")
  let targets = Dictionary(uniqueKeysWithValues: model.pairs.map { ($0.old, $0.new) })
  expect(diff.moves.allSatisfy { targets[$0.from] == $0.to }, "moves between unmatched places")
  let (oldPaths, newPaths) = (diff.oldPaths(), diff.newPaths())
  let pairs = oldPaths.enumerated().flatMap { section, paths in
    paths.enumerated().compactMap { item, old in old.map { [$0, ItemPath(section: section, item: item)] } }
  }
  expect(pairs == model.pairs.map { [$0.old, $0.new] }, "matches")
  expect(oldPaths.map(\.count) == new.map(\.items.count), "numbers of old paths")
  expect(newPaths.map(\.count) == old.map(\.items.count), "numbers of new paths")
  expect(newPaths.joined().count { $0 != nil } == pairs.count, "removed paths")
  expect(pairs.allSatisfy { newPaths[$0[0].section][$0[0].item] == $0[1] }, "new paths")
  let updated = model.pairs.filter { item(old, $0.old) != item(new, $0.new) }
  expect(diff.updates.map { [$0.from, $0.to] } == updated.map { [$0.old, $0.new] }, "updates")
  expect(diff.updates.allSatisfy { item(old, $0.from) == $0.old && item(new, $0.to) == $0.new }, "updated items")
  expect(diff.isEmpty == (old == new), "emptiness")
  replay("apply") { try old.applying(diff) == new }
  replay("the inverse") { try new.applying(diff.inverse) == old }
  expect(diff.inverse.inverse == diff, "the inverse of the inverse")
  let updates = BatchUpdates(diff, from: old, to: new)
  faults += ListViewJudge.faults(of: updates, from: old, to: new)
  return faults
}
