import Testing
import TreeDiff
import TreeRedux

/// What a reducer finds that reaches for its store: never a state in the middle of a change.
struct ReachingReducerTests {
  private struct Item: Identifiable, Equatable { let id: Int; var count = 0 }
  private struct World: Equatable {
    var count = 0
    var other = 0
    var item: Item? = Item(id: 1)
    var items: KeyedList<Item> = [Item(id: 1)]
    var screen = Screen.reading(["a line that is long enough to be kept apart"])
  }
  private enum Screen: Equatable { case list, reading([String]) }
  private struct Reach: Action {}
  private struct Other: Action {}
  private struct Touch: Action {}
  private final class Box {
    var body: () -> Void = {}
    var tokens: [Observation] = []
    var told: [String] = []
    var diagnostics: [Diagnostic] = []

    /// Ends what the store, its reducer and this keep of each other.
    func clear() { (body, tokens) = ({}, []) }
  }

  /// A store whose reducer calls the box's `body` while its count is 5, which it was not before and is not after.
  private func makeStore(_ box: Box) -> RootStore<World> {
    let store = RootStore(World()) {
      Reduce { (world: inout World, _: Reach) in
        (world.count, world.item, world.items) = (5, Item(id: 5), [Item(id: 5)])
        box.body()
        (world.count, world.item, world.items) = (0, Item(id: 2), [Item(id: 2)])
        return .none
      }
      Reduce { (world: inout World, _: Other) in
        world.other += 1
        return .none
      }
      IfPresent(\.item) {
        Reduce { (item: inout Item, _: Touch) in
          box.told.append("touched \(item.id)")
          return .none
        }
      }
    }
    store.onDiagnostic = { box.diagnostics.append($0) }
    return store
  }

  @Test func whatItBeginsToObserveBeginsAfterItsAction() {
    let box = Box()
    defer { box.clear() }
    let store = makeStore(box)
    box.body = {
      box.tokens = [
        store.observe(\.count) { box.told.append("path \($0)") },
        store.observe(map: { $0.count }) { box.told.append("map \($0)") },
        store.observe(\.items, id: 5, by: { $0.count == $1.count }) { box.told.append("element \($0)") },
        store.node(\.item).observe(\.id) { box.told.append("optional \($0)") },
        store.observeList(\.items) { box.told.append("list \($0)") },
      ]
    }
    store.dispatch(Reach())
    store.dispatch(Other())
    #expect(box.told == [])
    #expect(box.diagnostics.count == 5)
  }

  @Test func theInitialValueIsThatAfterItsAction() {
    let box = Box()
    defer { box.clear() }
    let store = makeStore(box)
    box.body = {
      box.tokens = [
        store.observe(\.count, initial: true) { box.told.append("path \($0)") },
        store.observe(map: { $0.count }, initial: true) { box.told.append("map \($0)") },
        store.node(\.item).observe(\.id, initial: true) { box.told.append("optional \($0)") },
        store.observeList(\.items, initial: true) { box.told.append("list \($0.list.map(\.id))") },
      ]
      let dropped = store.observe(\.other, initial: true) { _ in box.told.append("dropped") }
      dropped.cancel()
    }
    store.dispatch(Reach())
    #expect(box.told == ["path 0 → 0", "map 0 → 0", "optional 2 → 2", "list [2]"])
  }

  @Test func inABatchItIsToldOfWhatComesAfterItsAction() {
    let box = Box()
    defer { box.clear() }
    let store = makeStore(box)
    var rows: [NodeHandle<Item>] = []
    box.body = {
      rows = [store.node(\.items, id: 5)]
      box.tokens = [
        store.observe(map: { $0.count + $0.other }) { box.told.append("map \($0)") },
        store.observe(\.other) { box.told.append("path \($0)") },
      ]
    }
    store.batch {
      store.dispatch(Other())
      store.dispatch(Reach())
      store.dispatch(Other())
    }
    #expect(box.told == ["map 1 → 2", "path 1 → 2"])
    #expect(rows.first?.current == nil)
  }

  @Test func inABatchThatWaitedTheSame() {
    let box = Box()
    defer { box.clear() }
    let store = makeStore(box)
    box.body = { box.tokens.append(store.observe(map: { $0.count + $0.other }) { box.told.append("map \($0)") }) }
    let token = store.observe(\.other) { change in
      guard change.new == 1 else { return }
      store.batch {
        store.dispatch(Reach())
        store.dispatch(Other())
      }
    }
    store.dispatch(Other())
    #expect(box.told == ["map 1 → 2"])
    withExtendedLifetime(token) {}
  }

  @Test func aHandleMeansWhoeverIsThereWhenItsActionIsHandled() {
    let box = Box()
    defer { box.clear() }
    let store = makeStore(box)
    box.body = { store.node(\.item).dispatch(Touch()) }
    store.dispatch(Reach())
    #expect(box.told == ["touched 2"])
    guard case .dispatchInReducer = box.diagnostics.first, box.diagnostics.count == 1 else {
      Issue.record("\(box.diagnostics)")
      return
    }
  }

  @Test func theValueOfACaseIsNotLookedForWhileItsReducerHasIt() {
    var reach: () -> Void = {}
    defer { reach = {} }
    let store = RootStore(World()) {
      Node(\.screen) {
        IfCase("reading", get: { if case .reading(let lines) = $0 { lines } else { nil } }, set: Screen.reading) {
          Reduce { (lines: inout [String], _: Reach) in
            lines = ["another line that is long enough to be kept apart"]
            reach()
            lines.append("!")
            return .none
          }
        }
      }
    }
    store.onDiagnostic = { _ in }
    var token: Observation?
    var looked: [Int] = []
    reach = {
      token = store.observe(map: { world in
        if case .reading(let lines) = world.screen { looked.append(lines.count) }
        return world.screen
      }) { _ in }
      #expect(looked == [])
    }
    store.dispatch(Reach())
    #expect(looked == [2])
    withExtendedLifetime(token) {}
  }

  @Test func whatMiddlewareIsGivenIsNotForReducersToRead() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var context: MiddlewareContext<World>?
      let store = RootStore(World()) {
        Reduce { (world: inout World, _: Reach) in
          world.count = context?.state.count ?? 7
          return .none
        }
      } middleware: {
        Intercept { action, given, next in
          context = given
          next(action)
          return .none
        }
      }
      store.dispatch(Reach())
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("read the store while it reduced Reach"))
  }
}
