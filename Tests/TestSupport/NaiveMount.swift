/// The state of the tree, and those of mounted nodes.
struct NaiveWorld<State> {
  var tree: State
  var mounted: [Int: Any] = [:]

  /// Calls `body` with the state that a route leads to, unless it is absent; says which of the two.
  mutating func reach(_ route: NaiveRoute, _ body: (inout Any) -> Void) -> Bool {
    guard let mount = route.mount else {
      var erased: Any = tree
      defer { tree = erased as! State }
      return route.reach(&erased, body)
    }
    return route.reach(&mounted[mount]!, body)
  }
}

/// A node that was mounted beside the tree.
final class NaiveMount<State> {
  let label: Int
  let root: NaiveNode
  /// The nearest node that was declared where it was mounted or around that.
  let host: NaiveRoute
  /// Whether what it was mounted at is there.
  let isHostThere: (NaiveWorld<State>) -> Bool
  let scope: NaiveScope
  var hasLeft = false

  init(
    _ label: Int, _ root: NaiveNode, at host: NaiveRoute, scope: NaiveScope,
    isHostThere: @escaping (NaiveWorld<State>) -> Bool
  ) {
    (self.label, self.root, self.host, self.scope, self.isHostThere) = (label, root, host, scope, isHostThere)
  }
}

extension NaiveStore {
  /// What the node under a label is called; several have one name.
  package static func name(ofMount label: Int) -> String { "\(label % 2)" }

  /// Mounts a node that is called `$` and its name.
  package func mount<Host, Part>(
    _ state: Part, label: Int, at address: NaiveAddress<State, Host>, _ parts: [NaivePart<Part>]
  ) {
    let host = address.declared(from: root(of: address.mount), in: world)
    var scope = scope(of: address)
    scope.append(mounted: "$" + Self.name(ofMount: label), label: label)
    let mount = NaiveMount<State>(label, NaiveNode.root(parts), at: host, scope: scope) { address.read($0) != nil }
    mount.hasLeft = !exists(host) || !mount.isHostThere(world)
    add(mount, state)
  }

  /// Lets a mounted node go, and those that were mounted at it.
  package func unmount(_ label: Int) {
    mount(label)!.hasLeft = true
    for mount in mounts where !exists(mount.host) { mount.hasLeft = true }
  }

  func mount(_ label: Int?) -> NaiveMount<State>? { label.flatMap { label in mounts.first { $0.label == label } } }
  func root(of mount: Int?) -> NaiveNode { self.mount(mount)?.root ?? root }
  func scope(of mount: Int?) -> NaiveScope { self.mount(mount)?.scope ?? NaiveScope() }

  /// Whether what is sent to a route falls through the node that another one is mounted at, or is mounted in turn.
  func leads(_ route: NaiveRoute, to mount: NaiveMount<State>) -> Bool {
    if route.leads(through: mount.host) { return true }
    return self.mount(mount.host.mount).map { leads(route, to: $0) } ?? false
  }
}
