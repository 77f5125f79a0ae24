/// A node of the tree while a store runs, whatever the type of its state.
///
/// A node either lies at a fixed offset within its parent's memory, or begins a *frame* of its own: memory that has to be
/// reached first (an element of a list, the value of an optional, what a computed path leads to).
@usableFromInline
final class NodeCore {
  /// What this node is called within its parent.
  @usableFromInline
  enum Label {
    case path(AnyKeyPath)
    case text(String)
  }

  let label: Label
  unowned let parent: NodeCore?
  /// What this node is reached by, if it begins a frame of its own.
  let crossing: Crossing?
  /// Where the container of that lies in the outer frame.
  let containerOffset: Int
  /// The node that begins the frame this node lies in; nil for that node itself.
  private unowned let frameStart: NodeCore?
  /// Where the node lies in its frame.
  @usableFromInline let offset: Int
  let size: Int
  /// The type of the state.
  let stateType: ObjectIdentifier
  private(set) var reducers: [ReducerCore] = []
  private(set) var children: [NodeCore] = []
  @safe @exclusivity(unchecked) private var plans = PlanTable()
  /// Nodes in this frame, by place, and nodes that begin frames in what lies there: the elements of a list, the value of
  /// an optional. Kept by the node that begins the frame.
  private var places: [Place: NodeCore] = [:]
  private var frames: [Place: NodeCore] = [:]
  /// Other nodes that were declared for the same part: what is sent to this one reaches them, too.
  private(set) var twins: [NodeCore] = []
  /// The node that stands for all that were declared for one part: the first.
  private unowned var first: NodeCore?
  /// What the observers of the container of this frame ask for; see `Registry.access(to:)`.
  @safe @exclusivity(unchecked) var access = Access()

  /// Where a node is found within its frame.
  @usableFromInline
  enum Place: Hashable {
    case stored(offset: Int, type: ObjectIdentifier)
    case path(AnyKeyPath)
  }

  @usableFromInline
  init(root size: Int, of stateType: ObjectIdentifier) {
    (label, parent, crossing, frameStart, offset, self.size) = (.text(""), nil, nil, nil, 0, size)
    containerOffset = 0
    self.stateType = stateType
  }

  /// A node at an offset within the frame of its parent.
  init(_ label: Label, in parent: NodeCore, offset: Int, size: Int, of stateType: ObjectIdentifier) {
    (self.label, self.parent, crossing) = (label, parent, nil)
    (frameStart, self.offset, self.size, self.stateType) = (parent.frame, offset, size, stateType)
    containerOffset = 0
  }

  /// A node that begins a frame.
  init(_ label: Label, in parent: NodeCore, crossing: Crossing, size: Int, of stateType: ObjectIdentifier) {
    (self.label, self.parent, self.crossing) = (label, parent, crossing)
    (frameStart, offset, self.size, self.stateType) = (nil, 0, size, stateType)
    containerOffset = crossing.offset
  }

  /// How many key path components lead here.
  var depth: Int { (parent?.depth ?? 0) + label.depth }
  /// The node that begins the frame this node lies in.
  var frame: NodeCore { frameStart ?? self }
  /// Whether this node lies in the state's own memory.
  var isInRootFrame: Bool { frame.parent == nil }

  @usableFromInline
  func add(_ reducer: ReducerCore) { reducers.append(reducer) }
  /// Adds a child that is not found by a place.
  func add(_ child: NodeCore) { children.append(child) }
  /// Adds a child that stands at a place.
  func add(_ child: NodeCore, at place: Place) {
    add(child)
    child.join(&frame.representative.places[place])
  }
  /// Adds a child that begins a frame in what lies at a place.
  func add(_ child: NodeCore, in place: Place) {
    add(child)
    child.join(&frame.representative.frames[place])
  }
  private func join(_ entry: inout NodeCore?) {
    guard let standing = entry else { return entry = self }
    first = standing
    // What is sent to a node reaches those below it anyway.
    if !isBelow(standing) { standing.twins.append(self) }
  }
  private func isBelow(_ other: NodeCore) -> Bool {
    var node = parent
    while let current = node {
      if current.representative === other { return true }
      node = current.parent
    }
    return false
  }
  /// The node by which this one is found: itself, or the first that was declared for the same part.
  var representative: NodeCore { first ?? self }
  /// The node that was declared at a place of this node's frame.
  func node(at place: Place) -> NodeCore? { frame.representative.places[place] }
  /// The node that begins a frame in what lies at a place of this node's frame.
  @usableFromInline
  func frame(in place: Place) -> NodeCore? { frame.representative.frames[place] }

  /// The key path from the start of the frame to a path below this node.
  func pathInFrame(_ path: AnyKeyPath) -> AnyKeyPath {
    guard crossing == nil, parent != nil, case .path(let mine) = label else { return path }
    return parent!.pathInFrame(mine).appending(path: path) ?? path
  }

  /// What runs for actions of a type that are sent to this node.
  @inline(__always)
  func withPlan<Result>(for type: ActionType, _ body: (Plan) -> Result) -> Result {
    plans.find(type.id) { Plan(from: self, type: type) }.with(body)
  }

  /// The path of this node, where `ids` are the elements on the way, outermost first: `feed.posts[42]`.
  func path(ids: [AnyHashable]) -> String {
    var parts: [String] = []
    var rest = ids
    var node: NodeCore? = self
    while let current = node {
      if case .each = current.crossing?.kind { parts.append(rest.popLast().map { "[\($0)]" } ?? "[*]") }
      parts.append(current.label.description)
      node = current.parent
    }
    let path = parts.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }
}

extension NodeCore.Label {
  /// How many components the path has.
  @usableFromInline var depth: Int {
    description.utf8.count { $0 == UInt8(ascii: ".") }
  }
}

extension NodeCore.Label: CustomStringConvertible {
  /// The components of the path, as in `.feed.posts`; none in `\.self`.
  @usableFromInline var description: String {
    switch self {
    case .text(let text): return text
    case .path(let path):
      let text = String(describing: path)
      guard let dot = text.firstIndex(of: ".") else { return "" }
      let components = String(text[dot...])
      return components == ".self" ? "" : components
    }
  }
}

/// A reducer, whatever its types.
@usableFromInline
final class ReducerCore {
  @usableFromInline typealias Body = (_ state: Memory, _ action: Memory) -> AnyEffect?

  let reducer: Any.Type
  /// The type of the actions that are taken.
  let type: ObjectIdentifier
  let body: Body

  @usableFromInline
  init(_ reducer: Any.Type, type: ObjectIdentifier, body: @escaping Body) {
    (self.reducer, self.type, self.body) = (reducer, type, body)
  }
}
