public import TreeDiff

/// The observers of the elements of a list that lies inside something that may go: the value of an optional, another
/// element, what a computed path leads to.
///
/// The list is compared once for all of them. Each is called in its turn among those that observe what the list lies in.
@usableFromInline
final class InnerList<Element: Identifiable>: ObserverOwner {
  private let key: PlaceKey
  /// Stands for all of them where the list lies; it was registered before the first of them.
  @safe @exclusivity(unchecked) @usableFromInline var whole: Observation?
  @safe @exclusivity(unchecked) @usableFromInline var chains: [Element.ID: ObserverChain] = [:]

  @usableFromInline
  init(key: PlaceKey, link: StoreLink) {
    self.key = key
    super.init(link: link)
  }

  @inlinable
  func observe(
    _ id: Element.ID, in core: StoreCore, _ body: @escaping (Change<Element?>) -> Void
  ) -> Observation {
    let registry = core.registry
    let observation = InnerObservation<Element>(owner: self, serial: registry.nextSerial(), id: id, body)
    // By reference to the entry, so that the id is looked up once.
    func append(to chain: inout ObserverChain) { chain.append(observation, isNotifying: registry.isNotifying) }
    append(to: &chains[id, default: ObserverChain()])
    return observation
  }

  /// Has the observers called of the elements that changed; they compare for themselves.
  @inlinable
  func changed(_ old: KeyedList<Element>?, _ new: KeyedList<Element>?, _ notice: Notice) {
    guard let old, let new, chains.count > fewEnoughToLookUp else {
      for (id, chain) in chains { tell(chain, old?[id: id], new?[id: id], notice) }
      return
    }
    new.forEachChange(from: old) { old, new in
      if let element = new ?? old, let chain = chains[element.id] { tell(chain, old, new, notice) }
    }
  }

  @inlinable
  func tell(_ chain: ObserverChain, _ old: Element?, _ new: Element?, _ notice: Notice) {
    if haveSameBits(old, new) { return }
    chain.enqueue(in: notice) { observation in
      unsafe unsafeDowncast(observation, to: InnerObservation<Element>.self)
        .body(Change(old: old, new: new, notice: notice))
    }
  }

  @inlinable
  func haveSameBits(_ a: Element?, _ b: Element?) -> Bool {
    guard let a, let b else { return a == nil && b == nil }
    return withMemory(reading: a) { a in
      withMemory(reading: b) { a.hasSameBits(as: $0, size: MemoryLayout<Element>.size) }
    }
  }

  override var outermost: Slot? { whole?.owner?.outermost }

  override func remove(_ observation: Observation, serial: UInt) {
    remove(unsafe unsafeDowncast(observation, to: InnerObservation<Element>.self).id, serial: serial)
  }

  @usableFromInline
  func remove(_ id: Element.ID, serial: UInt) {
    guard let place = chains.index(forKey: id) else { return }
    let chain = chains.values[place]
    chain.remove(serial: serial)
    if chain.isEmpty { chains.remove(at: place) }
    if !chains.isEmpty { return }
    whole?.cancel()
    whole = nil
    link.core?.forgetInnerList(self, key)
  }
}

/// An observation of an element of such a list.
@usableFromInline
final class InnerObservation<Element: Identifiable>: Observation {
  @usableFromInline let id: Element.ID
  @usableFromInline let body: (Change<Element?>) -> Void

  @inlinable
  init(owner: InnerList<Element>, serial: UInt, id: Element.ID, _ body: @escaping (Change<Element?>) -> Void) {
    (self.id, self.body) = (id, body)
    super.init(owner: owner, serial: serial)
  }

  @usableFromInline
  override func removal(from owner: ObserverOwner) -> () -> Void {
    let (id, serial) = (id, serial)
    return { unsafe unsafeDowncast(owner, to: InnerList<Element>.self).remove(id, serial: serial) }
  }
}

extension Place {
  /// What knows the observers of the elements of the list at this place; nil for what a function makes.
  @inlinable
  func innerList<Element: Identifiable>(in core: StoreCore) -> InnerList<Element>? where Value == KeyedList<Element> {
    guard let key else { return nil }
    if let list = core.innerLists[key] as? InnerList<Element> { return list }
    let list = InnerList<Element>(key: key, link: core.link)
    // Unowned: the list keeps the observation.
    list.whole = observe(core) { [unowned list] old, new, notice in list.changed(old, new, notice) }
    core.innerLists[key] = list
    return list
  }
}

extension StoreCore {
  /// Forgets a list that nobody observes any more.
  func forgetInnerList(_ list: ObserverOwner, _ key: PlaceKey) {
    if innerLists[key] === list { innerLists[key] = nil }
  }

  /// Forgets lists that lay in a range of the state which holds nothing any more.
  func forgetInnerLists(in range: Range<Int>) {
    innerLists = innerLists.filter { !range.contains($0.key.offset) }
  }
}
