/// A node of a running store: its state can be read and observed, and actions can be sent to it.
///
/// ```swift
/// let feed = store.node(\.feed)
/// feed.dispatch(FeedAction.refresh)             // falls through the reducers at and below the feed
/// let token = feed.observe(\.isLoading) { change in spinner.isHidden = !change.new }
/// ```
///
/// The store itself is the root's handle. A handle belongs to the isolation domain of its store, and does not keep the
/// store alive. The same node has the same handle as long as somebody holds it.
public class NodeHandle<State> {
  @usableFromInline final let link: StoreLink
  /// The store, if this is the root's handle, which keeps it.
  @usableFromInline final let own: Borrowed<StoreCore>?
  /// The last hop of the route to an element that has a node, if it is the only one; see `route`.
  @usableFromInline final let element: Borrowed<Route.Hop>?
  @usableFromInline final let memory: StateMemory
  @usableFromInline final let place: Place<State>
  @usableFromInline final let route: Route
  @usableFromInline final let position: NodePosition
  /// The nodes of the elements of lists that actions were addressed to, and the lists that were observed.
  @safe @exclusivity(unchecked) @usableFromInline final var elementNodes = PathTable<NodeCore>()
  @safe @exclusivity(unchecked) @usableFromInline final var slots = PathTable<Slot>()
  /// The root's handle keeps the store.
  private final let root: StoreCore?
  /// What keeps the last value of something that may go.
  final var keeping = Keeping()

  init(link: StoreLink, memory: StateMemory, place: Place<State>, route: Route, position: NodePosition) {
    (self.link, self.memory, root, own, element) = (link, memory, nil, nil, route.elementHop)
    (self.place, self.route, self.position) = (place, route, position)
  }

  /// The root's handle.
  @usableFromInline
  init(root core: StoreCore, place: Place<State>, position: NodePosition) {
    (link, memory, root, own, element) = (core.link, core.memory, core, Borrowed(core), nil)
    (self.place, route, self.position) = (place, Route(node: core.root), position)
  }

  deinit {
    guard root == nil else { return }
    let (presence, key) = (keeping.presence, position.key)
    link.bury { [link] in
      guard let core = link.core else { return }
      if let presence { core.remove(presence) }
      core.forgetHandle(key)
    }
  }

  /// The store, as long as there is one.
  @usableFromInline final var core: StoreCore? { root ?? link.core }

  /// Calls `body` with the store, as long as there is one; false if there is none.
  @inlinable @inline(__always)
  final func withCore(_ body: (StoreCore) -> Bool) -> Bool {
    defer { withExtendedLifetime(self) {} }
    if let own { return own.with(body) }
    guard let owner = link.owner else { return false }
    defer { withExtendedLifetime(owner) {} }
    return Borrowed(owner.core).with(body)
  }

  /// The state of the node.
  ///
  /// A handle of an element or an optional that is gone keeps the last value. It must not be asked for the value of one
  /// that has never been there: see `current`.
  public final var state: State {
    if let core { core.checkReading() }
    if let offset = place.storedOffset { return memory.live.advanced(by: offset)[as: State.self] }
    if let value = read() ?? keeping.last ?? readSaved() { return value }
    fatalError("\(path) has never been there; `current` is nil in that case")
  }

  /// The state of the node, or nil while there is none: an element that is not in its list, an optional that is nil.
  public final var current: State? {
    if let core { core.checkReading() }
    return read()
  }

  /// Whether the store is there and the node has a state.
  public final var isAlive: Bool { core != nil && position.mount?.hasLeft != true && current != nil }

  /// The node's path, as in `feed.posts[42]`; empty for the root. What is computed is called by its type, since its name is
  /// not known at run time: `<KeyedList<Post>>[42]`.
  public final var path: String { position.path }
}
