import Foundation
import TestSupport
import Testing
import TreeDiff

/// Checks everything that must hold of a diff between two outlines.
func check(_ old: Outline<Item>, _ new: Outline<Item>, _ comment: @autoclosure () -> String = "") {
  for fault in faults(old, new) { Issue.record("\(fault) \(comment())") }
}

/// What does not hold of a diff between two outlines.
func faults(_ old: Outline<Item>, _ new: Outline<Item>) -> [String] {
  faults(of: OutlineDiff(from: old, to: new), old, new).map { "\(old.short) → \(new.short): \($0)" }
}

/// An outline of nodes without content, each after its parent: `[(1, nil), (2, 1)]`.
func outline(_ rows: [(Int, Int?)]) -> Outline<Item> {
  do { return try Outline(rows: rows.map { OutlineRow(Item($0), parent: $1) }) } catch { fatalError("\(error)") }
}

extension Outline {
  fileprivate var short: String { rows.map { "\($0.value)<\($0.parent.map { "\($0)" } ?? "")" }.joined(separator: " ") }
}

@Suite struct OutlineDiffTests {
  typealias Place = OutlineDiff<Item>.Place

  @Test func aSubtreeIsOneChange() {
    let old = outline([(1, nil), (2, 1), (3, 2), (4, 1)])
    let new = outline([(1, nil), (4, 1)])
    let removal = OutlineDiff(from: old, to: new)
    #expect(removal.changeCount == 1)
    #expect(removal.removals.map(\.place) == [Place(parent: 1, index: 0)])
    #expect(removal.removals.map { $0.nodes.values.map(\.id) } == [[2, 3]])
    #expect(OutlineDiff(from: new, to: old).insertions == removal.removals)
    check(old, new)
    check(new, old)
  }

  @Test func aChildMovesOutOfANodeThatMoves() {
    let old = outline([(1, nil), (2, nil), (3, 2), (4, 2)])
    let new = outline([(1, nil), (2, 1), (3, nil), (4, 2)])
    #expect(Set(OutlineDiff(from: old, to: new).moves.map(\.id)) == [2, 3])
    check(old, new)
  }

  @Test func parentAndChildSwap() {
    let (old, new) = (outline([(1, nil), (2, 1), (3, 2)]), outline([(2, nil), (1, 2), (3, 1)]))
    let diff = OutlineDiff(from: old, to: new)
    #expect(Set(diff.moves.map(\.id)) == [1, 2, 3])
    #expect(diff.removals.isEmpty && diff.insertions.isEmpty)
    check(old, new)
  }

  @Test func aNodeMovesIntoAnInsertedOneAndOutOfARemovedOne() {
    let (old, new) = (outline([(1, nil), (2, 1)]), outline([(3, nil), (4, 3), (2, 4)]))
    let diff = OutlineDiff(from: old, to: new)
    #expect(diff.removals.map { $0.nodes.values.map(\.id) } == [[1]])
    #expect(diff.insertions.map { $0.nodes.values.map(\.id) } == [[3, 4]])
    #expect(diff.moves == [.init(id: 2, from: Place(parent: 1, index: 0), to: Place(parent: 4, index: 0))])
    check(old, new)
    check(new, old)
  }

  @Test func childrenOfAMovedNodeChangeTheirOrder() {
    let old = outline([(1, nil), (2, 1), (3, 2), (4, 2), (5, 2)])
    let new = outline([(1, nil), (2, nil), (5, 2), (3, 2), (4, 2)])
    #expect(OutlineDiff(from: old, to: new).moves.map(\.id).sorted() == [2, 5])
    check(old, new)
  }

  @Test(arguments: [3, 12, 60])
  func randomOutlines(count: Int) {
    var random = SeededRandom()
    for _ in 0..<150 {
      let (start, length) = (random.number(0...count), random.number(0...count))
      check(random.outline(count: count), random.outline(count: length, ids: start), "\(random)")
      let old = random.outline(count: random.number(0...count))
      check(old, random.edited(old, edits: 5), "\(random)")
    }
  }

  @Test func nodesThatHoldTheirChildrenGiveTheSameDiff() throws {
    var random = SeededRandom()
    for _ in 0..<100 {
      let old = random.outline(count: 40)
      let new = random.edited(old, edits: 6)
      let diff = OutlineDiff(from: old, to: new)
      let (oldNodes, newNodes) = (old.nodes(TestNode.init), new.nodes(TestNode.init))
      let nested = try OutlineDiff(from: oldNodes, to: newNodes, value: \.header, children: \.children)
      #expect(nested == diff, "\(random)")
      #expect(try Outline(newNodes, value: \.header, children: \.children) == new, "\(random)")
      let versions = try OutlineDiff(from: keyed(old), to: keyed(new), value: \.header, children: \.children)
      #expect(faults(of: versions, old, new) == [], "\(random)")
    }
  }

  private func keyed(_ outline: Outline<Item>) -> KeyedList<TestKeyedNode> {
    KeyedList(uniqueElements: outline.nodes { TestKeyedNode($0, KeyedList(uniqueElements: $1)) })
  }

  /// Only what changed is looked at, and what is above it.
  @Test func sharedSubtreesAreSkipped() throws {
    var roots = KeyedList(
      uniqueElements: (0..<100).map { root in
        TestKeyedNode(
          Item(root), KeyedList(uniqueElements: (1...100).map { TestKeyedNode(Item(root * 1_000 + $0 + 1_000)) }))
      })
    let old = roots
    roots.update(id: 40) { root in
      root.children.update(id: 41_007) { $0.header.content = 1 }
      root.children.remove(id: 41_050)
    }
    var visits = 0
    let diff = try OutlineDiff(from: old, to: roots, value: \.header) { node in
      visits += 1
      return node.children
    }
    #expect(diff.updates.map(\.new) == [Item(41_007, 1)])
    #expect(diff.removals.map(\.place) == [Place(parent: 40, index: 49)])
    #expect(visits < 300)
    visits = 0
    #expect(
      try OutlineDiff(from: roots, to: roots, value: \.header) { node in
        visits += 1
        return node.children
      }.isEmpty)
    #expect(visits == 0)
  }

  @Test func flatOutlinesHaveAnyDepth() throws {
    let depth = 100_000
    var rows = (0..<depth).map { OutlineRow(Item($0), parent: $0 == 0 ? nil : $0 - 1) }
    let old = try Outline(rows: rows.shuffled())
    #expect(old.depths().last == depth - 1)
    rows[depth / 2].value.content = 1
    rows[depth / 2 + 1].parent = 10
    rows.append(OutlineRow(Item(depth), parent: depth - 1))
    let new = try Outline(rows: rows)
    let diff = OutlineDiff(from: old, to: new)
    #expect(diff.changeCount == 3)
    #expect(try old.applying(diff) == new)
    #expect(try new.applying(diff.inverse) == old)
    #expect(new.lines().count == depth + 1)
    let reversed = try Outline(rows: (0..<depth).map { OutlineRow(Item($0), parent: $0 == depth - 1 ? nil : $0 + 1) })
    let turned = OutlineDiff(from: old, to: reversed)
    #expect(turned.moves.count == depth)
    #expect(try old.applying(turned) == reversed)
  }

  /// Nested values are destroyed level by level by the language itself, so they are not as deep.
  @Test func nestedOutlinesOnASmallStack() async {
    let counts = await withCheckedContinuation { continuation in
      let thread = Thread {
        func chain(_ leaf: Int) -> [TestNode] {
          (0..<1_000).reversed().reduce([]) { [TestNode(Item($1, $1 == 999 ? leaf : 0), $0)] }
        }
        func keyedChain(_ leaf: Int) -> KeyedList<TestKeyedNode> {
          (0..<1_000).reversed().reduce([]) { [TestKeyedNode(Item($1, $1 == 999 ? leaf : 0), $0)] }
        }
        let diff = try? OutlineDiff(from: chain(0), to: chain(1), value: \.header, children: \.children)
        let versions = try? OutlineDiff(
          from: keyedChain(0), to: keyedChain(1), value: \.header, children: \.children)
        let outline = try? Outline(chain(0), value: \.header, children: \.children)
        let count = outline?.nodes(TestNode.init).count
        continuation.resume(returning: [diff?.updates.count, versions?.updates.count, count])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(counts == [1, 1, 1])
  }

  @Test func codedFormsRoundTrip() throws {
    var random = SeededRandom()
    for _ in 0..<30 {
      let old = random.outline(count: 20)
      let diff = OutlineDiff(from: old, to: random.edited(old, edits: 5))
      let data = try JSONEncoder().encode(diff)
      #expect(try JSONDecoder().decode(OutlineDiff<Item>.self, from: data) == diff, "\(random)")
      #expect(Set([diff, diff.inverse.inverse]).count == 1)
    }
  }

  /// The id of no parent and no parent are two things, which coded forms must keep apart.
  @Test func codedFormsKeepOptionalIDs() throws {
    struct Note: Identifiable, Equatable, Codable { var id: Int? }
    func outline(_ rows: [(Int?, Int??)]) throws -> Outline<Note> {
      try Outline(rows: rows.map { OutlineRow(Note(id: $0), parent: $1) })
    }
    let old = try outline([(nil, nil), (1, .some(nil)), (2, 1), (3, nil)])
    let new = try outline([(nil, nil), (2, .some(nil)), (1, 2), (4, .some(nil))])
    for outline in [old, new] {
      #expect(try JSONDecoder().decode(Outline<Note>.self, from: JSONEncoder().encode(outline)) == outline)
      let list = try PropertyListEncoder().encode(outline)
      #expect(try PropertyListDecoder().decode(Outline<Note>.self, from: list) == outline)
    }
    for diff in [OutlineDiff(from: old, to: new), OutlineDiff(from: new, to: old)] {
      #expect(try JSONDecoder().decode(OutlineDiff<Note>.self, from: JSONEncoder().encode(diff)) == diff)
    }
  }

  /// Roots name no parent, or null where ids are never null.
  @Test func rootsInCodedForms() throws {
    let coded = #"[{"value": {"id": 1, "content": 0}}, {"value": {"id": 2, "content": 0}, "parent": null}]"#
    let roots = outline([(1, nil), (2, nil)])
    #expect(try JSONDecoder().decode(Outline<Item>.self, from: Data(coded.utf8)) == roots)
    #expect(try !String(decoding: JSONEncoder().encode(roots), as: UTF8.self).contains("parent"))
    let place = Data(#"{"parent": null, "index": 1}"#.utf8)
    #expect(try JSONDecoder().decode(Place.self, from: place) == Place(parent: nil, index: 1))
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Place.self, from: Data(#"{"parent": "1", "index": 1}"#.utf8))
    }
  }

  /// The order in which changes stand depends on the way, what they are does not.
  @Test func equalDiffsInAnyOrder() throws {
    let old = outline([(1, nil), (2, nil), (3, 1), (4, 2)])
    let new = outline([(1, nil), (2, nil), (4, 1), (3, 2)])
    #expect(OutlineDiff(from: old, to: new).inverse == OutlineDiff(from: new, to: old))
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = random.outline(count: 20)
      let diff = OutlineDiff(from: old, to: random.edited(old, edits: 8))
      let shuffled = OutlineDiff(
        removals: diff.removals.shuffled(using: &random), insertions: diff.insertions.shuffled(using: &random),
        moves: diff.moves.shuffled(using: &random), updates: diff.updates.shuffled(using: &random))
      #expect(shuffled == diff && shuffled.hashValue == diff.hashValue, "\(random)")
      #expect(diff.inverse.inverse == diff, "\(random)")
      #expect(diff.isEmpty == (diff.inverse == diff), "\(random)")
      guard let removal = diff.removals.first else { continue }
      let other = OutlineDiff(
        removals: [.init(place: Place(parent: 99, index: 0), nodes: removal.nodes)] + diff.removals.dropFirst(),
        insertions: diff.insertions, moves: diff.moves, updates: diff.updates)
      #expect(other != diff, "\(random)")
      let fewer = OutlineDiff(
        removals: Array(diff.removals.dropLast()), insertions: diff.insertions, moves: diff.moves,
        updates: diff.updates)
      #expect(fewer != diff && diff != fewer, "\(random)")
      // No diff names a node twice that fits an outline. Such are equal as they stand.
      let twice = OutlineDiff(removals: [removal, removal])
      #expect(twice == twice && twice != OutlineDiff(removals: [removal, other.removals[0]]), "\(random)")
    }
  }

  @Test func childrenByIndex() {
    var random = SeededRandom()
    for _ in 0..<50 {
      let outline = random.edited(random.outline(count: 30), edits: 5)
      for index in [nil] + outline.values.indices.map({ Optional($0) }) {
        let children = outline.values.indices.filter { outline.parent(of: $0) == index }
        #expect(outline.children(of: index) == children, "\(random)")
      }
    }
    #expect(Outline<Item>().children(of: nil).isEmpty)
  }

  @Test func descriptionOfAnOutline() {
    #expect(outline([(1, nil), (2, 1), (3, 2), (4, nil)]).description == "1\n  2\n    3\n4")
  }

  /// What is deep is not printed with as many spaces, or a chain would be printed in the square of its length.
  @Test func descriptionOfADeepOutline() {
    func chain(_ count: Int) -> Outline<Item> { outline((0..<count).map { ($0, $0 == 0 ? nil : $0 - 1) }) }
    let lines = chain(20).description.split(separator: "\n")
    let indentation = String(repeating: "  ", count: 16)
    #expect(lines[16] == indentation + "16")
    #expect(lines[17] == indentation + "(17) 17" && lines[19] == indentation + "(19) 19")
    #expect(chain(10_000).description.utf8.count < 50 * 10_000)
  }

  @Test func description() {
    let diff = OutlineDiff(from: outline([(1, nil), (2, 1), (3, 2)]), to: outline([(1, nil), (4, 1), (3, nil)]))
    #expect(diff.description == "- 2 at 0 of 1\n+ 4 at 0 of 1\n3 from 0 of 2 to 1")
    #expect("\(diff.moves[0].from) \(diff.moves[0]) \(diff.removals[0])" == "0 of 2 3 from 0 of 2 to 1 2 at 0 of 1")
  }
}
