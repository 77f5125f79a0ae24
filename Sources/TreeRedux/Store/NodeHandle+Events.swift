extension NodeHandle {
  /// Observes what happens at this node and inside it.
  ///
  /// ```swift
  /// let token = store.node(\.feed).observe(.likeFailed) { event in rows[event.payload]?.shake() }
  /// ```
  ///
  /// - Parameters:
  ///   - topic: What is observed.
  ///   - body: Called with each event that is published at this node, or at any node, element or part inside it, after the
  ///     state notifications of the action that published it. Observers of inner nodes are called first, those of the same
  ///     node as registered. It may dispatch, publish, observe and cancel.
  /// - Returns: The observation; it ends with its last user.
  public final func observe<Payload>(
    _ topic: EventTopic<Payload>, _ body: @escaping (Event<Payload>) -> Void
  ) -> Observation {
    guard let core else { return Observation() }
    core.beginObserving()
    let place = core.eventTable.place(topic.key, at: position.scope, link: link)
    let observation = EventObservation(place: place, serial: core.registry.nextSerial(), body)
    place.observers.append(observation, isNotifying: core.registry.isNotifying)
    return observation
  }

  /// Publishes an event at this node.
  ///
  /// If an action runs, or an observer is being called, the event waits for its turn; in a batch it waits for the end.
  /// Otherwise observers, and whatever they lead to, are done when this returns.
  ///
  /// - Parameters:
  ///   - topic: What happened.
  ///   - payload: What is said about it.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: Whether somebody observes the topic here or at a node around this.
  /// - Complexity: O(*d*) for a node at depth *d*, besides what observers do.
  @discardableResult
  public final func publish<Payload>(
    _ topic: EventTopic<Payload>, _ payload: Payload, isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    guard let core else { return false }
    let scope = position.scope
    let isHeard = core.isHeard(topic.key, at: scope)
    core.publish(WaitingEvent(topic, payload, at: scope), isolation: isolation)
    return isHeard
  }

  /// Publishes an event that has no payload.
  ///
  /// - Returns: Whether somebody observes the topic here or at a node around this.
  @discardableResult
  public final func publish(_ topic: EventTopic<Void>, isolation: isolated (any Actor)? = #isolation) -> Bool {
    publish(topic, (), isolation: isolation)
  }
}
