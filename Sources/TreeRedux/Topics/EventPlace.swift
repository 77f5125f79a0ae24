/// Who observes which topics of events, and where.
final class EventTable {
  private var places: [EventTopicKey: [Scope: EventPlace]] = [:]

  /// The observers of a topic at a place.
  func place(_ topic: EventTopicKey, at scope: Scope, link: StoreLink) -> EventPlace {
    if let place = places[topic]?[scope] { return place }
    let place = EventPlace(topic: topic, scope: scope, table: self, link: link)
    places[topic, default: [:]][scope] = place
    return place
  }

  /// The places where an event is heard, innermost first.
  ///
  /// - Complexity: O(*d*) for a place at depth *d*, however many observe.
  func places(_ topic: EventTopicKey, around scope: Scope) -> [EventPlace] {
    guard let places = places[topic] else { return [] }
    var found: [EventPlace] = []
    scope.forEachOutwards { if let place = places[$0] { found.append(place) } }
    return found
  }

  /// Forgets a place where nobody observes any more.
  fileprivate func remove(_ place: EventPlace) {
    guard places[place.topic]?[place.scope] === place else { return }
    places[place.topic]?[place.scope] = nil
    if places[place.topic]?.isEmpty == true { places[place.topic] = nil }
  }
}

/// The observers of one topic at one place.
final class EventPlace: ObserverOwner {
  fileprivate let topic: EventTopicKey
  fileprivate let scope: Scope
  // Unowned: what is left of observations is removed by the store only, which keeps the table.
  private unowned let table: EventTable
  let observers = ObserverChain()

  fileprivate init(topic: EventTopicKey, scope: Scope, table: EventTable, link: StoreLink) {
    (self.topic, self.scope, self.table) = (topic, scope, table)
    super.init(link: link)
  }

  override func remove(serial: UInt) {
    observers.remove(serial: serial)
    if observers.isEmpty { table.remove(self) }
  }
}
