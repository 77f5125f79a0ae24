/// Where an id of effects is known.
public enum CancellationScope: Sendable, Hashable {
  /// At the node only that returns the effect: two elements of a list may use the same id.
  case node
  /// In the whole store, to all who give this name.
  case shared(String)
}

extension FallibleEffect {
  /// Lets the effect be cancelled by an id.
  ///
  /// The id is known before the effect starts. What encloses an effect that is cancelled goes on: the rest of a merge, the
  /// next one of a concatenation, the other branches of a race.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - scope: Where the id is known; at this node by default.
  ///   - cancelInFlight: Whether other effects with this id are cancelled first.
  public func cancellable(
    id: some Hashable & Sendable, in scope: CancellationScope = .node, cancelInFlight: Bool = false
  ) -> Self {
    let start = start
    if start == nil, !cancelInFlight { return .none }
    let id = EffectID(id)
    return Self { run, core in
      let table = core.effects.table(scope, of: run.scope.node)
      run.scope.enter(id, in: table)
      if cancelInFlight { table.cancel(id, except: run.scope, in: core) }
      if run.scope.name == nil { run.scope.name = id }
      if let start { start(run, core) } else { run.end(.finished)(core) }
    }
  }

  /// Cancels effects that were made cancellable by an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - scope: Where the id is known; at this node by default.
  public static func cancel(id: some Hashable & Sendable, in scope: CancellationScope = .node) -> Self {
    let id = EffectID(id)
    return Self { run, core in
      core.effects.table(scope, of: run.scope.node).cancel(id, in: core)
      run.end(.finished)(core)
    }
  }

  /// Gives the effect a name, by which the store lists it.
  public func named(_ name: String) -> Self {
    guard let start else { return .none }
    return Self { run, core in
      run.scope.name = EffectID(name)
      start(run, core)
    }
  }
}
