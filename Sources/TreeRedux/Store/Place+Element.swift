public import TreeDiff

extension Place {
  /// The element with an id of the list at this place.
  @inlinable
  func element<Element: Identifiable>(_ id: Element.ID) -> Place<Element> where Value == KeyedList<Element> {
    Place<Element>(in: self, .element(AnyHashable(id))) { [storedOffset, read] root in
      if let storedOffset { return root.advanced(by: storedOffset)[as: KeyedList<Element>.self][id: id] }
      return read(root)?[id: id]
    } readInFrame: { [readInFrame] frame in
      readInFrame.map { $0(frame)?[id: id] } ?? frame[as: Element.self]
    } observe: { [self] core, deliver in
      observeElement(id, in: core) { deliver($0.old, $0.new, $0.notice) }
    }
  }

  /// Files an observation of one element, by its id.
  ///
  /// - Parameter body: Called when the element may have changed.
  @inlinable
  func observeElement<Element: Identifiable>(
    _ id: Element.ID, in core: StoreCore, _ body: @escaping (Change<Element?>) -> Void
  ) -> Observation where Value == KeyedList<Element> {
    if let storedOffset {
      return core.registry.watch(of: Element.self, at: storedOffset, depth: depth)
        .observeElement(id, serial: core.registry.nextSerial(), looksInside: true, body)
    }
    if let list = innerList(in: core) { return list.observe(id, in: core, body) }
    return observe(core) { old, new, notice in
      body(Change(old: old?[id: id], new: new?[id: id], notice: notice))
    }
  }
}

extension ListWatch {
  /// Files an observation of one element.
  ///
  /// - Parameter looksInside: Whether it is told of all that changes in the element, even if that is the same by its own
  ///   equality.
  @inlinable
  func observeElement<Element: Identifiable>(
    _ id: Element.ID, serial: UInt, looksInside: Bool, _ body: @escaping (Change<Element?>) -> Void
  ) -> Observation {
    let elements = unsafe unsafeDowncast(elements, to: ElementObservers<Element>.self)
    let observation =
      looksInside
      ? InsideObservation(watch: self, serial: serial, id: id, body)
      : ElementObservation<Element>(watch: self, serial: serial, id: id, body)
    elements.add(observation, isNotifying: startListening(inside: looksInside))
    return observation
  }
}

extension Registry {
  /// What watches a list in the state's own memory.
  @inlinable
  func watch<Element: Identifiable>(
    of type: Element.Type, at offset: Int, depth: @autoclosure () -> Int
  ) -> ListWatch {
    let slot = slot(of: KeyedList<Element>.self, at: offset, depth: depth())
    if let list = slot.list { return list }
    let list = ListWatch(slot: slot, dynamicEquality(of: Element.self))
    slot.list = list
    return list
  }
}
