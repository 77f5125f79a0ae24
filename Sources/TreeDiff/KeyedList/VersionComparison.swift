/// Finds out how two versions of a list differ, from what they do not share.
///
/// Between nodes that are shared stand leaves that are not (a stretch). In a stretch, elements with equal ids are
/// matched from both ends and then by looking a little ahead. Ids are unique, so a match is never wrong. What is left
/// over in all stretches is matched by hashing.
@safe @usableFromInline
struct VersionComparison<Element: Identifiable, Comparison: ListComparison> where Comparison.Element == Element {
  @usableFromInline typealias Node = Leaf<Element>
  @usableFromInline typealias Run = ListMatch.Run

  /// An element that was not matched in its stretch.
  @safe @usableFromInline
  struct Leftover {
    @usableFromInline let position: Int
    @usableFromInline let element: UnsafeMutablePointer<Element>

    @inlinable
    init(_ position: Int, _ element: UnsafeMutablePointer<Element>) {
      self.position = position
      unsafe self.element = element
    }
    @inlinable var id: Element.ID { unsafe element.pointee.id }
  }

  @usableFromInline let comparison: Comparison
  /// How far both versions have been dealt with.
  @usableFromInline var (old, new) = (0, 0)
  /// The leaves of the stretch at hand.
  @usableFromInline var (oldLeaves, newLeaves): ([NodeRef], [NodeRef]) = ([], [])
  /// Matched elements that follow each other in both versions; the last run is not in `runs` yet.
  @usableFromInline var runs: [Run] = []
  @usableFromInline var run = Run(old: 0, new: 0, count: 0)
  @usableFromInline var gone: [Leftover] = []
  @usableFromInline var come: [Leftover] = []
  /// The elements of the stretch at hand; kept for the room they have.
  @usableFromInline var (a, b): ([UnsafeMutablePointer<Element>], [UnsafeMutablePointer<Element>]) = unsafe ([], [])
  @usableFromInline var updates: [ListDiff<Element>.Update] = []
  @usableFromInline var moves: [ListMatch.Pair] = []

  @inlinable
  init(_ comparison: Comparison) { self.comparison = comparison }

  @inlinable
  mutating func add(_ event: TreeWalker.Event) {
    switch event {
    case .shared(let count):
      finishStretch()
      extendRun(by: count)
    case .pair(let older, let newer):
      if oldLeaves.isEmpty, newLeaves.isEmpty, matchWhole(Node(older), Node(newer)) { return }
      oldLeaves.append(older)
      newLeaves.append(newer)
    case .old(let leaf): oldLeaves.append(leaf)
    case .new(let leaf): newLeaves.append(leaf)
    }
  }

  /// Whether long lists have nothing in common, so that a comparison made for that is better.
  @inlinable var isUnrelated: Bool { old == 0 && new == 0 && oldLeaves.count > 1 && newLeaves.count > 1 }

  /// Matches two leaves whose ids are the same in the same order, as after an update.
  @inlinable
  mutating func matchWhole(_ older: Node, _ newer: Node) -> Bool {
    let count = older.count
    let (a, b) = unsafe (older.elements, newer.elements)
    if newer.count != count { return false }
    let known = updates.count
    for slot in 0..<count where unsafe !hasSameBits(a + slot, b + slot) {
      if unsafe a[slot].id != b[slot].id {
        updates.removeLast(updates.count - known)
        return false
      }
      unsafe compare(a + slot, b + slot, at: slot)
    }
    extendRun(by: count)
    return true
  }

  /// Notes that the next elements of both versions, from these places of the stretch on, are the same ones.
  @inlinable
  mutating func match(_ i: Int, _ j: Int, count: Int) {
    if count == 0 { return }
    for offset in 0..<count where unsafe !hasSameBits(a[i + offset], b[j + offset]) {
      unsafe compare(a[i + offset], b[j + offset], at: offset)
    }
    extendRun(by: count)
  }

  /// Notes an update if the elements `offset` behind those that have been dealt with differ.
  @inlinable
  mutating func compare(_ a: UnsafeMutablePointer<Element>, _ b: UnsafeMutablePointer<Element>, at offset: Int) {
    if unsafe !comparison.hasSameContent(a.pointee, b.pointee) {
      unsafe updates.append(.init(from: old &+ offset, to: new &+ offset, old: a.pointee, new: b.pointee))
    }
  }

  @inlinable
  mutating func extendRun(by count: Int) {
    if run.old &+ run.count != old || run.new &+ run.count != new {
      if run.count > 0 { runs.append(run) }
      run = Run(old: old, new: new, count: 0)
    }
    run.count &+= count
    old &+= count
    new &+= count
  }

  @inlinable
  mutating func leaveOld(_ element: UnsafeMutablePointer<Element>) {
    unsafe gone.append(Leftover(old, element))
    old &+= 1
  }

  @inlinable
  mutating func leaveNew(_ element: UnsafeMutablePointer<Element>) {
    unsafe come.append(Leftover(new, element))
    new &+= 1
  }

  /// Matches the elements of the leaves that stand between two shared nodes.
  @inlinable
  mutating func finishStretch() {
    if oldLeaves.isEmpty, newLeaves.isEmpty { return }
    unsafe VersionComparison.collect(&oldLeaves, &a)
    unsafe VersionComparison.collect(&newLeaves, &b)
    var (endA, endB) = unsafe (a.count, b.count)
    while unsafe endA > 0 && endB > 0 && a[endA - 1].pointee.id == b[endB - 1].pointee.id {
      endA -= 1
      endB -= 1
    }
    var (i, j) = (0, 0)
    while true {
      var length = 0
      while unsafe i + length < endA && j + length < endB && a[i + length].pointee.id == b[j + length].pointee.id {
        length += 1
      }
      match(i, j, count: length)
      (i, j) = (i + length, j + length)
      if i == endA || j == endB { break }
      let (skippedA, skippedB) = lookAhead(i, endA, j, endB)
      for _ in 0..<skippedA {
        unsafe leaveOld(a[i])
        i += 1
      }
      for _ in 0..<skippedB {
        unsafe leaveNew(b[j])
        j += 1
      }
    }
    for k in i..<endA { unsafe leaveOld(a[k]) }
    for k in j..<endB { unsafe leaveNew(b[k]) }
    match(endA, endB, count: unsafe a.count - endA)
  }

  /// How many elements to leave out on one side before both go on with the same id; one on each side if there is no
  /// telling.
  @inlinable
  func lookAhead(_ i: Int, _ endA: Int, _ j: Int, _ endB: Int) -> (Int, Int) {
    for distance in 1...4 {
      if unsafe i + distance < endA && a[i + distance].pointee.id == b[j].pointee.id { return (distance, 0) }
      if unsafe j + distance < endB && a[i].pointee.id == b[j + distance].pointee.id { return (0, distance) }
    }
    return (1, 1)
  }

  /// Lists the elements of some leaves, which are forgotten.
  @inlinable
  static func collect(_ leaves: inout [NodeRef], _ elements: inout [UnsafeMutablePointer<Element>]) {
    unsafe elements.removeAll(keepingCapacity: true)
    for node in leaves {
      let leaf = Node(node)
      for slot in 0..<leaf.count { unsafe elements.append(leaf.elements + slot) }
    }
    leaves.removeAll(keepingCapacity: true)
  }

  /// Matches what is left over by id; what remains in `gone` and `come` has no counterpart.
  @inlinable
  mutating func matchLeftovers() {
    if gone.isEmpty || come.isEmpty { return }
    var places: [Element.ID: Int] = Dictionary(minimumCapacity: gone.count)
    for place in gone.indices { places[gone[place].id] = place }
    var isMatched = [Bool](repeating: false, count: gone.count)
    var inserted: [Leftover] = []
    var pairs: [Run] = []
    for other in come {
      guard let place = places.removeValue(forKey: other.id) else {
        inserted.append(other)
        continue
      }
      isMatched[place] = true
      let older = gone[place]
      pairs.append(Run(old: older.position, new: other.position, count: 1))
      if unsafe !comparison.hasSameContent(older.element.pointee, other.element.pointee) {
        unsafe updates.append(
          .init(from: older.position, to: other.position, old: older.element.pointee, new: other.element.pointee))
      }
    }
    if pairs.isEmpty { return }
    updates.sort { $0.to < $1.to }
    gone = gone.indices.lazy.filter { !isMatched[$0] }.map { [gone] in gone[$0] }
    come = inserted
    if run.count > 0 { pairs.append(run) }
    let all = (runs + pairs).sorted { $0.new < $1.new }
    if zip(all, all.dropFirst()).contains(where: { $0.old > $1.old }) {
      moves = movedElements(of: all) { ListMatch.Pair(old: $0, new: $1) }
    }
  }
}
