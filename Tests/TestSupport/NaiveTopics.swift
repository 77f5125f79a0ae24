package import TreeDiff

extension NaiveStore {
  /// Observes a part of the state, by `==`. Its first value is told of only to those who want an initial one.
  package func observe<Part, Value: Equatable>(
    _ path: KeyPath<Part, Value>, at address: NaiveAddress<State, Part>, depth: Int = 1, initial: Bool,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> NaiveObserver<State> {
    let read = { (world: NaiveWorld<State>) -> Value? in address.read(world)?[keyPath: path] }
    var last = read(world)
    let first = last
    let observer = NaiveObserver(address.told(path, depth)) { world in
      guard let new = read(world) else { return nil }
      let old = last
      last = new
      guard let old else { return initial ? { body(new, new) } : nil }
      return old == new ? nil : { body(old, new) }
    }
    return add(observer, initial ? first : nil, body)
  }

  /// Observes what a function makes of a part of the state.
  package func observe<Part, Value: Equatable>(
    made make: @escaping (Part) -> Value, at address: NaiveAddress<State, Part>, initial: Bool,
    _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> NaiveObserver<State> {
    var last = address.read(world).map(make)
    let first = last
    let observer = NaiveObserver(address.place.elsewhere()) { world in
      guard let new = address.read(world).map(make) else { return nil }
      let old = last
      last = new
      guard let old else { return initial ? { body(new, new) } : nil }
      return old == new ? nil : { body(old, new) }
    }
    return add(observer, initial ? first : nil, body)
  }

  /// Observes a part of the state, by a comparison with what was told last.
  package func observe<Part, Value>(
    _ path: KeyPath<Part, Value>, at address: NaiveAddress<State, Part>, depth: Int = 1, initial: Bool,
    by isSame: @escaping (Value, Value) -> Bool, _ body: @escaping (_ old: Value, _ new: Value) -> Void
  ) -> NaiveObserver<State> {
    let read = { (world: NaiveWorld<State>) -> Value? in address.read(world)?[keyPath: path] }
    var last = read(world)
    let first = last
    let observer = NaiveObserver(address.told(path, depth)) { world in
      guard let new = read(world) else { return nil }
      let old = last
      if let old, isSame(old, new) { return nil }
      last = new
      guard let old else { return initial ? { body(new, new) } : nil }
      return { body(old, new) }
    }
    return add(observer, initial ? first : nil, body)
  }

  /// Observes an element of a list, present or absent.
  package func observe<Part, Element: Identifiable & Equatable>(
    _ path: KeyPath<Part, KeyedList<Element>>, id: Element.ID, at address: NaiveAddress<State, Part>, depth: Int = 1,
    initial: Bool, _ body: @escaping (_ old: Element?, _ new: Element?) -> Void
  ) -> NaiveObserver<State> {
    let element = address.element(path, id: id, depth: depth)
    var last = element.read(world)
    let first = last
    let observer = NaiveObserver(element.place) { world in
      let (old, new) = (last, element.read(world))
      last = new
      return old == new ? nil : { body(old, new) }
    }
    return add(observer, initial ? .some(first) : nil, body)
  }

  /// Observes a list.
  package func observeList<Part, Element: Identifiable & Equatable>(
    _ path: KeyPath<Part, KeyedList<Element>>, at address: NaiveAddress<State, Part>, depth: Int = 1,
    _ body: @escaping (_ old: KeyedList<Element>, _ new: KeyedList<Element>) -> Void
  ) -> NaiveObserver<State> {
    let read = { (world: NaiveWorld<State>) -> KeyedList<Element>? in address.read(world)?[keyPath: path] }
    var last = read(world) ?? []
    var place = address.told(path, depth)
    place.observesList = !place.isElsewhere
    return add(
      NaiveObserver(place) { world in
        guard let new = read(world) else { return nil }
        let old = last
        last = new
        return old.elementsEqual(new) ? nil : { body(old, new) }
      })
  }

  private func add<Value>(
    _ observer: NaiveObserver<State>, _ first: Value?, _ body: (Value, Value) -> Void
  ) -> NaiveObserver<State> {
    _ = add(observer)
    if let first { tellInitially { body(first, first) } }
    return observer
  }
}
