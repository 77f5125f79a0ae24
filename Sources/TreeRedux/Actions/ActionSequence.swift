/// Several actions that are sent strictly one after the other.
///
/// ```swift
/// store.dispatch(FeedAction.clear.then(refresh).then(FeedAction.scrollToTop))
/// store.dispatch(FeedAction.clear + refresh + FeedAction.scrollToTop)
/// ```
///
/// Each goes through the middleware to the node that the sequence was sent to, once the one before it has been reduced,
/// and what its reducers sent at once. After a plan or another sequence, the next one waits until all of it has ended;
/// what a plan sends, be it another plan, has its own turn. If a plan is cancelled by its id, the rest follows; if the
/// sequence is, or its node goes, nothing more is sent.
public struct ActionSequence: Action {
  /// The actions, in order.
  public let actions: [any Action]

  /// Creates a sequence; of no actions, it does nothing.
  public init(_ actions: [any Action]) { self.actions = actions }
}

extension Action {
  /// This action, and then another.
  public func then(_ next: some Action) -> ActionSequence {
    ActionSequence(((self as? ActionSequence)?.actions ?? [self]) + [next])
  }

  /// One action, and then another.
  public static func + (first: Self, second: some Action) -> ActionSequence { first.then(second) }
}

extension ActionSequence: BuiltInAction {
  static var isAwaited: Bool { true }

  static func reducer(at node: NodeCore, isTarget: Bool) -> ReducerCore? {
    guard isTarget else { return nil }
    return core { _, sequence in AnyEffect(Effect<NoAction>.performing(sequence.actions)) }
  }
}

extension FallibleEffect {
  /// Sends actions to the node, each after the one before it has come to its end.
  fileprivate static func performing(_ actions: [any Action]) -> Self {
    Self { run, core in
      @Sendable func perform(from index: Int, in core: StoreCore) {
        if run.scope.isOver { return }
        if index == actions.count { return run.end(.finished)(core) }
        let action = actions[index]
        let progress = ActionProgress(awaitsEffects: (type(of: action) as? any BuiltInAction.Type)?.isAwaited == true)
        progress.onEnd = { core in perform(from: index + 1, in: core) }
        run.scope.awaited = progress
        core.dispatch(action, ofEffectAt: run.scope.node.route, progress)
      }
      perform(from: 0, in: core)
    }
  }
}
