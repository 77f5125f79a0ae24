/// What may be reached from outside the store's isolation domain: the way back into it.
///
/// Effects, dispatchers, tokens and streams hold the link and never the store.
@safe @usableFromInline
final class StoreLink: @unchecked Sendable {
  // Unchecked: `owner` is set once before the link is shared, and followed inside the store's domain only; everything
  // else is behind the lock.
  @safe @exclusivity(unchecked) @usableFromInline private(set) weak var owner: StoreOwner?
  var core: StoreCore? { owner?.core }
  /// Whether the store is still there.
  var isOpen: Bool { owner != nil }

  func setOwner(_ owner: StoreOwner) { self.owner = owner }

  /// Something to be done in the store's domain.
  typealias Message = @Sendable (StoreCore) -> Void

  private struct Box {
    var mail: [Message] = []
    var graves: [() -> Void] = []
    var home = ActorReference()
    var isDraining = false
    var isClosed = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let box = Locked(Box())

  /// Where results of effects are taken in from now on.
  func setActor(_ actor: any Actor) { box.withLock { $0.home = ActorReference(actor) } }

  /// Has `message` handled in the store's domain, after those posted before.
  ///
  /// - Parameter actor: Where, if not where the store last ran.
  func post(to actor: (any Actor)? = nil, _ message: @escaping Message) {
    let (target, waiting) = box.withLock { box -> ((any Actor)?, [CheckedContinuation<Void, Never>]) in
      if box.isClosed { return (nil, []) }
      box.mail.append(message)
      let waiting = box.waiting
      box.waiting = []
      guard let target = actor ?? box.home.actor, !box.isDraining else { return (nil, waiting) }
      box.isDraining = true
      return (target, waiting)
    }
    for continuation in waiting { continuation.resume() }
    if let target { Task { await self.drain(on: target) } }
  }

  /// Has `message` handled in the store's domain, if that can be reached from here; it comes to it sooner or later if not.
  func postIfAtHome(_ message: @escaping Message) {
    if box.withLock({ $0.home.actor != nil }) { post(message) }
  }

  /// Has `message` handled in the store's domain, and waits until it was; returns at once if the store lives in no actor.
  func deliver(to actor: (any Actor)? = nil, _ message: @escaping Message) async {
    let (target, waiting) = box.withLock { box -> ((any Actor)?, [CheckedContinuation<Void, Never>]) in
      if box.isClosed { return (nil, []) }
      box.mail.append(message)
      defer { box.waiting = [] }
      return (actor ?? box.home.actor, box.waiting)
    }
    for continuation in waiting { continuation.resume() }
    if let target { await drain(on: target) }
  }

  var hasMail: Bool { box.withLock { !$0.mail.isEmpty } }

  private func drain(on actor: isolated any Actor) {
    box.withLock { $0.isDraining = false }
    core?.takeMail(isolation: actor)
  }

  func takeMail() -> [Message] {
    box.withLock { box in
      let mail = box.mail
      box.mail = []
      return mail
    }
  }

  /// Waits until there is mail, the store is gone or the task is cancelled; whoever may be cancelled has to call `wake` then.
  func waitForMail(isolation: isolated (any Actor)?) async {
    await withCheckedContinuation { continuation in
      let isReady = box.withLock { box in
        if box.isClosed || !box.mail.isEmpty || Task.isCancelled { return true }
        box.waiting.append(continuation)
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  /// Lets those look who wait until nothing runs.
  func wake() {
    let waiting = box.withLock { box in
      let waiting = box.waiting
      box.waiting = []
      return waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Keeps what remains to be done for a token that was released, on whatever thread.
  func bury(_ removal: @escaping () -> Void) {
    box.withLock { box in
      if !box.isClosed { box.graves.append(removal) }
    }
  }

  func takeGraves() -> [() -> Void] {
    box.withLock { box in
      let graves = box.graves
      box.graves = []
      return graves
    }
  }

  /// Lets go of everything: the store is being released.
  func close() {
    let (old, waiting) = box.withLock { box in
      let old = box
      box = Box()
      box.isClosed = true
      return (old, old.waiting)
    }
    for continuation in waiting { continuation.resume() }
    _ = old
  }
}

/// What links refer to weakly. Objects that are referred to weakly are counted more slowly, so that is not the store.
@usableFromInline
final class StoreOwner {
  @usableFromInline let core: StoreCore

  @usableFromInline
  init(_ core: StoreCore) {
    self.core = core
    core.link.setOwner(self)
  }
}
