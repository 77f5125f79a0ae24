package import TreeDiff

/// A random number generator that gives the same numbers for the same seed (SplitMix64).
package struct KeyedListGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Counts the objects that are alive, so that tests can tell leaks and double releases.
package final class KeyedListLifetimes: @unchecked Sendable {
  // Tests that use one tracker run on one thread.
  package private(set) var living = 0

  package init() {}

  package final class Object: @unchecked Sendable {
    let tracker: KeyedListLifetimes
    init(_ tracker: KeyedListLifetimes) {
      self.tracker = tracker
      tracker.living += 1
    }
    deinit { tracker.living -= 1 }
  }

  package func object() -> Object { Object(self) }
}

/// An element with an object in it, whose life is counted.
package struct TrackedRow<ID: Hashable & Sendable>: Identifiable, Equatable, Sendable, CustomStringConvertible {
  package var id: ID
  package var value: Int
  package private(set) var object: KeyedListLifetimes.Object

  package init(id: ID, value: Int, object: KeyedListLifetimes.Object) {
    self.id = id
    self.value = value
    self.object = object
  }
  package static func == (left: Self, right: Self) -> Bool { left.id == right.id && left.value == right.value }
  package var description: String { "\(id):\(value)" }

  /// Whether this is the only copy of the element.
  package mutating func isObjectUnique() -> Bool { isKnownUniquelyReferenced(&object) }
}

/// An id whose hash is one of eight.
package struct CollidingID: Hashable, Sendable {
  package var number: Int
  package init(number: Int) { self.number = number }
  package func hash(into hasher: inout Hasher) { hasher.combine(number & 7) }
}

/// What is wrong with a diff, judged by plain arrays: nil if it turns `old` into `new` and is as small as can be.
package func faultOfDiff<Element: Identifiable & Equatable>(
  _ diff: ListDiff<Element>, from old: [Element], to new: [Element]
) -> String? {
  let oldPlace = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1.id, $0) })
  let newPlace = Dictionary(uniqueKeysWithValues: new.enumerated().map { ($1.id, $0) })
  if (diff.oldCount, diff.newCount) != (old.count, new.count) { return "counts" }
  if diff.removals.map(\.index) != old.indices.filter({ newPlace[old[$0].id] == nil }) { return "removals" }
  if diff.removals.contains(where: { $0.element != old[$0.index] }) { return "removed elements" }
  if diff.insertions.map(\.index) != new.indices.filter({ oldPlace[new[$0].id] == nil }) { return "insertions" }
  if diff.insertions.contains(where: { $0.element != new[$0.index] }) { return "inserted elements" }
  let changed = new.indices.filter { place in oldPlace[new[place].id].map { old[$0] != new[place] } ?? false }
  if diff.updates.map(\.to) != changed { return "updates" }
  for update in diff.updates
  where oldPlace[update.new.id] != update.from || old[update.from] != update.old || new[update.to] != update.new {
    return "an update from \(update.from) to \(update.to)"
  }
  for move in diff.moves where old[move.from].id != new[move.to].id || oldPlace[new[move.to].id] != move.from {
    return "a move from \(move.from) to \(move.to)"
  }
  if diff.moves.map(\.to) != diff.moves.map(\.to).sorted() { return "order of moves" }
  let taken = Set(diff.removals.map(\.index) + diff.moves.map(\.from))
  var replayed = old.indices.filter { !taken.contains($0) }.map { old[$0] }
  for place in (diff.insertions.map(\.index) + diff.moves.map(\.to)).sorted() {
    if place > replayed.count { return "a place outside the list" }
    replayed.insert(new[place], at: place)
  }
  for update in diff.updates { replayed[update.to] = update.new }
  if replayed != new { return "the replayed list" }
  let common = old.compactMap { newPlace[$0.id] }
  if diff.moves.count != common.count - longestRise(common) { return "\(diff.moves.count) moves" }
  return nil
}

/// The length of a longest rising subsequence.
package func longestRise(_ values: [Int]) -> Int {
  var tails: [Int] = []
  for value in values {
    let place = tails.firstIndex { $0 >= value } ?? tails.count
    if place == tails.count { tails.append(value) } else { tails[place] = value }
  }
  return tails.count
}
