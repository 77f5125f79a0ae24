import TreeDiff

/// The observed parts of the state, and what has to be saved before they may change.
@usableFromInline
final class Registry {
  let link: StoreLink
  @safe @exclusivity(unchecked) private var slots: [Slot.Key: Slot] = [:]
  /// Where states of mounted nodes lie, in the order in which those were mounted. Places are used again.
  private var guests: [(range: Range<Int>, turn: Int)] = []
  /// Those that are observed, in the order in which they are notified.
  private var liveSlots: [Slot] = []
  /// Changes whenever other parts are observed than before.
  @safe @exclusivity(unchecked) private(set) var version: UInt = 1
  private var liveVersion: UInt = 0
  @safe @exclusivity(unchecked) private(set) var lastSerial: UInt = 0
  @safe @exclusivity(unchecked) @usableFromInline var isNotifying = false

  init(link: StoreLink) { self.link = link }

  @usableFromInline
  func nextSerial() -> UInt {
    lastSerial += 1
    return lastSerial
  }
  func liveSlotsChanged() { version += 1 }

  @inlinable
  func slot<Value>(of type: Value.Type, at offset: Int, depth: @autoclosure () -> Int) -> Slot {
    if let slot = slot(at: offset, ObjectIdentifier(type)) { return slot }
    return add(type, at: offset, ValueOperations(type), depth: depth())
  }
  @usableFromInline
  func slot(at offset: Int, _ type: ObjectIdentifier) -> Slot? { slots[Slot.Key(offset: offset, type: type)] }
  @usableFromInline
  func add(_ type: Any.Type, at offset: Int, _ operations: ValueOperations, depth: Int) -> Slot {
    let key = Slot.Key(offset: offset, type: ObjectIdentifier(type))
    let part = StateMemory.Part(offset: offset, operations: operations)
    let turn = guests.first { $0.range.contains(offset) }?.turn ?? 0
    let slot = Slot(key: key, part: part, list: type as? any ListState.Type, depth: depth, turn: turn, registry: self)
    slots[key] = slot
    return slot
  }
  /// The slot of a container in the state's own memory.
  func slot(of node: NodeCore, _ crossing: Crossing) -> Slot {
    let container = crossing.container
    let slot =
      slot(at: crossing.offset, ObjectIdentifier(container.type))
      ?? add(container.type, at: crossing.offset, container.operations, depth: node.depth)
    if slot.list == nil, let makeWatch = container.makeWatch { slot.list = makeWatch(slot) }
    return slot
  }

  /// Begins to know parts of a mounted node's state, to be told after those of all that were mounted before.
  func addGuest(_ range: Range<Int>) { guests.append((range, (guests.last?.turn ?? 0) + 1)) }

  /// Forgets the parts in a range that holds nothing any more; who observed them is told nothing.
  func removeSlots(in range: Range<Int>) {
    guests.removeAll { $0.range == range }
    for (key, slot) in slots where range.contains(slot.range.lowerBound) {
      slots[key] = nil
      slot.leaveList()
    }
    liveSlotsChanged()
  }

  /// Forgets what waits for nodes to go: it knows the nodes, and they know the slots.
  func forgetPresences() {
    for slot in slots.values { slot.forgetPresences() }
  }

  private func live() -> [Slot] {
    if liveVersion != version {
      liveSlots = slots.values.filter(\.isLive).sorted { $0.isNotified(before: $1) }
      liveVersion = version
    }
    return liveSlots
  }

  /// Whether the elements of a list can be changed in place, because nobody needs its old value.
  private func canNoteIDs(_ slot: Slot, in live: [Slot]) -> Bool {
    slot.retaining == 0 && slot.presences.isEmpty
      && !live.contains { $0 !== slot && $0.isWatched && $0.encloses(slot.range) }
  }

  /// Calls `body` with the preparation of a plan, brought up to date.
  @inline(__always)
  func withPreparation<Result>(of plan: Plan, _ body: (Preparation) -> Result) -> Result {
    if plan.preparation.version != version { prepareAnew(plan) }
    // It is replaced by the next action at the earliest.
    return Borrowed(plan.preparation).with(body)
  }

  private func prepareAnew(_ plan: Plan) {
    let live = live()
    var ranges = plan.spans
    for list in plan.lists { list.step.watch = nil }
    for (step, range) in plan.lists {
      if ranges.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }) { continue }
      let around = live.filter { $0.isWatched && $0.range.overlaps(range) }
      if around.isEmpty { continue }
      let slot = around.first { $0.list != nil && $0.range == range }
      // Two steps that note the same list would note an element twice.
      let isVisitedOnce = plan.lists.count { $0.range == range } == 1
      if let slot, isVisitedOnce, canNoteIDs(slot, in: live) {
        step.watch = slot.list
      } else {
        ranges.append(range)
      }
    }
    plan.preparation = preparation(for: ranges, in: live)
  }

  /// Calls `body` with what has to be done before an element or an optional's value may change.
  @inline(__always)
  func withAccess<Result>(to node: NodeCore, _ body: (Access) -> Result) -> Result {
    if node.access.version != version { node.access = makeAccess(to: node) }
    // It is replaced by the next action at the earliest.
    return Borrowed(node.access).with(body)
  }

  private func makeAccess(to node: NodeCore) -> Access {
    guard let crossing = node.crossing else { return Access(version: version) }
    let live = live()
    let around = live.filter { $0.range.overlaps(crossing.range) }
    if case .each = crossing.kind {
      if !around.contains(where: \.isWatched) { return Access(version: version) }
      let slot = around.first { $0.list != nil && $0.range == crossing.range }
      if let slot, let watch = slot.list, canNoteIDs(slot, in: live) {
        return Access(version: version, watch: watch)
      }
    } else if around.isEmpty {
      return Access(version: version)
    }
    return Access(version: version, preparation: preparation(for: [crossing.range], in: live))
  }

  /// What has to be saved before anything may change.
  func preparationForAll() -> Preparation {
    let live = live()
    return preparation(for: live.map(\.range), in: live)
  }

  private func preparation(for ranges: [Range<Int>], in live: [Slot]) -> Preparation {
    let slots = live.filter { slot in ranges.contains { $0.overlaps(slot.range) } }
    let outermost = slots.filter { slot in
      !slots.contains { $0 !== slot && slot.isNotified(before: $0) && $0.encloses(slot.range) }
    }
    return Preparation(version: version, regions: regions(of: outermost, slots))
  }

  /// What lies close together is dealt with in one go: copying and comparing a few bytes more is cheaper.
  private func regions(of outermost: [Slot], _ slots: [Slot]) -> [StateMemory.Region] {
    var groups: [(range: Range<Int>, parts: [StateMemory.Part])] = []
    for part in outermost.map(\.part).sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = groups.last, part.range.lowerBound <= last.range.upperBound + 64 {
        let upper = max(last.range.upperBound, part.range.upperBound)
        groups[groups.count - 1] = (last.range.lowerBound..<upper, last.parts + [part])
      } else {
        groups.append((part.range, [part]))
      }
    }
    return groups.map { group in
      StateMemory.Region(
        range: group.range, parts: group.parts, slots: slots.filter { group.range.overlaps($0.range) })
    }
  }
}

extension Slot {
  func encloses(_ other: Range<Int>) -> Bool {
    range.lowerBound <= other.lowerBound && other.upperBound <= range.upperBound
  }
}

/// What has to be done before a frame is entered to change something in it.
final class Access {
  let version: UInt
  /// Where elements are noted that changed in place; nil if nobody wants that.
  let watch: ListWatch?
  /// What has to be saved.
  let preparation: Preparation
  /// Whether nobody watches.
  let isIdle: Bool

  init(version: UInt = 0, watch: ListWatch? = nil, preparation: Preparation? = nil) {
    (self.version, self.watch, self.preparation) = (version, watch, preparation ?? Preparation())
    isIdle = watch == nil && preparation == nil
  }
}

/// What has to be saved before an action, and compared after it.
final class Preparation {
  let version: UInt
  let regions: FixedArray<StateMemory.Region>

  init(version: UInt = 0, regions: [StateMemory.Region] = []) {
    (self.version, self.regions) = (version, FixedArray(regions))
  }
}

/// A list, whatever the type of its elements.
protocol ListState {
  /// Whether two lists at these addresses differ in an element or in their order.
  static func differ(_ old: Memory, _ new: Memory) -> Bool
}

extension KeyedList: ListState {
  static func differ(_ old: Memory, _ new: Memory) -> Bool {
    let isEqual = dynamicEquality(of: Element.self)
    return !new[as: KeyedList.self].diff(from: old[as: KeyedList.self], by: isEqual).isEmpty
  }
}
