import Testing
import TreeRedux

private struct Counts: Equatable { var first = 0, second = 0 }
private struct Carry: Action { let ticket: Ticket }
private enum Count: Action { case first, second }

private final class Ticket: @unchecked Sendable {
  // Unchecked: it is released where it was made.
  private let released: () -> Void
  init(_ released: @escaping () -> Void) { self.released = released }
  deinit { released() }
}

/// What is let go with an action may dispatch; what is told of a reducer may look and dispatch.
struct ReleasedActionTests {
  private func makeStore() -> RootStore<Counts> {
    RootStore(Counts()) {
      Reduce { (state: inout Counts, action: Count) in
        switch action {
        case .first: state.first += 1
        case .second: state.second += 1
        }
        return .none
      }
      Reduce { (_: inout Counts, _: Carry) in .none }
    }
  }

  @Test func anActionThatWaitedMayDispatchWhenItIsReleased() {
    let store = makeStore()
    let token = store.observe(\.first) { [unowned store] _ in
      for _ in 0..<3 { store.dispatch(Carry(ticket: Ticket { store.dispatch(Count.second) })) }
    }
    store.dispatch(Count.first)
    #expect(store.state == Counts(first: 1, second: 3))
    withExtendedLifetime(token) {}
  }

  @Test func whatDiscardedActionsDispatchIsDiscarded() {
    let store = makeStore()
    var discarded: [[String]] = []
    store.onDiagnostic = { if case .dispatchLoop(_, let names) = $0 { discarded.append(names) } }
    store.actionLimit = 3
    let token = store.observe(\.first) { [unowned store] _ in
      for _ in 0..<5 { store.dispatch(Carry(ticket: Ticket { store.dispatch(Count.second) })) }
    }
    store.dispatch(Count.first)
    let after = store.state
    #expect(discarded.count == 1)
    #expect(discarded.first?.filter { $0.contains("second") }.isEmpty == false)
    store.dispatch(Carry(ticket: Ticket {}))
    #expect(store.state == after)
    withExtendedLifetime(token) {}
  }

  @Test func aReportOfWhatAReducerDidMayLookAndDispatch() {
    let store = RootStore(Counts()) {
      Reduce { (state: inout Counts, action: Count) in
        switch action {
        case .first: state.first += 1
        case .second: state.second += 1
        }
        return .none
      }
      Misbehaving()
    }
    Misbehaving.store = store
    var seen: [Int] = []
    store.onDiagnostic = { [unowned store] diagnostic in
      guard case .dispatchInReducer = diagnostic else { return }
      seen.append(store.state.first)
      store.dispatch(Count.first)
    }
    store.dispatch(Misbehave())
    Misbehaving.store = nil
    #expect(seen == [0])
    #expect(store.state == Counts(first: 1, second: 1))
  }
}

private struct Misbehave: Action {}
private struct Misbehaving: Reducer {
  nonisolated(unsafe) static weak var store: RootStore<Counts>?  // Of one test only.

  func reduce(_ state: inout Counts, _ action: Misbehave) -> Effect<Misbehave> {
    Misbehaving.store?.dispatch(Count.second)
    return .none
  }
}
