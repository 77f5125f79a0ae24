/// A stored part of the state that is observed.
@usableFromInline
final class Slot: ObserverOwner {
  @usableFromInline
  struct Key: Hashable {
    let offset: Int
    let type: ObjectIdentifier
  }

  let key: Key
  let part: StateMemory.Part
  /// Whether the part is a list.
  let isList: Bool
  private let listType: (any ListState.Type)?
  /// How many key path components lead here; orders parts that fill the same bytes.
  let depth: Int
  /// Which mounted node's state this is a part of, counted as they were mounted; 0 if of the tree's.
  let turn: Int
  /// It keeps the slot.
  let registry: Borrowed<Registry>
  /// What watches the elements, if this is a list.
  @safe @exclusivity(unchecked) @usableFromInline var list: ListWatch?

  /// Tells observations, each a `ValueObservation` of the part's type or a `DerivedObservation`.
  @safe @exclusivity(unchecked) @usableFromInline var deliver: Deliver?
  @usableFromInline typealias Deliver = (ObserverChain, _ old: Memory, _ new: Memory, Notice) -> Void

  private let observers = ObserverChain()
  /// Observations that need the old value of the whole part, and those of the list and its elements that do not.
  @safe @exclusivity(unchecked) private(set) var retaining = 0
  @safe @exclusivity(unchecked) private(set) var listening = 0
  /// Effects and handles that want to know when what they belong to goes.
  @safe @exclusivity(unchecked) private(set) var presences = PresenceTable()

  init(key: Key, part: StateMemory.Part, list: (any ListState.Type)?, depth: Int, turn: Int, registry: Registry) {
    (self.key, self.part, self.depth, self.turn, self.registry) = (key, part, depth, turn, Borrowed(registry))
    (listType, isList) = (list, list != nil)
    super.init(link: registry.link)
  }

  /// Lets go of the list, whose observations may outlive the part.
  func leaveList() {
    list?.keep(self)
    list = nil
  }

  override var outermost: Slot? { self }
  var range: Range<Int> { part.range }
  /// Whether what happens inside is observed, or only what comes and goes.
  var isWatched: Bool { retaining + listening > 0 }
  /// Whether somebody observes it, apart from those who only want to know when something goes.
  var isObserved: Bool { retaining + listening > (list?.nestedPresenceCount ?? 0) }
  var isLive: Bool { isWatched || !presences.isEmpty || list?.hasPresences == true }

  /// Whether observers are being called.
  var isNotifying: Bool { registry.with { $0.isNotifying } }

  func changeRetaining(by n: Int) {
    let wasNone = retaining == 0
    retaining += n
    if wasNone != (retaining == 0) { registry.with { $0.liveSlotsChanged() } }
  }
  func changeListening(by n: Int) {
    let wasNone = listening == 0
    listening += n
    if wasNone != (listening == 0) { registry.with { $0.liveSlotsChanged() } }
  }

  func add(_ presence: Presence) {
    let wasEmpty = presences.isEmpty
    presences.add(presence, depth: 0)
    if wasEmpty { registry.with { $0.liveSlotsChanged() } }
  }
  func remove(_ presence: Presence) {
    presences.remove(presence, depth: 0)
    if presences.isEmpty { registry.with { $0.liveSlotsChanged() } }
  }

  func forgetPresences() {
    presences = PresenceTable()
    list?.forgetPresences()
  }

  @usableFromInline
  func add(_ observation: Observation) {
    observers.append(observation, isNotifying: isNotifying)
    changeRetaining(by: 1)
  }
  override func remove(serial: UInt) {
    observers.remove(serial: serial)
    changeRetaining(by: -1)
  }

  /// Finds which elements of a list changed, unless that was noted when they did.
  ///
  /// - Returns: Whether elements were given ids of others, which are gone for that.
  func findElements(saved: Memory, live: Memory) -> Bool {
    guard let list else { return false }
    let (old, new) = (saved.advanced(by: part.offset), live.advanced(by: part.offset))
    if list.hasChanges || !list.isNeeded { return false }
    list.hasChanges = list.functions.compare(old, new, list.looksInside)
    list.isOldKept = list.hasChanges
    return false
  }

  /// Whether this is a list that somebody observes and that did change.
  func isChangedList(saved: Memory, live: Memory) -> Bool {
    guard isObserved, let listType else { return false }
    if let list, list.isNeeded { return list.hasChanges && list.functions.isListChanged() }
    return listType.differ(saved.advanced(by: part.offset), live.advanced(by: part.offset))
  }

  /// Tells the observers of the elements that changed.
  func notifyElements(_ notice: Notice) {
    if let list, list.hasChanges { list.functions.deliverElements(list, notice) }
  }

  /// Tells the observers of a part whose bits differ; they are told only if the values do.
  ///
  /// - Parameters:
  ///   - saved: The base of the state as it was; only parts of it were kept.
  ///   - live: The base of the state.
  func notify(saved: Memory, live: Memory, _ notice: Notice) {
    let (old, new) = (saved.advanced(by: part.offset), live.advanced(by: part.offset))
    notifyPresences(saved: saved, live: live)
    if let list, list.hasChanges {
      list.functions.deliverList(list, list.isOldKept ? old : nil, new, notice)
      (list.hasChanges, list.isOldKept) = (false, false)
    }
    if retaining == 0 { return }
    if let deliver { return deliver(observers, old, new, notice) }
    observers.forEach(upTo: notice) { observation in
      unsafe unsafeDowncast(observation, to: DerivedObservation.self).body(old, new, notice)
    }
  }

  /// Tells what belongs to an optional's value, or to something inside it, that it is gone.
  private func notifyPresences(saved: Memory, live: Memory) {
    if presences.isEmpty { return }
    var gone: [Presence] = []
    presences.collectGone(old: saved, new: live, depth: 0, into: &gone)
    if gone.isEmpty { return }
    let old = saved.advanced(by: part.offset)
    gone.forEachFiled { presence in _ = presence.route.hops[0].way.read(old) { presence.isGone($0) } }
  }

  /// Lets observations of the whole part be filed here.
  @inlinable
  func deliverWhole<Value: Equatable>(_ type: Value.Type) {
    if deliver != nil { return }
    deliver = { observers, old, new, notice in
      let derived: AnyClass = DerivedObservation.self
      func tellDerived(_ observation: Observation) {
        unsafe unsafeDowncast(observation, to: DerivedObservation.self).body(old, new, notice)
      }
      if old[as: Value.self] == new[as: Value.self] {
        observers.forEach(upTo: notice) { if Swift.type(of: $0) == derived { tellDerived($0) } }
        return
      }
      // One for all: what it refers to would otherwise be counted for each observer.
      let change = Change(old: old[as: Value.self], new: new[as: Value.self], notice: notice)
      observers.forEach(upTo: notice) { observation in
        if Swift.type(of: observation) == derived { return tellDerived(observation) }
        unsafe unsafeDowncast(observation, to: ValueObservation<Value>.self).body(change)
      }
    }
  }
}

extension Slot {
  /// Whether this comes before `other` when both changed: what lies inside comes before what lies around it, the rest in
  /// the order in which it is stored, and states of mounted nodes come as those were mounted.
  func isNotified(before other: Slot) -> Bool {
    if turn != other.turn { return turn < other.turn }
    if range.upperBound != other.range.upperBound { return range.upperBound < other.range.upperBound }
    if range.lowerBound != other.range.lowerBound { return range.lowerBound > other.range.lowerBound }
    return depth > other.depth
  }
}
