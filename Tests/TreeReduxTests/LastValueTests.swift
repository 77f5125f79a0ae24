import Testing
import TreeDiff
import TreeRedux

/// What handles of elements and optionals say when those have gone.
@Suite struct LastValueTests {
  private struct Part: Identifiable, Equatable {
    let id: Int
    var number = 0
    var parts = KeyedList<Part>()
    var otherParts: KeyedList<Part> {
      get { parts }
      set { parts = newValue }
    }
  }
  private struct Detail: Equatable { var number = 0 }
  private struct State: Equatable {
    var first = 0
    var detail: Detail? = Detail(number: 7)
    var posts: KeyedList = [Part(id: 1), Part(id: 2, number: 2, parts: [Part(id: 20, number: 5)])]
    var last = 0
    var alias: KeyedList<Part> {
      get { posts }
      set { posts = newValue }
    }
    var shown: Detail? {
      get { detail }
      set { detail = newValue }
    }
    var inner: Inner {
      get { Inner(posts: posts) }
      set { posts = newValue.posts }
    }
  }
  private struct Inner: Equatable { var posts: KeyedList<Part> }
  private struct Edit: Action { let body: @Sendable (inout State) -> Void }
  private struct SetNumber: Action { let number: Int }

  /// A store with a reducer that does whatever is asked for, and nodes.
  private func makeStore(@NodeBuilder<State> _ nodes: () -> [AnyNode<State>] = { [] }) -> RootStore<State> {
    let nodes = nodes()
    let store = RootStore(State()) {
      Reduce { (state: inout State, edit: Edit) in
        edit.body(&state)
        return .none
      }
      for node in nodes { node }
    }
    store.onDiagnostic = nil
    return store
  }
  private let setPart = Reduce { (part: inout Part, action: SetNumber) in
    part.number = action.number
    return .none
  }
  private let setDetail = Reduce { (detail: inout Detail, action: SetNumber) in
    detail.number = action.number
    return .none
  }

  // MARK: Behind computed paths

  @Test func anElementOfAComputedListKeepsItsLastValue() {
    let store = makeStore { ForEach(\.alias) { setPart } }
    let (part, number) = (store.node(\.alias, id: 2), store.node(\.alias, id: 2).node(\.number))
    #expect(part.state.number == 2)
    part.dispatch(SetNumber(number: 3))
    store.dispatch(Edit { $0.posts.remove(id: 2) })
    #expect(part.current == nil)
    #expect(part.state.number == 3)
    #expect(number.state == 3)
    store.dispatch(Edit { $0.posts.append(Part(id: 2, number: 4)) })
    #expect(part.state.number == 4)
    store.dispatch(Edit { $0.posts.remove(id: 2) })
    #expect(part.state.number == 4)
  }

  @Test func theValueOfAComputedOptionalKeepsItsLastValue() {
    let store = makeStore { IfPresent(\.shown) { setDetail } }
    let detail = store.node(\.shown)
    detail.dispatch(SetNumber(number: 3))
    store.dispatch(Edit { $0.detail = nil })
    #expect(detail.current == nil)
    #expect(detail.state.number == 3)
  }

  @Test func anElementOfAComputedListInAnElementKeepsItsLastValue() {
    let store = makeStore {
      ForEach(\.posts) { ForEach(\.otherParts) { setPart } }
    }
    let inner = store.node(\.posts, id: 2).node(\.otherParts, id: 20)
    store.dispatch(Edit { $0.posts[id: 2]?.parts.remove(id: 20) })
    #expect(inner.state.number == 5)
    store.dispatch(Edit { $0.posts[id: 2]?.parts.append(Part(id: 20, number: 6)) })
    store.dispatch(Edit { $0.posts.removeAll() })
    #expect(inner.state.number == 6)
  }

  @Test func anElementOfAListBehindAComputedPathWithoutANodeKeepsItsLastValue() {
    let store = makeStore { ForEach(\.inner.posts) { setPart } }
    let part = store.node(\.inner).node(\.posts, id: 2)
    #expect(part.dispatch(SetNumber(number: 3)))
    store.dispatch(Edit { $0.posts.remove(id: 2) })
    #expect(part.state.number == 3)
  }

  @Test func whatHasNoNodeInAnElementThatHasOneKeepsItsLastValue() {
    let store = makeStore { ForEach(\.posts) { setPart } }
    let stored = store.node(\.posts, id: 2).node(\.parts, id: 20)
    let computed = store.node(\.posts, id: 2).node(\.otherParts, id: 20)
    let number = computed.node(\.number)
    store.dispatch(Edit { $0.posts[id: 2]?.parts.remove(id: 20) })
    #expect(stored.state.number == 5)
    #expect(computed.state.number == 5)
    #expect(number.state == 5)
  }

  // MARK: Within batches

  @Test(arguments: [false, true]) func whatComesAndGoesWithinABatchKeepsItsLastValue(isDeclared: Bool) {
    let store = isDeclared ? makeStore { ForEach(\.posts) { setPart } } : makeStore()
    var part: NodeHandle<Part>?
    var unread: NodeHandle<Part>?
    store.batch {
      store.dispatch(
        Edit { state in
          for id in 5...6 { state.posts.append(Part(id: id, number: id)) }
        })
      part = store.node(\.posts, id: 5)
      unread = store.node(\.posts, id: 6)
      #expect(part?.state.number == 5)
      store.dispatch(Edit { $0.posts.removeAll() })
      #expect(part?.state.number == 5)
    }
    #expect(part?.state.number == 5)
    #expect(unread?.state.number == 6)
    store.dispatch(Edit { $0.posts.append(Part(id: 5, number: 7)) })
    store.dispatch(Edit { $0.posts.removeAll() })
    #expect(part?.state.number == 7)
  }

  @Test(arguments: [false, true]) func whatGoesWithinABatchKeepsItsLastValueAtOnce(isDeclared: Bool) {
    let store = isDeclared ? makeStore { ForEach(\.posts) { setPart } } : makeStore()
    let (read, unread) = (store.node(\.posts, id: 1), store.node(\.posts, id: 2))
    store.batch {
      store.dispatch(Edit { $0.posts[id: 1]?.number = 4 })
      #expect(read.state.number == 4)
      store.dispatch(Edit { $0.posts.removeAll() })
      #expect(read.state.number == 4)
      #expect(unread.state.number == 2)
    }
    #expect(read.state.number == 4)
    #expect(unread.state.number == 2)
  }

  @Test(arguments: [false, true]) func anOptionalThatComesAndGoesWithinABatchKeepsItsLastValue(isDeclared: Bool) {
    let store =
      isDeclared ? makeStore { IfPresent(\.detail) { setDetail } } : makeStore { IfPresent(\.shown) { setDetail } }
    let detail = isDeclared ? store.node(\.detail) : store.node(\.shown)
    store.dispatch(Edit { $0.detail = nil })
    store.batch {
      store.dispatch(Edit { $0.detail = Detail(number: 8) })
      #expect(detail.state.number == 8)
      store.dispatch(Edit { $0.detail = nil })
    }
    #expect(detail.state.number == 8)
  }

  // MARK: While observers are told

  @Test(arguments: [false, true], [false, true])
  func anObserverThatIsToldEarlierReadsTheLastValue(isDeclared: Bool, isBatch: Bool) {
    let store =
      isDeclared
      ? makeStore {
        ForEach(\.posts) { setPart }
        IfPresent(\.detail) { setDetail }
      } : makeStore()
    let (part, detail) = (store.node(\.posts, id: 2), store.node(\.detail))
    let log = Log<Int>()
    let token = store.observe(\.first) { _ in log.entries += [part.state.number, detail.state.number] }
    let lastToken = store.observe(\.last) { _ in log.entries += [part.state.number, detail.state.number] }
    let edit = Edit { state in
      (state.first, state.last, state.detail) = (1, 1, nil)
      state.posts.remove(id: 2)
    }
    if isBatch { store.batch { store.dispatch(edit) } } else { store.dispatch(edit) }
    #expect(log.entries == [2, 7, 2, 7])
    withExtendedLifetime((token, lastToken)) {}
  }
}
