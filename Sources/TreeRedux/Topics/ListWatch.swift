/// Watches a list: knows the observers of its elements and of the list as such, and which elements changed.
@usableFromInline
final class ListWatch: ObserverOwner {
  /// Made where the type of the elements is known, so that they are compiled for it.
  @usableFromInline
  struct Functions {
    /// Lets an element change, and notes it if it did.
    @usableFromInline let note: (_ element: Memory, _ looksInside: Bool, _ change: () -> Void) -> Bool
    /// Finds the changes between two versions of the list; says whether there are any.
    @usableFromInline let compare: (_ old: Memory, _ new: Memory, _ looksInside: Bool) -> Bool
    /// Gives elements that changed their ids in place the new ones: one, or any of all.
    @usableFromInline let applyRenames: (_ list: Memory, _ areAll: Bool, _ looksInside: Bool) -> Bool
    /// Whether the list is another one by the equality of its elements.
    @usableFromInline let isListChanged: () -> Bool
    /// Tells the observers of elements.
    @usableFromInline let deliverElements: (ListWatch, Notice) -> Void
    /// Tells the observers of the list, and forgets the changes.
    @usableFromInline let deliverList: (ListWatch, _ old: Memory?, _ new: Memory, Notice) -> Void
    /// Removes the observation of an element.
    @usableFromInline let remove: (ListWatch, Observation, _ serial: UInt) -> Void

    @inlinable
    init(
      note: @escaping (Memory, Bool, () -> Void) -> Bool, compare: @escaping (Memory, Memory, Bool) -> Bool,
      applyRenames: @escaping (Memory, Bool, Bool) -> Bool, isListChanged: @escaping () -> Bool,
      deliverElements: @escaping (ListWatch, Notice) -> Void,
      deliverList: @escaping (ListWatch, Memory?, Memory, Notice) -> Void,
      remove: @escaping (ListWatch, Observation, UInt) -> Void
    ) {
      (self.note, self.compare, self.remove, self.applyRenames) = (note, compare, remove, applyRenames)
      (self.isListChanged, self.deliverElements, self.deliverList) = (isListChanged, deliverElements, deliverList)
    }
  }

  /// The slot keeps this, and the registry keeps the slot.
  @usableFromInline let slot: Borrowed<Slot>
  /// The slot, once the registry has forgotten it.
  private var kept: Slot?
  func keep(_ slot: Slot) { kept = slot }
  override var outermost: Slot? { slot.object }
  let functions: Functions
  /// An `ElementObservers` of the elements' type.
  @usableFromInline let elements: AnyObject
  @usableFromInline let listObservers = ObserverChain()
  @safe @exclusivity(unchecked) private var listObserverCount = 0
  /// Whether there are changes to be told, and whether the list as it was is at hand.
  @safe @exclusivity(unchecked) var hasChanges = false
  @safe @exclusivity(unchecked) var isOldKept = false
  /// What belongs to elements, by their ids.
  @safe @exclusivity(unchecked) private var presences: [AnyHashable: PresenceTable] = [:]

  @usableFromInline
  init(slot: Slot, elements: AnyObject, functions: Functions) {
    (self.slot, self.elements, self.functions) = (Borrowed(slot), elements, functions)
    super.init(link: slot.link)
  }

  @usableFromInline var hasListObservers: Bool { listObserverCount > 0 }
  @usableFromInline var hasPresences: Bool { !presences.isEmpty }
  /// Effects and handles of what lies inside elements.
  @safe @exclusivity(unchecked) private(set) var nestedPresenceCount = 0
  /// Observers of elements that want to know of all that changes in them.
  @safe @exclusivity(unchecked) var insideObserverCount = 0
  /// Whether it matters what changed inside elements that are the same by their own equality.
  var looksInside: Bool { nestedPresenceCount + insideObserverCount > 0 }
  /// Whether anybody wants to know of changes.
  var isNeeded: Bool { slot.with { $0.listening > 0 } || hasListObservers || hasPresences }

  // MARK: Observers

  @usableFromInline
  func addListObservation(_ observation: Observation, keepsOld: Bool) {
    listObservers.append(observation, isNotifying: slot.with { $0.isNotifying })
    changeListObservers(by: 1, keepsOld: keepsOld)
  }
  @usableFromInline
  func removeListObservation(serial: UInt, keepsOld: Bool) {
    listObservers.remove(serial: serial)
    changeListObservers(by: -1, keepsOld: keepsOld)
  }
  private func changeListObservers(by n: Int, keepsOld: Bool) {
    listObserverCount += n
    slot.with { if keepsOld { $0.changeRetaining(by: n) } else { $0.changeListening(by: n) } }
  }
  override func remove(_ observation: Observation, serial: UInt) { functions.remove(self, observation, serial) }

  // MARK: Presences

  func add(_ presence: Presence, id: AnyHashable) {
    let wasEmpty = presences.isEmpty
    presences[id, default: PresenceTable()].add(presence, depth: 1)
    if presence.route.hops.count > 1 { changeNestedPresences(by: 1) }
    if wasEmpty { slot.with { $0.registry.with { $0.liveSlotsChanged() } } }
  }
  private func changeNestedPresences(by n: Int) {
    nestedPresenceCount += n
    slot.with { $0.changeListening(by: n) }
  }
  func remove(_ presence: Presence, id: AnyHashable) {
    guard let place = presences.index(forKey: id) else { return }
    presences.values[place].remove(presence, depth: 1)
    if presences.values[place].isEmpty { presences.remove(at: place) }
    if presence.route.hops.count > 1 { changeNestedPresences(by: -1) }
    if presences.isEmpty { slot.with { $0.registry.with { $0.liveSlotsChanged() } } }
  }
  func forgetPresences() { presences = [:] }

  /// Tells what belongs to an element, or to something inside it, that it is gone.
  @usableFromInline
  func elementChanged(_ id: AnyHashable, old: Memory, new: Memory?) {
    guard let table = presences[id] else { return }
    var gone: [Presence] = []
    if let new {
      table.collectGone(old: old, new: new, depth: 1, into: &gone)
    } else {
      table.collectAll(into: &gone)
    }
    gone.forEachFiled { $0.isGone(old) }
  }
}
