/// What an observer is told: a value before and after.
public struct Change<Value> {
  /// The value at the previous notification, or one that the observer takes for the same.
  public let old: Value
  /// The value now.
  public let new: Value
  @usableFromInline let notice: Notice

  /// Grows with every action of the store.
  @inlinable public var revision: UInt { notice.revision }
  /// The action that led here; in a batch, the last one.
  @inlinable public var action: any Action { notice.action }

  @inlinable
  init(old: Value, new: Value, notice: Notice) { (self.old, self.new, self.notice) = (old, new, notice) }
}

extension Change: Sendable where Value: Sendable {}

extension Change: CustomStringConvertible {
  /// The value before and after: `0 → 1`.
  public var description: String { "\(old) → \(new)" }
}

/// What all that is told at one notification point has in common.
@usableFromInline
final class Notice: @unchecked Sendable {
  // Unchecked: it is filled in again only by a store that nobody shares it with.
  @safe @exclusivity(unchecked) @usableFromInline private(set) var revision: UInt
  @safe @exclusivity(unchecked) @usableFromInline private(set) var action: any Action
  /// Observations that were registered later are not told.
  @safe @exclusivity(unchecked) private(set) var lastSerial: UInt

  init(revision: UInt, action: any Action, lastSerial: UInt) {
    (self.revision, self.action, self.lastSerial) = (revision, action, lastSerial)
  }

  // MARK: Observers inside what is told

  private struct Queued {
    weak var observation: Observation?
    let serial: UInt
    let tell: (Observation) -> Void
  }
  /// Observers of elements inside what is being told of.
  private var queued: [Queued] = []
  /// Whether they stand in order, the next one last.
  private var isInOrder = true
  /// Whether there are any.
  @safe @exclusivity(unchecked) private(set) var hasQueued = false

  /// Has an observation called when those were that were registered before it.
  func enqueue(_ observation: Observation, _ tell: @escaping (Observation) -> Void) {
    queued.append(Queued(observation: observation, serial: observation.serial, tell: tell))
    (hasQueued, isInOrder) = (true, false)
  }

  /// Calls those that were registered before an observation with a serial number.
  func tellQueued(before serial: UInt) {
    while true {
      if !isInOrder { queued.sort { $0.serial > $1.serial } }
      isInOrder = true
      guard let next = queued.last, next.serial < serial else { break }
      queued.removeLast()
      if let observation = next.observation, !observation.isOver { next.tell(observation) }
    }
    hasQueued = !queued.isEmpty
  }

  /// Makes a notice, in the memory of the last one unless somebody kept that.
  static func renew(_ notice: inout Notice, revision: UInt, action: any Action, lastSerial: UInt) {
    if isKnownUniquelyReferenced(&notice) {
      (notice.revision, notice.action, notice.lastSerial) = (revision, action, lastSerial)
    } else {
      notice = Notice(revision: revision, action: action, lastSerial: lastSerial)
    }
  }

  /// Lets go of the action, unless somebody kept the notice.
  static func forgetAction(of notice: inout Notice) {
    if isKnownUniquelyReferenced(&notice) { notice.action = NoAction() }
  }
}
