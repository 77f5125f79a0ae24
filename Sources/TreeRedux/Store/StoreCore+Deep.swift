extension StoreCore {
  /// How many frames are entered in place, one within the other. Each costs stack, so that what lies deeper is taken out,
  /// changed and put back, however deep it lies.
  static var nestingLimit: Int { 24 }

  /// Runs the steps behind a crossing, and those behind crossings there, without nested calls.
  func crossDeep(_ step: Plan.Step, _ base: Memory, _ action: Memory, _ type: ActionType) -> Bool {
    var isHandled = false
    var open: [TakenOut] = []
    if let values = takeOut(behind: step, base, action, type) { open.append(values) }
    while let values = open.last {
      guard let step = values.nextStep(requested: requested.count) else {
        open.removeLast()
        putBack(values)
        continue
      }
      switch step.work {
      case .one, .each:
        if let inner = takeOut(behind: step, values.current, action, type) { open.append(inner) }
      case .reduce, .any, .unwrap:
        if perform(step, values.current, action, type) { isHandled = true }
      }
    }
    return isHandled
  }

  private func takeOut(
    behind step: Plan.Step, _ base: Memory, _ action: Memory, _ type: ActionType
  ) -> TakenOut? {
    guard let crossing = step.node.crossing else { return nil }
    let container = base.advanced(by: step.offset)
    let plan: Plan.Step.Inner
    var values: [Memory] = []
    switch step.work {
    case .one(let way, _, let inner):
      plan = inner
      _ = way.read(container) { values.append(crossing.inner.copied($0)) }
    case .each(let each, let inner):
      plan = inner
      _ = each.body(container) { element in
        values.append(crossing.inner.copied(element))
        return false
      } _: { _, _ in
      }
      if !each.isBroadcastMeant, !values.isEmpty { reportBroadcast(step, action, type) }
    case .reduce, .any, .unwrap: return nil
    }
    if values.isEmpty { return nil }
    return (plan ?? step.node.repeatedPlan(for: type)).with { plan in
      TakenOut(step: step, plan: plan, container: container, values: values)
    }
  }

  private func putBack(_ taken: TakenOut) {
    guard let crossing = taken.step.node.crossing else { return }
    switch taken.step.work {
    case .one(let way, let identity, _):
      let id = identity.map { $0(taken.values[0]) }
      note(way.modify(taken.container) { crossing.inner.move(taken.values[0], over: $0) })
      adopt(taken.requests[0], hop(of: taken.step, way, isElement: false, id: id, identity))
    case .each(let each, _):
      var index = -1
      let isReplaced = each.body(taken.container) { element in
        index += 1
        crossing.inner.move(taken.values[index], over: element)
        return !taken.requests[index].isEmpty
      } _: { id, way in
        adopt(taken.requests[index], hop(of: taken.step, way, isElement: true, id: id, nil))
      }
      if isReplaced { wasReplaced = true }
    case .reduce, .any, .unwrap: break
    }
  }
}

/// Values that were taken out of what they lie in, with the steps that are to be run at each.
private final class TakenOut {
  let step: Plan.Step
  let container: Memory
  let values: [Memory]
  /// Which of the requested effects came from each value.
  private(set) var requests: [Range<Int>] = []
  private let plan: Plan
  private var value = 0
  private var next = 0

  init(step: Plan.Step, plan: Plan, container: Memory, values: [Memory]) {
    (self.step, self.plan, self.container, self.values) = (step, plan, container, values)
  }

  /// The value that is being changed.
  var current: Memory { values[value] }

  /// The next step at the current value, or else the first one at the next value; nil after the last.
  ///
  /// - Parameter requested: How many effects were asked for so far.
  func nextStep(requested: Int) -> Plan.Step? {
    while true {
      if requests.count == value { requests.append(requested..<requested) }
      if next < plan.steps.elements.count {
        next += 1
        return plan.steps.elements[next - 1]
      }
      requests[value] = requests[value].lowerBound..<requested
      if value + 1 == values.count { return nil }
      (value, next) = (value + 1, 0)
    }
  }
}

extension Route {
  /// Calls `body` with the base of the frame the node lies in, however many hops lead there; see `reach`.
  ///
  /// What lies on the way is taken out and, to be changed, put back.
  func reachDeep(
    _ kind: KeyPath<Crossing.Way, Crossing.Reach>, from base: Memory, first: Int, _ body: (Memory) -> Void
  ) -> Crossing.Outcome {
    var taken: [(hop: Hop, operations: ValueOperations, container: Memory, value: Memory)] = []
    var frame = base
    var outcome = Crossing.Outcome.present
    for hop in hops[first...] {
      guard let operations = hop.node?.crossing?.inner else { fatalError("\(path) was not declared") }
      let container = frame.advanced(by: hop.offset)
      var value: Memory?
      guard hop.enter(\.read, container, { value = operations.copied($0) }) != .absent, let value else {
        outcome = .absent
        break
      }
      taken.append((hop, operations, container, value))
      frame = value
    }
    let isFound = outcome != .absent
    if isFound { body(frame) }
    for (hop, operations, container, value) in taken.reversed() {
      if isFound, kind == \.modify {
        if hop.way.modify(container, { operations.move(value, over: $0) }) == .replaced { outcome = .replaced }
      } else {
        operations.discard(value)
      }
    }
    return outcome
  }
}
