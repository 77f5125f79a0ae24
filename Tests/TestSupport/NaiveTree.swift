package import TreeDiff
package import TreeRedux

/// A reducer that can also be asked without an `Effect`: it returns what is to be done at once.
package protocol NaiveReducer: Reducer {
  /// Changes the state and returns what is to be sent back to the same node, or published there.
  func step(_ state: inout State, _ action: ActionType) -> [NaiveEffect<ActionType>]
}

/// What a reducer wants to have done.
package enum NaiveEffect<ActionType> {
  case send(ActionType)
  case publish(EventTopic<Int>, Int)
}
extension NaiveEffect: Sendable where ActionType: Sendable {}

extension NaiveReducer {
  /// Does the same for the store under test.
  package func reduce(_ state: inout State, _ action: ActionType) -> Effect<ActionType> {
    .merge(
      step(&state, action).map { effect in
        switch effect {
        case .send(let action): .send(action)
        case .publish(let topic, let payload): .publish(topic, payload)
        }
      })
  }
}

/// A part of a naive tree below a state of type `State`.
package struct NaivePart<State> {
  fileprivate let attach: (NaiveNode) -> Void

  /// A reducer of the state itself.
  package static func reducer<R: NaiveReducer>(_ reducer: R) -> NaivePart where R.State == State {
    NaivePart { node in
      node.parts.append(
        .reducer(type: R.ActionType.self) { erased, action in
          guard let action = action as? R.ActionType else { return nil }
          var state = erased as! State
          defer { erased = state }
          return reducer.step(&state, action).map { effect in
            switch effect {
            case .send(let action): .send(action)
            case .publish(let topic, let payload): .publish(topic, payload)
            }
          }
        })
    }
  }

  /// The node of a part of the state.
  package static func node<Part>(
    _ path: WritableKeyPath<State, Part>, _ parts: [NaivePart<Part>]
  ) -> NaivePart {
    child(.path, path, parts) { state, body in
      var part: Any = state[keyPath: path]
      body(&part, nil)
      state[keyPath: path] = part as! Part
    }
  }

  /// The node of an optional's value; the optional is a node, too.
  package static func optional<Part>(
    _ path: WritableKeyPath<State, Part?>, _ parts: [NaivePart<Part>]
  ) -> NaivePart {
    let value = NaivePart<Part?>.child(.optional, nil, parts) { state, body in
      guard let value = state else { return }
      var part: Any = value
      body(&part, identity(of: value))
      state = .some(part as! Part)
    }
    return node(path, [value])
  }

  /// The nodes of the elements of a list; the list is a node, too.
  package static func elements<Element: Identifiable>(
    _ path: WritableKeyPath<State, KeyedList<Element>>, _ parts: [NaivePart<Element>]
  ) -> NaivePart {
    let elements = NaivePart<KeyedList<Element>>.child(.elements, nil, parts) { list, body in
      for id in list.map(\.id) {
        guard let element = list[id: id] else { continue }
        var part: Any = element
        body(&part, AnyHashable(id))
        list[id: id] = (part as! Element)
      }
    }
    return node(path, [elements])
  }

  /// The node of the value of an enum's case.
  package static func enumCase<Part>(
    get: @escaping (State) -> Part?, set: @escaping (Part) -> State, _ parts: [NaivePart<Part>]
  ) -> NaivePart {
    child(.enumCase, nil, parts) { state, body in
      guard let value = get(state) else { return }
      var part: Any = value
      body(&part, identity(of: value))
      state = set(part as! Part)
    }
  }

  fileprivate static func child<Part>(
    _ kind: NaiveNode.Kind, _ path: AnyKeyPath?, _ parts: [NaivePart<Part>],
    _ visit: @escaping (inout State, (inout Any, AnyHashable?) -> Void) -> Void
  ) -> NaivePart {
    NaivePart { parent in
      let node = NaiveNode(kind, path: path, parent: parent) { erased, body in
        var state = erased as! State
        visit(&state, body)
        erased = state
      }
      for part in parts { part.attach(node) }
      parent.parts.append(.node(node))
    }
  }
}

/// The identity of a value that may have none.
func identity(of value: Any) -> AnyHashable? {
  func open<I: Identifiable>(_ value: I) -> AnyHashable { AnyHashable(value.id) }
  return (value as? any Identifiable).map { open($0) }
}

/// Where a node stands: nodes that were declared for the same part have equal addresses.
struct NaiveNodeAddress: Hashable {
  private struct Step: Hashable {
    let kind: NaiveNode.Kind
    let path: AnyKeyPath?
    /// Cases have no path, and are never the same.
    var node: ObjectIdentifier?
  }
  /// The elements, optionals and cases on the way.
  private var frames: [Step] = []
  /// From the last of them on.
  private var path: AnyKeyPath?

  /// What lies at a path from here.
  func appending(_ path: AnyKeyPath) -> NaiveNodeAddress {
    var address = self
    address.path = self.path.map { $0.appending(path: path)! } ?? path
    return address
  }

  /// What is reached through a node of this kind, which stands here.
  func inside(_ kind: NaiveNode.Kind, _ node: NaiveNode? = nil) -> NaiveNodeAddress {
    var address = self
    address.frames.append(Step(kind: kind, path: path, node: node.map(ObjectIdentifier.init)))
    address.path = nil
    return address
  }
}

/// A node that reaches its state through copies.
final class NaiveNode {
  enum Kind { case root, path, optional, elements, enumCase }
  enum Part {
    case reducer(type: any Action.Type, (inout Any, any Action) -> [NaiveEffect<any Action>]?)
    case node(NaiveNode)
  }

  let kind: Kind
  /// From the state of the parent, if there is a path.
  let path: AnyKeyPath?
  var parts: [Part] = []
  private(set) unowned var parent: NaiveNode!
  private(set) var address = NaiveNodeAddress()
  /// Calls its argument with each state of this node that is there, given the parent's state, and with its identity.
  let visit: (inout Any, (inout Any, AnyHashable?) -> Void) -> Void

  init(
    _ kind: Kind, path: AnyKeyPath?, parent: NaiveNode?,
    visit: @escaping (inout Any, (inout Any, AnyHashable?) -> Void) -> Void
  ) {
    (self.kind, self.path, self.parent, self.visit) = (kind, path, parent, visit)
    guard let parent else { return }
    switch kind {
    case .root, .path: address = path.map(parent.address.appending) ?? parent.address
    case .optional, .elements: address = parent.address.inside(kind)
    case .enumCase: address = parent.address.inside(kind, self)
    }
  }

  /// A root.
  static func root<State>(_ parts: [NaivePart<State>]) -> NaiveNode {
    let root = NaiveNode(.root, path: nil, parent: nil) { _, _ in fatalError("the root is reached from nowhere") }
    for part in parts { part.attach(root) }
    return root
  }

  /// The nodes at and below this one that were declared for a part, except for those below one of them.
  func nodes(at address: NaiveNodeAddress) -> [NaiveNode] {
    if self.address == address { return [self] }
    return parts.flatMap { if case .node(let child) = $0 { child.nodes(at: address) } else { [] as [NaiveNode] } }
  }
}

/// What the reducer of a node wants to have done.
struct NaiveRequest {
  let route: NaiveRoute
  let effect: NaiveEffect<any Action>
}

/// The nodes of a part of the state together with the identities of all that lies on the way.
struct NaiveRoute {
  /// The mounted node that it starts at; nil for the root of the tree.
  let mount: Int?
  let root: NaiveNode
  var address = NaiveNodeAddress()
  /// Nodes that are not named here are meant whatever their identity is.
  var ids: [NaiveNodeAddress: AnyHashable] = [:]

  private var nodes: [NaiveNode] { root.nodes(at: address) }
  /// Whether a node was declared there.
  var isDeclared: Bool { !nodes.isEmpty }

  /// The nodes on the way to one of them.
  private func chain(to node: NaiveNode) -> ArraySlice<NaiveNode> {
    var nodes = [node]
    while let parent = nodes.last!.parent { nodes.append(parent) }
    return nodes.reversed().dropFirst()
  }

  /// Where the part stands, given where the root does.
  func scope(below scope: NaiveScope) -> NaiveScope {
    var scope = scope
    for node in chain(to: nodes[0]) {
      if let path = node.path { scope.append(path) }
      if node.kind == .enumCase { scope.append("case") }
      if node.kind == .elements, let id = ids[node.address] { scope.append(id: id) }
    }
    return scope
  }

  /// Whether what is sent there falls through the nodes of another route, too.
  func leads(through inner: NaiveRoute) -> Bool {
    mount == inner.mount
      && inner.nodes.contains { node in
        let chain = Array(inner.chain(to: node))
        guard let last = ([root] + chain).lastIndex(where: { $0.address == address }) else { return false }
        return chain.prefix(last).allSatisfy { node in
          guard let mine = ids[node.address], let others = inner.ids[node.address] else { return true }
          return mine == others
        }
      }
  }

  /// Calls `body` with the state of the part, unless it is absent; says which of the two.
  func reach(_ state: inout Any, _ body: (inout Any) -> Void) -> Bool { reach(chain(to: nodes[0]), &state, body) }

  private func reach(_ chain: ArraySlice<NaiveNode>, _ state: inout Any, _ body: (inout Any) -> Void) -> Bool {
    guard let next = chain.first else {
      body(&state)
      return true
    }
    var found = false
    next.visit(&state) { inner, id in
      if let wanted = ids[next.address], wanted != id { return }
      if reach(chain.dropFirst(), &inner, body) { found = true }
    }
    return found
  }

  /// Lets an action fall through the part's nodes, whose state is given: through the reducers of each, and then through
  /// its children.
  ///
  /// - Returns: Whether a reducer took it.
  func waterfall(_ state: inout Any, _ action: any Action, _ requests: inout [NaiveRequest]) -> Bool {
    var isTaken = false
    for node in nodes where waterfall(node, &state, action, &requests) { isTaken = true }
    return isTaken
  }

  private func waterfall(
    _ node: NaiveNode, _ state: inout Any, _ action: any Action, _ requests: inout [NaiveRequest]
  ) -> Bool {
    var isTaken = false
    for case .reducer(_, let reduce) in node.parts {
      guard let effects = reduce(&state, action) else { continue }
      isTaken = true
      requests += effects.map { NaiveRequest(route: self, effect: $0) }
    }
    for case .node(let child) in node.parts {
      child.visit(&state) { inner, id in
        var route = NaiveRoute(mount: mount, root: root, address: child.address, ids: ids)
        if let id { route.ids[child.address] = id }
        if route.waterfall(child, &inner, action, &requests) { isTaken = true }
      }
    }
    return isTaken
  }
}
