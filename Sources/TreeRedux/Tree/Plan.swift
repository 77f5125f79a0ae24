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
      case one(Crossing.Way, Crossing.Identity?, Plan)
      case each(EachElement, Plan)
    }

    // Unowned: nodes keep their plans, and the store keeps the nodes.
    unowned let node: NodeCore
    /// Where the node's state, or the container of the crossing, lies in the frame.
    let offset: Int
    let work: Work
    let reducer: ReducerCore?
    /// What the reducer does.
    let reduce: ReducerCore.Body
    /// Where the ids of changed elements are noted while this step reduces a list in place.
    @safe @exclusivity(unchecked) var watch: ListWatch?

    init(node: NodeCore, offset: Int, work: Work, reducer: ReducerCore? = nil) {
      (self.node, self.offset, self.work, self.reducer) = (node, offset, work, reducer)
      reduce = reducer?.body ?? { _, _ in nil }
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

  /// - Parameter isTarget: Whether actions are sent to `node` itself, and do not come from above.
  init(from node: NodeCore, type: ActionType, isTarget: Bool = true) {
    let builtIn = type.builtIn
    var steps: [Step] = []
    // What comes from above reaches each of the nodes that were declared for one part in its own turn.
    let targets = isTarget ? [node] + node.twins : [node]
    var open = Array(targets.reversed())
    while let current = open.popLast() {
      if let crossing = current.crossing, !targets.contains(where: { $0 === current }) {
        let inner = Plan(from: current, type: type, isTarget: false)
        if inner.steps.isEmpty { continue }
        let work: Step.Work
        switch crossing.kind {
        case .one(let way, let identity): work = .one(way, identity, inner)
        case .each(let each): work = .each(each, inner)
        }
        steps.append(Step(node: current, offset: crossing.offset, work: work))
        continue
      }
      if let reducer = builtIn?.reducer(at: current, isTarget: isTarget && current === node) {
        steps.append(Step(node: current, offset: current.offset, work: .reduce, reducer: reducer))
      }
      for reducer in current.reducers where reducer.type == type.id {
        steps.append(Step(node: current, offset: current.offset, work: .reduce, reducer: reducer))
      }
      open.append(contentsOf: current.children.reversed())
    }
    self.steps = FixedArray(steps)
    var spans: [Range<Int>] = []
    var lists: [(step: Step, range: Range<Int>)] = []
    for step in steps where node.isInRootFrame {
      switch step.work {
      case .reduce: spans.append(step.offset..<step.offset + step.node.size)
      case .one: spans.append(step.node.crossing!.range)
      case .each: lists.append((step, step.node.crossing!.range))
      }
    }
    (self.spans, self.lists) = (spans, lists)
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
