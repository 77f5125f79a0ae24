import Testing
import TreeDiff
import TreeRedux

private struct Small: Equatable { var count = 0 }
private struct Wide: Equatable {
  var a0 = Small(), a1 = Small(), a2 = Small(), a3 = Small(), a4 = Small(), a5 = Small(), a6 = Small(), a7 = Small()
  var b0 = Small(), b1 = Small(), b2 = Small(), b3 = Small(), b4 = Small(), b5 = Small(), b6 = Small(), b7 = Small()
  var c0 = Small(), c1 = Small(), c2 = Small(), c3 = Small(), c4 = Small(), c5 = Small(), c6 = Small(), c7 = Small()
  var d0 = Small(), d1 = Small(), d2 = Small(), d3 = Small(), d4 = Small(), d5 = Small(), d6 = Small(), d7 = Small()
  var e0 = Small(), e1 = Small(), e2 = Small(), e3 = Small(), e4 = Small(), e5 = Small(), e6 = Small(), e7 = Small()
}
private struct Add: Action {}
private struct Adding: Reducer {
  func reduce(_ small: inout Small, _ action: Add) -> Effect<Add> {
    small.count += 1
    return .none
  }
}
/// Counts how often it is asked for its parts.
private struct Section {
  @NodeBuilder<Wide> static func tree() -> [AnyNode<Wide>] {
    Node(\.a0) { Adding() }; Node(\.a1) { Adding() }; Node(\.a2) { Adding() }; Node(\.a3) { Adding() }
    Node(\.a4) { Adding() }; Node(\.a5) { Adding() }; Node(\.a6) { Adding() }; Node(\.a7) { Adding() }
    Node(\.b0) { Adding() }; Node(\.b1) { Adding() }; Node(\.b2) { Adding() }; Node(\.b3) { Adding() }
    Node(\.b4) { Adding() }; Node(\.b5) { Adding() }; Node(\.b6) { Adding() }; Node(\.b7) { Adding() }
    Node(\.c0) { Adding() }; Node(\.c1) { Adding() }; Node(\.c2) { Adding() }; Node(\.c3) { Adding() }
    Node(\.c4) { Adding() }; Node(\.c5) { Adding() }; Node(\.c6) { Adding() }; Node(\.c7) { Adding() }
    Node(\.d0) { Adding() }; Node(\.d1) { Adding() }; Node(\.d2) { Adding() }; Node(\.d3) { Adding() }
    Node(\.d4) { Adding() }; Node(\.d5) { Adding() }; Node(\.d6) { Adding() }; Node(\.d7) { Adding() }
    Node(\.e0) { Adding() }; Node(\.e1) { Adding() }; Node(\.e2) { Adding() }; Node(\.e3) { Adding() }
    Node(\.e4) { Adding() }; Node(\.e5) { Adding() }; Node(\.e6) { Adding() }; Node(\.e7) { Adding() }
  }
}
private struct Huge: Equatable {
  var s0 = Wide(), s1 = Wide(), s2 = Wide(), s3 = Wide(), s4 = Wide(), s5 = Wide()
  var s6 = Wide(), s7 = Wide(), s8 = Wide(), s9 = Wide(), s10 = Wide(), s11 = Wide(), last = Small()
}

@Suite struct LargeTreeTests {
  @Test func fortyDifferentChildrenStandUnderOneNode() {
    let store = RootStore(Wide()) { Section.tree() }
    store.dispatch(Add())
    store.dispatch(Add(), to: \.e7)
    #expect(store.state.a0.count == 1)
    #expect(store.state.e7.count == 2)
  }

  /// A tree of 493 nodes: each is made once, and an action for one of them runs one reducer.
  @Test func aTreeOfFiveHundredNodesIsMadeOnce() {
    var expansions = 0
    @NodeBuilder<Wide> func counted() -> [AnyNode<Wide>] {
      let _: Void = expansions += 1
      Section.tree()
    }
    let clock = ContinuousClock()
    var store: RootStore<Huge>!
    let time = clock.measure {
      store = RootStore(Huge()) {
        Node(\.s0) { counted() }; Node(\.s1) { counted() }; Node(\.s2) { counted() }; Node(\.s3) { counted() }
        Node(\.s4) { counted() }; Node(\.s5) { counted() }; Node(\.s6) { counted() }; Node(\.s7) { counted() }
        Node(\.s8) { counted() }; Node(\.s9) { counted() }; Node(\.s10) { counted() }; Node(\.s11) { counted() }
        Node(\.last) { Adding() }
      }
    }
    print("a tree of 493 nodes was made in \(time)")
    #expect(expansions == 12)
    store.dispatch(Add())
    #expect(store.state.s11.e7.count == 1)
    store.dispatch(Add(), to: \.last)
    #expect(store.state.last.count == 2)
    #expect(store.state.s11.e7.count == 1)
    #expect(expansions == 12)
  }

  // MARK: Ids that a reducer changes

  private struct Rename: Action { let id: Int }
  private struct Row: Identifiable, Equatable, Sendable {
    var id: Int
    var notes = 0
  }
  private struct Table: Equatable { var rows: KeyedList<Row> }
  private enum RowAction: Action { case rename(Int), note, noteLater }

  @Test func whatAReducerSendsWhileItChangesItsIDIsNotStarted() async {
    let store = RootStore(Table(rows: [Row(id: 1), Row(id: 2)])) {
      ForEach(\.rows) {
        Reduce { (row: inout Row, action: RowAction) in
          switch action {
          case .rename(let id):
            row.id = id
            return .send(.note)
          case .note: row.notes += 1
          case .noteLater: return .run { send in await send(.note) }
          }
          return .none
        }
      }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    let old = store.node(\.rows, id: 1)
    store.dispatch(RowAction.noteLater, to: \.rows, id: 1)
    store.dispatch(RowAction.rename(9), to: \.rows, id: 1)
    #expect(reports == [.effectOfAbsent(path: "rows[1]")])
    // Nor does what was started for the old id arrive.
    await store.settled()
    #expect(store.state.rows == [Row(id: 9), Row(id: 2)])
    #expect(!old.dispatch(RowAction.note))
    #expect(store.dispatch(RowAction.note, to: \.rows, id: 9))
  }

  // MARK: Many senders

  private actor Home {
    let store = RootStore([[Int]](repeating: [], count: 8)) {
      Reduce { (all: inout [[Int]], action: Append) in
        all[action.sender].append(action.number)
        return .none
      }
    }
    func dispatcher() -> Dispatcher { store.dispatcher() }
    func dispatch(_ action: Append) { store.dispatch(action) }
    var state: [[Int]] { store.state }
  }
  private struct Append: Action {
    let sender: Int
    let number: Int
  }

  @Test func twoHundredThousandActionsOfEightTasksAreReducedInOrder() async {
    let home = Home()
    let dispatcher = await home.dispatcher()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask {
          for number in 0..<25_000 {
            let action = Append(sender: sender, number: number)
            // What was sent without waiting comes before what the same sender awaits.
            if number % 1_000 == 999 { await dispatcher.dispatch(action) } else { dispatcher.send(action) }
          }
        }
      }
    }
    let state = await home.state
    #expect(state.allSatisfy { $0 == Array(0..<25_000) })
  }

  // MARK: No observer, no cost

  @Test func whatNobodyWatchesIsNotCompared() {
    /// Counts how often it is compared.
    final class Tally { var count = 0 }
    struct Watched: Equatable {
      let tally: Tally
      var value = 0
      static func == (a: Watched, b: Watched) -> Bool {
        a.tally.count += 1
        return a.value == b.value
      }
    }
    struct Frame {
      var tick = 0
      var watched: Watched
    }
    struct Tick: Action {}
    let tally = Tally()
    let store = RootStore(Frame(watched: Watched(tally: tally))) {
      Reduce { (frame: inout Frame, _: Tick) in
        frame.tick += 1
        return .none
      }
    }
    let token = store.observe(\.watched) { _ in }
    for _ in 0..<1_000 { store.dispatch(Tick()) }
    #expect(tally.count == 0)
    withExtendedLifetime(token) {}
  }

  @Test func anElementIsToldOnceOfAnEqualListAndOfAnotherOrder() {
    let store = makeStore(posts: 3)
    let log = Log<String>()
    let tokens = [
      store.node(\.feed.posts, id: 1).observe(\.title) { log("title \($0.new)") },
      store.observeList(\.feed.posts) { _ in log("list") },
    ]
    store.dispatch(FeedAction.edit(1, "one"))
    store.dispatch(FeedAction.show(Array(store.state.feed.posts)))
    store.dispatch(FeedAction.show(store.state.feed.posts.reversed()))
    #expect(log.entries == ["title one", "list", "list"])
    withExtendedLifetime(tokens) {}
  }
}
