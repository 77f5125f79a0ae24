extension StoreCore {
  /// Runs `body`, whose actions reduce at once, and tells observers of all of them together.
  func batched<Result>(isolation: (any Actor)?, _ body: () throws -> Result) rethrows -> Result {
    switch phase {
    case .batch: return try body()
    case .idle:
      enter(actor: isolation)
      if mayHaveMail { takeWaitingMail() }
      defer { end(isolation) }
      return try notifyingOnce {
        phase = .batch
        defer { phase = .busy }
        return try body()
      }
    case .reducing, .busy:
      // Another action runs: what the batch dispatches waits, and is then told of together.
      if postponed != nil { return try body() }
      postponed = []
      defer {
        if let postponed, !postponed.isEmpty { queue.append(.batch(postponed)) }
        postponed = nil
      }
      return try body()
    }
  }

  /// Saves all that is observed, runs `body`, and tells who watches what changed.
  func notifyingOnce<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isBatching { return try body() }
    let preparation = registry.preparationForAll()
    preparation.regions.forEach { memory.save($0) }
    let serial = registry.lastSerial
    (isBatching, lastAction) = (true, nil)
    defer {
      isBatching = false
      if let action = lastAction {
        compare(preparation)
        let notice = Notice(revision: revision, action: action, lastSerial: serial)
        notify(notice)
        notifyJoiners(notice)
        effects.endBatch(in: self)
      }
      (joiners, lastAction) = ([], nil)
      preparation.regions.forEach { memory.forget($0) }
    }
    return try body()
  }

  private func notifyJoiners(_ notice: Notice) {
    let joining = joiners.sorted { $0.serial < $1.serial }
    registry.isNotifying = true
    for (_, join) in joining { join(notice) }
    registry.isNotifying = false
  }
}
