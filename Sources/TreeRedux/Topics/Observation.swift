/// A running observation; it ends when it is cancelled or released.
///
/// Keep it as long as you want to be told: one that is dropped at once observes nothing.
///
/// ```swift
/// let watching = store.observe(\.feed.isLoading) { change in spinner.isHidden = !change.new }
/// watching.cancel()
/// ```
///
/// An observation keeps neither the store nor the state alive. It may be released on any thread.
public class Observation {
  /// What the observation is filed under; nil once it is cancelled.
  @safe @exclusivity(unchecked) @usableFromInline final var owner: ObserverOwner?
  /// Numbers grow in order of registration; one that has ended comes after all others, so that nothing reaches it.
  @safe @exclusivity(unchecked) final private(set) var serial: UInt
  /// Whether it is over, or may not be called any more.
  final var isOver: Bool { owner == nil || keeper?.isGone == true }
  /// The objects that it was kept for.
  @safe @exclusivity(unchecked) final var keeper: Keeper?

  @usableFromInline
  init(owner: ObserverOwner, serial: UInt) { (self.owner, self.serial) = (owner, serial) }
  /// One that has ended, since the store is gone.
  @usableFromInline
  init() { (owner, serial) = (nil, 0) }

  /// Ends the observation: it is not called any more once this returns. Cancelling again does nothing.
  public final func cancel() {
    guard let owner else { return }
    let serial = serial
    (self.owner, self.serial) = (nil, .max)
    // Held meanwhile: the store may be released on another thread.
    guard let core = owner.link.core else { return }
    withExtendedLifetime(core) { owner.remove(self, serial: serial) }
  }

  deinit { if let owner { owner.link.bury(removal(from: owner)) } }

  /// What removes the entry of this observation later, in the store's isolation domain: it may be released on any thread.
  @usableFromInline
  func removal(from owner: ObserverOwner) -> () -> Void {
    let serial = serial
    return { owner.remove(serial: serial) }
  }
}

/// An observation of a whole part of the state; the slot it is filed under knows the type.
@usableFromInline
final class ValueObservation<Value>: Observation {
  // A constant, like those of all observations: the compiler counts no reference to it when it is called.
  @usableFromInline let body: (Change<Value>) -> Void

  @inlinable
  init(slot: Slot, serial: UInt, _ body: @escaping (Change<Value>) -> Void) {
    self.body = body
    super.init(owner: slot, serial: serial)
  }
}

/// An observation that compares for itself: it is given the old and the new value of the part it is filed under.
@usableFromInline
final class DerivedObservation: Observation {
  @usableFromInline let body: (_ old: Memory, _ new: Memory, Notice) -> Void

  @usableFromInline
  init(slot: Slot, serial: UInt, _ body: @escaping (_ old: Memory, _ new: Memory, Notice) -> Void) {
    self.body = body
    super.init(owner: slot, serial: serial)
  }
}

/// What observations are filed under.
@usableFromInline
class ObserverOwner {
  final let link: StoreLink

  init(link: StoreLink) { self.link = link }

  /// What all that is filed here lies in, in the state's own memory.
  var outermost: Slot? { nil }

  /// Removes an observation that was cancelled.
  func remove(_ observation: Observation, serial: UInt) { remove(serial: serial) }
  /// Removes the entry of an observation.
  func remove(serial: UInt) { fatalError("\(type(of: self)) holds no observations") }
}

/// Observations in the order of their registration.
///
/// It holds them weakly, so that the last user of a token ends it, on whatever thread. Nothing is moved while observers
/// are being called, so that they may subscribe and cancel meanwhile.
@usableFromInline
final class ObserverChain {
  private struct Entry {
    weak var observation: Observation?
    /// Zero where there is no entry yet, or none any more.
    var serial: UInt = 0

    /// The observation, if it still stands and was registered by then. Mutating so that the weak reference is read where
    /// it is, and not copied.
    @inline(__always)
    mutating func standing(upTo last: UInt) -> Observation? {
      guard let observation, observation.serial <= last else { return nil }
      if let keeper = observation.keeper, keeper.isGone { return nil }
      return observation
    }
    var isGone: Bool { mutating get { observation == nil } }
  }

  // Most chains have one entry; keeping it out of the array saves an allocation for each.
  @safe @exclusivity(unchecked) private var first = Entry()
  @safe @exclusivity(unchecked) private var rest: [Entry] = []

  @usableFromInline init() {}

  @usableFromInline var isEmpty: Bool { first.serial == 0 && rest.isEmpty }

  /// Adds an observation. While observers are being called, entries stay where they are.
  @usableFromInline
  func append(_ observation: Observation, isNotifying: Bool) {
    if isEmpty {
      first.observation = observation
      first.serial = observation.serial
      return
    }
    if rest.count == rest.capacity, !isNotifying { rest.removeAll { $0.observation == nil } }
    rest.append(Entry(observation: observation, serial: observation.serial))
  }

  @usableFromInline
  func remove(serial: UInt) {
    if first.serial == serial {
      first.observation = nil
      first.serial = 0
      return
    }
    var low = 0
    var high = rest.count
    while low < high {
      let middle = (low + high) / 2
      if rest[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    guard low < rest.count, rest[low].serial == serial else { return }
    rest[low].observation = nil
    while !rest.isEmpty, rest[rest.count - 1].isGone { rest.removeLast() }
  }

  /// Calls `body` with every observation that was registered before what is told, and still stands.
  @usableFromInline
  func forEach(upTo notice: Notice, _ body: (Observation) -> Void) {
    let last = notice.lastSerial
    if first.serial != 0, let observation = first.standing(upTo: last) { body(observation) }
    var i = 0
    while i < rest.count {
      if rest[i].serial > last { break }
      if notice.hasQueued { notice.tellQueued(before: rest[i].serial) }
      if let observation = rest[i].standing(upTo: last) { body(observation) }
      i += 1
    }
    if notice.hasQueued { notice.tellQueued(before: .max) }
  }

  /// Has `tell` called with every observation that was registered before what is told, when its turn comes in the chain
  /// that is being told.
  @usableFromInline
  func enqueue(in notice: Notice, _ tell: @escaping (Observation) -> Void) {
    let last = notice.lastSerial
    if first.serial != 0, let observation = first.standing(upTo: last) { notice.enqueue(observation, tell) }
    for i in rest.indices {
      if let observation = rest[i].standing(upTo: last) { notice.enqueue(observation, tell) }
    }
  }
}
