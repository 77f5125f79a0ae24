/// Walks two versions of an outline side by side.
///
/// First the children of each node that kept its parent are matched with each other, level by level, and what does not
/// match there is put aside with all that is below it: it is loose. Then the loose nodes of both sides are matched by id.
@usableFromInline
struct OutlineMatcher<Node, Children: RandomAccessCollection<Node>, Value: Identifiable & Equatable> {
  @usableFromInline typealias Diff = OutlineDiff<Value>

  /// The children of one node in both versions.
  @usableFromInline
  struct Level {
    @usableFromInline let old: Children
    @usableFromInline let new: Children
    @usableFromInline let parent: Value.ID?

    @inlinable
    init(old: Children, new: Children, parent: Value.ID?) { (self.old, self.new, self.parent) = (old, new, parent) }
  }

  /// A node that did not match among its siblings, and its place.
  @usableFromInline
  struct Loose {
    @usableFromInline let node: Node
    @usableFromInline let place: Diff.Place
    /// The number of its parent among the loose nodes, or -1.
    @usableFromInline let parent: Int

    @inlinable
    init(_ node: Node, at place: Diff.Place, parent: Int = -1) {
      (self.node, self.place, self.parent) = (node, place, parent)
    }
  }

  @usableFromInline var levels: [Level]
  @usableFromInline var gone: [Loose] = []
  @usableFromInline var come: [Loose] = []
  @usableFromInline var moves: [Diff.Move] = []
  @usableFromInline var updates: [Diff.Update] = []
  /// The ids of the nodes that kept their parent.
  @usableFromInline var pairedIDs: [Value.ID] = []

  @inlinable
  init(_ old: Children, _ new: Children) { levels = [Level(old: old, new: new, parent: nil)] }

  /// Matches a level of which all nodes have to be looked at, unless both versions of it are one array.
  @inlinable @inline(__always)
  mutating func matchAll(
    _ level: Level, value: (Node) -> Value, children: (Node) -> Children
  ) throws(OutlineError) {
    let prefix = unsafe ListSource.withElements(of: level.old) { old in
      unsafe ListSource.withElements(of: level.new) { new in
        unsafe old.baseAddress == new.baseAddress && old.count == new.count
          ? old.count : pairPrefix(ListView(old), ListView(new), value: value, children: children)
      }
    }
    if prefix == level.old.count, prefix == level.new.count { return }
    let (old, new) = (level.old.dropFirst(prefix), level.new.dropFirst(prefix))
    let diff = ListDiff<Node>(from: old, to: new, id: { value($0).id }, by: { _, _ in true }, updates: false)
    try add(diff, level, behind: prefix, value: value)
    var sources = diff.oldIndexes().makeIterator()
    for node in new {
      guard case let source?? = sources.next() else { continue }
      let oldNode = old[old.index(old.startIndex, offsetBy: source)]
      pair(oldNode, value(oldNode), node, value(node), children: children)
    }
  }

  /// Pairs the nodes that both versions of a level begin with.
  ///
  /// - Returns: Their number.
  @inlinable @inline(__always)
  mutating func pairPrefix(
    _ old: ListView<Node>, _ new: ListView<Node>, value: (Node) -> Value, children: (Node) -> Children
  ) -> Int {
    let shorter = min(old.count, new.count)
    var index = 0
    while index < shorter {
      if old.hasSameBits(at: index, as: new) {
        // One node, and most of them: a leaf, or what shares its children.
        pairedIDs.append(value(new[index]).id)
      } else {
        // One copy of each: a copy counts a reference to the children, which are elsewhere in memory.
        let (oldNode, newNode) = (old[index], new[index])
        let (oldValue, newValue) = (value(oldNode), value(newNode))
        guard oldValue.id == newValue.id else { break }
        pair(oldNode, oldValue, newNode, newValue, children: children)
      }
      index += 1
    }
    return index
  }

  /// Adds what changed on a level behind a number of nodes that did not.
  @inlinable
  mutating func add(
    _ diff: ListDiff<Node>, _ level: Level, behind prefix: Int = 0, value: (Node) -> Value
  ) throws(OutlineError) {
    if let duplicate = diff.duplicates.first { throw .duplicateID("\(value(duplicate.element).id)") }
    func place(_ index: Int) -> Diff.Place { Diff.Place(parent: level.parent, index: prefix + index) }
    for removal in diff.removals { gone.append(Loose(removal.element, at: place(removal.index))) }
    for insertion in diff.insertions { come.append(Loose(insertion.element, at: place(insertion.index))) }
    for move in diff.moves {
      let node = level.new[level.new.index(level.new.startIndex, offsetBy: prefix + move.to)]
      moves.append(.init(id: value(node).id, from: place(move.from), to: place(move.to)))
    }
  }

  /// Compares a node of both versions that kept its parent, and notes its children for later.
  @inlinable @inline(__always)
  mutating func pair(
    _ old: Node, _ oldValue: Value, _ new: Node, _ newValue: Value, children: (Node) -> Children
  ) {
    compare(oldValue, newValue)
    pairedIDs.append(newValue.id)
    let (oldChildren, newChildren) = (children(old), children(new))
    if oldChildren.isEmpty, newChildren.isEmpty { return }
    levels.append(Level(old: oldChildren, new: newChildren, parent: newValue.id))
  }

  @inlinable
  mutating func compare(_ old: Value, _ new: Value) {
    if old != new { updates.append(.init(old: old, new: new)) }
  }
}

extension OutlineMatcher {
  /// Matches what is loose.
  ///
  /// - Returns: The diff, once all levels are matched.
  @inlinable
  mutating func finish(value: (Node) -> Value, children: (Node) -> Children) throws(OutlineError) -> Diff {
    let (removals, insertions) = try matchLoose(value: value, children: children)
    return Diff(removals: removals, insertions: insertions, moves: moves, updates: updates)
  }

  /// Checks that of the nodes that kept their parent none has an id of `looseIDs`, which are those of loose nodes, and
  /// only one that of a node that moved among its siblings.
  @inlinable
  func checkPaired(_ looseIDs: [Value.ID]) throws(OutlineError) {
    let ids = looseIDs + moves.map(\.id)
    if ids.isEmpty { return }
    let hash = IDHash()
    // Most searches find nothing, which takes the fewest steps where most slots are empty.
    let table = IDTable(count: 4 * ids.count)
    let slots = table.slots
    defer { withExtendedLifetime(table) {} }
    func find(_ id: Value.ID) -> (slot: Int?, entry: Int) {
      slots.find(hash(id), isSame: { ids[$0] == id }, isReflexive: { id == id })
    }
    for (entry, id) in ids.enumerated() {
      let found = find(id)
      if let slot = found.slot, found.entry < 0 { slots.put(entry, with: hash(id), at: slot) }
    }
    // What moved is among the nodes that kept their parent itself.
    var isTaken = [Bool](repeating: true, count: looseIDs.count) + [Bool](repeating: false, count: moves.count)
    for id in pairedIDs {
      let entry = find(id).entry
      if entry < 0 { continue }
      if isTaken[entry] { throw .duplicateID("\(id)") }
      isTaken[entry] = true
    }
  }

  /// Matches the loose nodes by id. Those with an id that does not equal itself are all loose, unless both versions have
  /// the same bits in the same place.
  ///
  /// - Returns: Those that have no match, as removals and insertions.
  @inlinable
  mutating func matchLoose(
    value: (Node) -> Value, children: (Node) -> Children
  ) throws(OutlineError) -> (removals: [Diff.Subtree], insertions: [Diff.Subtree]) {
    let (old, new) = (
      flattened(gone, value: value, children: children), flattened(come, value: value, children: children)
    )
    let ids = old.map { value($0.node).id } + new.map { value($0.node).id }
    for id in ids where id != id { throw .unequalID("\(id)") }
    try checkPaired(ids)
    var numbers = [Value.ID: Int](minimumCapacity: old.count)
    for (number, loose) in old.enumerated() {
      let id = value(loose.node).id
      if numbers.updateValue(number, forKey: id) != nil { throw .duplicateID("\(id)") }
    }
    var isGone = [Bool](repeating: true, count: old.count)
    var isNew = [Bool](repeating: false, count: new.count)
    var newIDs: Set<Value.ID> = []
    // For each loose parent the children that stayed with it, in the new order.
    var stayed: [[(id: Value.ID, old: Diff.Place, new: Diff.Place)]] = []
    var families: [Int: Int] = [:]
    for (number, loose) in new.enumerated() {
      let newValue = value(loose.node)
      guard let match = numbers[newValue.id] else {
        guard newIDs.insert(newValue.id).inserted else { throw .duplicateID("\(newValue.id)") }
        isNew[number] = true
        continue
      }
      guard isGone[match] else { throw .duplicateID("\(newValue.id)") }
      isGone[match] = false
      compare(value(old[match].node), newValue)
      let (from, to) = (old[match].place, loose.place)
      if from.parent == to.parent {
        let family = families[loose.parent] ?? stayed.count
        if family == stayed.count {
          families[loose.parent] = family
          stayed.append([])
        }
        stayed[family].append((newValue.id, from, to))
      } else {
        moves.append(.init(id: newValue.id, from: from, to: to))
      }
    }
    for family in stayed { addMoves(within: family) }
    return (subtrees(old, isGone, value: value), subtrees(new, isNew, value: value))
  }

  /// Moves those children out of a new order that the others can do without.
  @inlinable
  mutating func addMoves(within family: [(id: Value.ID, old: Diff.Place, new: Diff.Place)]) {
    if zip(family, family.dropFirst()).allSatisfy({ $0.old.index < $1.old.index }) { return }
    let runs = family.map { ListMatch.Run(old: $0.old.index, new: $0.new.index, count: 1) }
    let stays = stationary(runs)
    for (number, child) in family.enumerated() where !stays[number] {
      moves.append(.init(id: child.id, from: child.old, to: child.new))
    }
  }

  /// Loose nodes with all that is below them, depth first.
  @inlinable
  func flattened(
    _ roots: [Loose], value: (Node) -> Value, children: (Node) -> Children
  ) -> [Loose] {
    var result: [Loose] = []
    var stack = Array(roots.reversed())
    while let loose = stack.popLast() {
      let nodes = children(loose.node)
      if !nodes.isEmpty {
        let id = value(loose.node).id
        var index = nodes.count
        for node in nodes.reversed() {
          index -= 1
          stack.append(Loose(node, at: Diff.Place(parent: id, index: index), parent: result.count))
        }
      }
      result.append(loose)
    }
    return result
  }

  /// The chosen ones among loose nodes as subtrees. Those below a chosen one are of its subtree.
  @inlinable
  func subtrees(_ loose: [Loose], _ isChosen: [Bool], value: (Node) -> Value) -> [Diff.Subtree] {
    var places: [Diff.Place] = []
    var outlines: [(values: [Value], parents: [Int])] = []
    // For each chosen node its subtree and its index in that.
    var positions = [(subtree: Int, index: Int)](repeating: (-1, -1), count: loose.count)
    for (number, node) in loose.enumerated() where isChosen[number] {
      var position = (subtree: outlines.count, index: 0)
      var parent = -1
      if node.parent >= 0, isChosen[node.parent] {
        (position.subtree, parent) = positions[node.parent]
        position.index = outlines[position.subtree].values.count
      } else {
        places.append(node.place)
        outlines.append(([], []))
      }
      outlines[position.subtree].values.append(value(node.node))
      outlines[position.subtree].parents.append(parent)
      positions[number] = position
    }
    return zip(places, outlines).map {
      Diff.Subtree(place: $0, nodes: Outline(values: $1.values, parents: $1.parents))
    }
  }
}
