extension NodeHandle {
  /// What keeps the last value of an element or an optional.
  struct Keeping {
    /// What is told when it goes, where all nodes on the way were declared; else it is observed.
    var presence: Presence?
    var observation: Observation?
    /// The value that it had before it went.
    var last: State?
    /// Whether that is from the batch that goes on, and so later than what was saved for it.
    var isOfBatch = false
    /// Whether it is saved in a batch: what began within one is not.
    var isSaved = false
  }

  /// Keeps the last value of something that may go.
  final func keepLast(in core: StoreCore) {
    guard let readInFrame = place.readInFrame else { return }
    keeping.isSaved = !core.isBatching
    if core.isBatching { core.whenReduced { [weak self] _ in _ = self?.read() } }
    if route.hops.isEmpty || position.frame == nil {
      // Nothing was declared for it that would tell.
      keeping.observation = place.observe(core) { [weak self] old, new, _ in
        if new == nil, let old { self?.setLast(old) }
      }
      return
    }
    let presence = Presence(route: route) { [weak self] frame in self?.setLast(readInFrame(frame)) }
    keeping.presence = presence
    core.add(presence)
  }

  private final func setLast(_ value: State?) {
    if let value, !keeping.isOfBatch { keeping.last = value }
  }

  /// Reads the state, if there is one.
  ///
  /// Of what comes and goes within a batch nobody is told, so what is read there is kept. Elsewhere it is not: what is
  /// kept is copied when it changes.
  final func read() -> State? {
    let value = place.read(memory.live)
    guard place.readInFrame != nil, let core else { return value }
    if !core.isBatching {
      keeping.isSaved = true
    } else if let value {
      keeping.last = value
      if core.lastAction != nil, !keeping.isOfBatch {
        keeping.isOfBatch = true
        core.joiners.append((.max, { [weak self] _ in self?.keeping.isOfBatch = false }))
      }
    }
    return value
  }

  /// The value at the last notification point, of something that went since then and is still to be told that it did.
  final func readSaved() -> State? {
    guard let core, let slot = slot(in: core), isSaved(slot, in: core) else { return nil }
    guard keeping.presence != nil, let hop = route.hops.first else { return place.read(memory.saved) }
    var value: State?
    _ = hop.way.read(memory.saved.advanced(by: hop.offset)) { value = place.readInFrame?($0) }
    return value
  }

  /// Where it is filed what tells that it went.
  private final func slot(in core: StoreCore) -> Slot? {
    if keeping.presence != nil, let node = route.hops.first?.node, let crossing = node.crossing {
      return core.registry.slot(of: node, crossing)
    }
    return keeping.observation?.owner?.outermost
  }

  /// Whether a copy is at hand of a part of the state as it was.
  private final func isSaved(_ slot: Slot, in core: StoreCore) -> Bool {
    if core.isBatching { return keeping.isSaved }
    // A list that changed in place was not copied.
    return core.changed.contains { $0.object === slot } && (!slot.isList || slot.list?.isOldKept == true)
  }
}
