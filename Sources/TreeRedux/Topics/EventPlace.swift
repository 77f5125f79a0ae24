/// Who observes which topics of events, and where.
final class EventTable {
  /// By the names of the places. More than one may be called the same.
  private var places: [EventTopicKey: [Scope.Name: [EventPlace]]] = [:]

  /// The observers of a topic at a place.
  func place(_ topic: EventTopicKey, at scope: Scope, link: StoreLink) -> EventPlace {
    if let place = places[topic]?[scope.name]?.first(where: { $0.scope.isSame(as: scope) }) { return place }
    let place = EventPlace(topic: topic, scope: scope, table: self, link: link)
    places[topic, default: [:]][scope.name, default: []].append(place)
    return place
  }

  /// The places where an event is heard, innermost first.
  ///
  /// - Complexity: O(*d*) for a place at depth *d*, however many observe.
  func places(_ topic: EventTopicKey, around scope: Scope) -> [EventPlace] {
    guard let places = places[topic] else { return [] }
    var found: [EventPlace] = []
    scope.forEachOutwards { name in
      found += places[name, default: []].filter { $0.scope.isAround(scope) }
    }
    return found
  }

  /// Forgets a place where nobody observes any more.
  fileprivate func remove(_ place: EventPlace) {
    let (topic, name) = (place.topic, place.scope.name)
    guard let index = places[topic]?[name]?.firstIndex(where: { $0 === place }) else { return }
    places[topic]?[name]?.remove(at: index)
    if places[topic]?[name]?.isEmpty == true { places[topic]?[name] = nil }
    if places[topic]?.isEmpty == true { places[topic] = nil }
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
