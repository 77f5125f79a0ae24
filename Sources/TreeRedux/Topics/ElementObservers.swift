public import TreeDiff

/// The observers of the elements of one list, and the changes that they will be told.
@usableFromInline
final class ElementObservers<Element: Identifiable> {
  @usableFromInline var isEqual: (Element, Element) -> Bool
  /// Whether `isEqual` is the elements' own equality, compiled for them.
  @usableFromInline var isEqualitySpecialized = false
  @usableFromInline var chains: [Element.ID: ObserverChain] = [:]
  @usableFromInline var notes: [(old: Element, new: Element)] = []
  @usableFromInline var diff: ListDiff<Element>?

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

  /// The source of the changes that were found, which are forgotten.
  @inlinable
  func takeChanges() -> ListChange<Element>.Source {
    if let diff {
      self.diff = nil
      notes = []
      return .diff(diff)
    }
    defer { notes.removeAll(keepingCapacity: true) }
    return .inPlace(notes)
  }

  @inlinable
  func deliver(_ watch: ListWatch, old: Memory?, new: Memory, _ notice: Notice) {
    let source = takeChanges()
    if watch.hasPresences || !chains.isEmpty {
      source.forEachElement { old, new in
        let id = (new ?? old)!.id
        if watch.hasPresences, let old {
          withMemory(reading: old) { old in
            if let new { withMemory(reading: new) { watch.elementChanged(AnyHashable(id), old: old, new: $0) } }
            if new == nil { watch.elementChanged(AnyHashable(id), old: old, new: nil) }
          }
        }
        guard let chain = chains[id] else { return }
        chain.forEach(upTo: notice.lastSerial) { observation in
          unsafe unsafeDowncast(observation, to: ElementObservation<Element>.self)
            .body(Change(old: old, new: new, notice: notice))
        }
      }
    }
    guard watch.hasListObservers else { return }
    let list = new[as: KeyedList<Element>.self]
    let before = old.map { $0[as: KeyedList<Element>.self] }
    watch.listObservers.forEach(upTo: notice.lastSerial) { observation in
      let observation = unsafe unsafeDowncast(observation, to: ListObservation<Element>.self)
      let old = observation.keepsOld ? before : nil
      observation.body(ListChange(source: source, old: old, list: list, notice: notice))
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
    case .inPlace(let notes):
      for note in notes {
        if note.old.id == note.new.id {
          body(note.old, note.new)
        } else {
          body(note.old, nil)
          body(nil, note.new)
        }
      }
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
      deliver: { elements.deliver($0, old: $1, new: $2, $3) },
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
