/// Shows what features ask for: a screen, a sheet, a page.
///
/// ```swift
/// enum FeedRoute { case profile(User.ID), settings }
///
/// struct FeedCoordinator: Coordinator {
///   let navigation: Navigation
///   func show(_ route: FeedRoute) {
///     switch route {
///     case .profile(let id): navigation.push(ProfileScreen(id))
///     case .settings: navigation.present(SettingsScreen())
///     }
///   }
/// }
///
/// let token = store.node(\.feed).coordinate(with: FeedCoordinator(navigation: navigation))
/// ```
///
/// A feature asks for a route by the effect ``FallibleEffect/route(_:)``, and knows no coordinator.
public protocol Coordinator<Destination> {
  /// What is asked for.
  associatedtype Destination

  /// Shows what a route leads to.
  func show(_ route: Destination)
}

extension EventTopic {
  /// Routes that are asked for: what a coordinator observes. Nothing is replayed.
  public static var route: Self { Self("route", file: "TreeRedux") }
}

extension NodeHandle {
  /// Gives a coordinator the routes that are asked for at this node and inside it.
  ///
  /// Routes are events of the topic ``EventTopic/route``: coordinators of inner nodes are asked before those around them,
  /// and each takes the routes of its own type.
  ///
  /// - Parameter coordinator: The coordinator; it is kept as long as the observation.
  /// - Returns: The observation; it ends with its last user.
  public final func coordinate<C: Coordinator>(with coordinator: C) -> Observation {
    observe(EventTopic<C.Destination>.route) { coordinator.show($0.payload) }
  }

  /// Asks for a route at this node.
  ///
  /// - Parameters:
  ///   - route: What is asked for. If no coordinator takes it, here or at a node around this, a diagnostic says so.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: Whether there is a coordinator to take it.
  @discardableResult
  public final func route<Destination>(_ route: Destination, isolation: isolated (any Actor)? = #isolation) -> Bool {
    guard let core else { return false }
    let (topic, scope) = (EventTopic<Destination>.route, position.scope)
    let isHeard = core.isHeard(topic.key, at: scope)
    core.publish(WaitingEvent(topic, route, at: scope, isExpected: true), isolation: isolation)
    return isHeard
  }
}

extension FallibleEffect {
  /// Asks for a route at the node that returns this effect.
  ///
  /// ```swift
  /// case .authorTapped: return .route(FeedRoute.profile(state.author))
  /// ```
  ///
  /// - Parameter route: What is asked for. If no coordinator takes it, here or at a node around this, a diagnostic says so.
  /// - Returns: An effect that ends at once. The coordinator is asked after the state notifications of the action.
  public static func route(_ route: some Sendable) -> Self {
    telling { $0.route(route) }
  }
}

extension Send {
  /// Asks for a route at the node that started the effect, and returns when the coordinator was asked.
  ///
  /// - Parameter route: What is asked for. If no coordinator takes it, here or at a node around this, a diagnostic says so.
  public func route(_ route: some Sendable) async { await link.deliver(scope.route(route)) }
}

extension EffectScope {
  /// Asks for a route at the node, while this runs.
  func route<Destination: Sendable>(_ route: Destination) -> StoreLink.Message {
    publish(EventTopic<Destination>.route, route, isExpected: true)
  }
}
