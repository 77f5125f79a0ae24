import Testing
import TreeRedux

/// Several tasks that take the values of one sequence.
@MainActor @Suite struct ValuesTests {
  private let log = Log<String>()

  /// Lets all tasks of this actor run until they wait.
  private func letRun() async { for _ in 0..<50 { await Task.yield() } }

  @Test(.timeLimit(.minutes(1))) func tasksShareTheValuesAndAllEndWithTheStore() async {
    var store: RootStore<AppState>? = RootStore(AppState()) { CounterReducer() }
    let counts = store!.values(\.count)
    let tasks = (0..<3).map { _ in
      Task {
        for await count in counts { log("\(count)") }
        log("end")
      }
    }
    await letRun()
    for _ in 0..<2 {
      store!.dispatch(CounterAction.increment)
      store!.dispatch(CounterAction.increment)
      await letRun()
    }
    #expect(log.entries == ["0", "1", "2", "3", "4"])
    store = nil
    for task in tasks { await task.value }
    #expect(log.entries.suffix(3) == ["end", "end", "end"])
  }

  @Test(.timeLimit(.minutes(1))) func aTaskThatIsCancelledLeavesTheValuesToTheOthers() async {
    var store: RootStore<AppState>? = RootStore(AppState()) { CounterReducer() }
    let counts = store!.values(\.count)
    let tasks = (0..<3).map { number in
      Task {
        for await count in counts { log("\(count)") }
        log("end of \(number)")
      }
    }
    await letRun()
    for number in [1, 0] {
      tasks[number].cancel()
      await tasks[number].value
    }
    store!.dispatch(CounterAction.increment)
    await letRun()
    store!.dispatch(CounterAction.increment)
    await letRun()
    store = nil
    await tasks[2].value
    #expect(log.entries == ["0", "end of 1", "end of 0", "1", "2", "end of 2"])
  }
}
