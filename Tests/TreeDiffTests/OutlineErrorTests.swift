import Foundation
import TestSupport
import Testing
import TreeDiff

@Suite struct OutlineErrorTests {
  typealias Diff = OutlineDiff<Item>

  @Test func rowsThatAreNoOutline() {
    func error(_ rows: [(Int, Int?)]) -> OutlineError? {
      do {
        _ = try Outline(rows: rows.map { OutlineRow(Item($0), parent: $1) })
        return nil
      } catch { return error }
    }
    #expect(error([(1, nil), (1, nil)]) == .duplicateID("1"))
    #expect(error([(1, 2)]) == .unknownParent("2", of: "1"))
    #expect(error([(1, nil), (2, 3), (3, 2)]) == .cycle("2"))
    #expect(error([(1, 1)]) == .cycle("1"))
  }

  @Test func nodesWithOneID() {
    let nodes = [TestNode(Item(1), [TestNode(Item(2))]), TestNode(Item(3), [TestNode(Item(4))])]
    let doubled = [TestNode(Item(1), [TestNode(Item(5))]), TestNode(Item(3), [TestNode(Item(5))])]
    #expect(throws: OutlineError.duplicateID("5")) {
      try OutlineDiff(from: nodes, to: doubled, value: \.header, children: \.children)
    }
    #expect(throws: OutlineError.duplicateID("1")) {
      try OutlineDiff(from: [nodes[0]] + nodes, to: nodes.reversed(), value: \.header, children: \.children)
    }
    #expect(throws: OutlineError.duplicateID("5")) { try Outline(doubled, value: \.header, children: \.children) }
  }

  @Test func diffsThatDoNotFitChangeNothing() {
    let old = outline([(1, nil), (2, 1), (3, 2)])
    func error(_ diff: Diff) -> OutlineError? {
      var outline = old
      do {
        try diff.apply(to: &outline)
        return nil
      } catch {
        #expect(outline == old)
        return error
      }
    }
    func place(_ parent: Int?, _ index: Int) -> Diff.Place { Diff.Place(parent: parent, index: index) }
    let (leaf, middle) = (outline([(3, nil)]), outline([(2, nil)]))
    #expect(error(Diff(removals: [.init(place: place(1, 0), nodes: leaf)])) == .misplaced("3"))
    #expect(error(Diff(removals: [.init(place: place(2, 1), nodes: leaf)])) == .misplaced("3"))
    #expect(error(Diff(removals: [.init(place: place(2, 0), nodes: Outline())])) == .misplaced("nothing"))
    #expect(error(Diff(removals: [.init(place: place(1, 0), nodes: middle)])) == .orphan("3"))
    #expect(error(Diff(removals: Array(repeating: .init(place: place(2, 0), nodes: leaf), count: 2))) == .repeated("3"))
    #expect(error(Diff(insertions: [.init(place: place(1, 0), nodes: leaf)])) == .repeated("3"))
    #expect(error(Diff(insertions: [.init(place: place(1, 5), nodes: outline([(7, nil)]))])) == .noRoom("7"))
    #expect(error(Diff(insertions: [.init(place: place(9, 0), nodes: outline([(7, nil)]))])) == .noRoom("7"))
    for index in [Int.min, -1, .max] {
      #expect(error(Diff(removals: [.init(place: place(2, index), nodes: leaf)])) == .misplaced("3"))
      #expect(error(Diff(insertions: [.init(place: place(1, index), nodes: outline([(7, nil)]))])) == .noRoom("7"))
      #expect(error(Diff(moves: [.init(id: 3, from: place(2, index), to: place(nil, 0))])) == .misplaced("3"))
      #expect(error(Diff(moves: [.init(id: 3, from: place(2, 0), to: place(nil, index))])) == .noRoom("3"))
    }
    #expect(error(Diff(moves: [.init(id: 9, from: place(1, 0), to: place(nil, 0))])) == .misplaced("9"))
    #expect(error(Diff(moves: [.init(id: 2, from: place(1, 0), to: place(3, 0))])) == .cycle("2"))
    #expect(error(Diff(updates: [.init(old: Item(9), new: Item(9, 1))])) == .misplaced("9"))
    #expect(error(Diff()) == nil)
  }

  /// What a diff names it names once.
  @Test func diffsThatNameANodeTwice() throws {
    let old = outline([(1, nil), (2, 1), (3, 2)])
    let (top, below) = (Diff.Place(parent: nil, index: 0), Diff.Place(parent: 2, index: 0))
    let (leaf, new) = (outline([(3, nil)]), outline([(7, nil)]))
    let (removal, insertion) = (Diff.Subtree(place: below, nodes: leaf), Diff.Subtree(place: top, nodes: new))
    let move = Diff.Move(id: 3, from: below, to: top)
    let updates = [Diff.Update(old: Item(3), new: Item(3, 1)), Diff.Update(old: Item(3, 1), new: Item(3, 2))]
    let diffs: [(Diff, String)] = [
      (Diff(updates: updates), "3"), (Diff(updates: [updates[0], updates[0]]), "3"),
      (Diff(moves: [move], updates: updates), "3"), (Diff(moves: [move, move]), "3"),
      (Diff(removals: [removal, removal]), "3"), (Diff(removals: [removal], moves: [move]), "3"),
      (Diff(removals: [removal], insertions: [.init(place: top, nodes: leaf)]), "3"),
      (Diff(insertions: [insertion, insertion]), "7"),
    ]
    for (diff, id) in diffs {
      #expect(throws: OutlineError.repeated(id), "\(diff)") { try old.applying(diff) }
      #expect(throws: OutlineError.repeated(id), "\(diff)") { try OutlineSteps(diff, from: old) }
      let decoded = try JSONDecoder().decode(Diff.self, from: JSONEncoder().encode(diff))
      #expect(throws: OutlineError.repeated(id), "\(diff)") { try old.applying(decoded) }
      #expect(decoded == diff && decoded.inverse.inverse == diff)
    }
    #expect(throws: OutlineError.misplaced("3")) { try old.applying(Diff(removals: [removal], updates: [updates[0]])) }
  }

  /// An id that does not equal itself is refused wherever it would have to be found again.
  @Test func idsThatDoNotEqualThemselves() throws {
    let refusal = OutlineError.unequalID("nan")
    let (one, nan) = (Reading(id: 1), Reading(id: .nan))
    #expect(throws: refusal) { try Outline(rows: [OutlineRow(nan, parent: nil)]) }
    #expect(throws: refusal) { try Outline(rows: [OutlineRow(nan, parent: nil), OutlineRow(nan, parent: nil)]) }
    #expect(throws: OutlineError.unknownParent("nan", of: "1.0")) {
      try Outline(rows: [OutlineRow(one, parent: .nan)])
    }
    #expect(throws: refusal) {
      try Outline([Readings(value: one, below: [Readings(value: nan)])], value: \.value, children: \.below)
    }
    func diff(_ old: [Readings], _ new: [Readings]) throws -> OutlineDiff<Reading> {
      try OutlineDiff(from: old, to: new, value: \.value, children: \.below)
    }
    let (plain, odd) = ([Readings(value: one)], [Readings(value: one), Readings(value: nan)])
    for (old, new) in [(plain, odd), (odd, plain), (odd, odd.reversed())] {
      #expect(throws: refusal) { try diff(old, new) }
    }
    #expect(throws: refusal) { try diff([Readings(value: one, below: odd)], plain) }
    #expect(throws: refusal) { try diff(odd, [odd[0], Readings(value: Reading(id: .nan, text: "new"))]) }
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    let data = Data(#"[{"value": {"id": "nan", "text": ""}}]"#.utf8)
    do {
      _ = try decoder.decode(Outline<Reading>.self, from: data)
      Issue.record("It is decoded.")
    } catch DecodingError.dataCorrupted(let context) {
      #expect(context.underlyingError as? OutlineError == refusal)
    }
  }

  @Test func corruptedDiffsNeverTrap() {
    var random = SeededRandom()
    for _ in 0..<200 {
      let old = random.outline(count: 12)
      let diff = OutlineDiff(from: old, to: random.edited(old, edits: 6))
      // A diff of one outline, applied to another one that resembles it.
      var other = random.edited(old, edits: 2)
      let before = other
      do { try diff.apply(to: &other) } catch { #expect(other == before) }
      _ = try? OutlineSteps(diff, from: before)
    }
  }

  /// An id that is new in one place and stands in another one already, which nothing else would bring to light.
  @Test func anIDThatComesTwice() throws {
    func error(_ old: [TestNode], _ new: [TestNode]) -> OutlineError? {
      do {
        _ = try OutlineDiff(from: old, to: new, value: \.header, children: \.children)
        return nil
      } catch { return error }
    }
    let (leaf, other) = (TestNode(Item(5)), TestNode(Item(6)))
    let before = [TestNode(Item(1), [leaf, other]), TestNode(Item(2), [])]
    // It stays under one parent, at the front, and comes under another one.
    #expect(error(before, [TestNode(Item(1), [leaf, other]), TestNode(Item(2), [leaf])]) == .duplicateID("5"))
    #expect(error([TestNode(Item(1), [leaf, other]), TestNode(Item(2), [leaf])], before) == .duplicateID("5"))
    // Behind something that changed, with other content, below something new.
    #expect(
      error(before, [TestNode(Item(1), [other, leaf]), TestNode(Item(2), [TestNode(Item(5, 1))])]) == .duplicateID("5"))
    #expect(
      error(before, [TestNode(Item(1), [leaf, other]), TestNode(Item(9), [TestNode(Item(8), [other])])])
        == .duplicateID("6"))
    // It moves, and stays.
    #expect(
      error(before, [TestNode(Item(1), [other]), TestNode(Item(2), [leaf, TestNode(Item(7), [leaf])])])
        == .duplicateID("5"))
    #expect(error(before, [TestNode(Item(1), [other]), TestNode(Item(2), [leaf])]) == nil)
  }

  /// A node that moves among its siblings keeps its parent, like the one with the same id somewhere else.
  @Test func anIDThatMovesAmongSiblingsAndStandsTwice() {
    func roots(_ order: [Int]) -> [TestNode] {
      order.map { TestNode(Item($0)) } + [TestNode(Item(0), [TestNode(Item(1))])]
    }
    #expect(throws: OutlineError.duplicateID("1")) {
      try OutlineDiff(from: roots([1, 2, 3]), to: roots([2, 3, 1]), value: \.header, children: \.children)
    }
    // On a level of its own, with other content.
    let old = [TestNode(Item(1), roots([5, 6, 7])), TestNode(Item(2), roots([8]))]
    let new = [TestNode(Item(1), roots([6, 7, 5])), TestNode(Item(2), roots([8]))]
    #expect(throws: Never.self) { try OutlineDiff(from: old, to: new, value: \.header, children: \.children) }
    let doubled = [TestNode(Item(2), [TestNode(Item(5, 1))])]
    #expect(throws: OutlineError.duplicateID("5")) {
      try OutlineDiff(
        from: [old[0]] + doubled, to: [new[0], TestNode(Item(2), [TestNode(Item(5, 2))])], value: \.header,
        children: \.children)
    }
    // Among siblings on both levels.
    let (twice, turned) = ([1, 2, 3].map { TestNode(Item($0)) }, [2, 3, 1].map { TestNode(Item($0)) })
    #expect(throws: OutlineError.duplicateID("1")) {
      try OutlineDiff(
        from: [TestNode(Item(8), twice), TestNode(Item(9), twice)],
        to: [TestNode(Item(8), turned), TestNode(Item(9), turned)], value: \.header, children: \.children)
    }
  }

  /// Whatever changes its place is found in both outlines once, or nothing is returned.
  @Test func idsThatStandTwiceAnywhere() {
    var random = SeededRandom()
    var (refused, accepted) = (0, 0)
    for _ in 0..<3_000 {
      let ids = random.number(6...14)
      let old = random.nodes(ids: ids, depth: 2)
      let new = random.edited(old, ids: ids)
      guard let diff = try? OutlineDiff(from: old, to: new, value: \.header, children: \.children) else {
        refused += 1
        continue
      }
      accepted += 1
      let changed = diff.removals.map(\.nodes) + diff.insertions.map(\.nodes)
      for id in changed.flatMap(\.values).map(\.id) + diff.moves.map(\.id) {
        for nodes in [old, new] { #expect(nodes.ids.count { $0 == id } <= 1, "\(id) \(random)") }
      }
    }
    #expect(refused > 0 && accepted > 0)
  }

  /// Versions: what comes is found among what the versions do not share.
  @Test func anIDThatComesTwiceIntoAVersion() {
    let old: KeyedList = [TestKeyedNode(Item(1), [TestKeyedNode(Item(5))]), TestKeyedNode(Item(2))]
    var new = old
    new.update(id: 1) { $0.children.update(id: 5) { $0.header.content = 1 } }
    new.update(id: 2) { $0.children.append(TestKeyedNode(Item(5))) }
    #expect(throws: OutlineError.duplicateID("5")) {
      try OutlineDiff(from: old, to: new, value: \.header, children: \.children)
    }
  }

  @Test func corruptedCodedForms() throws {
    var random = SeededRandom()
    var (refused, accepted) = (0, 0)
    for _ in 0..<300 {
      let old = random.outline(count: 15)
      let data = try JSONEncoder().encode(OutlineDiff(from: old, to: random.edited(old, edits: 6)))
      let corrupted = try CorruptedJSON.corrupted(data, &random)
      guard let diff = try decodedOrRefused(Diff.self, corrupted, "\(random)") else {
        refused += 1
        continue
      }
      accepted += 1
      var outline = old
      do {
        try diff.apply(to: &outline)
        // What leads somewhere leads back, and there step by step.
        #expect(try outline.applying(diff.inverse).count == old.count, "\(random)")
        var other = old
        try OutlineSteps(diff, from: old).apply(to: &other)
        #expect(other == outline, "\(random)")
      } catch { #expect(outline == old, "\(random)") }
    }
    #expect(refused > 0 && accepted > 0)
  }

  @Test func subtreesHaveOneRoot() throws {
    for rows in ["[]", #"[{"value": {"id": 1, "content": 0}}, {"value": {"id": 2, "content": 0}}]"#] {
      let data = Data(
        #"{"removals": [], "insertions": [{"place": {"index": 0}, "nodes": \#(rows)}], "moves": [], "updates": []}"#
          .utf8)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Diff.self, from: data) }
    }
  }
}

/// A node whose id may be one that does not equal itself.
private struct Reading: Identifiable, Equatable, Codable {
  let id: Double
  var text = ""
}

private struct Readings {
  let value: Reading
  var below: [Readings] = []
}

extension [TestNode] {
  /// The ids of all nodes.
  fileprivate var ids: [Int] { flatMap { [$0.id] + $0.children.ids } }
}

extension SeededRandom {
  /// Up to four nodes with children, of ids that may stand several times.
  fileprivate mutating func nodes(ids: Int, depth: Int) -> [TestNode] {
    (0..<number(0...depth + 1)).map { _ in
      TestNode(Item(number(0...ids)), depth == 0 || once(in: 2) ? [] : nodes(ids: ids, depth: depth - 1))
    }
  }

  /// The nodes with some ids changed and some siblings in another order.
  fileprivate mutating func edited(_ nodes: [TestNode], ids: Int) -> [TestNode] {
    let edited = nodes.map { node in
      TestNode(once(in: 12) ? Item(number(0...ids)) : node.header, self.edited(node.children, ids: ids))
    }
    return once(in: 3) ? edited.shuffled(using: &self) : edited
  }
}
