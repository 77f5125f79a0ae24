package import TreeDiff

/// Where something lies within a state, for the order in which observers are told.
///
/// Elements of lists and parts that contain no changed list come first, then lists, then what contains them. Within each
/// round what lies inside comes before what lies around it, and disjoint parts come as they are stored. Of the elements
/// of a list those that were removed come first, in the old order, and then the others in the new one. What lies in an
/// element or an optional is one place with it, as is what is computed with what it is computed from. The states of
/// mounted nodes come after that of the tree, as they were mounted.
package struct NaivePlace<World> {
  /// The bytes of a part of the state.
  struct Extent: Equatable {
    /// Which mounted node's state, counted as they were mounted; 0 for that of the tree.
    var turn: Int
    var offset: Int
    var size: Int
    /// The number of stored properties that lead there; a part may fill all of what is around it.
    var depth: Int

    func encloses(_ other: Extent) -> Bool {
      turn == other.turn && offset <= other.offset && other.offset + other.size <= offset + size
    }
  }

  /// The mounted node whose state this lies in.
  let mount: Int?
  private(set) var extent: Extent
  var turn: Int {
    get { extent.turn }
    set { extent.turn = newValue }
  }
  /// The position of an element in its list.
  private(set) var index: ((World) -> Int?)?
  /// Whether another list is there than before, if this is a list or lies in one.
  private(set) var isChangedList: ((_ old: World, _ new: World) -> Bool)?
  /// Whether this is no longer memory of the state itself, or computed.
  private(set) var isElsewhere = false
  /// Within one place those that observe a list as such come first.
  var observesList = false

  /// The whole state of the tree or of a mounted node.
  init<Whole>(of type: Whole.Type, mount: Int?, read: @escaping (World) -> Whole?) {
    self.mount = mount
    extent = Extent(turn: 0, offset: 0, size: MemoryLayout<Whole>.size, depth: 0)
    becomesList(of: type, read: read)
  }

  /// A stored part of what is here.
  func part<Part>(_ type: Part.Type, offset: Int, depth: Int, read: @escaping (World) -> Part?) -> NaivePlace {
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
  func element(_ index: @escaping (World) -> Int?) -> NaivePlace {
    if isElsewhere { return self }
    var place = elsewhere()
    place.index = index
    return place
  }

  private mutating func becomesList<Part>(of type: Part.Type, read: @escaping (World) -> Part?) {
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
    relativeTo other: NaivePlace, _ changedLists: [Extent], from old: World, to new: World
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
    if a.turn != b.turn { return a.turn - b.turn }
    if a.offset == b.offset, a.size == b.size { return b.depth - a.depth }
    return b.encloses(a) ? -1 : a.encloses(b) ? 1 : a.offset - b.offset
  }

  private static func rank(_ index: (World) -> Int?, _ old: World, _ new: World) -> (Int, Int) {
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
