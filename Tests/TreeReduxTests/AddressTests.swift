import Testing
import TreeDiff
import TreeRedux

/// What an address leads to: a list or its elements, an optional or its value, several nodes of one part, or nothing.
@Suite struct AddressTests {
  struct Item: Identifiable, Equatable, Sendable {
    let id: Int
    var notes: KeyedList<Note> = []
    var log: [String] = []
  }
  struct Note: Identifiable, Equatable, Sendable {
    let id: Int
    var log: [String] = []
  }
  struct Panel: Equatable { var log: [String] = [] }
  struct World: Equatable {
    var before = [1, 2, 3]
    var items: KeyedList<Item> = [Item(id: 1, notes: [Note(id: 7)]), Item(id: 2)]
    var after = ["a", "b"]
    var panel: Panel?
    var open: Panel {
      get { panel ?? Panel() }
      set { panel = newValue }
    }
    var others: KeyedList<Item> {
      get { items }
      set { items = newValue }
    }
    var log: [String] { items.flatMap { item in item.log.map { "\(item.id) \($0)" } } }
  }
  enum Mark: Action { case mark(String), ask }

  private func itemReducer(_ name: String) -> Reduce<Item, Mark> {
    Reduce { item, action in
      guard case .mark(let text) = action else { return .send(.mark("answer")) }
      item.log.append("\(name) \(text)")
      return .none
    }
  }
  private func noteReducer(_ name: String) -> Reduce<Note, Mark> {
    Reduce { note, action in
      if case .mark(let text) = action { note.log.append("\(name) \(text)") }
      return .none
    }
  }
  private func listReducer(_ name: String) -> Reduce<KeyedList<Item>, Mark> {
    Reduce { list, action in
      if case .mark(let text) = action, let first = list.first {
        list.update(id: first.id) { $0.log.append("\(name) \(text)") }
      }
      return .none
    }
  }
  private func panelReducer(_ name: String) -> Reduce<Panel, Mark> {
    Reduce { panel, action in
      if case .mark(let text) = action { panel.log.append("\(name) \(text)") }
      return .none
    }
  }

  private func makeStore(
    _ diagnostics: Log<Diagnostic> = Log(), @NodeBuilder<World> _ tree: () -> [AnyNode<World>]
  ) -> RootStore<World> {
    let store = RootStore(World(), tree)
    store.onDiagnostic = { diagnostics($0) }
    return store
  }

  @Test func anActionForAListReachesItsElements() {
    let diagnostics = Log<Diagnostic>()
    let store = makeStore(diagnostics) { ForEach(\.items) { itemReducer("A") } }
    #expect(store.dispatch(Mark.mark("x"), to: \.items))
    #expect(store.node(\.items).dispatch(Mark.mark("y")))
    #expect(store.state.log == ["1 A x", "1 A y", "2 A x", "2 A y"])
    #expect(store.state.before == [1, 2, 3] && store.state.after == ["a", "b"])
    #expect(
      diagnostics.entries == Array(repeating: .broadcast(action: "Mark.mark", path: "items[*]"), count: 2))
  }

  @Test func anActionForAListInAnElementReachesItsElements() {
    let store = makeStore {
      ForEach(\.items) {
        itemReducer("A")
        ForEach(\.notes, .all) { noteReducer("N") }
      }
    }
    #expect(store.node(\.items, id: 1).dispatch(Mark.mark("x"), to: \.notes))
    #expect(!store.node(\.items, id: 2).dispatch(Mark.mark("x"), to: \.notes), "nobody is there")
    #expect(store.state.items[id: 1]?.notes.map(\.log) == [["N x"]])
    #expect(store.state.log == [])
  }

  @Test func anActionForAnOptionalReachesItsValue() {
    let store = makeStore { IfPresent(\.panel) { panelReducer("P") } }
    let optional: NodeHandle<Panel?> = store.node(\.panel)
    #expect(!optional.dispatch(Mark.mark("x")))
    store.dispatch(Reset(World(panel: Panel())))
    #expect(optional.dispatch(Mark.mark("x")))
    #expect(store.state.panel?.log == ["P x"])
  }

  @Test(arguments: 0..<4) func aListAndItsElementsBothTakeActions(_ form: Int) {
    let store = makeStore {
      switch form {
      case 0:
        Node(\.items) { listReducer("L") }
        ForEach(\.items, .all) { itemReducer("A") }
      case 1:
        ForEach(\.items, .all) { itemReducer("A") }
        Node(\.items) { listReducer("L") }
      case 2:
        Node(\.items) {
          listReducer("L")
          ForEach(\.self, .all) { itemReducer("A") }
        }
      default:
        Node(\.others) {
          listReducer("L")
          ForEach(\.self, .all) { itemReducer("A") }
        }
      }
    }
    let list = form == 3 ? \World.others : \World.items
    #expect(store.dispatch(Mark.mark("x"), to: list, id: 2))
    #expect(store.state.log == ["2 A x"])
    #expect(store.node(list).dispatch(Mark.mark("y"), to: \.self, id: 1))
    #expect(store.state.log == ["1 A y", "2 A x"])
    store.dispatch(Reset(World()))
    #expect(store.dispatch(Mark.mark("z"), to: list))
    let ofFirst = form == 1 ? ["1 A z", "1 L z"] : ["1 L z", "1 A z"]
    #expect(store.state.log == ofFirst + ["2 A z"])
  }

  @Test func allNodesOfAPartTakeWhatIsAddressedToIt() {
    let store = makeStore {
      ForEach(\.items, .all) {
        itemReducer("A")
        ForEach(\.notes, .all) { noteReducer("N") }
      }
      Node(\.open) { panelReducer("P") }
      ForEach(\.items, .all) {
        itemReducer("B")
        ForEach(\.notes, .all) { noteReducer("M") }
      }
      Node(\.open) { panelReducer("Q") }
    }
    store.dispatch(Mark.mark("x"), to: \.items, id: 2)
    #expect(store.state.log == ["2 A x", "2 B x"])
    store.node(\.items, id: 1).node(\.notes, id: 7).dispatch(Mark.mark("y"))
    #expect(store.state.items[id: 1]?.notes[id: 7]?.log == ["N y", "M y"])
    store.dispatch(Mark.mark("z"), to: \.open)
    #expect(store.state.panel?.log == ["P z", "Q z"])
    store.dispatch(Reset(World()))
    store.dispatch(Mark.mark("w"))
    #expect(store.state.log == ["1 A w", "1 B w", "2 A w", "2 B w"], "once each, whichever way it comes")
    #expect(store.state.items[id: 1]?.notes[id: 7]?.log == ["N w", "M w"])
    #expect(store.state.panel?.log == ["P w", "Q w"])
  }

  @Test func whatANodeSendsReachesAllNodesOfItsPart() {
    let store = makeStore {
      ForEach(\.items) { itemReducer("A") }
      ForEach(\.items) {
        Reduce { (item: inout Item, action: Mark) in
          if case .mark(let text) = action { item.log.append("B \(text)") }
          return .none
        }
      }
    }
    store.dispatch(Mark.ask, to: \.items, id: 2)
    #expect(store.state.log == ["2 A answer", "2 B answer"])
  }

  @Test func whereNoNodeIsDeclaredTheReportSaysSo() {
    let diagnostics = Log<Diagnostic>()
    let store = makeStore(diagnostics) {
      Reduce { (world: inout World, _: Mark) in
        world.after = []
        return .none
      }
    }
    #expect(!store.dispatch(Mark.ask, to: \.before))
    #expect(!store.dispatch(Mark.ask, to: \.items))
    #expect(!store.dispatch(Mark.ask, to: \.items, id: 1))
    #expect(!store.node(\.items, id: 1).node(\.notes, id: 7).dispatch(Mark.ask))
    #expect(!store.node(\.panel).dispatch(Mark.ask))
    #expect(
      diagnostics.entries
        == ["before", "items", "items[1]", "items[1].notes[7]", "panel"].map { .noNode(action: "Mark.ask", path: $0) })
    #expect(diagnostics.entries.first?.description.contains("no node is declared at before") == true)
    #expect(store.state == World())
  }

  @Test func aBroadcastToNobodyIsNotReported() {
    let diagnostics = Log<Diagnostic>()
    let store = makeStore(diagnostics) { ForEach(\.items) { itemReducer("A") } }
    var empty = World()
    empty.items = []
    store.dispatch(Reset(empty))
    store.dispatch(Mark.mark("x"))
    #expect(diagnostics.entries == [])
  }
  private struct Told: Sendable { let id: Int }
  private struct Remove: Action { let id: Int }

  private struct Shelf { var boxes = KeyedList(uniqueElements: (0..<100).map { Box(id: $0) }) }
  private struct Box: Identifiable {
    let id: Int
    var items = KeyedList(uniqueElements: [Comment(id: 1, text: "")])
  }

  @Test func aBroadcastIsReportedOnceWhereverItReachedElements() {
    let store = RootStore(Shelf()) {
      ForEach(\.boxes, .all) {
        ForEach(\.items) { Reduce { (_: inout Comment, _: CommentAction) in .none } }
      }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(CommentAction.like)
    #expect(reports == [.broadcast(action: "CommentAction.like", path: "boxes[*].items[*]")])
    store.dispatch(CommentAction.like)
    #expect(reports.count == 2)
  }

  @Test func toPrepareIsMeantForAll() {
    let store = RootStore(Shelf()) {
      ForEach(\.boxes) { Reduce { (_: inout Box, _: Prepare) in .none } }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    #expect(store.dispatch(Prepare()))
    #expect(reports == [])
  }

  @Test func whoToldWhatNobodyHeardIsNamed() {
    let store = RootStore(Shelf()) {
      ForEach(\.boxes) { Reduce { (box: inout Box, _: PostAction) in .delegate(box.id) } }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(PostAction.like, to: \.boxes, id: 7)
    #expect(reports == [.unheard(told: "Int", path: "boxes[7]")])
  }

  @Test func whatIsToldReachesAllNodesOfTheParent() {
    struct Shelf: Equatable { var items: KeyedList<Item> = [Item(id: 1), Item(id: 2)] }
    struct Room: Equatable { var shelf = Shelf() }
    let telling = Reduce { (item: inout Item, _: Mark) in Effect<Mark>.delegate(Told(id: item.id)) }
    let store = RootStore(Room()) {
      Node(\.shelf) {
        Reduce { (shelf: inout Shelf, action: Remove) in
          shelf.items.remove(id: action.id)
          return .none
        }
      }
      // Another feature's nodes of the same parts.
      Node(\.shelf) {
        ForEach(\.items) { Reduce { (_: inout Item, _: Remove) in .none } }
        ForEach(\.items) { telling }.delegate { (told: Told) in Remove(id: told.id) }
      }
    }
    let token = store.observe(\.shelf.items, id: 1) { _ in }
    #expect(store.dispatch(Mark.ask, to: \.shelf.items, id: 1))
    #expect(store.state.shelf.items.map(\.id) == [2])
    withExtendedLifetime(token) {}
  }

  // MARK: Ids that are given to others

  private struct Named: Identifiable, Equatable, Sendable {
    var id: Int
    var inner: KeyedList<Named> = []
  }
  private struct Names: Equatable {
    var list: KeyedList<Named> = [Named(id: 1, inner: [Named(id: 1), Named(id: 2)]), Named(id: 2), Named(id: 3)]
    var picked: Named? = Named(id: 9, inner: [Named(id: 1), Named(id: 2)])
  }
  private struct Rename: Action { let id: Int }

  private func makeNames(_ diagnostics: Log<Diagnostic>) -> RootStore<Names> {
    let rename = Reduce { (named: inout Named, action: Rename) in
      if named.id == 1 { named.id = action.id }
      return .none
    }
    let store = RootStore(Names()) {
      ForEach(\.list, .all) {
        rename
        ForEach(\.inner, .none) { rename }
      }
      IfPresent(\.picked) { ForEach(\.inner, .none) { rename } }
    }
    store.onDiagnostic = { diagnostics($0) }
    return store
  }

  @Test(arguments: [false, true], [false, true]) func anIDThatIsTakenIsReported(isObserved: Bool, isBatch: Bool) {
    let diagnostics = Log<Diagnostic>()
    let store = makeNames(diagnostics)
    let token = isObserved ? store.observeList(\.list) { _ in } : nil
    func send(_ body: () -> Void) {
      diagnostics.entries = []
      if isBatch { store.batch(body) } else { body() }
    }
    send { store.node(\.list, id: 1).node(\.inner, id: 1).dispatch(Rename(id: 2)) }
    #expect(diagnostics.entries == [.duplicateID(action: "Rename", path: "list[1].inner[1]")])
    #expect(store.state.list[id: 1]?.inner.map(\.id) == [2])
    send { store.node(\.picked).node(\.inner, id: 1).dispatch(Rename(id: 2)) }
    #expect(diagnostics.entries == [.duplicateID(action: "Rename", path: "picked.inner[1]")])
    send { store.dispatch(Rename(id: 4), to: \.list, id: 2) }
    #expect(diagnostics.entries == [], "it is not the one")
    send { store.dispatch(Rename(id: 3), to: \.list, id: 1) }
    #expect(diagnostics.entries == [.duplicateID(action: "Rename", path: "list[1]")])
    #expect(Set(store.state.list.map(\.id)) == [2, 3])
    store.dispatch(Reset(Names()))
    send { store.dispatch(Rename(id: 2)) }
    #expect(diagnostics.entries == [.duplicateID(action: "Rename", path: "")])
    send { store.dispatch(Rename(id: 7)) }
    #expect(diagnostics.entries == [])
    withExtendedLifetime(token) {}
  }

  private struct Boxed: Identifiable, Equatable { let id: Int; var count = 0 }
  private struct Holder: Equatable { var value: Boxed? }
  private struct Open: Action { let id: Int? }

  @Test(arguments: [0, 1]) func theHandleOfNothingIsThatOfNoValue(_ id: Int) {
    let store = RootStore(Holder()) {
      Reduce { (holder: inout Holder, open: Open) in
        holder.value = open.id.map { Boxed(id: $0) }
        return .none
      }
      IfPresent(\.value) {
        Reduce { (value: inout Boxed, _: Mark) in
          value.count += 1
          return .none
        }
      }
    }
    store.dispatch(Open(id: id))
    let old = store.node(\.value)
    store.dispatch(Open(id: nil))
    let early = store.node(\.value)
    #expect(early !== old)
    store.dispatch(Open(id: 5))
    #expect(early.dispatch(Mark.ask))
    #expect(store.state.value?.count == 1)
  }
}
