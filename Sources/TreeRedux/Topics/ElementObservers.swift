public import TreeDiff

/// The observers of the elements of one list, and the changes that they will be told.
@usableFromInline
final class ElementObservers<Element: Identifiable> {
  @safe @exclusivity(unchecked) @usableFromInline var isEqual: (Memory, Memory) -> Bool
  /// How the list changed, as told by the elements' own equality, compiled for them; nil while that is not known.
  @safe @exclusivity(unchecked) @usableFromInline
  var ownDiff: ((_ old: KeyedList<Element>, _ new: KeyedList<Element>) -> ListDiff<Element>)?
  @safe @exclusivity(unchecked) @usableFromInline var chains: [Element.ID: ObserverChain] = [:]
  @safe @exclusivity(unchecked) @usableFromInline var changes = ElementChanges<Element>()
  /// Elements that changed their id in place.
  @safe @exclusivity(unchecked) @usableFromInline var renames: [(old: Element, new: Element)] = []

  @inlinable
  init(isEqual: @escaping (Element, Element) -> Bool) {
    self.isEqual = { isEqual($0[as: Element.self], $1[as: Element.self]) }
  }

  @inlinable
  func haveSameBits(_ a: Memory, _ b: Memory) -> Bool { a.hasSameBits(as: b, size: MemoryLayout<Element>.size) }

  @inlinable
  func areEqual(_ a: Element, _ b: Element) -> Bool {
    withMemory(reading: a) { a in withMemory(reading: b) { isEqual(a, $0) } }
  }

  @inlinable
  func note(_ element: Memory, looksInside: Bool, _ change: () -> Void) -> Bool {
    let old = element[as: Element.self]
    change()
    if withMemory(reading: old, { haveSameBits($0, element) }) { return false }
    if element[as: Element.self].id != old.id {
      // An element with the new id may have to go, which only the list can tell: see `applyRenames`.
      renames.append((old, element[as: Element.self]))
      element[as: Element.self] = old
      return true
    }
    let isInside = withMemory(reading: old) { isEqual($0, element) }
    if isInside, !looksInside { return false }
    changes.notes.append(.init(old: consume old, new: element[as: Element.self], isInside: isInside))
    return true
  }

  /// Gives elements the ids that they were given while they changed, and finds the changes anew.
  ///
  /// - Parameter areAll: Whether all elements were visited, and may have exchanged their ids.
  /// - Returns: Whether others had these ids, which are gone for that.
  @inlinable
  func applyRenames(_ list: Memory, areAll: Bool, looksInside: Bool) -> Bool {
    if renames.isEmpty { return false }
    var before = list[as: KeyedList<Element>.self]
    let count = before.count
    for note in changes.notes { before.update(id: note.old.id) { $0 = note.old } }
    if areAll {
      // At once, as where nobody watches: one may take the id that the next one gives up.
      var renamed: [Element.ID: Element] = [:]
      for (old, new) in renames { renamed[old.id] = new }
      list[as: KeyedList<Element>.self].updateAll { if let new = renamed[$0.id] { $0 = new } }
    } else {
      for (old, new) in renames { list[as: KeyedList<Element>.self].update(id: old.id) { $0 = new } }
    }
    renames = []
    changes = ElementChanges()
    _ = compare(before, list[as: KeyedList<Element>.self], looksInside: looksInside)
    return list[as: KeyedList<Element>.self].count < count
  }

  /// Finds the changes between two versions of the list; says whether there are any.
  @inlinable
  func compare(_ old: KeyedList<Element>, _ new: KeyedList<Element>, looksInside: Bool) -> Bool {
    if looksInside {
      // What lies inside an element may change without the element being another one by its own equality.
      let all = new.diff(from: old) { a, b in
        withMemory(reading: a) { a in withMemory(reading: b) { haveSameBits(a, $0) } }
      }
      if all.isEmpty { return false }
      guard all.updates.contains(where: { areEqual($0.old, $0.new) }) else {
        changes.diff = all
        return true
      }
      changes.all = all
    }
    let diff = ownDiff?(old, new) ?? new.diff(from: old, by: areEqual)
    if !diff.isEmpty { changes.diff = diff }
    return looksInside || !diff.isEmpty
  }

  /// Tells the observers of elements that changed.
  @inlinable
  func deliverElements(_ watch: ListWatch, _ notice: Notice) {
    if watch.hasPresences { changes.forEach { tellPresences(watch, $0, $1) } }
    if chains.isEmpty { return }
    let notes = changes.notes
    for i in notes.indices {
      tell(
        notes[i].new.id, isInside: notes[i].isInside, Change(old: notes[i].old, new: notes[i].new, notice: notice))
    }
    let mayBeInside = changes.all != nil
    changes.forEachOfDiff { old, new in
      tell(
        (new ?? old)!.id, isInside: mayBeInside && isSameElement(old, new, areEqual),
        Change(old: old, new: new, notice: notice))
    }
  }

  /// - Parameter isInside: Whether only something inside the element changed, which by its own equality is the same.
  @inlinable
  func tell(_ id: Element.ID, isInside: @autoclosure () -> Bool, _ change: @autoclosure () -> Change<Element?>) {
    guard let chain = chains[id] else { return }
    let (isInside, change) = (isInside(), change())
    chain.forEach(upTo: change.notice) { observation in
      let observation = unsafe unsafeDowncast(observation, to: ElementObservation<Element>.self)
      if !isInside || observation.looksInside { observation.body(change) }
    }
  }

  /// Tells the observers of the list, and forgets the changes.
  @inlinable
  func deliverList(_ watch: ListWatch, old: Memory?, new: Memory, _ notice: Notice) {
    if watch.hasListObservers, !changes.isEmpty {
      (changes.list, changes.notice) = (new[as: KeyedList<Element>.self], notice)
      watch.listObservers.forEach(upTo: notice) { observation in
        let observation = unsafe unsafeDowncast(observation, to: ListObservation<Element>.self)
        if observation.keepsOld, changes.old == nil { changes.old = old?[as: KeyedList<Element>.self] }
        observation.body(ListChange(changes, keepsOld: observation.keepsOld))
      }
    }
    ElementChanges.clear(&changes)
  }

  @inlinable
  func tellPresences(_ watch: ListWatch, _ old: Element?, _ new: Element?) {
    guard let old else { return }
    withMemory(reading: old) { before in
      if let new {
        withMemory(reading: new) { watch.elementChanged(AnyHashable(old.id), old: before, new: $0) }
      } else {
        watch.elementChanged(AnyHashable(old.id), old: before, new: nil)
      }
    }
  }

  @inlinable
  func add(_ observation: ElementObservation<Element>, isNotifying: Bool) {
    // By reference to the entry, so that the id is looked up once.
    func append(to chain: inout ObserverChain) { chain.append(observation, isNotifying: isNotifying) }
    append(to: &chains[observation.id, default: ObserverChain()])
  }
}

/// An observation of one element of a list.
@usableFromInline
class ElementObservation<Element: Identifiable>: Observation {
  @usableFromInline final let id: Element.ID
  @usableFromInline final let body: (Change<Element?>) -> Void

  @inlinable
  init(watch: ListWatch, serial: UInt, id: Element.ID, _ body: @escaping (Change<Element?>) -> Void) {
    (self.id, self.body) = (id, body)
    super.init(owner: watch, serial: serial)
  }

  /// Whether it wants to know of all that changes in the element, even if the element is the same by its own equality.
  @usableFromInline var looksInside: Bool { false }

  @usableFromInline
  override func removal(from owner: ObserverOwner) -> () -> Void {
    let (id, looksInside, serial) = (id, looksInside, serial)
    return {
      unsafe unsafeDowncast(owner, to: ListWatch.self).removeElementObservation(
        id, Element.self, looksInside: looksInside, serial: serial)
    }
  }
}

/// An observation of what lies inside one element of a list. A type of its own, since there may be very many of them.
@usableFromInline
final class InsideObservation<Element: Identifiable>: ElementObservation<Element> {
  @usableFromInline override var looksInside: Bool { true }
}

/// An observation of a list as such.
@usableFromInline
final class ListObservation<Element: Identifiable>: Observation {
  @usableFromInline let keepsOld: Bool
  @usableFromInline let body: (ListChange<Element>) -> Void

  @inlinable
  init(watch: ListWatch, serial: UInt, keepsOld: Bool, _ body: @escaping (ListChange<Element>) -> Void) {
    (self.keepsOld, self.body) = (keepsOld, body)
    super.init(owner: watch, serial: serial)
  }

  @usableFromInline
  override func removal(from owner: ObserverOwner) -> () -> Void {
    let (keepsOld, serial) = (keepsOld, serial)
    return {
      unsafe unsafeDowncast(owner, to: ListWatch.self).removeListObservation(serial: serial, keepsOld: keepsOld)
    }
  }
}

extension ListWatch {
  @inlinable
  convenience init<Element: Identifiable>(slot: Slot, _ isEqual: @escaping (Element, Element) -> Bool) {
    let elements = ElementObservers<Element>(isEqual: isEqual)
    let functions = Functions(
      note: { elements.note($0, looksInside: $1, $2) },
      compare: { old, new, looksInside in
        elements.compare(
          old[as: KeyedList<Element>.self], new[as: KeyedList<Element>.self], looksInside: looksInside)
      },
      applyRenames: { elements.applyRenames($0, areAll: $1, looksInside: $2) },
      isListChanged: { !elements.changes.isEmpty },
      deliverElements: { elements.deliverElements($0, $1) },
      deliverList: { elements.deliverList($0, old: $1, new: $2, $3) },
      remove: { watch, observation, serial in
        if type(of: observation) == ListObservation<Element>.self {
          let list = unsafe unsafeDowncast(observation, to: ListObservation<Element>.self)
          watch.removeListObservation(serial: serial, keepsOld: list.keepsOld)
        } else {
          let element = unsafe unsafeDowncast(observation, to: ElementObservation<Element>.self)
          watch.removeElementObservation(
            element.id, Element.self, looksInside: element.looksInside, serial: serial)
        }
      })
    self.init(slot: slot, elements: elements, functions: functions)
  }

  /// Has elements compared by their own equality, without looking it up each time.
  @inlinable
  func compareWithEquality<Element: Identifiable & Equatable>(of type: Element.Type) {
    let elements = unsafe unsafeDowncast(elements, to: ElementObservers<Element>.self)
    if elements.ownDiff != nil { return }
    elements.isEqual = { $0[as: Element.self] == $1[as: Element.self] }
    elements.ownDiff = { old, new in new.diff(from: old) }
  }

  @inlinable
  func removeElementObservation<Element: Identifiable>(
    _ id: Element.ID, _: Element.Type, looksInside: Bool, serial: UInt
  ) {
    let elements = unsafe unsafeDowncast(elements, to: ElementObservers<Element>.self)
    guard let place = elements.chains.index(forKey: id) else { return }
    let chain = elements.chains[place].value
    chain.remove(serial: serial)
    if chain.isEmpty { elements.chains.remove(at: place) }
    stopListening(inside: looksInside)
  }

  /// Begins to count an observer of an element. Says whether observers are being told of something.
  @usableFromInline func startListening(inside looksInside: Bool) -> Bool {
    if looksInside { insideObserverCount += 1 }
    return slot.with { slot in
      slot.changeListening(by: 1)
      return slot.isNotifying
    }
  }
  @usableFromInline func stopListening(inside looksInside: Bool) {
    if looksInside { insideObserverCount -= 1 }
    slot.with { $0.changeListening(by: -1) }
  }
}
