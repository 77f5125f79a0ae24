package import TreeRedux

/// Where something stands, by names and ids, and mounted nodes by their labels. The values of optionals stand where their
/// optionals do.
struct NaiveScope {
  enum Step: Equatable {
    case name(String)
    case id(AnyHashable)
    case mounted(String, label: Int)
  }
  /// Outermost first.
  private(set) var steps: [Step] = []

  mutating func append(_ path: AnyKeyPath) {
    for name in "\(path)".split(separator: ".").dropFirst() where name != "self" {
      append(name.filter { !"?!".contains($0) })
    }
  }
  mutating func append(_ name: String) { steps.append(.name(name)) }
  mutating func append(id: AnyHashable) { steps.append(.id(id)) }
  mutating func append(mounted name: String, label: Int) { steps.append(.mounted(name, label: label)) }

  /// Whether this is `other` or lies in it.
  func isInside(_ other: NaiveScope) -> Bool { steps.starts(with: other.steps) }

  /// As paths are written: what is computed is called by its type.
  var text: String {
    let text = steps.map { step in
      switch step {
      case .name(let name): "." + name.replacing(/<computed 0x[0-9a-f]+ \((.*)\)>/) { "<\($0.1)>" }
      case .mounted(let name, _): ".\(name)"
      case .id(let id): "[\(id)]"
      }
    }.joined()
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}

/// What is told of an event.
package struct NaiveEvent {
  package let payload: Int
  /// Where it was published.
  package let path: String
  /// The action whose reducer published it.
  package let action: (any Action)?
}

/// An event that was published.
struct NaivePublication {
  let topic: EventTopic<Int>
  let scope: NaiveScope
  let event: NaiveEvent
  /// Who was registered later has missed it.
  let lastSerial: Int

  init(_ topic: EventTopic<Int>, _ payload: Int, at scope: NaiveScope, action: (any Action)? = nil, lastSerial: Int) {
    (self.topic, self.scope, self.lastSerial) = (topic, scope, lastSerial)
    event = NaiveEvent(payload: payload, path: scope.text, action: action)
  }
}

/// An observer of a topic.
final class NaiveHearer: NaiveObservation {
  let topic: EventTopic<Int>
  let scope: NaiveScope
  let serial: Int
  let body: (NaiveEvent) -> Void

  init(_ topic: EventTopic<Int>, at scope: NaiveScope, serial: Int, _ body: @escaping (NaiveEvent) -> Void) {
    (self.topic, self.scope, self.serial, self.body) = (topic, scope, serial, body)
  }

  func hears(_ topic: EventTopic<Int>, at scope: NaiveScope) -> Bool {
    !isCancelled && topic == self.topic && scope.isInside(self.scope)
  }
}

extension NaiveStore {
  /// Observes what happens at an address and inside it.
  package func observe<Part>(
    _ topic: EventTopic<Int>, at address: NaiveAddress<State, Part>, _ body: @escaping (NaiveEvent) -> Void
  ) -> NaiveObservation {
    let hearer = NaiveHearer(topic, at: scope(of: address), serial: nextSerial(), body)
    hearers.append(hearer)
    return hearer
  }

  /// Publishes an event at an address.
  ///
  /// - Returns: Whether somebody hears of the topic there.
  package func publish<Part>(_ topic: EventTopic<Int>, _ payload: Int, at address: NaiveAddress<State, Part>) -> Bool {
    let scope = scope(of: address)
    let isHeard = hearers.contains { $0.hears(topic, at: scope) }
    publish(NaivePublication(topic, payload, at: scope, lastSerial: lastSerial))
    return isHeard
  }

  /// Tells of an event: the innermost first, at each place as registered.
  func tell(_ publication: NaivePublication) {
    let hearing = hearers.filter {
      $0.serial <= publication.lastSerial && $0.hears(publication.topic, at: publication.scope)
    }
    for depth in (0...publication.scope.steps.count).reversed() {
      for hearer in hearing where hearer.scope.steps.count == depth && !hearer.isCancelled {
        hearer.body(publication.event)
      }
    }
  }
}

extension NaiveStore {
  /// Where an address leads.
  func scope<Part>(of address: NaiveAddress<State, Part>) -> NaiveScope {
    var scope = scope(of: address.mount)
    for step in address.steps {
      switch step {
      case .path(let path), .optional(let path, _): scope.append(path)
      case .element(let path, let id):
        scope.append(path)
        scope.append(id: id)
      }
    }
    return scope
  }
}
