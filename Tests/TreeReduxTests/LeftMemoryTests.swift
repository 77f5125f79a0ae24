import Testing
import TreeDiff
import TreeRedux

/// What nobody uses any more does not stay.
@Suite struct LeftMemoryTests {
  private final class Token: Sendable {
    private let isGone: @Sendable () -> Void
    init(_ isGone: @escaping @Sendable () -> Void) { self.isGone = isGone }
    deinit { isGone() }
  }
  /// How many tokens there are.
  private final class Census: Sendable {
    private let count = Locked(0)
    var living: Int { count.withLock { $0 } }
    func token() -> Token {
      count.withLock { $0 += 1 }
      return Token { self.count.withLock { $0 -= 1 } }
    }
  }
  private let census = Census()
  private struct Tick: Action {}

  private func makeCounter() -> RootStore<Int> {
    RootStore(0) {
      Reduce { (count: inout Int, _: Tick) in
        count += 1
        return .none
      }
    }
  }

  private struct Line: Identifiable, Equatable { let id: Int }
  private struct Draft {
    let token: Token
    var lines: KeyedList<Line> = [Line(id: 1)]
  }

  @Test func aMountedStateGoesWhoseElementsWereObservedAndSentTo() {
    let store = makeCounter()
    for _ in 0..<10 {
      do {
        let draft = store.mount(Draft(token: census.token()), name: "draft") {
          ForEach(\.lines) { Reduce { (_: inout Line, _: Tick) in .none } }
        }
        let element = draft.observe(\.lines, id: 1) { _ in }
        let list = draft.observeList(\.lines) { _ in }
        draft.dispatch(Tick(), to: \.lines, id: 1)
        withExtendedLifetime((element, list)) {}
      }
      for _ in 0..<200 { store.dispatch(Tick()) }
    }
    #expect(census.living == 0)
  }

  private typealias Eight = (Int, Int, Int, Int, Int, Int, Int, Int)
  private struct Big { var eights: (Eight, Eight, Eight, Eight) }

  @Test func mountedStatesOfSeveralSizesUseTheSameMemory() {
    let eight: Eight = (0, 0, 0, 0, 0, 0, 0, 0)
    let store = makeCounter()
    func tidy() { for _ in 0..<200 { store.dispatch(Tick()) } }
    func cycle() {
      do {
        let big = store.mount(Big(eights: (eight, eight, eight, eight)), name: "big") {
          Reduce { (_: inout Big, _: Tick) in .none }
        }
        let flag = store.mount(true, name: "flag") { Reduce { (_: inout Bool, _: Tick) in .none } }
        withExtendedLifetime((big, flag)) {}
      }
      tidy()
      do {
        let small = store.mount(1, name: "small") { Reduce { (_: inout Int, _: Tick) in .none } }
        withExtendedLifetime(small) {}
      }
      tidy()
    }
    cycle()
    let capacity = store.capacity
    for _ in 0..<100 { cycle() }
    #expect(store.capacity == capacity)
  }

  @Test func whatLiesBetweenOthersIsUsedAgainAsAWhole() {
    let store = makeCounter()
    func mount(_ number: Int) -> MountedNode<Int> {
      store.mount(number, name: "number") {
        Reduce { (number: inout Int, _: Tick) in
          number += 1; return .none
        }
      }
    }
    var numbers = (0..<64).map(mount)
    let capacity = store.capacity
    for round in 0..<64 {
      // Neighbours go, and a state comes that is as large as they.
      numbers[round % 63] = mount(round)
      numbers[round % 63 + 1] = mount(round + 1)
      for _ in 0..<128 { store.dispatch(Tick()) }
      #expect(numbers[round % 63].state == round + 128)
      #expect(numbers[round % 63 + 1].state == round + 1 + 128)
    }
    #expect(store.capacity <= 2 * capacity)
  }

  private struct Key: Hashable {
    let number: Int
    let token: Token
    static func == (a: Key, b: Key) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }
  private struct Keyed: Identifiable {
    let id: Key
    var likes = 0
  }
  private struct Shelf { var all: KeyedList<Keyed> = [] }

  @Test func handlesThatAreOnlyReadLeaveNothing() {
    let store = RootStore(Shelf(all: [Keyed(id: Key(number: 0, token: census.token()))])) {
      ForEach(\.all) { Reduce { (_: inout Keyed, _: Tick) in .none } }
    }
    for _ in 0..<2_000 { #expect(store.node(\.all, id: Key(number: 0, token: census.token())).state.likes == 0) }
    #expect(census.living < 200)
  }
}
