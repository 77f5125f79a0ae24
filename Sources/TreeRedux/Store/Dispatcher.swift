/// Sends actions to a store from anywhere.
///
/// ```swift
/// let dispatcher = store.dispatcher()
/// Task.detached { dispatcher.send(FeedAction.refresh) }
/// ```
///
/// It does not keep the store alive; what is sent after the store is gone is dropped.
public struct Dispatcher: Sendable {
  let link: StoreLink
  let home: ActorReference

  /// Sends an action without waiting; actions of one sender are reduced in the order sent.
  ///
  /// In a store that lives in no actor, the action waits for the next dispatch or `settled()`.
  public func send(_ action: some Action) {
    link.post(to: home.actor) { core in
      core.dispatch(action, route: Route(node: core.root))
    }
  }

  /// Sends an action and waits until it was reduced.
  ///
  /// In a store that lives in no actor, returns at once.
  public func dispatch(_ action: some Action) async {
    await link.deliver(to: home.actor) { core in
      core.dispatch(action, route: Route(node: core.root))
    }
  }
}

extension RootStore {
  /// Makes a dispatcher, which can be used from anywhere.
  ///
  /// - Parameter isolation: Where the store lives, and where actions are reduced; the caller's by default.
  public func dispatcher(isolation: isolated (any Actor)? = #isolation) -> Dispatcher {
    owner.core.hasDispatchers = true
    if isolation == nil { owner.core.mayHaveMail = true }
    return Dispatcher(link: link, home: ActorReference(isolation))
  }
}
