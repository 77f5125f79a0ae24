/// The way from the root to the state of a node, through the elements and optionals on the way.
@usableFromInline
final class Route {
  /// One frame to be entered.
  @usableFromInline
  final class Hop {
    /// The node that begins the frame; nil where none was declared.
    let node: NodeCore?
    /// Where the container lies in the frame before.
    let offset: Int
    let way: Crossing.Way
    let isElement: Bool
    /// The element's id, or the identity of the value of an optional or a case that is meant; nil for whatever is there.
    let id: AnyHashable?
    /// What tells which value is there now, where one may follow another.
    let identity: Crossing.Identity?

    /// The way into the frame, if what is there is still the same.
    func enter(
      _ kind: KeyPath<Crossing.Way, Crossing.Reach>, _ container: Memory, _ body: (Memory) -> Void
    ) -> Crossing.Outcome {
      guard let identity, let id else { return way[keyPath: kind](container, body) }
      var isSame = false
      let outcome = way[keyPath: kind](container) { inner in
        isSame = identity(inner) == id
        if isSame { body(inner) }
      }
      return isSame ? outcome : .absent
    }

    init(
      node: NodeCore?, offset: Int, way: Crossing.Way, isElement: Bool, id: AnyHashable?, identity: Crossing.Identity?
    ) {
      (self.node, self.offset, self.way) = (node, offset, way)
      (self.isElement, self.id, self.identity) = (isElement, id, identity)
    }
  }

  /// The node, for dispatching; nil where none was declared.
  let node: NodeCore?
  /// What was asked for.
  private let position: NodePosition?
  /// Outermost first; none where the node lies in the state's own memory.
  let hops: [Hop]

  init(node: NodeCore?, hops: [Hop] = [], at position: NodePosition? = nil) {
    (self.node, self.hops, self.position) = (node, hops, position)
  }

  /// The hop to the element of a list that stands alone on the way, if its own node is meant.
  var elementHop: Borrowed<Hop>? {
    guard hops.count == 1, let node, hops[0].isElement, hops[0].node === node else { return nil }
    return Borrowed(hops[0])
  }

  /// The route with hops in front.
  func behind(_ outer: [Hop]) -> Route { Route(node: node, hops: outer + hops, at: position) }

  /// The elements on the way, outermost first.
  var ids: [AnyHashable] { hops.compactMap { $0.isElement ? $0.id : nil } }
  /// How the node is named in logs and errors.
  var path: String {
    if let node, !node.isCutOff || position == nil { return node.path(ids: ids) }
    return position?.path ?? ""
  }

  /// The way on to the value of the optional that this leads to, if actions of a type are meant for that; nil if not.
  func value(for type: ActionType) -> Route? {
    guard let value = node?.value(for: type), let crossing = value.crossing,
      case .one(let way, let identity) = crossing.kind
    else { return nil }
    let hop = Hop(
      node: value, offset: crossing.offset, way: way, isElement: false, id: nil, identity: identity)
    return Route(node: value, hops: hops + [hop], at: position)
  }

  /// The same way to the values that are there now, and to none that take their places later.
  func bound(in base: Memory) -> Route {
    if hops.allSatisfy({ $0.id != nil || $0.identity == nil }) { return self }
    var bound = hops
    for (index, hop) in hops.enumerated() where hop.id == nil {
      guard let identity = hop.identity else { continue }
      _ = Route(node: hop.node, hops: Array(hops[...index])).reach(\.read, from: base) { value in
        bound[index] = Hop(
          node: hop.node, offset: hop.offset, way: hop.way, isElement: false, id: identity(value), identity: identity)
      }
    }
    return Route(node: node, hops: bound, at: position)
  }

  /// Calls `body` with the base of the frame the node lies in, from the base of the frame before hop `first`.
  func reach(
    _ kind: KeyPath<Crossing.Way, Crossing.Reach>, from base: Memory, first: Int = 0, _ body: (Memory) -> Void
  ) -> Crossing.Outcome {
    if first == hops.count {
      body(base)
      return .present
    }
    if hops.count - first > StoreCore.nestingLimit, hops.allSatisfy({ $0.node != nil }) {
      return reachDeep(kind, from: base, first: first, body)
    }
    let hop = hops[first]
    var found = Crossing.Outcome.absent
    let outcome = hop.enter(kind, base.advanced(by: hop.offset)) { inner in
      found = reach(kind, from: inner, first: first + 1, body)
    }
    return found == .present ? outcome : found
  }

  /// Whether there is something at the end of the way that starts at hop `first`.
  func exists(from base: Memory, first: Int = 0) -> Bool {
    reach(\.read, from: base, first: first) { _ in } != .absent
  }
}

extension Route: Hashable {
  /// Routes are equal that lead to the same node through the same elements.
  @usableFromInline
  static func == (a: Route, b: Route) -> Bool {
    a.node === b.node && a.hops.count == b.hops.count && zip(a.hops, b.hops).allSatisfy { $0.id == $1.id }
  }
  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(node.map(ObjectIdentifier.init))
    for hop in hops { hasher.combine(hop.id) }
  }
}
