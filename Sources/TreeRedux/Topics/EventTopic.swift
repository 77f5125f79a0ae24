/// Something that can happen and is no state: a like failed, a list is to scroll to its top, a screen is asked for.
///
/// Declare topics where their payload is known. Each place in the source that creates one is a topic of its own, so that a
/// computed property means the same topic each time, and two stored ones are two:
///
/// ```swift
/// extension EventTopic where Payload == Post.ID {
///   static var likeFailed: Self { Self() }
/// }
///
/// let token = store.node(\.feed).observe(.likeFailed) { event in rows[event.payload]?.shake() }
/// ```
///
/// A reducer publishes with the effect that it returns, ``FallibleEffect/publish(_:_:)``, other code at a node with
/// ``NodeHandle/publish(_:_:isolation:)``. An event is heard at the node where it was published and at all nodes around
/// it. It is never replayed: who begins to observe later has missed it.
public struct EventTopic<Payload>: Hashable, Sendable {
  /// What the topic is called.
  public let name: String
  /// Where it was created: names alone do not tell topics apart, since stored properties have that of their type.
  private let place: SourcePlace

  /// Creates a topic; all that were created with the same name at the same place are one.
  ///
  /// ```swift
  /// static var likeFailed: Self { Self() }      // named likeFailed
  /// static let saved = Self("saved")            // named EventTopic without the text
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name, which tests and diagnostics show; by default that of the computed property or function that creates
  ///     the topic, or of the type around a stored property.
  ///   - file: The file where it is created.
  ///   - line: The line there.
  ///   - column: The column there.
  public init(_ name: String = #function, file: String = #fileID, line: UInt = #line, column: UInt = #column) {
    (self.name, place) = (name, SourcePlace(file: file, line: line, column: column))
  }

  var key: EventTopicKey { EventTopicKey(name: name, place: place, payload: ObjectIdentifier(Payload.self)) }
}

extension EventTopic: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

/// A topic, whatever the type of its payload.
struct EventTopicKey: Hashable {
  let name: String
  let place: SourcePlace
  let payload: ObjectIdentifier
}

/// A place in the source.
struct SourcePlace: Hashable {
  let file: String
  let line: UInt
  let column: UInt
}

/// Something that happened, as its observers hear of it.
public struct Event<Payload> {
  /// What was published.
  public let payload: Payload
  /// The path of the node where it was published; empty for the root.
  public let path: String
  let notice: Notice

  /// The store's revision when the event is delivered; it grows with every action.
  public var revision: UInt { notice.revision }
  /// The action whose reducer published it; `NoAction` if none did, or if its effect ran on after it.
  public var action: any Action { notice.action }
}

extension Event: Sendable where Payload: Sendable {}

/// An observation of a topic.
final class EventObservation<Payload>: Observation {
  let body: (Event<Payload>) -> Void

  init(place: EventPlace, serial: UInt, _ body: @escaping (Event<Payload>) -> Void) {
    self.body = body
    super.init(owner: place, serial: serial)
  }
}
