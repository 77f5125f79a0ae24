public import TreeDiff

extension NodeHandle {
  /// Observes a part of this node's state.
  ///
  /// ```swift
  /// let token = store.observe(\.feed.isLoading) { change in spinner.isHidden = !change.new }
  /// ```
  ///
  /// A path of stored properties costs nothing while other parts change. A computed one is compared whenever this node's
  /// state may have changed, so observe it from the nearest node.
  ///
  /// - Parameters:
  ///   - path: What is observed.
  ///   - initial: Whether `body` is called with the present value at once, as old and new; if this node is absent, when
  ///     it appears.
  ///   - body: Called when the value is another one than at the previous notification; equal values are not told. It may
  ///     dispatch, observe and cancel. While this node is absent, nothing is told; when it comes back, its value is
  ///     compared with the last one that was there.
  /// - Returns: The observation; it ends with its last user.
  /// - Complexity: O(1) to register; see `RootStore` for what an action costs.
  @inlinable
  public final func observe<Value: Equatable>(
    _ path: KeyPath<State, Value>, initial: Bool = false, _ body: @escaping (Change<Value>) -> Void
  ) -> Observation {
    guard let core else { return Observation() }
    guard let base = place.storedOffset, let offset = MemoryLayout<State>.offset(of: path) else {
      return observe(path, initial: initial, by: { $0 == $1 }, body)
    }
    core.beginObserving()
    let slot = core.registry.slot(of: Value.self, at: base + offset, depth: depthOfPath(path, in: place))
    slot.deliverWhole(Value.self)
    let observation = ValueObservation<Value>(slot: slot, serial: core.registry.nextSerial(), body)
    slot.add(observation)
    begin(observation, at: place.appending(path), initial: initial, by: { $0 == $1 }, in: core, body)
    return observation
  }

  /// Observes a part of this node's state with a comparison of its own.
  ///
  /// - Parameters:
  ///   - path: What is observed.
  ///   - initial: Whether `body` is called with the present value at once, as old and new; if this node is absent, when
  ///     it appears.
  ///   - isSame: Whether two values are to count as the same; only others are told.
  ///   - body: Called when the value is not the same as the last one that was told.
  /// - Returns: The observation; it ends with its last user.
  @inlinable
  public final func observe<Value>(
    _ path: KeyPath<State, Value>, initial: Bool = false, by isSame: @escaping (Value, Value) -> Bool,
    _ body: @escaping (Change<Value>) -> Void
  ) -> Observation {
    observe(place.appending(path), initial: initial, by: isSame, body)
  }

  /// Observes what a function makes of this node's state.
  ///
  /// ```swift
  /// let token = store.node(\.feed).observe(map: { $0.posts.count { $0.isUnread } }) { change in badge.count = change.new }
  /// ```
  ///
  /// The function is called whenever this node's state may have changed, so observe from the nearest node.
  ///
  /// - Parameters:
  ///   - map: Makes what is observed of the state.
  ///   - initial: Whether `body` is called with the present value at once, as old and new; if this node is absent, when
  ///     it appears.
  ///   - body: Called when the value is another one than at the previous notification; equal values are not told.
  /// - Returns: The observation; it ends with its last user.
  @inlinable
  public final func observe<Value: Equatable>(
    map: @escaping (State) -> Value, initial: Bool = false, _ body: @escaping (Change<Value>) -> Void
  ) -> Observation {
    observe(place.mapped(map), initial: initial, by: { $0 == $1 }, body)
  }

  /// Observes what a function makes of this node's state, with a comparison of its own.
  ///
  /// - Parameters:
  ///   - map: Makes what is observed of the state.
  ///   - initial: Whether `body` is called with the present value at once, as old and new; if this node is absent, when
  ///     it appears.
  ///   - isSame: Whether two values are to count as the same; only others are told.
  ///   - body: Called when the value is not the same as the last one that was told.
  /// - Returns: The observation; it ends with its last user.
  @inlinable
  public final func observe<Value>(
    map: @escaping (State) -> Value, initial: Bool = false, by isSame: @escaping (Value, Value) -> Bool,
    _ body: @escaping (Change<Value>) -> Void
  ) -> Observation {
    observe(place.mapped(map), initial: initial, by: isSame, body)
  }

  /// Observes a place with a comparison; while it is absent, nothing is told.
  @inlinable
  final func observe<Value>(
    _ part: Place<Value>, initial: Bool, by isSame: @escaping (Value, Value) -> Bool,
    _ body: @escaping (Change<Value>) -> Void
  ) -> Observation {
    guard let core else { return Observation() }
    core.beginObserving()
    var last: Value?
    func tell(_ new: Value?, _ notice: Notice) {
      guard let new else { return }
      guard let before = last else {
        // Nothing was known before, so this is no change; but whoever wants to know the initial value waits for it.
        last = new
        if initial { body(Change(old: new, new: new, notice: notice)) }
        return
      }
      if isSame(before, new) { return }
      last = new
      body(Change(old: before, new: new, notice: notice))
    }
    let observation = part.observe(core) { _, new, notice in tell(new, notice) }
    core.begin(observation) { [memory] core, observation in
      last = part.read(memory.live)
      if initial, let last { core.tellInitially { body(Change(old: last, new: last, notice: core.currentNotice)) } }
      if core.isBatching { core.join(observation) { notice in tell(part.read(memory.live), notice) } }
    }
    return observation
  }

  /// Observes one element of a list.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - id: The element's id; it need not be in the list.
  ///   - initial: Whether `body` is called with the present element at once, as old and new.
  ///   - body: Called when the element changed, was inserted (`old` is nil) or removed (`new` is nil). A move tells nothing.
  /// - Returns: The observation; it ends with its last user.
  /// - Complexity: O(1) to register.
  @inlinable
  public final func observe<Element: Identifiable & Equatable>(
    _ path: KeyPath<State, KeyedList<Element>>, id: Element.ID, initial: Bool = false,
    _ body: @escaping (Change<Element?>) -> Void
  ) -> Observation {
    guard let core else { return Observation() }
    core.beginObserving()
    let observation: Observation
    if let watch = core.watch(at: path, below: self) {
      watch.compareWithEquality(of: Element.self)
      observation = watch.observeElement(id, serial: core.registry.nextSerial(), looksInside: false, body)
    } else {
      observation = place.appending(path).observeElement(id, in: core) { if $0.old != $0.new { body($0) } }
    }
    begin(
      observation, at: place.appending(path).elementOrNil(id), initial: initial, by: { $0 == $1 }, in: core, body)
    return observation
  }

  /// Observes one element of a list, which need not be `Equatable`, with a comparison.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - id: The element's id; it need not be in the list.
  ///   - initial: Whether `body` is called with the present element at once, as old and new.
  ///   - isSame: Whether two values of the element are to count as the same; only others are told.
  ///   - body: Called when the element is not the same as the last one that was told, was inserted (`old` is nil) or
  ///     removed (`new` is nil). A move tells nothing.
  /// - Returns: The observation; it ends with its last user.
  /// - Complexity: O(1) to register.
  @inlinable
  public final func observe<Element: Identifiable>(
    _ path: KeyPath<State, KeyedList<Element>>, id: Element.ID, initial: Bool = false,
    by isSame: @escaping (Element, Element) -> Bool, _ body: @escaping (Change<Element?>) -> Void
  ) -> Observation {
    observe(place.appending(path).elementOrNil(id), initial: initial, by: { isSameElement($0, $1, isSame) }, body)
  }

  /// Observes a list: which elements changed, and how the list came to be what it is.
  ///
  /// ```swift
  /// let token = store.observeList(\.feed.posts) { change in table.apply(change.diff) }
  /// ```
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - keepsOld: Whether the list as it was is wanted in `change.old`. That makes every change copy the path to what
  ///     changed, which can otherwise change in place.
  ///   - initial: Whether `body` is called with the present list at once, as if nothing in it had changed.
  ///   - body: Called when elements were inserted, removed, changed or moved.
  /// - Returns: The observation; it ends with its last user.
  @inlinable
  public final func observeList<Element: Identifiable & Equatable>(
    _ path: KeyPath<State, KeyedList<Element>>, keepsOld: Bool = false, initial: Bool = false,
    _ body: @escaping (ListChange<Element>) -> Void
  ) -> Observation {
    guard let core else { return Observation() }
    core.beginObserving()
    let list = place.appending(path)
    let observation: Observation
    var last: KeyedList<Element>?
    /// Tells how one version of the list became another.
    func tell(_ old: KeyedList<Element>?, _ new: KeyedList<Element>?, _ notice: Notice) {
      guard let new else {
        // The list goes with what it is part of; when it comes back, it is compared with what it was.
        if let old { last = old }
        return
      }
      let old = old ?? last ?? KeyedList()
      let diff = new.diff(from: old)
      if diff.isEmpty { return }
      body(ListChange(changes: ElementChanges(diff), old: keepsOld ? old : nil, list: new, notice: notice))
    }
    if let offset = list.storedOffset {
      let watch = core.registry.watch(of: Element.self, at: offset, depth: list.depth)
      watch.compareWithEquality(of: Element.self)
      observation = ListObservation<Element>(
        watch: watch, serial: core.registry.nextSerial(), keepsOld: keepsOld, body)
      watch.addListObservation(observation, keepsOld: keepsOld)
    } else {
      observation = list.observe(core, tell)
    }
    guard initial || core.isBatching else { return observation }
    core.begin(observation) { [memory] core, observation in
      let before = list.read(memory.live)
      if initial, let before {
        let changes = ElementChanges<Element>()
        core.tellInitially {
          body(ListChange(changes: changes, old: keepsOld ? before : nil, list: before, notice: core.currentNotice))
        }
      }
      if core.isBatching { core.join(observation) { notice in tell(before, list.read(memory.live), notice) } }
    }
    return observation
  }

  /// Tells the initial value, and lets an observation that begins within a batch compare with what it finds now.
  @inlinable
  final func begin<Value>(
    _ observation: Observation, at place: @autoclosure () -> Place<Value>, initial: Bool,
    by isSame: @escaping (Value, Value) -> Bool,
    in core: StoreCore, _ body: @escaping (Change<Value>) -> Void
  ) {
    guard initial || core.isBatching else { return }
    let part = place()
    core.begin(observation) { [memory] core, observation in
      guard let before = part.read(memory.live) else { return }
      if initial { core.tellInitially { body(Change(old: before, new: before, notice: core.currentNotice)) } }
      guard core.isBatching else { return }
      core.join(observation) { notice in
        guard let now = part.read(memory.live), !isSame(before, now) else { return }
        body(Change(old: before, new: now, notice: notice))
      }
    }
  }
}

/// Whether two elements that may be absent are the same.
@inlinable
func isSameElement<Element>(_ a: Element?, _ b: Element?, _ isSame: (Element, Element) -> Bool) -> Bool {
  if let a, let b { isSame(a, b) } else { a == nil && b == nil }
}

extension Place {
  /// The element with an id, present or not.
  @inlinable
  func elementOrNil<Element: Identifiable>(_ id: Element.ID) -> Place<Element?> where Value == KeyedList<Element> {
    Place<Element?>(in: self, .element(AnyHashable(id))) { [read] root in
      .some(read(root)?[id: id])
    } observe: { [self] core, deliver in
      observeElement(id, in: core) { deliver($0.old, $0.new, $0.notice) }
    }
  }
}
