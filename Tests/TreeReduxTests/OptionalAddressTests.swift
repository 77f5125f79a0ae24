import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// An optional's key path as an address: it stands for the value while there is one.
@MainActor struct OptionalAddressTests {
  private struct Detail: Identifiable, Equatable, Sendable { let id: Int; var log: [String] = [] }
  private struct Page: Equatable {
    var detail: Detail? = Detail(id: 1)
    var kept: Detail? = Detail(id: 8)
    var computed: Detail? {
      get { detail }
      set { detail = newValue }
    }
  }
  private struct Open: Action { let id: Int? }
  private enum DetailAction: Action { case note(String), close }

  private let store: RootStore<Page>
  private let clock = TestClock()

  init() {
    let noting = Reduce { (detail: inout Detail, action: DetailAction) in
      if case .note(let text) = action { detail.log.append(text) }
      return .none
    }
    store = RootStore(Page()) {
      Reduce { (page: inout Page, open: Open) in
        page.detail = open.id.map { Detail(id: $0) }
        return .none
      }
      IfPresent(\.detail) { noting }
      IfPresent(\.computed) { noting }
      Node(\.kept) {
        Reduce { (detail: inout Detail?, action: DetailAction) in
          if case .close = action { detail = nil }
          return .none
        }
      }
      IfPresent(\.kept) { noting }
    }
    store.clock = clock
    store.onDiagnostic = nil
  }

  @Test func whatTheStoreItselfTakesReachesTheValue() {
    #expect(store.dispatch(Reset(Detail(id: 1, log: ["new"])), to: \.detail))
    #expect(store.state.detail?.log == ["new"])
    #expect(store.dispatch(Reset(Detail(id: 1, log: ["newer"])), to: \.computed))
    #expect(store.state.detail?.log == ["newer"])
    #expect(store.dispatch(Reset(Detail?.none), to: \.detail))
    #expect(store.state.detail == nil)
    #expect(!store.dispatch(Reset(Detail(id: 1)), to: \.detail))
    #expect(store.state.detail == nil)
  }

  @Test func aSequenceEndsWithTheValue() async {
    let wait = ActionPlan<Detail> { [clock] _ in
      .run { _ in try? await clock.sleep(for: .seconds(1)) }
    }
    store.dispatch(DetailAction.note("first").then(wait).then(DetailAction.note("second")), to: \.detail)
    store.dispatch(Open(id: 2))
    #expect(store.effects.isEmpty)
    await clock.advance(by: .seconds(2))
    await store.settled()
    #expect(store.state.detail == Detail(id: 2))
  }

  @Test func reducersOfTheOptionalItselfAreAskedFirst() {
    #expect(store.dispatch(DetailAction.note("a"), to: \.kept))
    #expect(store.state.kept?.log == ["a"])
    #expect(store.dispatch(DetailAction.note("b").then(DetailAction.close), to: \.kept))
    #expect(store.state.kept == nil)
  }

  @Test func whoeverIsThereWhenTheActionIsHandledIsMeant() {
    let token = store.observe(\.detail) { [store] change in
      guard change.new?.id == 2 else { return }
      store.dispatch(Open(id: 3))
      store.dispatch(DetailAction.note("late"), to: \.detail)
    }
    store.dispatch(Open(id: 2))
    #expect(store.state.detail == Detail(id: 3, log: ["late"]))
    withExtendedLifetime(token) {}
  }
}
