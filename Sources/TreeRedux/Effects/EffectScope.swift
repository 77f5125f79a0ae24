/// What of an effect runs: a task, or parts that are effects themselves.
///
/// Scopes form a tree below the node that the effect belongs to. When one is over, so is all in it: tasks are cancelled,
/// and what they still send is ignored.
@usableFromInline
final class EffectScope: @unchecked Sendable {
  // Unchecked: it is touched in the store's domain only; elsewhere it is merely kept by the messages that lead there.

  let node: EffectNode
  /// What this is a part of; nil for what a reducer returned.
  private(set) var parent: EffectScope?
  private var parts: [EffectScope] = []
  /// Where this stands among the parts of its parent, or the roots of its node.
  var index = 0

  private(set) var isOver = false
  /// Whether it came to its end, and was not cancelled.
  private var hasEnded = false
  /// What follows if this is cancelled from outside.
  private var onCancel: StoreLink.Message?
  private var task: Task<Void, Never>?
  /// The task, if the clock wants to know of it.
  private var watched: WatchedTask?
  /// Whether it waits for a window of a throttle to close.
  var isHeld = false
  /// The action whose end this waits for, which is cancelled with it.
  var awaited: ActionProgress?
  /// Who wants to know when what a reducer returned is over.
  var progress: ActionProgress?
  /// The ids that it can be cancelled by, and the tables where they stand.
  private var entries: [(table: EffectTable, id: EffectID)] = []
  /// How it is listed: by its name, or by what it can be cancelled by.
  var name: EffectID?
  /// Whether nobody waits for it.
  var isBackground = false
  /// How long ago it was started, once what a reducer returned is listed.
  var elapsed: (() -> Duration)?

  init(node: EffectNode, parent: EffectScope? = nil) { (self.node, self.parent) = (node, parent) }

  // MARK: Running

  /// Runs an effect as a part of this one.
  ///
  /// - Parameters:
  ///   - send: What becomes of the values of the part while it runs.
  ///   - end: What follows its end, which comes once.
  @discardableResult
  func begin<Output, Failure>(
    _ effect: FallibleEffect<Output, Failure>, in core: StoreCore,
    send: @escaping @Sendable (Output) -> StoreLink.Message,
    end: @escaping @Sendable (EffectEnd<Failure>) -> StoreLink.Message
  ) -> EffectScope {
    let part = EffectScope(node: node, parent: self)
    part.index = parts.count
    parts.append(part)
    part.start(effect, in: core, send: send, end: end)
    return part
  }

  /// Runs the effect that this stands for.
  func start<Output, Failure>(
    _ effect: FallibleEffect<Output, Failure>, in core: StoreCore,
    send: @escaping @Sendable (Output) -> StoreLink.Message,
    end: @escaping @Sendable (EffectEnd<Failure>) -> StoreLink.Message
  ) {
    onCancel = { core in end(.cancelled)(core) }
    let run = EffectRun<Output, Failure>(scope: self) { output in
      let message = send(output)
      return self.whileRunning(Output.self, message)
    } end: { ending in
      let message = end(ending)
      return { core in
        if !self.close(in: core) { return }
        if case .cancelled = ending {} else { self.hasEnded = true }
        message(core)
      }
    }
    if let start = effect.start { start(run, core) } else { run.end(.finished)(core) }
  }

  /// Starts the task that this stands for.
  func launch(in core: StoreCore, _ body: @escaping @Sendable (StoreLink) async -> Void) {
    if isOver { return }
    if core.home == nil { core.mayHaveMail = true }
    let link = core.link
    guard let watcher = core.effects.watcher else {
      task = Task { await body(link) }
      return
    }
    let watched = WatchedTask()
    self.watched = watched
    watcher.began(watched)
    task = Task {
      await WatchedTask.$current.withValue(watched) { await body(link) }
      watcher.ended(watched)
    }
  }

  /// Something that is done in the store's domain, while this runs.
  ///
  /// - Parameter type: The type of what is sent, for a report if that comes too late.
  func whileRunning<Sent: Sendable>(_ type: Sent.Type, _ body: @escaping StoreLink.Message) -> StoreLink.Message {
    { core in
      if !self.isOver { return body(core) }
      // What comes after it was cancelled is nobody's fault.
      if self.hasEnded { core.report(.sentTooLate(sent: "\(type)", path: self.node.route.path)) }
    }
  }

  /// Sends an action of any type, while this runs.
  func send<A: Action>(_ action: A, to target: EffectTarget) -> StoreLink.Message {
    whileRunning(A.self) { core in
      switch target {
      case .root: core.dispatch(action, route: self.node.route.domain)
      case .node: core.dispatch(action, ofEffectAt: self.node.route)
      }
    }
  }

  // MARK: Ending

  /// Lets this be cancelled by an id.
  func enter(_ id: EffectID, in table: EffectTable) {
    if isOver { return }
    table.scopes[id, default: []].append(self)
    entries.append((table, id))
  }

  /// Ends this from outside, and lets what encloses it go on.
  func cancel(in core: StoreCore) {
    let onCancel = onCancel
    if close(in: core) { onCancel?(core) }
  }

  /// Ends this and all that runs in it.
  ///
  /// - Returns: False if it was over.
  @discardableResult
  func close(in core: StoreCore) -> Bool {
    if isOver { return false }
    abandon(in: core)
    if let parent {
      parent.parts.removeUnordered(self)
      self.parent = nil
    } else {
      core.effects.remove(self, in: core)
    }
    return true
  }

  /// Ends this and all that runs in it, without a word to what encloses it.
  ///
  /// - Parameter core: Nil if the store is being released.
  func abandon(in core: StoreCore? = nil) {
    isOver = true
    onCancel = nil
    task?.cancel()
    task = nil
    if let core { awaited?.cancel(in: core) } else { progress?.abandon() }
    awaited = nil
    for (table, id) in entries { table.remove(self, id) }
    entries = []
    let parts = parts
    self.parts = []
    for part in parts { part.abandon(in: core) }
  }

  /// Whether this is `other` or runs in it.
  func isInside(_ other: EffectScope) -> Bool { self === other || parent?.isInside(other) == true }

  /// Whether nothing comes of this before the clock is moved: what runs in it sleeps, or waits for something that does.
  func isAsleep(_ isAsleep: (WatchedTask) -> Bool) -> Bool {
    if !parts.isEmpty { return parts.allSatisfy { $0.isAsleep(isAsleep) } }
    if let watched { return isAsleep(watched) }
    return isHeld || awaited != nil
  }

  /// Calls `body` with the name of everything in this that has no parts of its own.
  func forEachLeaf(named outer: EffectID? = nil, _ body: (EffectID?) -> Void) {
    let name = name ?? outer
    if parts.isEmpty { return body(name) }
    for part in parts { part.forEachLeaf(named: name, body) }
  }
}

extension [EffectScope] {
  /// Removes a scope whose `index` says where it stands; the last one takes its place.
  mutating func removeUnordered(_ scope: EffectScope) {
    let last = removeLast()
    if last === scope { return }
    last.index = scope.index
    self[scope.index] = last
  }
}

/// A value that only the store's domain touches, in closures that are made elsewhere.
final class DomainValue<Value>: @unchecked Sendable {
  // Unchecked: see above.
  var value: Value
  init(_ value: Value) { self.value = value }
}
