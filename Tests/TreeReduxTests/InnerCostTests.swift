import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// What an action costs inside something that may go does not depend on how many watch there, either.
@Suite struct InnerCostTests {
  /// Counts what is done with its copies.
  private final class Counter {
    var comparisons = 0
    var hashes = 0
  }
  private struct ID: Hashable {
    let number: Int
    let counter: Counter
    static func == (a: ID, b: ID) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) {
      counter.hashes += 1
      hasher.combine(number)
    }
  }
  private struct Row: Identifiable, Equatable {
    let id: ID
    var likes = 0
    static func == (a: Row, b: Row) -> Bool {
      a.id.counter.comparisons += 1
      return a.id == b.id && a.likes == b.likes
    }
  }
  private struct Page: Identifiable {
    let id: Int
    var rows: KeyedList<Row>
  }
  private struct Book {
    var plain: Page
    var open: Page?
    var pages: KeyedList<Page>
    var title = ""
    var computed: Page {
      get { plain }
      set { plain = newValue }
    }
  }
  private struct Like: Action {}

  private enum Where: CaseIterable { case optional, element, computed, elementOfComputed }

  private let counter = Counter()

  private func makePage(_ where: Where) -> (store: RootStore<Book>, page: NodeHandle<Page>) {
    let rows = KeyedList(uniqueElements: (0..<1_000).map { Row(id: ID(number: $0, counter: counter)) })
    let page = Page(id: 1, rows: rows)
    @NodeBuilder<Page> func tree() -> [AnyNode<Page>] {
      ForEach(\.rows) {
        Reduce { (row: inout Row, _: Like) in
          row.likes += 1
          return .none
        }
      }
    }
    let store = RootStore(Book(plain: page, open: page, pages: [page, Page(id: 2, rows: rows)])) {
      if `where` == .optional { IfPresent(\.open) { tree() } }
      if `where` == .element { ForEach(\.pages) { tree() } }
      if `where` == .computed { Node(\.computed) { tree() } }
      if `where` == .elementOfComputed { Node(\.self) { ForEach(\.pages) { Node(\.self) { tree() } } } }
    }
    switch `where` {
    case .optional: return (store, store.node(\.open))
    case .element, .elementOfComputed: return (store, store.node(\.pages, id: 1))
    case .computed: return (store, store.node(\.computed))
    }
  }

  private func id(_ number: Int) -> ID { ID(number: number, counter: counter) }

  @Test(arguments: Where.allCases) private func observersOfOtherElementsAreNotAsked(_ where: Where) {
    let (store, page) = makePage(`where`)
    var told: [Int] = []
    let elements = (0..<1_000).map { number in page.observe(\.rows, id: id(number)) { _ in told.append(number) } }
    // Through handles that are let go at once.
    let fields = (0..<1_000).map { number in
      page.node(\.rows, id: id(number)).observe(\.likes) { _ in told.append(1_000 + number) }
    }
    page.dispatch(Like(), to: \.rows, id: id(5))
    #expect(told == [5, 1_005])
    (counter.comparisons, counter.hashes) = (0, 0)
    page.dispatch(Like(), to: \.rows, id: id(7))
    #expect(told == [5, 1_005, 7, 1_007])
    #expect(counter.comparisons < 20)
    #expect(counter.hashes < 50)
    withExtendedLifetime((store, elements, fields)) {}
  }

  @Test(arguments: Where.allCases) private func handlesOfOtherElementsAreNotAsked(_ where: Where) {
    let (store, page) = makePage(`where`)
    let handles = (0..<1_000).map { page.node(\.rows, id: id($0)) }
    #expect(handles[5].dispatch(Like()))
    counter.hashes = 0
    #expect(handles[5].dispatch(Like()))
    #expect(counter.hashes < 20)
    #expect(handles[5].state.likes == 2)
    withExtendedLifetime(store) {}
  }

  // Unchecked: nothing leaves the test's own domain.
  private struct Set: Action, @unchecked Sendable { let body: (inout Book) -> Void }

  @Test func whatIsAskedByIDIsToldAsRegisteredAmongTheOthers() {
    let page = Page(id: 1, rows: [Row(id: id(1)), Row(id: id(2))])
    let store = RootStore(Book(plain: page, open: page, pages: [])) {
      Reduce { (book: inout Book, action: Set) in
        action.body(&book)
        return .none
      }
    }
    let open = store.node(\.open)
    var told: [String] = []
    var second: Observation?
    let tokens = [
      open.observe(map: { $0.rows.count }) { told.append("count \($0)") },
      open.observe(\.rows, id: id(1)) { change in
        told.append("first \(change.new?.likes ?? -1)")
        if change.new?.likes == 3 { second?.cancel() }
      },
      open.observe(map: { $0.rows.first?.likes }) { told.append("likes \($0.new ?? -1)") },
      open.node(\.rows, id: id(1)).observe(\.likes) { told.append("field \($0)") },
    ]
    second = open.observe(\.rows, id: id(2)) { told.append("second \($0.new?.likes ?? -1)") }
    func set(_ body: @escaping (inout Book) -> Void) -> [String] {
      told = []
      store.dispatch(Set(body: body))
      return told
    }
    func like(_ numbers: [Int], _ likes: Int) -> [String] {
      set { book in for number in numbers { book.open?.rows[id: self.id(number)]?.likes = likes } }
    }
    #expect(like([1], 1) == ["first 1", "likes 1", "field 0 → 1"])
    #expect(like([2], 1) == ["second 1"])
    #expect(set { $0.title = "" } == [])
    #expect(set { $0.open = nil } == ["first -1", "second -1"])
    #expect(set { $0.open = page } == ["first 0", "likes 0", "field 1 → 0", "second 0"])
    #expect(like([1, 2], 3) == ["first 3", "likes 3", "field 0 → 3"])
    #expect(like([2], 4) == [])
    withExtendedLifetime(tokens) {}
  }

  @Test func anElementThatIsEqualByItsOwnEqualityOnlyIsNotTold() {
    struct Loose: Identifiable, Equatable {
      let id: Int
      var likes = 0
      static func == (a: Loose, b: Loose) -> Bool { a.id == b.id }
    }
    struct Loosely { var all: KeyedList<Loose>? = [Loose(id: 1)] }
    let store = RootStore(Loosely()) {
      Reduce { (state: inout Loosely, _: Like) in
        state.all?[id: 1]?.likes += 1
        return .none
      }
    }
    var told: [Int] = []
    let list: NodeHandle<KeyedList<Loose>> = store.node(\.all)
    let whole = list.observe(\.self, id: 1) { _ in told.append(-1) }
    let field = list.node(\.self, id: 1).observe(\.likes) { told.append($0.new) }
    store.dispatch(Like())
    #expect(told == [1])
    withExtendedLifetime((whole, field)) {}
  }

  // MARK: What ends with what goes

  private struct Note: Identifiable, Equatable { let id: Int }
  private struct Item: Identifiable, Equatable {
    let id: Int
    var notes: KeyedList<Note> = [Note(id: 7), Note(id: 8)]
  }
  private struct Sheet: Identifiable, Equatable {
    let id: Int
    var items: KeyedList<Item> = [Item(id: 1), Item(id: 2)]
  }
  private struct Desk: Equatable { var open: Sheet? = Sheet(id: 1) }
  private struct Wait: Action {}
  private struct Edit: Action { let body: @Sendable (inout Desk) -> Void }

  @Test func effectsInsideEndWithWhatTheyBelongToAndNotBefore() {
    @Sendable func waiting<State>(_ type: State.Type) -> Reduce<State, Wait> {
      Reduce { _, _ in Effect.send(Wait()).delay(for: .seconds(1)) }
    }
    let store = RootStore(Desk()) {
      Reduce { (desk: inout Desk, edit: Edit) in
        edit.body(&desk)
        return .none
      }
      IfPresent(\.open) {
        waiting(Sheet.self)
        ForEach(\.items, .none) {
          waiting(Item.self)
          ForEach(\.notes, .none) { waiting(Note.self) }
        }
      }
    }
    store.clock = TestClock()
    let open = store.node(\.open)
    open.dispatch(Wait())
    for item in 1...2 {
      open.dispatch(Wait(), to: \.items, id: item)
      for note in 7...8 { open.node(\.items, id: item).dispatch(Wait(), to: \.notes, id: note) }
    }
    func running(after body: @escaping @Sendable (inout Desk) -> Void) -> [String] {
      store.dispatch(Edit(body: body))
      return store.effects.map(\.path).sorted()
    }
    let (one, two) = (["open.items[1]", "open.items[1].notes[7]"], ["open.items[2]", "open.items[2].notes[8]"])
    #expect(running { _ in }.count == 7)
    #expect(
      running { desk in
        desk.open?.items[id: 1]?.notes.remove(id: 8)
        desk.open?.items[id: 2]?.notes.remove(id: 7)
      } == ["open"] + one + two)
    // What is built anew with the same ids is the same.
    #expect(running { $0.open = Sheet(id: 1, items: [Item(id: 2), Item(id: 1)]) } == ["open"] + one + two)
    #expect(running { $0.open?.items.remove(id: 1) } == ["open"] + two)
    #expect(running { $0.open?.items[id: 1] = Item(id: 1) } == ["open"] + two)
    #expect(running { $0.open?.items = [Item(id: 2, notes: [])] } == ["open", "open.items[2]"])
    #expect(running { $0.open = Sheet(id: 2) } == [])
  }
}
