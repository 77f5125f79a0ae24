package import TreeDiff

/// Where something lies within a state, for the order in which observers are told.
///
/// What lies inside comes before what lies around it, disjoint parts come as they are stored. Of the elements of a list
/// those that were removed come first, in the old order, and then the others in the new one.
package struct NaivePlace<State> {
  /// The bytes of a part within the memory that it shares with what is around it.
  struct Extent: Equatable {
    var offset: Int
    var size: Int
    /// The number of stored properties that lead there; a part may fill all of what is around it.
    var depth: Int
  }

  /// A way into memory that is elsewhere.
  enum Crossing {
    case element(index: (State) -> Int?)
    case payload
    case computed
  }

  private(set) var extents: [Extent]
  private(set) var crossings: [Crossing] = []

  /// The whole state.
  init() { extents = [Extent(offset: 0, size: MemoryLayout<State>.size, depth: 0)] }

  /// A stored part of what is here.
  func part<Part>(_ type: Part.Type, offset: Int, depth: Int) -> NaivePlace {
    var place = self
    let last = extents.count - 1
    place.extents[last].offset += offset
    place.extents[last].size = MemoryLayout<Part>.size
    place.extents[last].depth += depth
    return place
  }

  /// What a crossing from here leads to.
  func across<Part>(_ crossing: Crossing, to type: Part.Type) -> NaivePlace {
    var place = self
    place.crossings.append(crossing)
    place.extents.append(Extent(offset: 0, size: MemoryLayout<Part>.size, depth: 0))
    return place
  }

  /// The observers of this place are told before those of another one if this is negative, and after if it is positive.
  func order(relativeTo other: NaivePlace, from old: State, to new: State) -> Int {
    for (i, (mine, others)) in zip(extents, other.extents).enumerated() {
      if mine != others { return Self.order(mine, others) }
      if i == crossings.count || i == other.crossings.count { return other.crossings.count - crossings.count }
      if case .element(let index) = crossings[i], case .element(let otherIndex) = other.crossings[i] {
        let (mine, others) = (Self.rank(index, old, new), Self.rank(otherIndex, old, new))
        if mine != others { return mine < others ? -1 : 1 }
      }
    }
    return 0
  }

  private static func order(_ a: Extent, _ b: Extent) -> Int {
    if a.offset == b.offset, a.size == b.size { return b.depth - a.depth }
    let (endOfA, endOfB) = (a.offset + a.size, b.offset + b.size)
    if b.offset <= a.offset, endOfA <= endOfB { return -1 }
    if a.offset <= b.offset, endOfB <= endOfA { return 1 }
    return a.offset - b.offset
  }

  private static func rank(_ index: (State) -> Int?, _ old: State, _ new: State) -> (Int, Int) {
    if let now = index(new) { return (1, now) }
    return (0, index(old) ?? .max)
  }
}

/// The way to a part of a state, for the oracle.
package struct NaiveAddress<State, Part> {
  /// The part, unless it is absent.
  package let read: (State) -> Part?
  let place: NaivePlace<State>
  let steps: [NaiveStep<State>]

  /// A stored or computed part of what is here.
  ///
  /// - Parameter depth: How many properties the path names.
  package func node<Inner>(_ path: KeyPath<Part, Inner>, depth: Int = 1) -> NaiveAddress<State, Inner> {
    NaiveAddress<State, Inner>(
      read: { read($0)?[keyPath: path] }, place: inner(path, depth), steps: steps + [.path(path)])
  }

  /// The value of an optional.
  package func optional<Inner>(_ path: KeyPath<Part, Inner?>, depth: Int = 1) -> NaiveAddress<State, Inner> {
    let find = { (state: State) -> Inner? in read(state)?[keyPath: path] }
    return NaiveAddress<State, Inner>(
      read: find, place: inner(path, depth).across(.payload, to: Inner.self),
      steps: steps + [.optional(path) { find($0).flatMap { identity(of: $0) } }])
  }

  /// An element of a list.
  package func element<Element: Identifiable>(
    _ path: KeyPath<Part, KeyedList<Element>>, id: Element.ID, depth: Int = 1
  ) -> NaiveAddress<State, Element> {
    NaiveAddress<State, Element>(
      read: { read($0)?[keyPath: path].first { $0.id == id } },
      place: inner(path, depth).across(
        .element { read($0)?[keyPath: path].firstIndex { $0.id == id } }, to: Element.self),
      steps: steps + [.element(path, AnyHashable(id))])
  }

  /// Where observers of a path are told: at the path, or here if it is none of stored properties.
  func told<Inner>(_ path: KeyPath<Part, Inner>, _ depth: Int) -> NaivePlace<State> {
    guard let offset = MemoryLayout<Part>.offset(of: path) else { return place }
    return place.part(Inner.self, offset: offset, depth: depth)
  }

  private func inner<Inner>(_ path: KeyPath<Part, Inner>, _ depth: Int) -> NaivePlace<State> {
    if MemoryLayout<Part>.offset(of: path) == nil { return place.across(.computed, to: Inner.self) }
    return told(path, depth)
  }

  /// The node that was declared here, if one was.
  func route(from root: NaiveNode, in state: State) -> NaiveRoute? {
    var route = NaiveRoute(node: root)
    var prefix: AnyKeyPath?
    func whole(_ path: AnyKeyPath) -> AnyKeyPath { prefix.map { $0.appending(path: path)! } ?? path }
    for step in steps {
      switch step {
      case .path(let path): prefix = whole(path)
      case .optional(let path, let identity):
        guard let found = route.node.find(.optional, whole(path)) else { return nil }
        (route.node, prefix) = (found, nil)
        if let id = identity(state) { route.ids[ObjectIdentifier(found)] = id }
      case .element(let path, let id):
        guard let found = route.node.find(.elements, whole(path)) else { return nil }
        (route.node, prefix) = (found, nil)
        route.ids[ObjectIdentifier(found)] = id
      }
    }
    guard let prefix else { return route }
    guard let found = route.node.find(.path, prefix) else { return nil }
    route.node = found
    return route
  }
}

extension NaiveAddress where Part == State {
  /// The whole state.
  package init() { self.init(read: { $0 }, place: NaivePlace(), steps: []) }
}

/// A step of an address.
enum NaiveStep<State> {
  case path(AnyKeyPath)
  case optional(AnyKeyPath, identity: (State) -> AnyHashable?)
  case element(AnyKeyPath, AnyHashable)
}
