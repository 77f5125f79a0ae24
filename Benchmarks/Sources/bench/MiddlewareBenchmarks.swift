import TreeRedux

/// What middleware adds to an action.
var middlewareBenchmarks: [Benchmark] {
  [
    storeBenchmark("middleware-3", allocations: .counted) {
      let store = RootStore(AppState()) {
        CounterReducer()
      } middleware: {
        passing()
        passing()
        passing()
      }
      return .init { iterations in
        for _ in 0..<iterations { store.dispatch(CounterAction.increment) }
      }
    }
  ]
}

private func passing() -> Intercept<AppState> {
  Intercept { action, _, next in
    next(action)
    return .none
  }
}
