extension StoreCore {
  /// Runs an action from a node in the state's own memory on down, and tells who watches.
  func process(_ action: Memory, _ type: ActionType, at node: NodeCore) -> Bool {
    node.withPlan(for: type) { plan in
      if plan.isEmpty { return reportUnhandled(action, type, Route(node: node)) }
      begin(action, type)
      if isBatching {
        let isHandled = run(plan, at: memory.live, action, type)
        if wasReplaced { reportReplaced(action, type, path: Route(node: node).path) }
        startEffects()
        if !isHandled { reportNil(action, type, at: node) { Route(node: node) } }
        return isHandled
      }
      let isHandled = registry.withPreparation(of: plan) { preparation in
        observing(preparation, action, type) { run(plan, at: memory.live, action, type) }
      }
      if wasReplaced { reportReplaced(action, type, path: Route(node: node).path) }
      if !isHandled { reportNil(action, type, at: node) { Route(node: node) } }
      return isHandled
    }
  }

  /// Runs an action from the node at the end of a route on down, and tells who watches.
  func process(_ action: Memory, _ type: ActionType, route: Route) -> Bool {
    if route.hops.isEmpty {
      guard let node = route.node.borrowed else { return reportUnhandled(action, type, route) }
      return node.with { process(action, type, at: $0) }
    }
    return Borrowed(route.hops[0]).with { first in
      // Most hops lead to an element, which is the same by its id.
      let reach = first.identity == nil ? first.way.modify : { first.enter(\.modify, $0, $1) }
      return process(
        action, type, at: route.node, behind: first.node, reach, rest: route.hops.count > 1 ? route : nil
      ) { route }
    }
  }

  /// Runs an action from a node on down that lies in an element of a list or in an optional.
  ///
  /// - Parameters:
  ///   - outer: The node that begins the outermost frame on the way.
  ///   - reach: The way from the container of that frame into it.
  ///   - rest: What remains of the way, after its first hop.
  ///   - route: The whole way.
  func process(
    _ action: Memory, _ type: ActionType, at node: NodeCore?, behind outer: NodeCore?, _ reach: Crossing.Reach,
    rest: Route?, route: () -> Route
  ) -> Bool {
    guard let node = node.borrowed, let outer = outer.borrowed else { return reportUnhandled(action, type, route()) }
    return node.with { node in
      outer.with { process(action, type, at: node, behind: $0, reach, rest: rest, route: route) }
    }
  }

  func process(
    _ action: Memory, _ type: ActionType, at node: NodeCore, behind outer: NodeCore, _ reach: Crossing.Reach,
    rest: Route?, route: () -> Route
  ) -> Bool {
    node.withPlan(for: type) { plan in
      if plan.isEmpty { return reportUnhandled(action, type, route()) }
      begin(action, type)
      (wasFound, wasHandled) = (false, false)
      let container = memory.live.advanced(by: outer.containerOffset)
      let isHandled = registry.withAccess(to: outer) { access in
        if isBatching || access.isIdle {
          note(reach(container) { run(plan, behind: $0, rest, action, type) })
          return finish(action, type, route)
        }
        if let watch = access.watch.borrowed {
          return watch.with { process(action, type, plan, noting: $0, container, reach, rest: rest, route: route) }
        }
        return observing(access.preparation, action, type) {
          note(reach(container) { run(plan, behind: $0, rest, action, type) })
          return finish(action, type, route)
        }
      }
      if wasReplaced { reportReplaced(action, type, path: route().path) }
      return isHandled
    }
  }

  /// Runs an action in an element of a list that changes in place, since nobody needs the old list.
  private func process(
    _ action: Memory, _ type: ActionType, _ plan: Plan, noting watch: ListWatch, _ list: Memory,
    _ reach: Crossing.Reach, rest: Route?, route: () -> Route
  ) -> Bool {
    let outcome = reach(list) { element in
      if watch.functions.note(element, { run(plan, behind: element, rest, action, type) }) { watch.hasChanges = true }
    }
    note(outcome)
    // Before effects start: one that was asked for under the old id has no node any more.
    if watch.hasChanges, watch.functions.applyRenames(list, false) { wasReplaced = true }
    let result = finish(action, type, route)
    if watch.hasChanges { notify(watch, list, action, type) }
    return result
  }

  /// Runs the steps of a plan at the end of a way whose first hop led to a frame.
  private func run(_ plan: Plan, behind frame: Memory, _ rest: Route?, _ action: Memory, _ type: ActionType) {
    if let rest = rest.borrowed {
      note(
        rest.with { rest in
          rest.reach(\.modify, from: frame, first: 1) { run(plan, behind: $0, nil, action, type) }
        })
    } else {
      wasFound = true
      wasHandled = run(plan, at: frame, action, type)
    }
  }

  /// Starts the effects of an action that was sent behind a route, and says whether it was taken.
  @inline(__always)
  private func finish(_ action: Memory, _ type: ActionType, _ route: () -> Route) -> Bool {
    let (isFound, isHandled) = (wasFound, wasHandled)
    if !requested.isEmpty { startEffects(behind: route) }
    if !isFound {
      report(.absent(action: name(of: type.box(action)), path: route().path))
    } else if !isHandled {
      reportNil(action, type, at: route().node, route)
    }
    return isHandled
  }

  /// Reports an action that was sent to an optional and found nothing in it.
  private func reportNil(_ action: Memory, _ type: ActionType, at node: NodeCore?, _ route: () -> Route) {
    guard let foundNil, let node, foundNil == ObjectIdentifier(node.representative) else { return }
    report(.absent(action: name(of: type.box(action)), path: route().path))
  }

  /// Keeps in mind that an element was given the id of another one.
  @inline(__always)
  func note(_ outcome: Crossing.Outcome) {
    if outcome == .replaced { wasReplaced = true }
  }

  func reportReplaced(_ action: Memory, _ type: ActionType, path: String) {
    wasReplaced = false
    // Who is told may look at the state, which is in the middle of a change.
    reportLater(.duplicateID(action: name(of: type.box(action)), path: path))
  }

  @inline(__always)
  func begin(_ action: Memory, _ type: ActionType) {
    revision += 1
    foundNil = nil
    if revision & 63 == 0 { tidy() }
    if isBatching { lastAction = type.box(action) } else { lastSerial = registry.lastSerial }
  }

  private func noted(_ watch: ListWatch) {
    if watch.hasChanges { return }
    watch.hasChanges = true
    changed.append(watch.slot)
  }

  // MARK: Reducers

  /// Runs the steps of a plan.
  @inline(__always)
  func run(_ plan: Plan, at base: Memory, _ action: Memory, _ type: ActionType) -> Bool {
    var isHandled = false
    plan.steps.forEach { step in
      if perform(step, base, action, type) { isHandled = true }
    }
    return isHandled
  }

  // A function of its own: see `Borrowed`.
  @inline(never)
  func perform(_ step: Plan.Step, _ base: Memory, _ action: Memory, _ type: ActionType) -> Bool {
    if step.reducer == nil { return perform(step, base, action, type, nesting: nesting) }
    phase = .reducing
    current = (Borrowed(step), action, type)
    if let effect = step.reduce(base.advanced(by: step.offset), action) {
      requested.append((effect, Route(node: step.home)))
    }
    phase = .busy
    return true
  }

  /// Runs what is no plain reducer.
  private func perform(
    _ step: Plan.Step, _ base: Memory, _ action: Memory, _ type: ActionType, nesting depth: Int
  ) -> Bool {
    if depth == Self.nestingLimit, step.isCrossing { return crossDeep(step, base, action, type) }
    nesting = depth + 1
    defer { nesting = depth }
    return cross(step, base, action, type)
  }

  /// Runs the steps behind a crossing.
  private func cross(_ step: Plan.Step, _ base: Memory, _ action: Memory, _ type: ActionType) -> Bool {
    let memory = base.advanced(by: step.offset)
    switch step.work {
    case .reduce: return false
    case .any(let reducer):
      return reduce(step, action, type) { reducer.anyBody(memory, type.box(action)) }
    case .unwrap(let embeddings, let reducer):
      var isHandled = false
      Embedding.extract(from: action, embeddings[...]) { inner in
        isHandled = reduce(step, action, type) { .some(reducer.body(memory, inner)?.wrapped(by: embeddings)) }
      }
      return isHandled
    case .one(let way, let identity, let plan):
      var isHandled = false
      let outcome = way.modify(memory) { inner in
        let first = requested.count
        isHandled = run(plan, behind: step, at: inner, action, type)
        if requested.count == first { return }
        adopt(from: first, hop(of: step, way, isElement: false, id: identity.map { $0(inner) }, identity))
      }
      note(outcome)
      if outcome == .absent { foundNil = step.node.optional.map { ObjectIdentifier($0.representative) } }
      return isHandled
    case .each(let each, let plan):
      var (isHandled, isEmpty) = (false, true)
      var first = 0
      let isReplaced = each.body(memory) { element in
        isEmpty = false
        first = requested.count
        if let watch = step.watch, !isBatching {
          let isChanged = watch.functions.note(element) {
            if run(plan, behind: step, at: element, action, type) { isHandled = true }
          }
          if isChanged { noted(watch) }
        } else if run(plan, behind: step, at: element, action, type) {
          isHandled = true
        }
        return requested.count > first
      } _: { id, way in
        adopt(from: first, hop(of: step, way, isElement: true, id: id, nil))
      }
      if isReplaced { wasReplaced = true }
      if let watch = step.watch, watch.hasChanges, watch.functions.applyRenames(memory, true) { wasReplaced = true }
      if !each.isBroadcastMeant, !isEmpty { reportBroadcast(step, action, type) }
      return isHandled
    }
  }

  /// Reports that an action reached all elements of a list: once, in however many places there is such a list.
  func reportBroadcast(_ step: Plan.Step, _ action: Memory, _ type: ActionType) {
    // What prepares is meant for all.
    if onDiagnostic == nil || step.lastBroadcast == revision || type.id == ObjectIdentifier(Prepare.self) { return }
    step.lastBroadcast = revision
    // Who is told may look at the state, which is in the middle of a change.
    reportLater(.broadcast(action: name(of: type.box(action)), path: step.node.path(ids: [])))
  }

  /// Runs what stands behind a crossing.
  private func run(
    _ plan: Plan.Step.Inner, behind step: Plan.Step, at base: Memory, _ action: Memory, _ type: ActionType
  ) -> Bool {
    (plan ?? step.node.repeatedPlan(for: type)).with { run($0, at: base, action, type) }
  }

  /// Calls a reducer that is not called directly; it returns nil if it does not take the action.
  private func reduce(_ step: Plan.Step, _ action: Memory, _ type: ActionType, _ body: () -> AnyEffect??) -> Bool {
    phase = .reducing
    current = (Borrowed(step), action, type)
    defer { phase = .busy }
    guard let effect = body() else { return false }
    if let effect { requested.append((effect, Route(node: step.home))) }
    return true
  }

  func hop(
    of step: Plan.Step, _ way: Crossing.Way, isElement: Bool, id: AnyHashable?, _ identity: Crossing.Identity?
  ) -> Route.Hop {
    Route.Hop(
      node: step.node.representative, offset: step.offset, way: way, isElement: isElement, id: id, identity: identity)
  }

  /// Puts a hop in front of the routes of the effects that were asked for behind it.
  private func adopt(from first: Int, _ hop: Route.Hop) { adopt(first..<requested.count, hop) }
  func adopt(_ range: Range<Int>, _ hop: Route.Hop) {
    for i in range { requested[i].route = requested[i].route.behind([hop]) }
  }

  /// Starts effects that were asked for at the end of a route.
  @inline(__always)
  private func startEffects(behind route: () -> Route) {
    let hops = route().hops
    for i in requested.indices { requested[i].route = requested[i].route.behind(hops) }
    startEffects()
  }

  func startEffects() {
    if requested.isEmpty { return }
    let effects = requested
    requested.removeAll()
    isStartingEffects = true
    for (effect, route) in effects { effect.start(self.effects, self, route, nil) }
    isStartingEffects = false
  }

  // MARK: Observers

  /// Saves what is observed, runs `body`, and tells who watches what changed.
  @inline(__always)
  private func observing(
    _ preparation: Preparation, _ action: Memory, _ type: ActionType, _ body: () -> Bool
  ) -> Bool {
    preparation.regions.forEach { memory.save($0) }
    let result = body()
    if !requested.isEmpty { startEffects() }
    compare(preparation)
    if !changed.isEmpty { notify(action, type) }
    preparation.regions.forEach { memory.forget($0) }
    return result
  }

  /// Finds the parts whose bits differ from those saved.
  @inline(__always)
  func compare(_ preparation: Preparation) {
    preparation.regions.forEach { region in
      guard let bytes = memory.changedBytes(of: region) else { return }
      region.slots.forEach { slot in
        if slot.range.overlaps(bytes), memory.differs(slot.part) { changed.append(Borrowed(slot)) }
      }
    }
  }

  /// Tells the observers of the changed parts.
  private func notify(_ action: Memory, _ type: ActionType) {
    withNotice(of: action, type) { notify($0) }
  }

  /// Tells the observers of a list that noted which elements changed in place; nobody watches anything around it.
  private func notify(_ watch: ListWatch, _ list: Memory, _ action: Memory, _ type: ActionType) {
    registry.isNotifying = true
    withNotice(of: action, type) { notice in
      watch.functions.deliverElements(watch, notice)
      watch.functions.deliverList(watch, nil, list, notice)
    }
    watch.hasChanges = false
    registry.isNotifying = false
  }

  /// Calls `body` with what is told of an action.
  @inline(__always)
  private func withNotice(of action: Memory, _ type: ActionType, _ body: (Notice) -> Void) {
    Notice.renew(&lastNotice, revision: revision, action: type.box(action), lastSerial: lastSerial)
    // Whatever is dispatched meanwhile waits, so that it stays the last one.
    Borrowed(lastNotice).with(body)
    if !type.isTrivial { Notice.forgetAction(of: &lastNotice) }
  }

  /// Tells the observers of the changed parts: elements of lists and parts that contain no changed list, then lists, then
  /// what contains them. Within each of these, what lies inside comes before what lies around it.
  func notify(_ notice: Notice) {
    registry.isNotifying = true
    let (saved, live) = (memory.saved, memory.live)
    // Whatever observers dispatch waits, so that nothing is added to `changed` meanwhile.
    if changed.count == 1 {
      changed.removeLast().with { slot in
        if slot.isList {
          if slot.findElements(saved: saved, live: live) { wasReplaced = true }
          slot.notifyElements(notice)
        }
        slot.notify(saved: saved, live: live, notice)
      }
    } else {
      // A list that nobody watches any more must not count.
      sweep()
      let all = changed.map(\.object).sorted { $0.isNotified(before: $1) }
      let lists = all.filter { $0.isList }
      for slot in lists where slot.findElements(saved: saved, live: live) { wasReplaced = true }
      let changedLists = lists.filter { $0.isChangedList(saved: saved, live: live) }
      var around: [Slot] = []
      for slot in all {
        if slot.isList {
          slot.notifyElements(notice)
        } else if changedLists.contains(where: { slot.encloses($0.range) }) {
          around.append(slot)
        } else {
          slot.notify(saved: saved, live: live, notice)
        }
      }
      for slot in lists { slot.notify(saved: saved, live: live, notice) }
      for slot in around { slot.notify(saved: saved, live: live, notice) }
      changed.removeAll(keepingCapacity: true)
    }
    registry.isNotifying = false
  }
}
