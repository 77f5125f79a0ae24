package import TreeDiff

/// Where something lies within a state, for the order in which observers are told.
///
/// Elements of lists and parts that contain no changed list come first, then lists, then what contains them. Within each
/// round what lies inside comes before what lies around it, and disjoint parts come as they are stored. Of the elements
/// of a list those that were removed come first, in the old order, and then the others in the new one. What lies in an
/// element or an optional is one place with it, as is what is computed with what it is computed from.
package struct NaivePlace<State> {
  /// The bytes of a part of the state.
  struct Extent: Equatable {
    var offset: Int
    var size: Int
    /// The number of stored properties that lead there; a part may fill all of what is around it.
    var depth: Int

    func encloses(_ other: Extent) -> Bool {
      offset <= other.offset && other.offset + other.size <= offset + size
    }
  }

  private(set) var extent = Extent(offset: 0, size: MemoryLayout<State>.size, depth: 0)
  /// The position of an element in its list.
  private(set) var index: ((State) -> Int?)?
  /// Whether another list is there than before, if this is a list or lies in one.
  private(set) var isChangedList: ((_ old: State, _ new: State) -> Bool)?
  /// Whether this is no longer memory of the state itself, or computed.
  private(set) var isElsewhere = false
  /// Within one place those that observe a list as such come first.
  var observesList = false

  /// The whole state.
  init() { becomesList(of: State.self) { $0 } }

  /// A stored part of what is here.
  func part<Part>(_ type: Part.Type, offset: Int, depth: Int, read: @escaping (State) -> Part?) -> NaivePlace {
    if isElsewhere { return self }
    var place = self
    place.extent.offset += offset
    place.extent.size = MemoryLayout<Part>.size
    place.extent.depth += depth
    place.becomesList(of: type, read: read)
    return place
  }

  /// What is computed from what is here, or lies in the optional that is here.
  func elsewhere() -> NaivePlace {
    var place = self
    place.isElsewhere = true
    return place
  }

  /// An element of the list that is here.
  func element(_ index: @escaping (State) -> Int?) -> NaivePlace {
    if isElsewhere { return self }
    var place = elsewhere()
    place.index = index
    return place
  }

  private mutating func becomesList<Part>(of type: Part.Type, read: @escaping (State) -> Part?) {
    guard type is any NaiveList.Type else { return isChangedList = nil }
    isChangedList = { old, new in
      !(read(old) as! any NaiveList).isSame(as: read(new) as! any NaiveList)
    }
  }

  /// In which round observers of this place are told, given the lists that have changed.
  func round(_ changedLists: [Extent]) -> Int {
    if index != nil { return 1 }
    if isChangedList != nil { return 2 }
    return changedLists.contains { extent.encloses($0) } ? 3 : 1
  }

  /// The observers of this place are told before those of another one if this is negative, and after if it is positive.
  func order(
    relativeTo other: NaivePlace, _ changedLists: [Extent], from old: State, to new: State
  ) -> Int {
    let (round, otherRound) = (round(changedLists), other.round(changedLists))
    if round != otherRound { return round - otherRound }
    if extent != other.extent { return Self.order(extent, other.extent) }
    if let index, let otherIndex = other.index {
      let (mine, others) = (Self.rank(index, old, new), Self.rank(otherIndex, old, new))
      return mine == others ? 0 : mine < others ? -1 : 1
    }
    return observesList == other.observesList ? 0 : observesList ? -1 : 1
  }

  private static func order(_ a: Extent, _ b: Extent) -> Int {
    if a.offset == b.offset, a.size == b.size { return b.depth - a.depth }
    return b.encloses(a) ? -1 : a.encloses(b) ? 1 : a.offset - b.offset
  }

  private static func rank(_ index: (State) -> Int?, _ old: State, _ new: State) -> (Int, Int) {
    if let now = index(new) { return (1, now) }
    return (0, index(old) ?? .max)
  }
}

/// A list that can be compared without its type.
protocol NaiveList {
  func isSame(as other: any NaiveList) -> Bool
}
extension KeyedList: NaiveList where Element: Equatable {
  func isSame(as other: any NaiveList) -> Bool { elementsEqual(other as! KeyedList) }
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
      read: { read($0)?[keyPath: path] }, place: told(path, depth), steps: steps + [.path(path)])
  }

  /// The value of an optional.
  package func optional<Inner>(_ path: KeyPath<Part, Inner?>, depth: Int = 1) -> NaiveAddress<State, Inner> {
    let find = { (state: State) -> Inner? in read(state)?[keyPath: path] }
    return NaiveAddress<State, Inner>(
      read: find, place: told(path, depth).elsewhere(),
      steps: steps + [.optional(path) { find($0).flatMap { identity(of: $0) } }])
  }

  /// An element of a list.
  package func element<Element: Identifiable>(
    _ path: KeyPath<Part, KeyedList<Element>>, id: Element.ID, depth: Int = 1
  ) -> NaiveAddress<State, Element> {
    NaiveAddress<State, Element>(
      read: { read($0)?[keyPath: path].first { $0.id == id } },
      place: told(path, depth).element { read($0)?[keyPath: path].firstIndex { $0.id == id } },
      steps: steps + [.element(path, AnyHashable(id))])
  }

  /// Where observers of a path are told: at the path, or here if it is none of stored properties.
  func told<Inner>(_ path: KeyPath<Part, Inner>, _ depth: Int) -> NaivePlace<State> {
    guard let offset = MemoryLayout<Part>.offset(of: path) else { return place.elsewhere() }
    return place.part(Inner.self, offset: offset, depth: depth) { read($0)?[keyPath: path] }
  }

  /// The way to the nodes that were declared here, if any were.
  func route(from root: NaiveNode, in state: State) -> NaiveRoute? {
    var route = NaiveRoute(root: root)
    for step in steps {
      switch step {
      case .path(let path): route.address = route.address.appending(path)
      case .optional(let path, let identity):
        route.address = route.address.appending(path).inside(.optional)
        if let id = identity(state) { route.ids[route.address] = id }
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
  package init() { self.init(read: { $0 }, place: NaivePlace(), steps: []) }
}

/// A step of an address.
enum NaiveStep<State> {
  case path(AnyKeyPath)
  case optional(AnyKeyPath, identity: (State) -> AnyHashable?)
  case element(AnyKeyPath, AnyHashable)
}
