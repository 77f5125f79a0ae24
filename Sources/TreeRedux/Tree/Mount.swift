/// A node that stands in a running store beside its tree, with a state of its own.
final class Mount {
  let node: NodeCore
  /// The nearest node that was declared at or around the host.
  let host: Route
  /// Where the node stands.
  let scope: Scope
  private let memory: MountedMemory?
  private(set) weak var handle: AnyObject?
  /// Whether it takes no part any more, since its handle or its host has gone.
  private(set) var hasLeft = false
  /// What tells that the host goes.
  private var hostPresence: Presence?
  private var hostObservation: Observation?

  init(node: NodeCore, host: Route, scope: Scope, memory: MountedMemory?) {
    (self.node, self.host, self.scope, self.memory) = (node, host, scope, memory)
    node.mount = self
  }

  /// Whether it is time to leave.
  var isLeaving: Bool { hasLeft || handle == nil || host.node?.mount?.isLeaving == true }

  /// Begins to live as long as a handle and the host do.
  func stay<Host>(with handle: AnyObject, at host: NodeHandle<Host>, in core: StoreCore) {
    self.handle = handle
    if host.place.storedOffset != nil { return }
    if host.current == nil { return leave(core) }
    if host.route.hops.first?.node != nil {
      let route = host.route.bound(in: core.memory.live)
      let presence = Presence(route: route) { [weak self, unowned core] _ in self?.leave(core) }
      hostPresence = presence
      core.add(presence)
    }
    // A route leads no further than to what was declared.
    if host.route.node == nil {
      hostObservation = host.place.observe(core) { [weak self, unowned core] _, new, _ in
        if new == nil { self?.leave(core) }
      }
    }
    if core.isBatching { leaveAfterBatch(withoutHost: host.place, in: core) }
  }

  /// Leaves at the end of a batch if the host has gone by then: what began within a batch is told of nothing in it.
  private func leaveAfterBatch<Host>(withoutHost place: Place<Host>, in core: StoreCore) {
    let leave = { [weak self, unowned core] (_: Notice) in
      guard let self, !host.exists(from: core.memory.live) || place.read(core.memory.live) == nil else { return }
      self.leave(core)
    }
    core.joiners.append((core.registry.lastSerial, leave))
  }

  /// Takes no part any more; effects end.
  func leave(_ core: StoreCore) {
    if hasLeft { return }
    hasLeft = true
    if let hostPresence { core.remove(hostPresence) }
    (hostPresence, hostObservation) = (nil, nil)
    core.effects.cancelAll(of: self, in: core)
  }

  /// Whether a reducer inside takes actions of a type that are sent to a node.
  func takes(_ type: ActionType, from target: Route) -> Bool {
    !isLeaving && node.repeatedPlan(for: type).with { !$0.steps.isEmpty } && isReached(from: target)
  }

  /// Whether an action that is sent to a node falls through the host.
  func isReached(from target: Route) -> Bool {
    var open = [host]
    while let route = open.popLast() {
      if route.leadsWhere(target) { return true }
      guard let node = route.node?.representative else { continue }
      // Any of the nodes that were declared for the part may lie where the action falls.
      open += ([node] + node.twins).filter { !$0.isClosed }.compactMap { Route(node: $0, hops: route.hops).outer }
    }
    return false
  }
}

extension Route {
  /// Whether this leads to the node that another route leads to, through the same elements.
  fileprivate func leadsWhere(_ other: Route) -> Bool {
    node?.representative === other.node?.representative && hops.count == other.hops.count
      && zip(hops, other.hops).allSatisfy { a, b in a.id == b.id || !a.isElement && (a.id == nil || b.id == nil) }
  }
}

/// Where the state of a mounted node lies, as long as handles can read it.
final class MountedMemory {
  private let offset: Int
  private let size: Int
  private let link: StoreLink

  init(offset: Int, size: Int, link: StoreLink) { (self.offset, self.size, self.link) = (offset, size, link) }

  deinit {
    let range = offset..<offset + size
    link.bury { [link] in link.core?.vacated.append(range) }
  }
}

extension StoreCore {
  /// Runs an action in the tree, and in the mounted nodes whose hosts it falls through.
  ///
  /// They come after the tree, in the order in which they were mounted; observers are told of all together.
  func processWithMounts(
    _ action: Memory, _ type: ActionType, route: Route, _ process: (Memory, ActionType) -> Bool
  ) -> Bool {
    let taking = mounts.filter { mount in
      // In a batch the host may have gone, and nobody has been told of it.
      mount.takes(type, from: route) && mount.host.exists(from: memory.live)
    }
    if taking.isEmpty { return process(action, type) }
    return notifyingOnce {
      var isHandled = false
      if route.node?.withPlan(for: type, { !$0.steps.isEmpty }) == true {
        isHandled = process(action, type)
      } else {
        begin(action, type)
      }
      for mount in taking {
        if mount.node.repeatedPlan(for: type).with({ run($0, at: memory.live, action, type) }) { isHandled = true }
        startEffects()
      }
      if wasReplaced { reportReplaced(action, type, path: route.path) }
      return isHandled
    }
  }

  /// Lets those go that are to leave. No plan of theirs may be in use.
  func settleMounts() {
    if !mounts.contains(where: \.isLeaving) { return }
    for mount in mounts where mount.isLeaving {
      mount.leave(self)
      mount.node.retire()
    }
    mounts.removeAll(where: \.hasLeft)
  }

  /// Destroys the states of mounted nodes that nobody can read any more. Nothing of the state may be saved.
  func clearVacated() {
    if vacated.isEmpty { return }
    let ranges = vacated
    vacated = []
    for range in ranges {
      registry.removeSlots(in: range)
      forgetInnerLists(in: range)
      memory.removeGuest(at: range.lowerBound)
    }
  }
}

/// The handle of a node that was mounted; the node stays as long as its handle.
///
/// It reads, observes and dispatches like any other handle. When it is released, or when the node it was mounted at goes,
/// the node takes no part any more, and its effects end. The state can be read as long as there are handles.
public final class MountedNode<State>: NodeHandle<State> {
  deinit {
    link.postIfAtHome { $0.settleMounts() }
  }
}

/// A mounted node, whatever the type of its state: what a test store looks at.
package protocol AnyMountedNode: AnyObject {
  var path: String { get }
  /// The state.
  var anyState: Any { get }
}

extension MountedNode: AnyMountedNode {
  package var anyState: Any { state }
}

extension RootStore {
  /// The nodes that are mounted.
  package var mountedNodes: [any AnyMountedNode] {
    owner.core.mounts.compactMap { $0.handle as? any AnyMountedNode }
  }
}

extension NodeHandle {
  /// Puts a node with a state of its own beside the tree, at this node.
  ///
  /// A screen mounts what concerns it alone (a draft, a selection), or a copy of something that others show, too: each
  /// copy stays up to date because each reduces the same actions.
  ///
  /// ```swift
  /// let editor = store.node(\.feed).mount(Draft(), name: "editor") { DraftReducer() }   // feed.$editor
  /// editor.dispatch(DraftAction.type("Hello"))
  /// let token = editor.observe(\.text) { change in field.text = change.new }
  /// ```
  ///
  /// From the next action on it takes what is sent to it, and what falls through this node: after the tree, in the order
  /// in which nodes were mounted. It leaves when its handle is released or this node goes. It is no part of the state, and
  /// so of nothing that is saved or undone.
  ///
  /// - Parameters:
  ///   - state: The state to begin with.
  ///   - name: How the node is named in paths, after a `$`.
  ///   - tree: The reducers of the node and its child nodes.
  /// - Returns: The node's handle, which has to be kept. It keeps neither the store nor this node alive.
  /// - Complexity: O(1), besides making the tree. An action that mounted nodes take costs as much as a batch: what all
  ///   observers of stored properties watch is compared.
  public final func mount<Part>(
    _ state: Part, name: String, @NodeBuilder<Part> _ tree: () -> [AnyNode<Part>]
  ) -> MountedNode<Part> {
    let label = NodeCore.Label.text(".$" + name)
    guard let core else {
      let root = NodeCore(mounted: label, offset: 0, size: MemoryLayout<Part>.size, of: ObjectIdentifier(Part.self))
      let below = NodePosition(mounted: label, at: position, node: root, path: \Part.self, mount: nil)
      return MountedNode<Part>(
        link: link, memory: StateMemory(state), place: Place(storedAt: 0, in: nil, path: \Part.self),
        route: Route(node: root), position: below)
    }
    core.checkReading()
    core.settleMounts()
    let offset = memory.addGuest(state)
    let size = max(MemoryLayout<Part>.size, 1)
    core.registry.addGuest(offset..<offset + size)
    let node = NodeCore(
      mounted: label, offset: offset, size: MemoryLayout<Part>.size, of: ObjectIdentifier(Part.self))
    var scope = position.scope
    scope.append(label, id: nil, .mounted(node))
    let keeper = MountedMemory(offset: offset, size: size, link: link)
    let mount = Mount(node: node, host: position.declared.bound(in: memory.live), scope: scope, memory: keeper)
    if let host = position.declared.node { node.inherit(host) }
    node.attach(tree())
    node.expand()
    let below = NodePosition(mounted: label, at: position, node: node, path: \Part.self, mount: mount)
    let handle = MountedNode<Part>(
      link: link, memory: memory, place: Place(storedAt: offset, in: nil, path: \Part.self), route: Route(node: node),
      position: below)
    mount.stay(with: handle, at: self, in: core)
    core.mounts.append(mount)
    return handle
  }
}
