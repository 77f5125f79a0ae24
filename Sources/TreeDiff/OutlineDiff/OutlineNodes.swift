/// The nodes of an outline by number, while they leave their places and reach others one after the other.
@usableFromInline
struct OutlineNodes {
  private struct Child: Identifiable { let id: Int }

  /// For each node its parent, or -1.
  private var parents: [Int]
  private let oldCount: Int
  private let oldChildren: OutlineChildren
  /// For each node, and for -1, the root level, its children if they may have changed.
  private var families: [Int: KeyedList<Child>] = [:]
  /// For each node the round in which it was last seen above a node that moved.
  private var rounds: [Int]
  private var round = 1

  @usableFromInline
  init(parents: [Int]) {
    (self.parents, oldCount, oldChildren) = (parents, parents.count, OutlineChildren(parents: parents))
    rounds = Array(repeating: 0, count: parents.count)
  }

  /// The nodes depth first, and for each the place of its parent among them, or -1.
  @usableFromInline
  func depthFirst() -> (order: [Int], parents: [Int]) { TreeDiff.depthFirst(children: children) }

  private func children(of node: Int) -> ArraySlice<Int> {
    if let family = families[node] { return family.map(\.id)[...] }
    return node < oldCount ? oldChildren[node] : []
  }

  /// A node and all that is below it.
  @usableFromInline
  func subtree(_ node: Int) -> [Int] {
    var nodes = [node]
    var visited = 0
    while visited < nodes.count {
      nodes += children(of: nodes[visited])
      visited += 1
    }
    return nodes
  }

  /// Adds nodes that have no place yet.
  ///
  /// - Parameter parents: For each its parent among them, or -1.
  /// - Returns: The number of the first one.
  @usableFromInline
  mutating func add(parents added: [Int]) -> Int {
    let (start, children) = (parents.count, OutlineChildren(parents: added))
    for node in added.indices where !children[node].isEmpty {
      families[start + node] = KeyedList(uniqueElements: children[node].map { Child(id: start + $0) })
    }
    parents += added.map { $0 < 0 ? -1 : $0 + start }
    rounds += repeatElement(0, count: added.count)
    return start
  }

  /// Makes sure that the children of a node are a list that can change.
  private mutating func open(_ parent: Int) {
    if families[parent] != nil { return }
    families[parent] = KeyedList(uniqueElements: children(of: parent).map { Child(id: $0) })
  }

  /// Takes away the child of a node at an index, if there is one.
  @usableFromInline
  mutating func take(at index: Int, of parent: Int) -> Int? {
    open(parent)
    guard families[parent]?.indices.contains(index) == true else { return nil }
    return families[parent]?.remove(at: index).id
  }

  /// Whether a node may be put at an index among the children of another one.
  @usableFromInline
  func hasRoom(at index: Int, of parent: Int) -> Bool {
    0...(families[parent]?.count ?? children(of: parent).count) ~= index
  }

  /// Puts a node at an index among the children of another one, where there must be room.
  ///
  /// - Returns: Whether it is done: not if the node would come below itself.
  @usableFromInline
  mutating func put(_ node: Int, at index: Int, of parent: Int) -> Bool {
    if isNode(node, above: parent) { return false }
    open(parent)
    families[parent]?.insert(Child(id: node), at: index)
    parents[node] = parent
    return true
  }

  /// Whether a node is another one or above it.
  ///
  /// What is above a parent that was looked at is not looked at again until one of these nodes moves. In the outline that
  /// the steps were made for none does: they move from the top down.
  private mutating func isNode(_ node: Int, above parent: Int) -> Bool {
    if rounds[node] == round { round += 1 }
    var ancestor = parent
    while ancestor >= 0, rounds[ancestor] != round {
      if ancestor == node { return true }
      rounds[ancestor] = round
      ancestor = parents[ancestor]
    }
    return false
  }
}
