/// The reducers that take one type of action sent to one node, in waterfall order.
///
/// A node's own reducers come before its children, siblings as written, list elements in list order. A plan is made when
/// a type is first dispatched, and kept.
@usableFromInline
final class Plan {
  @usableFromInline
  final class Step {
    enum Work {
      case reduce
      /// Takes the action as it is.
      case any(ReducerCore)
      /// Takes what is inside the action.
      case unwrap([Embedding], ReducerCore)
      case one(Crossing.Way, Crossing.Identity?, Inner)
      case each(EachElement, Inner)
    }
    /// What runs behind a crossing: nil if that is found when it is first reached. The node keeps it.
    typealias Inner = Borrowed<Plan>?

    // Unowned: nodes keep their plans, and the store keeps the nodes.
    unowned let node: NodeCore
    /// The node that effects belong to.
    unowned let home: NodeCore
    /// Where the node's state, or the container of the crossing, lies in the frame.
    let offset: Int
    let work: Work
    let reducer: ReducerCore?
    /// What the reducer does.
    let reduce: ReducerCore.Body
    /// Where the ids of changed elements are noted while this step reduces a list in place.
    @safe @exclusivity(unchecked) var watch: ListWatch?

    /// The last action that was reported to reach all elements of a list.
    @safe @exclusivity(unchecked) var lastBroadcast: UInt = 0

    init(node: NodeCore, offset: Int, work: Work, reducer: ReducerCore? = nil) {
      (self.node, home, self.offset, self.work, self.reducer) = (node, node.home.representative, offset, work, reducer)
      reduce = reducer?.body ?? { _, _ in nil }
    }

    var isCrossing: Bool {
      switch work {
      case .one, .each: true
      case .reduce, .any, .unwrap: false
      }
    }

    var reducerType: Any.Type? {
      switch work {
      case .reduce: reducer?.reducer
      case .any(let reducer), .unwrap(_, let reducer): reducer.reducer
      case .one, .each: nil
      }
    }
  }

  let steps: FixedArray<Step>
  var isEmpty: Bool { steps.isEmpty }
  /// The ranges of the state that the steps may write; lists whose elements are reduced excepted.
  let spans: [Range<Int>]
  /// The steps that reduce the elements of a list in the state's own memory, and the range of each list.
  let lists: [(step: Step, range: Range<Int>)]
  /// What has to be saved before the steps run; see `Preparation`.
  @safe @exclusivity(unchecked) var preparation = Preparation()

  /// Makes the plan of a node, after those of the nodes inside it that begin frames: nothing recurses.
  static func make(from node: NodeCore, type: ActionType, isTarget: Bool) -> Plan {
    let targets = isTarget ? [node] + node.twins : [node]
    for target in targets { target.expand() }
    let isForAll = type.isForAll
    var inner: [NodeCore] = []
    var open = targets.flatMap(\.children)
    while let current = open.popLast() {
      if current.isClosed && !isForAll || current.original != nil { continue }
      if current.crossing != nil { inner.append(current) }
      open += current.children
    }
    for node in inner.reversed() { _ = node.innerPlan(for: type) }
    return Plan(from: node, type: type, isTarget: isTarget)
  }

  /// - Parameter isTarget: Whether actions are sent to `node` itself, and do not come from above.
  init(from node: NodeCore, type: ActionType, isTarget: Bool) {
    let (builtIn, isForAll) = (type.builtIn, type.isForAll)
    var steps: [Step] = []
    // What comes from above reaches each of the nodes that were declared for one part in its own turn.
    let targets = isTarget ? [node] + node.twins : [node]
    var open = Array(targets.reversed())
    while let current = open.popLast() {
      if !targets.contains(where: { $0 === current }) {
        if current.isClosed, !isForAll { continue }
        if let crossing = current.crossing {
          if let work = Self.work(crossing, to: current, type) {
            steps.append(Step(node: current, offset: crossing.offset, work: work))
          }
          continue
        }
      }
      let isTarget = isTarget && current === node
      if isTarget || !current.isRepetition, let reducer = builtIn?.reducer(at: current, isTarget: isTarget) {
        steps.append(Step(node: current, offset: current.offset, work: .reduce, reducer: reducer))
      }
      for reducer in current.reducers {
        for work in reducer.work(for: type, in: current) {
          let typed = if case .reduce = work { reducer } else { nil as ReducerCore? }
          steps.append(Step(node: current, offset: current.offset, work: work, reducer: typed))
        }
      }
      open.append(contentsOf: current.children.reversed())
    }
    self.steps = FixedArray(steps)
    var spans: [Range<Int>] = []
    var lists: [(step: Step, range: Range<Int>)] = []
    for step in steps where node.isInRootFrame {
      switch step.work {
      case .reduce, .any, .unwrap: spans.append(step.offset..<step.offset + step.node.size)
      case .one: spans.append(step.node.crossing!.range)
      case .each: lists.append((step, step.node.crossing!.range))
      }
    }
    (self.spans, self.lists) = (spans, lists)
  }

  /// What is to be done at a crossing; nil if nobody behind it takes the actions.
  private static func work(_ crossing: Crossing, to node: NodeCore, _ type: ActionType) -> Step.Work? {
    let inner: Step.Inner
    if let original = node.original {
      // It takes what the original takes.
      if !original.takes(type) { return nil }
      inner = nil
    } else {
      let plan = node.innerPlan(for: type)
      if plan.with({ $0.steps.isEmpty }) { return nil }
      inner = plan
    }
    switch crossing.kind {
    case .one(let way, let identity): return .one(way, identity, inner)
    case .each(let each): return .each(each, inner)
    }
  }
}

/// Plans by type of action, with the last answer kept.
struct PlanTable {
  private var lastType: ObjectIdentifier?
  private var last: Borrowed<Plan>?
  private var all: [ObjectIdentifier: Plan] = [:]

  /// Calls `body` with the plan of a type, which is made if there is none.
  @inline(__always)
  mutating func find(_ type: ObjectIdentifier, _ make: () -> Plan) -> Borrowed<Plan> {
    if type == lastType, let last { return last }
    return look(type, make)
  }

  private mutating func look(_ type: ObjectIdentifier, _ make: () -> Plan) -> Borrowed<Plan> {
    let plan = all[type] ?? make()
    let found = Borrowed(plan)
    (all[type], lastType, last) = (plan, type, found)
    return found
  }
}
