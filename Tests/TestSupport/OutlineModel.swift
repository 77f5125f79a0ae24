package import TreeDiff

/// A node that holds its children.
package struct TestNode: Identifiable, Equatable, Sendable {
  package var header: Item
  package var children: [TestNode]

  package init(_ header: Item, _ children: [TestNode] = []) { (self.header, self.children) = (header, children) }

  package var id: Int { header.id }
}

/// A node that holds its children in a persistent list.
package struct TestKeyedNode: Identifiable, Equatable, Sendable {
  package var header: Item
  package var children: KeyedList<TestKeyedNode>

  package init(_ header: Item, _ children: KeyedList<TestKeyedNode> = []) {
    (self.header, self.children) = (header, children)
  }

  package var id: Int { header.id }
}

/// What is wrong with a diff between two outlines, in words.
package func faults(of diff: OutlineDiff<Item>, _ old: Outline<Item>, _ new: Outline<Item>) -> [String] {
  var faults: [String] = []
  func expect(_ condition: Bool, _ fault: @autoclosure () -> String) { if !condition { faults.append(fault()) } }
  func replay(_ what: String, _ body: () throws -> Bool) {
    do { expect(try body(), "\(what) gives another outline") } catch { faults.append("\(what): \(error)") }
  }
  let (before, after) = (OutlinePlaces(old), OutlinePlaces(new))
  let (oldIDs, newIDs) = (Set(before.values.keys), Set(after.values.keys))

  // One operation for a subtree: its topmost node is the one whose parent stays.
  let gone = oldIDs.subtracting(newIDs)
  let tops = gone.filter { id in before.parents[id].map { !gone.contains($0) } ?? true }
  expect(Set(diff.removals.map { $0.nodes.values[0].id }) == tops && diff.removals.count == tops.count, "removals")
  expect(diff.removals.allSatisfy { $0.place == before.places[$0.nodes.values[0].id] }, "places of removals")
  expect(diff.removals.flatMap(\.nodes.values).allSatisfy { before.values[$0.id] == $0 }, "removed values")
  expect(Set(diff.removals.flatMap(\.nodes.values).map(\.id)) == gone, "removed nodes")
  let come = newIDs.subtracting(oldIDs)
  let newTops = come.filter { id in after.parents[id].map { !come.contains($0) } ?? true }
  expect(Set(diff.insertions.map { $0.nodes.values[0].id }) == newTops, "insertions")
  expect(diff.insertions.allSatisfy { $0.place == after.places[$0.nodes.values[0].id] }, "places of insertions")
  expect(Set(diff.insertions.flatMap(\.nodes.values).map(\.id)) == come, "inserted nodes")

  // What changed its parent moves, and among the children of one parent as few as possible.
  let common = oldIDs.intersection(newIDs)
  let moved = Set(diff.moves.map(\.id))
  expect(moved.count == diff.moves.count, "a node moves twice")
  expect(diff.moves.allSatisfy { $0.from == before.places[$0.id] && $0.to == after.places[$0.id] }, "places of moves")
  expect(moved.isSuperset(of: common.filter { before.parents[$0] != after.parents[$0] }), "moves between parents")
  for (parent, children) in after.children {
    let stayed = children.filter { common.contains($0) && before.parents[$0] == parent }
    let fewest = stayed.count - ListDiffModel.longestIncreasing(stayed.compactMap { before.places[$0]?.index })
    let count = stayed.count { moved.contains($0) }
    expect(count == fewest, "\(count) moves within \(parent.map(String.init) ?? "the root"), not \(fewest)")
  }

  let updated = common.filter { before.values[$0] != after.values[$0] }
  expect(Set(diff.updates.map(\.new.id)) == updated && diff.updates.count == updated.count, "updates")
  expect(
    diff.updates.allSatisfy { before.values[$0.old.id] == $0.old && after.values[$0.new.id] == $0.new },
    "updated values")
  expect(diff.isEmpty == (old == new), "emptiness")
  replay("apply") { try old.applying(diff) == new }
  replay("the inverse") { try new.applying(diff.inverse) == old }
  replay("the steps") {
    var outline = old
    try OutlineSteps(diff, from: old).apply(to: &outline)
    return outline == new
  }
  return faults
}

/// Where each node of an outline is.
private struct OutlinePlaces {
  var values: [Int: Item] = [:]
  var parents: [Int: Int] = [:]
  var places: [Int: OutlineDiff<Item>.Place] = [:]
  var children: [Int?: [Int]] = [:]

  init(_ outline: Outline<Item>) {
    for row in outline.rows {
      values[row.value.id] = row.value
      parents[row.value.id] = row.parent
      places[row.value.id] = .init(parent: row.parent, index: children[row.parent]?.count ?? 0)
      children[row.parent, default: []].append(row.value.id)
    }
  }
}

extension SmallWorlds {
  /// All outlines of up to `length` nodes, up to the names of nodes that an outline numbered below `count` does not have.
  package static func outlines(beside count: Int, atMost length: Int) -> [Outline<Item>] {
    let shapes = (0...length).map { self.shapes(count: $0) }
    return ids(beside: count, atMost: length).flatMap { ids in
      shapes[ids.count].map { outline(ids.map { Item($0) }, $0) }
    }
  }

  /// All outlines of `count` nodes that are numbered depth first.
  package static func numberedOutlines(count: Int) -> [Outline<Item>] {
    shapes(count: count).map { outline((0..<count).map { Item($0) }, $0) }
  }

  private static func outline(_ items: [Item], _ parents: [Int?]) -> Outline<Item> {
    let rows = zip(items, parents).map { item, parent in OutlineRow(item, parent: parent.map { items[$0].id }) }
    do { return try Outline(rows: rows) } catch { fatalError("\(error)") }
  }

  /// For each shape of ordered trees of `count` nodes the parents of the nodes, depth first.
  private static func shapes(count: Int) -> [[Int?]] {
    guard count > 0 else { return [[]] }
    return shapes(count: count - 1).flatMap { parents in
      // The next node is a child of the last one or of one of its ancestors, or a root.
      var candidates: [Int?] = []
      var node: Int? = parents.count - 1
      while let parent = node, parent >= 0 {
        candidates.append(parent)
        node = parents[parent]
      }
      return (candidates + [nil]).map { parents + [$0] }
    }
  }
}

extension SeededRandom {
  /// An outline of `count` nodes, each under one of those before it or a root, with ids from `start` on.
  package mutating func outline(count: Int, ids start: Int = 0) -> Outline<Item> {
    var rows: [OutlineRow<Item>] = []
    for index in 0..<count {
      let parent = index == 0 || once(in: 6) ? nil : start + number(0...index - 1)
      rows.append(OutlineRow(Item(start + index, number(0...1)), parent: parent))
    }
    do { return try Outline(rows: rows) } catch { fatalError("\(error)") }
  }

  /// The outline after some edits of every kind.
  package mutating func edited(_ outline: Outline<Item>, edits: Int) -> Outline<Item> {
    var rows = outline.rows
    for _ in 0..<edits {
      guard !rows.isEmpty else { return self.outline(count: 3) }
      let (index, other) = (number(0...rows.count - 1), number(0...rows.count - 1))
      switch number(0...5) {
      case 0: rows[index].value.content += 1
      case 1: rows.insert(OutlineRow(Item(number(1_000_000...9_000_000)), parent: rows[other].value.id), at: index)
      case 2: rows.swapAt(index, other)
      case 3:
        // What is removed leaves its children to its parent, or takes them along.
        let row = rows.remove(at: index)
        let keepsChildren = once(in: 2)
        for child in rows.indices where rows[child].parent == row.value.id {
          if keepsChildren { rows[child].parent = row.parent }
        }
        if !keepsChildren { rows = connected(rows) }
      default:
        let old = rows[index].parent
        rows[index].parent = once(in: 4) ? nil : rows[other].value.id
        if (try? Outline(rows: rows)) == nil { rows[index].parent = old }
      }
    }
    do { return try Outline(rows: rows) } catch { fatalError("\(error)") }
  }

  /// The rows without those that have lost an ancestor.
  private func connected(_ rows: [OutlineRow<Item>]) -> [OutlineRow<Item>] {
    var rows = rows
    while true {
      let ids = Set(rows.map(\.value.id))
      let rest = rows.filter { row in row.parent.map { ids.contains($0) } ?? true }
      if rest.count == rows.count { return rest }
      rows = rest
    }
  }
}
