/// An event that was published and not told yet.
struct WaitingEvent {
  let topic: EventTopicKey
  let scope: Scope
  let payload: Any
  /// Whether it is a fault if nobody hears it.
  let isExpected: Bool
  /// The action that published it.
  var action: any Action = NoAction()
  /// Observations that were registered later are not told.
  var lastSerial: UInt = 0
  /// Tells one observation.
  let tell: (Observation, Notice) -> Void

  init<Payload>(_ topic: EventTopic<Payload>, _ payload: Payload, at scope: Scope, isExpected: Bool = false) {
    (self.topic, self.scope, self.payload, self.isExpected) = (topic.key, scope, payload, isExpected)
    let path = scope.description
    tell = { observation, notice in
      // The topic's key names the type, so that only observations of that type are filed under it.
      (observation as! EventObservation<Payload>).body(Event(payload: payload, path: path, notice: notice))
    }
  }
}

/// An event that was told, and to how many: what a test store checks.
package struct ToldEvent {
  package let topic: String
  package let payload: Any
  /// The path of the node where it was published.
  package let path: String
  package let hearers: Int
}

extension StoreCore {
  /// Publishes an event, which is told when the state notifications of what runs are through.
  ///
  /// What the effects of an action publish at once is told before anything else happens; what observers and others publish
  /// meanwhile waits for its turn.
  func publish(_ event: WaitingEvent, isolation: (any Actor)?) {
    var event = event
    event.lastSerial = registry.lastSerial
    switch phase {
    case .idle:
      enter(isolation)
      tell(event)
      end(isolation)
    case .batch: tellLater(event)
    case .busy where isStartingEffects:
      if let current { event.action = current.type.box(current.action) }
      if !isBatching { event.lastSerial = lastSerial }
      tellLater(event)
    case .busy: wait(.event(event))
    case .reducing:
      reportLater(.publishInReducer(topic: event.topic.name, reducer: currentReducerName))
      wait(.event(event))
    }
  }

  func tellLater(_ event: WaitingEvent) {
    events.append(event)
    hasLate = true
  }

  /// Does what waited for the action that ran: tells its reports, and its events unless it is part of a batch.
  func tellLate() {
    let begins = afterReducing
    afterReducing = []
    for begin in begins { begin(self) }
    let reports = lateReports
    lateReports = []
    for diagnostic in reports { report(diagnostic) }
    if isBatching { return }
    hasLate = false
    let all = events
    events = []
    for event in all { tell(event) }
  }

  /// Tells an event: at the node where it was published, then at those around it, at each as registered.
  func tell(_ event: WaitingEvent) {
    let places = eventTable.places(event.topic, around: event.scope)
    let notice = Notice(revision: revision, action: event.action, lastSerial: event.lastSerial)
    var hearers = 0
    registry.isNotifying = true
    for place in places {
      place.observers.forEach(upTo: notice) { observation in
        hearers += 1
        event.tell(observation, notice)
      }
    }
    registry.isNotifying = false
    if event.isExpected, hearers == 0 {
      report(.routeWithoutCoordinator(route: name(of: event.payload), path: event.scope.description))
    }
    onEvent?(
      ToldEvent(
        topic: event.topic.name, payload: event.payload, path: event.scope.description, hearers: hearers))
  }

  /// Whether somebody observes a topic at a place or around it.
  func isHeard(_ topic: EventTopicKey, at scope: Scope) -> Bool {
    sweep()
    return !eventTable.places(topic, around: scope).isEmpty
  }
}

extension RootStore {
  /// Called with each event when it has been told.
  package var onEvent: ((ToldEvent) -> Void)? {
    get { owner.core.onEvent }
    set { owner.core.onEvent = newValue }
  }
}
