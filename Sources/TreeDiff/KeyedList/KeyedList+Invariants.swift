/// A rule of the representation that a list breaks.
package struct BrokenInvariant: Error, CustomStringConvertible {
  package let description: String
}

extension KeyedList {
  /// Throws an error if the representation is broken: counts, labels, node sizes, the index, or unique ids.
  ///
  /// - Complexity: O(*n* log *n*), where *n* is the number of elements.
  package func checkInvariants() throws {
    guard let root else { return try require(size == 0 && index == nil, "an empty list has no nodes") }
    var checker = InvariantChecker<Element>(isIndexed: index != nil)
    let top = NodeRef(root)
    try checker.visit(top, atStart: true, atEnd: true)
    try require(checker.count == size && size > 0, "the list has \(checker.count) elements and says \(size)")
    try require(checker.ids.count == size, "an id stands twice")
    try require((index != nil) == (top.height > 0), "there is an index if there are several leaves")
    guard let index else { return }
    var entries = 0
    try KeyedList.visit(NodeRef(index), &entries) { hash, label in
      try require(checker.entries.remove(IndexEntry(hash: hash, label: label)) != nil, "a stale entry in the index")
    }
    try require(checker.entries.isEmpty, "the index lacks \(checker.entries.count) entries")
    for (position, element) in enumerated() {
      try require(self.index(id: element.id) == position, "position of an id")
      try require(self.element(id: element.id) != nil, "look-up by id")
    }
  }

  private static func visit(_ node: NodeRef, _ entries: inout Int, _ body: (UInt32, UInt64) throws -> Void) throws {
    if node.height > 0 {
      var links: [IndexLink] = []
      IndexBranch(node).eachChild { links.append($0) }
      try require(Set(links.map(\.bits)).count == links.count, "a run of an index branch is torn")
      for link in links {
        try require(link.isBranch == (link.node.height > 0), "a link of the index tells its node")
        try visit(link.node, &entries, body)
      }
      return
    }
    let bucket = IndexBucket(node)
    let used = (0...bucket.mask).map { bucket[$0] }.filter { !$0.isFree }
    try require(used.count == bucket.count && used.count <= bucket.room, "a bucket counts its entries")
    for entry in used { try body(entry.hash, entry.label) }
    entries += used.count
  }
}

private func require(_ condition: Bool, _ rule: @autoclosure () -> String) throws {
  if !condition { throw BrokenInvariant(description: rule()) }
}

private struct InvariantChecker<Element: Identifiable> {
  let isIndexed: Bool
  var count = 0
  var lastLabel: UInt64 = 0
  var ids: Set<Element.ID> = []
  var entries: Set<IndexEntry> = []

  mutating func visit(_ node: NodeRef, atStart: Bool, atEnd: Bool) throws {
    let isOuter = atStart || atEnd
    if node.height == 0 { return try visit(Leaf<Element>(node), isOuter: isOuter) }
    let branch = Branch(node)
    try require(branch.count <= Branch.limit && branch.count >= (isOuter ? 2 : Branch.minimum), "size of a branch")
    try require(node.label == branch.label(0), "label of a branch")
    for i in 0..<branch.count {
      let child = branch[i]
      try require(child.height == node.height - 1, "all leaves are equally deep")
      try require(branch.label(i) == child.label, "label of a child")
      try require(branch.end(i) - branch.start(i) == child.total, "running counts")
      try visit(child, atStart: atStart && i == 0, atEnd: atEnd && i == branch.count - 1)
    }
    for i in branch.count..<Branch.limit {
      try require(unsafe branch.label(i) == .max && branch.ends[i] == .max, "places that are not used")
    }
  }

  mutating func visit(_ leaf: Leaf<Element>, isOuter: Bool) throws {
    let limit = isIndexed ? Leaf<Element>.limit : Leaf<Element>.maximum
    let least = isIndexed && !isOuter ? Leaf<Element>.minimum : 1
    try require((least...limit).contains(leaf.count), "size of a leaf: \(leaf.count)")
    try require(leaf.count <= leaf.node.capacity, "capacity of a leaf")
    try require(leaf.label > lastLabel && leaf.label < .max, "labels rise")
    lastLabel = leaf.label
    count += leaf.count
    for slot in 0..<leaf.count {
      let id = unsafe leaf.elements[slot].id
      let hash = KeyHash.hash(id)
      try require(unsafe leaf.tags[slot] == KeyHash.tag(hash), "tags")
      ids.insert(id)
      entries.insert(IndexEntry(hash: hash, label: leaf.label))
    }
  }
}
