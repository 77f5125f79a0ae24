package import TreeDiff
package import TreeRedux

/// A reducer that can also be asked without an `Effect`: it returns what it sends at once.
package protocol NaiveReducer: Reducer {
  /// Changes the state and returns the actions that are to be sent back to the same node.
  func step(_ state: inout State, _ action: ActionType) -> [ActionType]
}

extension NaiveReducer {
  /// Does the same for the store under test.
  package func reduce(_ state: inout State, _ action: ActionType) -> Effect<ActionType> {
    let sent = step(&state, action)
    switch sent.count {
    case 0: return .none
    case 1: return .send(sent[0])
    case 2: return .merge(.send(sent[0]), .send(sent[1]))
    default: fatalError("\(type(of: self)) sends \(sent.count) actions; the oracle knows two at most")
    }
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
          return reducer.step(&state, action)
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

  /// The node of an optional's value.
  package static func optional<Part>(
    _ path: WritableKeyPath<State, Part?>, _ parts: [NaivePart<Part>]
  ) -> NaivePart {
    child(.optional, path, parts) { state, body in
      guard let value = state[keyPath: path] else { return }
      var part: Any = value
      body(&part, identity(of: value))
      state[keyPath: path] = .some(part as! Part)
    }
  }

  /// The nodes of the elements of a list.
  package static func elements<Element: Identifiable>(
    _ path: WritableKeyPath<State, KeyedList<Element>>, _ parts: [NaivePart<Element>]
  ) -> NaivePart {
    child(.elements, path, parts) { state, body in
      for id in state[keyPath: path].map(\.id) {
        guard let element = state[keyPath: path][id: id] else { continue }
        var part: Any = element
        body(&part, AnyHashable(id))
        state[keyPath: path][id: id] = (part as! Element)
      }
    }
  }

  /// The node of the value of an enum's case.
  package static func enumCase<Part>(
    get: @escaping (State) -> Part?, set: @escaping (Part) -> State, _ parts: [NaivePart<Part>]
  ) -> NaivePart {
    child(.enumCase, nil, parts) { state, body in
      guard let value = get(state) else { return }
      var part: Any = value
      body(&part, nil)
      state = set(part as! Part)
    }
  }

  private static func child<Part>(
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

/// A node that reaches its state through copies.
final class NaiveNode {
  enum Kind { case root, path, optional, elements, enumCase }
  enum Part {
    case reducer(type: any Action.Type, (inout Any, any Action) -> [any Action]?)
    case node(NaiveNode)
  }

  let kind: Kind
  let path: AnyKeyPath?
  var parts: [Part] = []
  private(set) unowned var parent: NaiveNode!
  /// Calls its argument with each state of this node that is there, given the parent's state, and with its identity.
  let visit: (inout Any, (inout Any, AnyHashable?) -> Void) -> Void

  init(
    _ kind: Kind, path: AnyKeyPath?, parent: NaiveNode?,
    visit: @escaping (inout Any, (inout Any, AnyHashable?) -> Void) -> Void
  ) {
    (self.kind, self.path, self.parent, self.visit) = (kind, path, parent, visit)
  }

  /// A root.
  static func root<State>(_ parts: [NaivePart<State>]) -> NaiveNode {
    let root = NaiveNode(.root, path: nil, parent: nil) { _, _ in fatalError("the root is reached from nowhere") }
    for part in parts { part.attach(root) }
    return root
  }

  /// Whether a reducer at or below this node takes actions of the type.
  func takes(_ type: any Action.Type) -> Bool {
    parts.contains { part in
      switch part {
      case .reducer(let own, _): own == type
      case .node(let child): child.takes(type)
      }
    }
  }

  /// The node of a kind at a path that begins at this node, found through nodes of stored or computed parts.
  func find(_ kind: Kind, _ path: AnyKeyPath, from prefix: AnyKeyPath? = nil) -> NaiveNode? {
    for case .node(let child) in parts {
      guard let own = child.path else { continue }
      let whole = prefix.map { $0.appending(path: own)! } ?? own
      if child.kind == kind, whole == path { return child }
      if child.kind == .path, let found = child.find(kind, path, from: whole) { return found }
    }
    return nil
  }
}

/// A node of a naive tree together with the identities of all that lies on the way.
struct NaiveRoute {
  var node: NaiveNode
  /// Nodes that are not named here are meant whatever their identity is.
  var ids: [ObjectIdentifier: AnyHashable] = [:]

  private var chain: ArraySlice<NaiveNode> {
    var nodes = [node]
    while let parent = nodes.last!.parent { nodes.append(parent) }
    return nodes.reversed().dropFirst()
  }

  /// Calls `body` with the state of the node, unless it is absent; says which of the two.
  func reach(_ state: inout Any, _ body: (inout Any) -> Void) -> Bool { reach(chain, &state, body) }

  private func reach(_ chain: ArraySlice<NaiveNode>, _ state: inout Any, _ body: (inout Any) -> Void) -> Bool {
    guard let next = chain.first else {
      body(&state)
      return true
    }
    var found = false
    next.visit(&state) { inner, id in
      if let wanted = ids[ObjectIdentifier(next)], wanted != id { return }
      if reach(chain.dropFirst(), &inner, body) { found = true }
    }
    return found
  }

  /// Lets an action fall through the reducers at the node, whose state is given, and then through its children.
  ///
  /// - Returns: Whether a reducer took it.
  func waterfall(_ state: inout Any, _ action: any Action, _ sent: inout [(NaiveRoute, any Action)]) -> Bool {
    var isTaken = false
    for case .reducer(_, let reduce) in node.parts {
      guard let actions = reduce(&state, action) else { continue }
      isTaken = true
      sent += actions.map { (self, $0) }
    }
    for case .node(let child) in node.parts {
      child.visit(&state) { inner, id in
        var route = NaiveRoute(node: child, ids: ids)
        if let id { route.ids[ObjectIdentifier(child)] = id }
        if route.waterfall(&inner, action, &sent) { isTaken = true }
      }
    }
    return isTaken
  }
}
