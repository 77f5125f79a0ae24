package import TreeDiff

/// The way to a part of a state, for the oracle.
package struct NaiveAddress<State, Part> {
  typealias World = NaiveWorld<State>
  /// The mounted node from whose state this starts; nil for that of the tree.
  let mount: Int?
  /// The part, unless it is absent.
  let read: (World) -> Part?
  let place: NaivePlace<World>
  let steps: [NaiveStep<World>]

  private init(
    _ mount: Int?, read: @escaping (World) -> Part?, place: NaivePlace<World>, steps: [NaiveStep<World>] = []
  ) {
    (self.mount, self.read, self.place, self.steps) = (mount, read, place, steps)
  }

  /// A stored or computed part of what is here.
  ///
  /// - Parameter depth: How many properties the path names.
  package func node<Inner>(_ path: KeyPath<Part, Inner>, depth: Int = 1) -> NaiveAddress<State, Inner> {
    NaiveAddress<State, Inner>(
      mount, read: { read($0)?[keyPath: path] }, place: told(path, depth), steps: steps + [.path(path)])
  }

  /// The value of an optional.
  package func optional<Inner>(_ path: KeyPath<Part, Inner?>, depth: Int = 1) -> NaiveAddress<State, Inner> {
    let find = { (world: World) -> Inner? in read(world)?[keyPath: path] }
    return NaiveAddress<State, Inner>(
      mount, read: find, place: told(path, depth).elsewhere(),
      steps: steps + [.optional(path) { find($0).flatMap { identity(of: $0) } }])
  }

  /// An element of a list.
  package func element<Element: Identifiable>(
    _ path: KeyPath<Part, KeyedList<Element>>, id: Element.ID, depth: Int = 1
  ) -> NaiveAddress<State, Element> {
    NaiveAddress<State, Element>(
      mount, read: { read($0)?[keyPath: path].first { $0.id == id } },
      place: told(path, depth).element { read($0)?[keyPath: path].firstIndex { $0.id == id } },
      steps: steps + [.element(path, AnyHashable(id))])
  }

  /// Where observers of a path are told: at the path, or here if it is none of stored properties.
  func told<Inner>(_ path: KeyPath<Part, Inner>, _ depth: Int) -> NaivePlace<World> {
    guard let offset = MemoryLayout<Part>.offset(of: path) else { return place.elsewhere() }
    return place.part(Inner.self, offset: offset, depth: depth) { read($0)?[keyPath: path] }
  }

  /// The way to the nodes that were declared here, if any were.
  func route(from root: NaiveNode, in world: World) -> NaiveRoute? { route(steps[...], root, world) }

  /// The way to the nearest nodes that were declared here or around this.
  func declared(from root: NaiveNode, in world: World) -> NaiveRoute {
    (0...steps.count).reversed().lazy.compactMap { route(steps.prefix($0), root, world) }.first!
  }

  private func route(_ steps: ArraySlice<NaiveStep<World>>, _ root: NaiveNode, _ world: World) -> NaiveRoute? {
    var route = NaiveRoute(mount: mount, root: root)
    for step in steps {
      switch step {
      case .path(let path): route.address = route.address.appending(path)
      case .optional(let path, let identity):
        route.address = route.address.appending(path).inside(.optional)
        if let id = identity(world) { route.ids[route.address] = id }
      case .element(let path, let id):
        route.address = route.address.appending(path).inside(.elements)
        route.ids[route.address] = id
      }
    }
    return route.isDeclared ? route : nil
  }
}

extension NaiveAddress where Part == State {
  /// The whole state.
  package init() { self.init(nil, read: { $0.tree }, place: NaivePlace(of: State.self, mount: nil) { $0.tree }) }
}

extension NaiveAddress {
  /// The state of a mounted node.
  package init(mount: Int) {
    let read = { (world: World) in world.mounted[mount] as! Part? }
    self.init(mount, read: read, place: NaivePlace(of: Part.self, mount: mount, read: read))
  }
}

/// A step of an address.
enum NaiveStep<World> {
  case path(AnyKeyPath)
  case optional(AnyKeyPath, identity: (World) -> AnyHashable?)
  case element(AnyKeyPath, AnyHashable)
}
