import Foundation

/// A list row: an identity and content that changes on its own.
struct Row<ID: Hashable & Sendable>: Identifiable, Hashable, Sendable {
  let id: ID
  var version = 0
}

/// A reproducible generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// An id type of which the workloads can make as many random values as they want.
protocol RandomID: Hashable, Sendable {
  static func random(using generator: inout SeededGenerator) -> Self
}

extension Int: RandomID {
  static func random(using generator: inout SeededGenerator) -> Int { Int(truncatingIfNeeded: generator.next()) }
}

extension UUID: RandomID {
  static func random(using generator: inout SeededGenerator) -> UUID {
    let halves = (generator.next(), generator.next())
    return withUnsafeBytes(of: halves) { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
  }
}

extension String: RandomID {
  static func random(using generator: inout SeededGenerator) -> String { UUID.random(using: &generator).uuidString }
}

/// An old and a new list, in separate storage.
struct Workload<ID: RandomID> {
  typealias List = [Row<ID>]

  let old: List
  let new: List

  /// A workload from `count` random rows and what `edit` makes of them.
  init(count: Int, seed: UInt64 = 1, edit: (inout List, inout SeededGenerator) -> Void) {
    var generator = SeededGenerator(seed: seed)
    let old = Self.rows(count, &generator)
    var new = old.map { $0 }
    edit(&new, &generator)
    self.old = old
    self.new = new
  }

  /// `count` rows with random ids.
  static func rows(_ count: Int, _ generator: inout SeededGenerator) -> List {
    (0..<count).map { _ in Row(id: .random(using: &generator)) }
  }

  /// The benchmark that list-diff libraries publish: a fifth removed, as many inserted, the front shuffled.
  static func published(_ count: Int, removing removed: Range<Int>, at index: Int, shuffling front: Int) -> Self {
    Self(count: count) { list, generator in
      list.removeSubrange(removed)
      list.insert(contentsOf: rows(removed.count, &generator), at: index)
      list[0..<front].shuffle(using: &generator)
    }
  }

  /// A feed that was loaded again: new rows in front, some rows edited, some gone, some moved.
  static func feed(_ count: Int, prepended: Int = 20, updated: Int = 50, removed: Int = 10, moved: Int = 5) -> Self {
    Self(count: count) { list, generator in
      for _ in 0..<updated { list[.random(in: list.indices, using: &generator)].version += 1 }
      for _ in 0..<removed { list.remove(at: .random(in: list.indices, using: &generator)) }
      for _ in 0..<moved {
        let row = list.remove(at: .random(in: list.indices, using: &generator))
        list.insert(row, at: .random(in: 0...list.count, using: &generator))
      }
      list.insert(contentsOf: rows(prepended, &generator), at: 0)
    }
  }

  /// A feed in which a tenth of the places hold an id for the second time, other places in old and new.
  static func duplicates(_ count: Int) -> Self {
    var generator = SeededGenerator(seed: 2)
    let feed = feed(count)
    func repeatingATenth(_ list: List) -> List {
      var list = list
      for index in stride(from: 0, to: list.count, by: 10) { list[index] = list.randomElement(using: &generator)! }
      return list
    }
    return Self(old: repeatingATenth(feed.old), new: repeatingATenth(feed.new))
  }

  /// Two lists that share no id.
  static func disjoint(_ count: Int) -> Self {
    Self(count: count) { list, generator in list = rows(count, &generator) }
  }

  private init(old: List, new: List) { (self.old, self.new) = (old, new) }
}

extension Workload {
  /// A loop that files every old id with its index, the measure of what hashing a list costs.
  var dictionaryBuild: Benchmark.Work {
    var generator = SeededGenerator(seed: 3)
    let ids = old.map(\.id).shuffled(using: &generator)
    return repeating {
      var index = [ID: Int](minimumCapacity: ids.count)
      for position in ids.indices { index[ids[position]] = position }
      return index
    }
  }

  /// One pass of elementwise comparison.
  var comparisonPass: Benchmark.Work {
    repeating { [old, new] in
      var differing = 0
      for index in 0..<min(old.count, new.count) where old[index] != new[index] { differing += 1 }
      return differing
    }
  }

  /// The fewest moves when common ends match first and then the k-th occurrence of an id matches the k-th.
  var fewestMoves: Int {
    var low = 0
    while low < min(old.count, new.count), old[low].id == new[low].id { low += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > low, newEnd > low, old[oldEnd - 1].id == new[newEnd - 1].id {
      (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
    }
    var places: [ID: [Int]] = [:]
    for index in (low..<oldEnd).reversed() { places[old[index].id, default: []].append(index) }
    let sources = (low..<newEnd).compactMap { places[new[$0].id]?.popLast() }
    var tails: [Int] = []
    for source in sources {
      let place = tails.partitioningIndex { $0 >= source }
      if place == tails.count { tails.append(source) } else { tails[place] = source }
    }
    return sources.count - tails.count
  }
}

extension Array {
  /// The first index whose element satisfies `predicate`, which must be false first and true from there on.
  fileprivate func partitioningIndex(where predicate: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if predicate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
