/// What an observer is told: a value before and after.
public struct Change<Value> {
  /// The value at the previous notification.
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

/// What all that is told at one notification point has in common.
@usableFromInline
struct Notice: Sendable {
  @usableFromInline let revision: UInt
  @usableFromInline let action: any Action
  /// Observations that were registered later are not told.
  @usableFromInline let lastSerial: UInt

  init(revision: UInt, action: any Action, lastSerial: UInt) {
    (self.revision, self.action, self.lastSerial) = (revision, action, lastSerial)
  }
}
