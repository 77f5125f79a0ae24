/// What becomes of one action: whether it was reduced, and the effects that it led to.
@usableFromInline
final class ActionProgress: @unchecked Sendable {
  // Unchecked: it is touched in the store's domain only; elsewhere it is merely kept by the messages that lead there.

  /// Whether it ends with the effects, and not as soon as the action was reduced.
  let awaitsEffects: Bool
  private(set) var isCancelled = false
  private var isReduced = false
  /// The effects, and some that are over.
  private var effects: [EffectScope] = []
  /// How many of them run.
  private var running = 0
  /// What follows its end, unless it is cancelled.
  var onEnd: ((StoreCore) -> Void)?

  init(awaitsEffects: Bool = true) { self.awaitsEffects = awaitsEffects }

  var isOver: Bool { isCancelled || (isReduced && running == 0) }

  /// Notes an effect that the action led to.
  func began(_ effect: EffectScope) {
    if !awaitsEffects { return }
    effects.append(effect)
    running += 1
    effect.progress = self
  }

  /// Notes that such an effect is over.
  func ended(_ effect: EffectScope, in core: StoreCore) {
    running -= 1
    // Now and then, so that each is moved a few times at most, however many there are.
    if effects.count > 2 * running { effects.removeAll(where: \.isOver) }
    endIfPossible(in: core)
  }

  /// Notes that the action had its turn, or never will.
  func reduced(in core: StoreCore) {
    isReduced = true
    endIfPossible(in: core)
  }

  private func endIfPossible(in core: StoreCore) {
    guard isReduced, running == 0 else { return }
    core.link.wake()
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?(core)
  }

  /// Lets go of the effects, which keep this: the store is being released.
  func abandon() { (effects, running, onEnd) = ([], 0, nil) }

  /// Cancels the effects, or the action itself if it still waits.
  func cancel(in core: StoreCore) {
    if isOver { return }
    (isCancelled, onEnd) = (true, nil)
    for effect in effects { effect.cancel(in: core) }
    core.link.wake()
  }
}

/// An action that was dispatched, with all that it started.
///
/// ```swift
/// let refreshing = store.run(FeedAction.refresh)
/// await refreshing.finish()
/// ```
///
/// It stands for the effects that the action's reducers returned and those of the middleware, not for what the actions
/// that these send lead to. It belongs to the isolation domain of the store, and does not keep the store alive.
public struct ActionTask {
  let link: StoreLink
  let progress: ActionProgress

  /// Whether the action was reduced and all that it started has ended, or it was cancelled.
  public var isFinished: Bool { progress.isOver || !link.isOpen }

  /// Cancels what the action started, or the action itself if it still waits for its turn.
  ///
  /// Nothing of it arrives any more once this returns.
  public func cancel() {
    if let core = link.core { progress.cancel(in: core) }
  }

  /// Waits until the action was reduced and all that it started has ended.
  ///
  /// If the task that waits is cancelled, so is the action.
  ///
  /// - Parameter isolation: Where the store lives; the caller's by default.
  public func finish(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      while !isFinished {
        link.core?.takeMail(isolation: isolation)
        if isFinished { return }
        await link.waitForMail(isolation: isolation)
      }
    } onCancel: { [link, progress] in
      link.post { core in progress.cancel(in: core) }
    }
  }
}

@available(*, unavailable)
extension ActionTask: Sendable {}

extension NodeHandle {
  /// Sends an action to this node, and keeps hold of what it starts.
  ///
  /// ```swift
  /// let loading = store.node(\.feed).run(search)
  /// loading.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action; a plan, as a rule.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: What the action started, to be awaited or cancelled. The action was reduced, unless another one runs.
  public final func run(_ action: some Action, isolation: isolated (any Actor)? = #isolation) -> ActionTask {
    let progress = ActionProgress()
    core?.dispatch(action, route: route, progress, isolation: isolation)
    return ActionTask(link: link, progress: progress)
  }
}
