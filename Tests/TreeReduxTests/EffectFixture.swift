import TreeDiff
import TreeRedux
import TreeReduxTesting

/// Runs any effect, and collects what it sends.
struct Script: Equatable {
  var values: [Int] = []
}
enum ScriptAction: Action {
  case run(Effect<Int>)
  case value(Int)
}
struct ScriptReducer: Reducer {
  func reduce(_ script: inout Script, _ action: ScriptAction) -> Effect<ScriptAction> {
    switch action {
    case .run(let effect): return effect.map(ScriptAction.value)
    case .value(let value):
      script.values.append(value)
      return .none
    }
  }
}

/// A failure, for effects that have one.
struct Boom: Error, Equatable {
  var number = 0
}

/// Scripts at nodes that may go.
struct Row: Identifiable, Equatable {
  let id: Int
  var script = Script()
}
struct Table: Equatable {
  var rows = KeyedList(uniqueElements: (0..<4).map { Row(id: $0) })
  var screen: Row?
  var log: [Int] = []
}
enum TableAction: Action {
  case remove(Int), insert(Int), show(Int?), log(Int)
}

func makeTable(_ clock: any Clock<Duration> = ContinuousClock()) -> RootStore<Table> {
  let store = RootStore(Table()) {
    Reduce { (table: inout Table, action: TableAction) in
      switch action {
      case .remove(let id): table.rows.remove(id: id)
      case .insert(let id): table.rows.append(Row(id: id))
      case .show(let id): table.screen = id.map { Row(id: $0) }
      case .log(let value): table.log.append(value)
      }
      return .none
    }
    ForEach(\.rows) { Node(\.script) { ScriptReducer() } }
    IfPresent(\.screen) { Node(\.script) { ScriptReducer() } }
  }
  store.onDiagnostic = nil
  store.clock = clock
  return store
}

extension RootStore<Script> {
  /// Starts an effect.
  func run(_ effect: Effect<Int>, isolation: isolated (any Actor)? = #isolation) {
    dispatch(ScriptAction.run(effect), isolation: isolation)
  }
}

func makeScript(_ clock: any Clock<Duration> = ContinuousClock()) -> RootStore<Script> {
  let store = RootStore(Script()) { ScriptReducer() }
  store.onDiagnostic = nil
  store.clock = clock
  return store
}

/// What an effect sends in all.
func values(of effect: Effect<Int>) async -> [Int] {
  let store = makeScript()
  store.run(effect)
  await store.settled()
  return store.state.values
}

/// Lets tasks wait until it is opened.
struct Gate: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }
  func wait() async { for await _ in stream {} }
}

extension FallibleEffect where Failure == Never, Output == Int {
  /// Sends a value after a time, by the store's clock.
  static func later(_ value: Int, after seconds: Int) -> Self {
    run { send in
      do { try await send.clock.sleep(for: .seconds(seconds)) } catch { return }
      await send(value)
    }
  }
}
