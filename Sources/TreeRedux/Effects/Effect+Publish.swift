extension FallibleEffect {
  /// Publishes an event at the node that returns this effect.
  ///
  /// ```swift
  /// case .failed: return .publish(.likeFailed, post.id)
  /// ```
  ///
  /// - Parameters:
  ///   - topic: What happened.
  ///   - payload: What is said about it.
  /// - Returns: An effect that ends at once. Observers are told after the state notifications of the action.
  public static func publish<Payload: Sendable>(_ topic: EventTopic<Payload>, _ payload: Payload) -> Self {
    telling { $0.publish(topic, payload) }
  }

  /// Publishes an event that has no payload.
  public static func publish(_ topic: EventTopic<Void>) -> Self { publish(topic, ()) }
}

extension Send {
  /// Publishes an event at the node that started the effect, and returns when observers have been told.
  ///
  /// Nothing is published once the effect is cancelled.
  ///
  /// - Parameters:
  ///   - topic: What happened.
  ///   - payload: What is said about it.
  public func publish<Payload: Sendable>(_ topic: EventTopic<Payload>, _ payload: Payload) async {
    await link.deliver(scope.publish(topic, payload))
  }

  /// Publishes an event that has no payload.
  public func publish(_ topic: EventTopic<Void>) async { await publish(topic, ()) }
}

extension EffectScope {
  /// Publishes an event at the node, while this runs.
  func publish<Payload: Sendable>(
    _ topic: EventTopic<Payload>, _ payload: Payload, isExpected: Bool = false
  ) -> StoreLink.Message {
    whileRunning(Payload.self) { core in
      let event = WaitingEvent(topic, payload, at: self.node.route.scope, isExpected: isExpected)
      core.publish(event, isolation: nil)
    }
  }
}
