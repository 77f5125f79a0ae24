import Testing
import TreeDiff
import TreeRedux

/// What is told of fields of nodes that come and go.
@Suite struct AbsentNodeTests {
  private struct Part: Identifiable, Equatable {
    let id: Int
    var number = 0
  }
  private struct Detail: Equatable {
    var number = 0
    var parts = KeyedList<Part>()
  }
  private struct State: Equatable {
    var label = Label(text: "one")
    var detail: Detail?
    var posts: KeyedList<Part> = [Part(id: 1)]
  }
  /// A text that is the same whatever its note.
  private struct Label: Equatable {
    var text: String
    var note = ""
    static func == (a: Label, b: Label) -> Bool { a.text == b.text }
  }
  private struct Edit: Action { let body: @Sendable (inout State) -> Void }

  private let store = RootStore(State()) {
    Reduce { (state: inout State, edit: Edit) in
      edit.body(&state)
      return .none
    }
  }
  private let log = Log<String>()

  private func edit(_ body: @escaping @Sendable (inout State) -> Void) { store.dispatch(Edit(body: body)) }
  /// The numbers of what comes, goes and comes back.
  private func setNumbers(_ numbers: [Int?]) {
    for number in numbers {
      edit { state in
        state.posts.remove(id: 7)
        state.detail = nil
        guard let number else { return }
        state.posts.append(Part(id: 7, number: number))
        state.detail = Detail(number: number)
      }
    }
  }

  @Test func aFieldThatAppearsHasNotChanged() {
    let (part, detail) = (store.node(\.posts, id: 7), store.node(\.detail))
    let tokens = [
      part.observe(\.number) { log("element \($0)") },
      part.observe(\.number, by: ==) { log("element by \($0)") },
      part.observe(map: { $0.number }) { log("element map \($0)") },
      detail.observe(\.number) { log("optional \($0)") },
    ]
    setNumbers([3, nil, 3])
    #expect(log.entries.isEmpty)
    setNumbers([nil, 4])
    #expect(
      log.entries.sorted() == ["element 3 → 4", "element by 3 → 4", "element map 3 → 4", "optional 3 → 4"])
    withExtendedLifetime(tokens) {}
  }

  @Test func theInitialValueOfAFieldIsToldWhenItAppears() {
    let (part, detail) = (store.node(\.posts, id: 7), store.node(\.detail))
    let tokens = [
      part.observe(\.number, initial: true) { log("element \($0)") },
      detail.observe(\.number, initial: true) { log("optional \($0)") },
    ]
    #expect(log.entries.isEmpty)
    setNumbers([3, nil, 3])
    #expect(log.entries.sorted() == ["element 3 → 3", "optional 3 → 3"])
    setNumbers([4])
    #expect(log.entries.sorted() == ["element 3 → 3", "element 3 → 4", "optional 3 → 3", "optional 3 → 4"])
    withExtendedLifetime(tokens) {}
  }

  @Test func valuesBeginWhenTheirNodeAppears() async {
    var iterator = store.node(\.posts, id: 7).values(\.number).makeAsyncIterator()
    setNumbers([3, nil, 3, 4])
    #expect(await iterator.next() == 3)
    #expect(await iterator.next() == 4)
  }

  @Test func whatIsOptionalItselfIsToldWhenItComesAndGoes() {
    let tokens = [
      store.observe(\.posts, id: 7) { log("element \($0.old?.number ?? 0) → \($0.new?.number ?? 0)") },
      store.observe(\.detail?.number) { log("optional \($0.old ?? 0) → \($0.new ?? 0)") },
    ]
    setNumbers([3, nil, 3])
    #expect(
      log.entries == [
        "element 0 → 3", "optional 0 → 3", "element 3 → 0", "optional 3 → 0", "element 0 → 3", "optional 0 → 3",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func anElementIsAbsentWhereItsListIs() {
    let isSame = { (a: Part, b: Part) in a == b }
    let token = store.node(\.detail).observe(\.parts, id: 1, by: isSame) { change in
      log("\(change.old?.number ?? 0) → \(change.new?.number ?? 0)")
    }
    edit { $0.detail = Detail(parts: [Part(id: 1, number: 3)]) }
    edit { $0.detail = nil }
    #expect(log.entries == ["0 → 3", "3 → 0"])
    withExtendedLifetime(token) {}
  }

  @Test func whatEqualityIgnoresIsTheLatestInOldUnlessThereIsAComparison() {
    func show(_ change: Change<Label>) -> String { "\(change.old.text)\(change.old.note) → \(change.new.text)" }
    let tokens = [
      store.observe(\.label) { log(show($0)) },
      store.observe(\.label, by: ==) { log("by: \(show($0))") },
    ]
    edit { $0.label = Label(text: "one", note: " (quiet)") }
    #expect(log.entries.isEmpty)
    edit { $0.label = Label(text: "two") }
    #expect(log.entries == ["one (quiet) → two", "by: one → two"])
    withExtendedLifetime(tokens) {}
  }
}
