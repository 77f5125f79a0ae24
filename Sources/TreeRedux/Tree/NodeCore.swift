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
  /// Nil for a root, and once this was taken apart.
  @safe @exclusivity(unchecked) private(set) unowned var parent: NodeCore?
  /// The node of the optional that this is the value of.
  var optional: NodeCore? {
    guard case .text("") = label, case .one? = crossing?.kind else { return nil }
    return parent
  }
  /// The node of what this holds, if it is an optional; known to the first of the nodes that were declared for it.
  @safe @exclusivity(unchecked) private(set) unowned var value: NodeCore?
  /// What this node is reached by, if it begins a frame of its own.
  let crossing: Crossing?
  /// Where the container of that lies in the outer frame.
  let containerOffset: Int
  /// The node that begins the frame this node lies in; nil for that node itself.
  @safe @exclusivity(unchecked) private unowned var frameStart: NodeCore?
  /// Whether what was around this may have gone.
  private(set) var isCutOff = false
  /// Where the node lies in its frame.
  @usableFromInline let offset: Int
  let size: Int
  /// The type of the state.
  let stateType: ObjectIdentifier
  private(set) var reducers: [ReducerCore] = []
  private(set) var children: [NodeCore] = []
  @safe @exclusivity(unchecked) private var plans = PlanTable()
  /// The plans for actions that come from above.
  private var innerPlans = PlanTable()
  /// Nodes in this frame, by place, and nodes that begin frames in what lies there: the elements of a list, the value of
  /// an optional. Kept by the node that begins the frame.
  private var places: [Place: NodeCore] = [:]
  private var frames: [Place: NodeCore] = [:]
  /// Other nodes that were declared for the same part: what is sent to this one reaches them, too.
  private(set) var twins: [NodeCore] = []
  /// The node that stands for all that were declared for one part: the first.
  private unowned var first: NodeCore?
  /// What adds reducers and children, once this is expanded; kept for nodes that repeat this one.
  private var content: [(NodeCore) -> NodeCore?] = []
  private var isExpanded = true
  /// The node whose content this one repeats; it is expanded when it is first reached.
  private(set) unowned var original: NodeCore?
  /// Whether only actions that are addressed to it, or to something inside, reach this node.
  private(set) var isClosed = false
  /// Whether what reducers inside send to the root comes to this node.
  private(set) var isDomain = false
  /// What takes actions of reducers here out of others, outermost first.
  private(set) var embeddings: [Embedding]
  /// What makes actions for the parent of what is told here.
  private(set) var delegates: [(Any) -> (any Action)?] = []
  /// The mounted node that this is or stands in.
  weak var mount: Mount?
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
    embeddings = []
  }

  /// A mounted node, which is the root of a tree of its own.
  init(mounted label: Label, offset: Int, size: Int, of stateType: ObjectIdentifier) {
    (self.label, parent, crossing, frameStart, self.offset, self.size) = (label, nil, nil, nil, offset, size)
    containerOffset = 0
    self.stateType = stateType
    embeddings = []
  }

  /// A node at an offset within the frame of its parent.
  init(_ label: Label, in parent: NodeCore, offset: Int, size: Int, of stateType: ObjectIdentifier) {
    (self.label, self.parent, crossing) = (label, parent, nil)
    (frameStart, self.offset, self.size, self.stateType) = (parent.frame, offset, size, stateType)
    containerOffset = 0
    (embeddings, mount) = (parent.embeddings, parent.mount)
  }

  /// A node that begins a frame.
  init(_ label: Label, in parent: NodeCore, crossing: Crossing, of stateType: ObjectIdentifier) {
    (self.label, self.parent, self.crossing) = (label, parent, crossing)
    (frameStart, offset, size, self.stateType) = (nil, 0, crossing.inner.size, stateType)
    containerOffset = crossing.offset
    (embeddings, mount) = (parent.embeddings, parent.mount)
  }

  /// How many key path components lead here.
  var depth: Int { (parent?.depth ?? 0) + label.depth }
  /// The node that begins the frame this node lies in.
  var frame: NodeCore { frameStart ?? self }
  /// The node that reducers here stand at: an `Embed` is none of its own.
  var home: NodeCore {
    var node = self
    while node.stateType == ObjectIdentifier(Embedding.self), let around = node.parent { node = around }
    return node
  }
  /// Whether this node lies in the state's own memory.
  var isInRootFrame: Bool { frame.parent == nil }

  // MARK: Building

  @usableFromInline
  func add(_ reducer: ReducerCore) { reducers.append(reducer) }
  /// Keeps actions from above out.
  ///
  /// - Parameter isDomain: Whether actions that are sent to the root are kept inside, too.
  @usableFromInline
  func close(isDomain: Bool = true) { (isClosed, self.isDomain) = (true, self.isDomain || isDomain) }
  func add(_ delegate: @escaping (Any) -> (any Action)?) { delegates.append(delegate) }
  func add(_ embedding: Embedding) { embeddings.append(embedding) }
  /// Makes a mounted node take actions in the way its host does.
  func inherit(_ host: NodeCore) { embeddings = host.embeddings }

  /// Takes what is to stand at and below this node; it is added when the node is expanded.
  @usableFromInline
  func attach<State>(_ parts: [AnyNode<State>]) {
    (content, isExpanded) = (parts.map(\.attach), false)
  }

  /// Makes this repeat the nearest node around it whose state is of a type.
  @usableFromInline
  func repeatNode(of type: Any.Type) {
    var node = parent
    while let current = node, current.stateType != ObjectIdentifier(type) { node = current.parent }
    guard let node else {
      fatalError("Recursive(\(parent?.label.description ?? "")) stands in no node of \(type), which it could repeat")
    }
    (original, content, isExpanded) = (node, node.content, false)
  }

  /// Adds what stands at this node and below it, as written, down to nodes that repeat others.
  @usableFromInline
  func expand() {
    if isExpanded { return }
    isExpanded = true
    var open: [(node: NodeCore, next: Int)] = [(self, 0)]
    while let (node, next) = open.last {
      guard next < node.content.count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      guard let child = node.content[next](node), !child.isExpanded, child.original == nil else { continue }
      child.isExpanded = true
      open.append((child, 0))
    }
  }

  /// Lets this node and all below it take nothing any more.
  func retire() {
    var open = [self]
    while let node = open.popLast() {
      open += node.children
      (node.reducers, node.plans, node.innerPlans) = ([], PlanTable(), PlanTable())
    }
    dismantle()
  }

  /// Takes all below this node apart, one node after the other: deep trees would overflow the stack otherwise.
  func dismantle() {
    var open = [self]
    while let node = open.popLast() {
      open += node.children
      (node.content, node.children, node.twins) = ([], [], [])
      (node.places, node.frames) = ([:], [:])
      // Routes may keep a node that those around it do not outlive.
      node.isCutOff = node !== self
      (node.parent, node.frameStart, node.first, node.original, node.value) = (nil, nil, nil, nil, nil)
    }
  }

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
    if child.optional != nil { representative.value = child.representative }
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
  /// Whether this is what a list or an optional contains.
  var isContent: Bool {
    if crossing != nil, case .text("") = label { true } else { false }
  }
  /// The node by which this one is found: itself, or the first that was declared for the same part.
  var representative: NodeCore { first ?? self }
  /// Whether what comes from above has reached another node of the same part before.
  var isRepetition: Bool {
    if representative !== self || frame.representative !== frame { return true }
    guard crossing == nil, let parent else { return false }
    return parent.offset == offset && parent.stateType == stateType
  }
  /// The node that was declared at a place of this node's frame.
  func node(at place: Place) -> NodeCore? { found(\.places, place) }
  /// The node that begins a frame in what lies at a place of this node's frame.
  @usableFromInline
  func frame(in place: Place) -> NodeCore? { found(\.frames, place) }
  private func found(_ table: KeyPath<NodeCore, [Place: NodeCore]>, _ place: Place) -> NodeCore? {
    let frame = frame.representative
    frame.expand()
    for twin in frame.twins { twin.expand() }
    return frame[keyPath: table][place]
  }

  /// The key path from the start of the frame to a path below this node.
  func pathInFrame(_ path: AnyKeyPath) -> AnyKeyPath {
    guard crossing == nil, parent != nil, case .path(let mine) = label else { return path }
    return parent!.pathInFrame(mine).appending(path: path) ?? path
  }

  /// What runs for actions of a type that are sent to this node.
  @inline(__always)
  func withPlan<Result>(for type: ActionType, _ body: (Plan) -> Result) -> Result {
    plans.find(type.id) { Plan.make(from: self, type: type, isTarget: true) }.with(body)
  }

  /// What runs for actions of a type that reach this node from above, where the plans of what lies inside are made.
  func innerPlan(for type: ActionType) -> Borrowed<Plan> {
    innerPlans.find(type.id) { Plan(from: self, type: type, isTarget: false) }
  }
  /// The same for a node that repeats another, and may have been reached for the first time.
  func repeatedPlan(for type: ActionType) -> Borrowed<Plan> {
    innerPlans.find(type.id) { Plan.make(from: self, type: type, isTarget: false) }
  }

  /// The node that actions of a type are meant for that are sent to this optional; nil if that is the optional itself.
  func value(for type: ActionType) -> NodeCore? {
    guard let value else { return nil }
    let here = [self] + twins
    guard let builtIn = type.builtIn else {
      let isTakenHere = here.contains { node in node.reducers.contains { !$0.work(for: type, in: node).isEmpty } }
      return isTakenHere ? nil : value
    }
    if builtIn.reducer(at: value, isTarget: true) == nil { return nil }
    // What both take, as a sequence, may hold something for the reducers here.
    let isTakenHere = builtIn.reducer(at: self, isTarget: true) != nil && here.contains { !$0.reducers.isEmpty }
    return isTakenHere ? nil : value
  }

  /// Whether a reducer here or below takes actions of a type.
  func takes(_ type: ActionType) -> Bool {
    let (builtIn, isForAll) = (type.builtIn, type.isForAll)
    var open = [self]
    while let node = open.popLast() {
      if builtIn?.reducer(at: node, isTarget: false) != nil { return true }
      if node.reducers.contains(where: { !$0.work(for: type, in: node).isEmpty }) { return true }
      open += node.children.filter { $0.original == nil && (!$0.isClosed || isForAll) }
    }
    return false
  }

  /// The path of this node, where `ids` are the elements on the way, outermost first: `feed.posts[42]`.
  func path(ids: [AnyHashable]) -> String {
    var parts: [String] = []
    var rest = ids
    var node: NodeCore? = self
    while let current = node {
      if case .each = current.crossing?.kind { parts.append(rest.popLast().map { "[\($0)]" } ?? "[*]") }
      if let mount = current.mount, mount.node === current {
        parts.append("." + mount.scope.description)
        break
      }
      parts.append(current.label.description)
      node = current.parent
    }
    let path = parts.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }
}

/// A reducer, whatever its types.
@usableFromInline
final class ReducerCore {
  @usableFromInline typealias Body = (_ state: Memory, _ action: Memory) -> AnyEffect?

  /// Nil if the action is not taken.
  @usableFromInline typealias AnyBody = (_ state: Memory, _ action: any Action) -> AnyEffect??

  let reducer: Any.Type
  /// The type of the actions that are taken; nil for any.
  let type: ObjectIdentifier?
  let body: Body
  let anyBody: AnyBody

  @usableFromInline
  init(_ reducer: Any.Type, type: ObjectIdentifier, body: @escaping Body) {
    (self.reducer, self.type, self.body, anyBody) = (reducer, type, body, { _, _ in nil })
  }

  /// A reducer of actions of any type.
  @usableFromInline
  init(_ reducer: Any.Type, anyBody: @escaping AnyBody) {
    (self.reducer, type, body, self.anyBody) = (reducer, nil, { _, _ in nil }, anyBody)
  }

  /// What this may do at a node with actions of a type, one thing with each; nothing if it does not take them.
  func work(for action: ActionType, in node: NodeCore) -> [Plan.Step.Work] {
    guard let type else { return [.any(self)] }
    if type == action.id { return [.reduce] }
    return Embedding.chains(from: action.id, to: type, through: node.embeddings).map { .unwrap($0, self) }
  }
}
