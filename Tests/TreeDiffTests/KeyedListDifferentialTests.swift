import TestSupport
import Testing

@testable import TreeDiff

/// Every mutation is made on an array, too, and the results are compared; older versions must stay what they were.
@Suite struct KeyedListDifferentialTests {
  @Test(arguments: 1...6)
  func numbers(seed: Int) throws { try run(seed: seed, limits: [40, 300, 2000]) { $0 } }

  @Test(arguments: 7...9)
  func strings(seed: Int) throws { try run(seed: seed, limits: [40, 300, 1000]) { "an id that needs the heap \($0)" } }

  @Test(arguments: 10...12)
  func collisions(seed: Int) throws { try run(seed: seed, limits: [40, 300, 600]) { CollidingID(number: $0) } }

  private func run<ID: Hashable & Sendable>(seed: Int, limits: [Int], id: @escaping (Int) -> ID) throws {
    let seed = UInt64(seed)
    let lifetimes = KeyedListLifetimes()
    do {
      var run = DifferentialRun(seed: seed, limit: limits[Int(seed) % limits.count], id: id, lifetimes: lifetimes)
      for step in 0..<3000 {
        try run.mutate()
        if step % 29 == 0 { try run.check() }
        if step % 41 == 0 { try run.compareVersions() }
      }
      try run.finish()
    } catch {
      Issue.record("seed \(seed): \(error)")
    }
    #expect(lifetimes.living == 0, "seed \(seed)")
  }
}

private struct Mismatch: Error, CustomStringConvertible {
  let description: String
}

private struct DifferentialRun<ID: Hashable & Sendable> {
  typealias Row = TrackedRow<ID>

  let limit: Int
  let id: (Int) -> ID
  let lifetimes: KeyedListLifetimes
  var generator: KeyedListGenerator
  var list: KeyedList<Row> = []
  var model: [Row] = []
  var versions: [(list: KeyedList<Row>, model: [Row])] = []
  var number = 0
  var steps = 0
  var trend = 0
  var spot = 0
  var name = ""

  init(seed: UInt64, limit: Int, id: @escaping (Int) -> ID, lifetimes: KeyedListLifetimes) {
    self.limit = limit
    self.id = id
    self.lifetimes = lifetimes
    generator = KeyedListGenerator(seed: seed)
    model = (0..<Int.random(in: 0...limit / 2, using: &generator)).map { _ in fresh() }
    list = KeyedList(uniqueElements: model)
    versions = [(list, model)]
  }

  mutating func fresh() -> Row {
    number += 1
    return Row(id: id(number), value: number, object: lifetimes.object())
  }

  mutating func place() -> Int { Int.random(in: model.indices, using: &generator) }
  mutating func gap() -> Int { Int.random(in: 0...model.count, using: &generator) }

  /// A new element, or one with the id of an element that is there.
  mutating func element() -> Row {
    var row = fresh()
    if !model.isEmpty, Int.random(in: 0..<5, using: &generator) == 0 { row.id = model[place()].id }
    return row
  }

  func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    if !condition { throw Mismatch(description: "step \(steps), \(name): \(what())") }
  }

  mutating func modelInsert(_ row: Row, at gap: Int) -> Row? {
    guard let old = model.firstIndex(where: { $0.id == row.id }) else {
      model.insert(row, at: gap)
      return nil
    }
    let replaced = model.remove(at: old)
    model.insert(row, at: old < gap ? gap - 1 : gap)
    return replaced
  }

  mutating func mutate() throws {
    steps += 1
    if steps % 300 == 0 { trend = Int.random(in: 0..<3, using: &generator) }
    var kind = Int.random(in: 0..<100, using: &generator)
    if trend == 0, kind < 25 { kind = 30 }
    if trend == 1, (25..<45).contains(kind) { kind = 0 }
    if model.count > limit { kind = 30 }
    if model.isEmpty { kind = 0 }
    switch kind {
    case 0..<25: try insert(kind)
    case 25..<45: try remove(kind)
    case 45..<60: try rearrange(kind)
    case 60..<90: try update(kind)
    case 90..<95: try several(kind - 90)
    default: try look()
    }
    try require(list.count == model.count, "\(list.count) elements and not \(model.count)")
  }

  mutating func insert(_ kind: Int) throws {
    let row = element()
    switch kind {
    case 0..<8:
      name = "insert"
      let gap = gap()
      try require(list.insert(row, at: gap) == modelInsert(row, at: gap), "replaced")
    case 8..<13:
      name = "append"
      try require(list.append(row) == modelInsert(row, at: model.count), "replaced")
    case 13..<17:
      name = "prepend"
      try require(list.prepend(row) == modelInsert(row, at: 0), "replaced")
    default:
      name = "typing"
      for _ in 0..<Int.random(in: 1...12, using: &generator) {
        let row = fresh()
        spot = min(spot, model.count)
        list.insert(row, at: spot)
        model.insert(row, at: spot)
        if Bool.random(using: &generator) { spot += 1 }
      }
      if Int.random(in: 0..<6, using: &generator) == 0 { spot = gap() }
    }
  }

  mutating func remove(_ kind: Int) throws {
    let place = place()
    switch kind {
    case 25..<38:
      name = "remove(at:)"
      try require(list.remove(at: place) == model.remove(at: place), "element")
    case 38..<41:
      name = "remove(id:)"
      let row = model.remove(at: place)
      try require(list.remove(id: row.id) == row, "element")
      try require(list.remove(id: row.id) == nil, "twice")
    case 41..<43:
      name = "removeFirst"
      try require(list.removeFirst() == model.removeFirst(), "element")
    default:
      name = "removeLast"
      try require(list.removeLast() == model.removeLast(), "element")
    }
  }

  mutating func rearrange(_ kind: Int) throws {
    let (source, target) = (place(), place())
    switch kind {
    case 45..<52:
      name = "move"
      list.move(from: source, to: target)
      model.insert(model.remove(at: source), at: target)
    case 52..<55:
      name = "swapAt"
      list.swapAt(source, target)
      model.swapAt(source, target)
    case 55..<58:
      let (offsets, gap) = (offsets(), gap())
      name = "move(fromOffsets: \(offsets), toOffset: \(gap))"
      list.move(fromOffsets: offsets, toOffset: gap)
      let moved = Set(offsets)
      let order = Array(model.indices)
      let stay = { (part: ArraySlice<Int>) in part.filter { !moved.contains($0) } }
      model = (stay(order[..<gap]) + moved.sorted() + stay(order[gap...])).map { model[$0] }
    default: wholeOrder()
    }
  }

  mutating func wholeOrder() {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0:
      name = "reverse"
      list.reverse()
      model.reverse()
    case 1:
      name = "shuffle"
      var copy = generator
      list.shuffle(using: &copy)
      model.shuffle(using: &generator)
    case 2:
      name = "sort"
      list.sort { $0.value < $1.value }
      model.sort { $0.value < $1.value }
    case 3:
      name = "partition"
      let pivot = list.partition { $0.value % 3 == 0 }
      model = model.filter { $0.value % 3 != 0 } + model.filter { $0.value % 3 == 0 }
      assert(pivot == model.count || model[pivot].value % 3 == 0)
    case 4:
      name = "updateAll"
      list.updateAll { $0.value += 1 }
      for place in model.indices { model[place].value += 1 }
    default:
      name = "partition of few"
      let value = model[place()].value
      list.partition { $0.value == value }
      model = model.filter { $0.value != value } + model.filter { $0.value == value }
    }
  }

  /// Some positions, in any order, some of them twice; now and then many.
  mutating func offsets() -> [Int] {
    let most = Int.random(in: 0..<5, using: &generator) == 0 ? model.count : min(8, model.count)
    return (0..<Int.random(in: 0...most, using: &generator)).map { _ in place() }
  }

  mutating func several(_ kind: Int) throws {
    switch kind {
    case 0:
      name = "insert(contentsOf:)"
      let new = (0..<Int.random(in: 0...40, using: &generator)).map { _ in element() }
      var gap = gap()
      let replaced = list.insert(contentsOf: new, at: gap)
      var expected: [Row] = []
      for row in new {
        if let old = model.firstIndex(where: { $0.id == row.id }) {
          expected.append(model.remove(at: old))
          if old < gap { gap -= 1 }
        }
        model.insert(row, at: gap)
        gap += 1
      }
      try require(replaced == expected, "replaced")
    case 1:
      let offsets = offsets()
      name = "remove(atOffsets: \(offsets))"
      list.remove(atOffsets: offsets)
      for place in Set(offsets).sorted(by: >) { model.remove(at: place) }
    case 2:
      let (a, b) = (gap(), gap())
      let range = min(a, b)..<min(max(a, b), min(a, b) + 20)
      name = "removeSubrange(\(range))"
      list.removeSubrange(range)
      model.removeSubrange(range)
    case 3:
      let divisor = Int.random(in: 2...40, using: &generator)
      name = "removeAll(where:)"
      list.removeAll { $0.value % divisor == 0 }
      model.removeAll { $0.value % divisor == 0 }
    default:
      name = "reconcile"
      let before = (list, model)
      editModel()
      let fault = faultOfDiff(list.reconcile(with: model), from: before.1, to: model)
      try require(fault == nil, fault ?? "")
      try compare(before, (list, model))
    }
  }

  mutating func editModel() {
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let row = fresh()
      model.insert(row, at: gap())
      model[place()].value += 1
      model.insert(model.remove(at: place()), at: gap() == 0 ? 0 : place())
      if model.count > 1 { model.remove(at: place()) }
    }
    if Int.random(in: 0..<8, using: &generator) == 0 { model.shuffle(using: &generator) }
  }

  mutating func update(_ kind: Int) throws {
    let place = place()
    let row = element()
    switch kind {
    case 60..<75:
      name = "update"
      let old = list.update(id: model[place].id) { element in
        defer { element.value = row.value }
        return element.value
      }
      try require(old == model[place].value, "result")
      model[place].value = row.value
    case 75..<79:
      name = "update of the id"
      list.update(id: model[place].id) { $0 = row }
      modelReplace(at: place, by: row)
    case 79..<82:
      name = "subscript(position)"
      list[place] = row
      modelReplace(at: place, by: row)
    case 82..<84:
      name = "subscript(id)"
      let id = model[place].id
      list[id: id] = row
      modelReplace(at: place, by: row)
    case 84:
      name = "changes in place"
      list[place].value += 1
      list[id: model[place].id]?.value += 1
      model[place].value += 2
    case 85..<87:
      name = "subscript(id), nil"
      list[id: model[place].id] = nil
      model.remove(at: place)
    default:
      name = "subscript(id), absent"
      let row = fresh()
      list[id: row.id]?.value = 3
      list[id: row.id] = row
      model.append(row)
    }
  }

  mutating func modelReplace(at place: Int, by row: Row) {
    let other = model.firstIndex { $0.id == row.id }
    model[place] = row
    if let other, other != place { model.remove(at: other) }
  }

  mutating func look() throws {
    name = "look"
    let place = place()
    try require(list[place] == model[place], "subscript(position)")
    try require(list[id: model[place].id] == model[place], "subscript(id)")
    try require(list.index(id: model[place].id) == place, "index(id:)")
    try require(list.ids[place] == model[place].id, "ids")
    let absent = id(-1)
    try require(list[id: absent] == nil && !list.contains(id: absent) && list.index(id: absent) == nil, "absent id")
  }

  func check() throws {
    do { try list.checkInvariants() } catch { throw Mismatch(description: "step \(steps), \(name): \(error)") }
    try require(Array(list) == model, "elements")
    try require(list.ids.elementsEqual(model.map(\.id)), "ids")
  }

  mutating func compareVersions() throws {
    let place = Int.random(in: versions.indices, using: &generator)
    let version = versions[place]
    try compare(version, (list, model))
    try compare((list, model), version)
    try compare((KeyedList(uniqueElements: version.model), version.model), (list, model))
    if versions.count > 6 { versions.remove(at: place) }
    versions.append((list, model))
  }

  func compare(_ a: (list: KeyedList<Row>, model: [Row]), _ b: (list: KeyedList<Row>, model: [Row])) throws {
    let fault = faultOfDiff(b.list.diff(from: a.list), from: a.model, to: b.model)
    try require(fault == nil, "diff of \(a.model) and \(b.model): \(fault ?? "")")
    try require((a.list == b.list) == (a.model == b.model), "==")
  }

  mutating func finish() throws {
    name = "an older version"
    for version in versions {
      try require(Array(version.list) == version.model, "elements")
      try version.list.checkInvariants()
    }
    versions = []
  }
}
