extension FallibleEffect {
  /// Runs several effects at once.
  ///
  /// If one fails, the others are cancelled.
  ///
  /// - Parameter effects: The effects; those that send at once are heard in the order given.
  public static func merge(_ effects: Self...) -> Self { merge(effects) }

  /// Runs several effects at once.
  ///
  /// If one fails, the others are cancelled.
  ///
  /// - Parameter effects: The effects; those that send at once are heard in the order given.
  public static func merge(_ effects: [Self]) -> Self {
    let effects = flattened(effects) { if case .merge(let members) = $0 { members } else { nil } }
    if effects.count < 2 { return effects.first ?? .none }
    return Self(.merge(effects)) { run, core in
      let remaining = DomainValue(effects.count)
      for effect in effects where !run.scope.isOver {
        run.scope.begin(effect, in: core, send: run.send) { ending in
          if case .failed = ending { return run.end(ending) }
          let end = run.end(.finished)
          return { core in
            remaining.value -= 1
            if remaining.value == 0 { end(core) }
          }
        }
      }
    }
  }

  /// Runs several effects one after the other.
  ///
  /// If one fails, those after it are not run; if one is cancelled by its id, they are.
  public static func concatenate(_ effects: Self...) -> Self { concatenate(effects) }

  /// Runs several effects one after the other.
  ///
  /// If one fails, those after it are not run; if one is cancelled by its id, they are.
  public static func concatenate(_ effects: [Self]) -> Self {
    let effects = flattened(effects) { if case .concatenation(let members) = $0 { members } else { nil } }
    if effects.count < 2 { return effects.first ?? .none }
    return Self(.concatenation(effects)) { run, core in
      repeatedly(run, in: core) { index in
        index < effects.count ? effects[index] : nil
      } until: { _, ending in
        if case .failed = ending { true } else { false }
      }
    }
  }

  /// The effects that do something, with the members of groups in their place.
  ///
  /// Groups within groups would take stack for each that runs. Long ones are left as they are, or else putting *n* effects
  /// together one by one would copy O(*n*²) of them.
  private static func flattened(_ effects: [Self], _ members: (EffectGroup<Output, Failure>) -> [Self]?) -> [Self] {
    var all: [Self] = []
    for effect in effects where effect.start != nil {
      if let members = effect.group.flatMap(members), members.count < 256 {
        all += members
      } else {
        all.append(effect)
      }
    }
    return all
  }

  /// Runs several effects until the first one ends, and cancels the others.
  ///
  /// What the others sent before counts. One that ends at once, as `send` and `none` do, leaves no time for those after
  /// it; one that is cancelled by its id does not end the race.
  public static func race(_ effects: Self...) -> Self { race(effects) }

  /// Runs several effects until the first one ends, and cancels the others.
  ///
  /// What the others sent before counts. One that ends at once, as `send` and `none` do, leaves no time for those after
  /// it; one that is cancelled by its id does not end the race.
  public static func race(_ effects: [Self]) -> Self {
    if effects.count < 2 { return effects.first ?? .none }
    return Self { run, core in
      let remaining = DomainValue(effects.count)
      for effect in effects where !run.scope.isOver {
        run.scope.begin(effect, in: core, send: run.send) { ending in
          let end = run.end(ending)
          guard case .cancelled = ending else { return end }
          return { core in
            remaining.value -= 1
            if remaining.value == 0 { end(core) }
          }
        }
      }
    }
  }

  /// Runs one effect after the other, as long as there is one.
  ///
  /// Effects that end at once are run in a loop, so that there may be any number of them.
  ///
  /// - Parameters:
  ///   - next: The effects by number, from 0.
  ///   - isLast: Whether all ends with this ending of an effect.
  static func repeatedly(
    _ run: EffectRun<Output, Failure>, in core: StoreCore, _ next: @escaping @Sendable (Int) -> Self?,
    until isLast: @escaping @Sendable (Int, EffectEnd<Failure>) -> Bool
  ) {
    let steps = DomainValue((next: 0, isStepping: false, isReady: false))
    @Sendable func step(_ core: StoreCore) {
      if steps.value.isStepping {
        steps.value.isReady = true
        return
      }
      steps.value.isStepping = true
      defer { steps.value.isStepping = false }
      repeat {
        steps.value.isReady = false
        let number = steps.value.next
        guard let effect = next(number) else { return run.end(.finished)(core) }
        steps.value.next += 1
        run.scope.begin(effect, in: core, send: run.send) { ending in
          isLast(number, ending) ? run.end(ending) : step
        }
      } while steps.value.isReady && !run.scope.isOver
    }
    step(core)
  }
}
