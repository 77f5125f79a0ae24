extension TreeNode {
  /// Keeps actions to the node and what is inside it.
  ///
  /// What is sent from above falls past it, except for ``Prepare``: it takes only actions that are addressed to it or to
  /// something inside. What reducers inside send to `.root` comes to it, and not to the rest of the tree.
  ///
  /// ```swift
  /// Node(\.left) { FeedReducer() }.closed()    // two feeds side by side that do not answer each other's actions
  /// Node(\.right) { FeedReducer() }.closed()
  /// ```
  public func closed() -> AnyNode<Parent> {
    let attach = part.attach
    return AnyNode { parent in
      let node = attach(parent)
      node?.close()
      return node
    }
  }

  /// Makes actions for the parent of what reducers inside tell it.
  ///
  /// A child does not know its parent's actions, nor who its parent is. It tells what happened, by the effect
  /// ``FallibleEffect/delegate(_:)``, and the node that embeds it says what that means there.
  ///
  /// ```swift
  /// ForEach(\.posts) { PostReducer() }
  ///   .delegate { (told: PostReducer.Told) in
  ///     switch told { case .removed(let id): FeedAction.remove(id) }
  ///   }
  /// ```
  ///
  /// - Parameter body: Makes an action for the node that this one stands in. What is told goes to the nearest node around
  ///   the reducer that takes its type; if there is none, a diagnostic says so.
  public func delegate<Told: Sendable, A: Action>(_ body: @escaping (Told) -> A) -> AnyNode<Parent> {
    let attach = part.attach
    return AnyNode { parent in
      let node = attach(parent)
      node?.add { told in (told as? Told).map(body) }
      return node
    }
  }
}

extension FallibleEffect {
  /// Tells something to the parent, by the delegate of the node around this that takes it.
  ///
  /// - Parameter told: What is told; its type decides who takes it. See ``TreeNode/delegate(_:)``.
  public static func delegate(_ told: some Sendable) -> Self {
    telling { $0.delegate(told) }
  }
}

extension Send {
  /// Tells something to the parent, and returns when its reducers have taken it.
  ///
  /// - Parameter told: What is told; its type decides who takes it. See ``TreeNode/delegate(_:)``.
  public func delegate(_ told: some Sendable) async { await link.deliver(scope.delegate(told)) }
}

extension EffectScope {
  /// Tells something to the parent, while this runs.
  func delegate<Told: Sendable>(_ told: Told) -> StoreLink.Message {
    whileRunning(Told.self) { core in core.delegate(told, from: self.node.route) }
  }
}

extension StoreCore {
  /// Sends the action that the nearest delegate around a node makes to the node which that stands in.
  func delegate(_ told: some Sendable, from teller: Route) {
    var route = teller
    while let node = route.node, var outer = route.outer {
      // Elements and values stand in their list or optional, which is no parent to them.
      if node.isContent, let around = outer.outer { outer = around }
      // Any of the nodes that were declared for the part may have the delegate.
      if let action = ([node] + node.twins).lazy.flatMap(\.delegates).compactMap({ $0(told) }).first {
        return dispatch(action, ofEffectAt: outer)
      }
      route = outer
    }
    report(.unheard(told: "\(type(of: told))", path: teller.path))
    onEvent?(ToldEvent(topic: "delegate", payload: told, path: teller.path, hearers: 0))
  }
}

extension Route {
  /// The way to the node around this one; nil for the root.
  var outer: Route? {
    if let mount = node?.mount, mount.node === node { return mount.host }
    guard let node, let parent = node.parent else { return nil }
    return Route(node: parent.home.representative, hops: node.crossing == nil ? hops : hops.dropLast())
  }

  /// The way to the nearest closed node around this one, or to the root.
  var domain: Route {
    var route = self
    while route.node?.isDomain != true, let outer = route.outer { route = outer }
    return route
  }
}
