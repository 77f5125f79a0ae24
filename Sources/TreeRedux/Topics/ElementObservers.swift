public import TreeDiff

/// The observers of the elements of one list, and the changes that they will be told.
@usableFromInline
final class ElementObservers<Element: Identifiable> {
  @safe @exclusivity(unchecked) @usableFromInline var isEqual: (Element, Element) -> Bool
  /// Whether `isEqual` is the elements' own equality, compiled for them.
  @usableFromInline var isEqualitySpecialized = false
  @safe @exclusivity(unchecked) @usableFromInline var chains: [Element.ID: ObserverChain] = [:]
  @safe @exclusivity(unchecked) @usableFromInline var notes: [(old: Element, new: Element)] = []
  @safe @exclusivity(unchecked) @usableFromInline var diff: ListDiff<Element>?
  /// Changes that observers of elements were told already, and those of the list will be.
  @safe @exclusivity(unchecked) @usableFromInline var toldElements: ListChange<Element>.Source?

  @inlinable init(isEqual: @escaping (Element, Element) -> Bool) { self.isEqual = isEqual }

  @inlinable
  func note(_ element: Memory, _ change: () -> Void) -> Bool {
    let old = element[as: Element.self]
    change()
    let isSame = withMemory(reading: old) { $0.hasSameBits(as: element, size: MemoryLayout<Element>.size) }
    if isSame || isEqual(old, element[as: Element.self]) { return false }
    notes.append((old, element[as: Element.self]))
    return true
  }

  @inlinable
  func takeChanges() -> ListChange<Element>.Source {
    if let found = diff {
      diff = nil
      return .diff(found)
    }
    if notes.count == 1 {
      let (old, new) = notes.removeLast()
      return .one(old: old, new: new)
    }
    defer { notes = [] }
    return .several(notes)
  }

  @inlinable
  func deliverElements(_ watch: ListWatch, _ notice: Notice) {
    if !watch.hasPresences && chains.isEmpty { return }
    let changes = takeChanges()
    if watch.hasPresences { changes.forEachElement { tellPresences(watch, $0, $1) } }
    changes.forEachElement { old, new in
      guard let chain = chains[(new ?? old)!.id] else { return }
      chain.forEach(upTo: notice) { observation in
        unsafe unsafeDowncast(observation, to: ElementObservation<Element>.self)
          .body(Change(old: old, new: new, notice: notice))
      }
    }
    if watch.hasListObservers { toldElements = changes }
  }

  @inlinable
  func deliverList(_ watch: ListWatch, old: Memory?, new: Memory, _ notice: Notice) {
    let changes = toldElements ?? takeChanges()
    toldElements = nil
    guard watch.hasListObservers else { return }
    let list = new[as: KeyedList<Element>.self]
    watch.listObservers.forEach(upTo: notice) { observation in
      let observation = unsafe unsafeDowncast(observation, to: ListObservation<Element>.self)
      let before = observation.keepsOld ? old?[as: KeyedList<Element>.self] : nil
      observation.body(ListChange(source: changes, old: before, list: list, notice: notice))
    }
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
    if let chain = chains[observation.id] {
      chain.append(observation, isNotifying: isNotifying)
    } else {
      let chain = ObserverChain()
      chain.append(observation, isNotifying: isNotifying)
      chains[observation.id] = chain
    }
  }
}

extension ListChange.Source {
  /// Calls `body` with every element that was removed, inserted or updated, removed ones first, the rest in new order.
  @inlinable
  func forEachElement(_ body: (_ old: Element?, _ new: Element?) -> Void) {
    switch self {
    case .one(let old, let new): changed(old, new, body)
    case .several(let notes):
      for (old, new) in notes { changed(old, new, body) }
    case .diff(let diff):
      for removal in diff.removals { body(removal.element, nil) }
      var insertions = diff.insertions[...]
      for update in diff.updates {
        while let insertion = insertions.first, insertion.index < update.to {
          body(nil, insertion.element)
          insertions.removeFirst()
        }
        body(update.old, update.new)
      }
      for insertion in insertions { body(nil, insertion.element) }
    }
  }
}

extension ListChange.Source {
  /// An element that changed where it stands, and may have got another id.
  @inlinable
  func changed(_ old: Element, _ new: Element, _ body: (_ old: Element?, _ new: Element?) -> Void) {
    if old.id == new.id { return body(old, new) }
    body(old, nil)
    body(nil, new)
  }
}

/// An observation of one element of a list.
@usableFromInline
final class ElementObservation<Element: Identifiable>: Observation {
  @usableFromInline let id: Element.ID
  @usableFromInline let body: (Change<Element?>) -> Void

  @inlinable
  init(watch: ListWatch, serial: UInt, id: Element.ID, _ body: @escaping (Change<Element?>) -> Void) {
    (self.id, self.body) = (id, body)
    super.init(owner: watch, serial: serial)
  }

  @usableFromInline
  override func removal(from owner: ObserverOwner) -> () -> Void {
    let (id, serial) = (id, serial)
    return {
      unsafe unsafeDowncast(owner, to: ListWatch.self).removeElementObservation(id, Element.self, serial: serial)
    }
  }
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
      note: { elements.note($0, $1) },
      compare: { old, new in
        let diff = new[as: KeyedList<Element>.self].diff(from: old[as: KeyedList<Element>.self], by: elements.isEqual)
        elements.diff = diff
        return !diff.isEmpty
      },
      deliverElements: { elements.deliverElements($0, $1) },
      deliverList: { elements.deliverList($0, old: $1, new: $2, $3) },
      remove: { [unowned slot] observation in
        let watch = slot.list!
        if type(of: observation) == ElementObservation<Element>.self {
          let element = unsafe unsafeDowncast(observation, to: ElementObservation<Element>.self)
          watch.removeElementObservation(element.id, Element.self, serial: watch.serial(of: observation))
        } else {
          let list = unsafe unsafeDowncast(observation, to: ListObservation<Element>.self)
          watch.removeListObservation(serial: watch.serial(of: observation), keepsOld: list.keepsOld)
        }
      })
    self.init(slot: slot, elements: elements, functions: functions)
  }

  /// Has elements compared by their own equality, without looking it up each time.
  @inlinable
  func compareWithEquality<Element: Identifiable & Equatable>(of type: Element.Type) {
    let elements = unsafe unsafeDowncast(elements, to: ElementObservers<Element>.self)
    if elements.isEqualitySpecialized { return }
    (elements.isEqual, elements.isEqualitySpecialized) = ({ $0 == $1 }, true)
  }

  @inlinable
  func removeElementObservation<Element: Identifiable>(_ id: Element.ID, _: Element.Type, serial: UInt) {
    let elements = unsafe unsafeDowncast(elements, to: ElementObservers<Element>.self)
    guard let chain = elements.chains[id] else { return }
    chain.remove(serial: serial)
    if chain.isEmpty { elements.chains[id] = nil }
    stopListening()
  }
  @usableFromInline func serial(of observation: Observation) -> UInt { observation.serial }
  @usableFromInline func startListening() { slot.changeListening(by: 1) }
  @usableFromInline func stopListening() { slot.changeListening(by: -1) }
}
