import Testing
import TreeDiff
import TreeRedux

/// A thing without equality.
private struct Draft: Identifiable {
  let id: Int
  var text: String
  var edits = 0
}
/// Equal to others with the same id.
private struct Card: Identifiable, Equatable {
  let id: Int
  var text: String
  static func == (a: Card, b: Card) -> Bool { a.id == b.id }
}
private struct Desk {
  var drafts: KeyedList<Draft> = []
  var cards: KeyedList<Card> = []
  var number = 0
}
private struct Edit: Action { let body: @Sendable (inout Desk) -> Void }

private func makeDesk() -> RootStore<Desk> {
  let desk = Desk(
    drafts: KeyedList(uniqueElements: (0..<100).map { Draft(id: $0, text: "\($0)") }),
    cards: KeyedList(uniqueElements: (0..<3).map { Card(id: $0, text: "\($0)") }))
  return RootStore(desk) {
    Reduce { (desk: inout Desk, edit: Edit) in
      edit.body(&desk)
      return .none
    }
  }
}

@Suite struct TopicFormTests {
  private let log = Log<String>()

  // MARK: What is observed

  @Test func whatAFunctionMakesIsObserved() {
    let store = makeStore(posts: 3)
    let tokens = [
      store.node(\.feed).observe(map: { $0.posts.count { $0.likes > 0 } }, initial: true) {
        log("liked \($0.old) > \($0.new)")
      },
      store.observe(map: { ($0.count, $0.count % 2) }, by: { $0.1 == $1.1 }) {
        log("parity \($0.old.0) > \($0.new.0)")
      },
      store.node(\.details).observe(map: \.text.count) { log("details \($0.old) > \($0.new)") },
    ]
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store.dispatch(CounterAction.set(2))
    store.dispatch(CounterAction.set(3))
    store.dispatch(DetailsAction.open(1))
    store.dispatch(DetailsAction.write("abc"))
    #expect(log.entries == ["liked 0 > 0", "liked 0 > 1", "parity 0 > 3", "details 0 > 3"])
    withExtendedLifetime(tokens) {}
  }

  @Test func wholeNodesAreObservedWithAndWithoutEquality() {
    let store = makeDesk()
    let app = makeStore(posts: 1)
    let tokens = [
      store.observe(\.self, by: { $0.number == $1.number }) { log("desk \($0.new.number)") },
      store.node(\.drafts, id: 7).observe(\.self, by: { $0.edits == $1.edits }) { log("draft \($0.new.edits)") },
      app.node(\.feed).observe(\.self) { log("feed \($0.new.isLoading)") },
    ]
    store.dispatch(Edit { $0.drafts.update(id: 7) { $0.text = "x" } })
    store.dispatch(Edit { $0.drafts.update(id: 7) { $0.edits = 2 } })
    store.dispatch(Edit { $0.number = 5 })
    app.dispatch(FeedAction.load)
    #expect(log.entries == ["draft 2", "desk 5", "feed true"])
    withExtendedLifetime(tokens) {}
  }

  @Test func elementsWithoutEqualityAreObservedByAComparison() {
    let store = makeDesk()
    let sameText: (Draft, Draft) -> Bool = { $0.text == $1.text }
    let tokens = [
      store.observe(\.drafts, id: 7, initial: true, by: sameText) {
        log("7: \($0.old?.text ?? "-") > \($0.new?.text ?? "-")")
      },
      store.observe(\.drafts, id: 8, by: sameText) { log("8: \($0.new?.text ?? "-")") },
      store.observe(\.drafts, id: 200, by: sameText) { log("200: \($0.old?.text ?? "-") > \($0.new?.text ?? "-")") },
    ]
    store.dispatch(Edit { $0.drafts.update(id: 7) { $0.edits += 1 } })
    store.dispatch(Edit { $0.drafts.update(id: 7) { $0.text = "seven" } })
    store.dispatch(Edit { $0.drafts.append(Draft(id: 200, text: "new")) })
    store.dispatch(Edit { $0.drafts.remove(id: 7) })
    #expect(log.entries == ["7: 7 > 7", "7: 7 > seven", "200: - > new", "7: seven > -"])
    withExtendedLifetime(tokens) {}
  }

  @Test func theComparisonDecidesAndNotTheElementsEquality() {
    let store = makeDesk()
    let token = store.observe(\.cards, id: 1, by: { $0.text == $1.text }) { log($0.new?.text ?? "-") }
    store.dispatch(Edit { $0.cards.update(id: 1) { $0.text = "one" } })
    store.dispatch(Edit { $0.cards.update(id: 2) { $0.text = "two" } })
    #expect(log.entries == ["one"])
    withExtendedLifetime(token) {}
  }

  @Test func aListTellsWhatItIsAtTheBeginning() {
    let store = makeStore(posts: 3)
    let token = store.observeList(\.feed.posts, keepsOld: true, initial: true) {
      log("\($0.list.count) \($0.old?.count ?? -1) \($0.changedIDs) \($0.diff.isEmpty)")
    }
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    #expect(log.entries == ["3 3 [] true", "3 3 [1] false"])
    withExtendedLifetime(token) {}
  }

  // MARK: Who observes how long

  private final class Screen {}

  @Test func anObservationEndsWithItsObject() {
    let store = makeStore(posts: 2)
    var screen: Screen? = Screen()
    let topic = EventTopic<Int>("x")
    store.observe(\.count) { log("count \($0.new)") }.keep(for: screen!)
    store.observe(\.feed.titleOrFailure) { log("title \($0.new)") }.keep(for: screen!)
    store.observe(\.feed.posts, id: 1) { log("post \($0.new!.likes)") }.keep(for: screen!)
    store.observeList(\.feed.posts) { log("list \($0.changedIDs)") }.keep(for: screen!)
    store.observe(topic) { log("event \($0.payload)") }.keep(for: screen!)
    func change() {
      log.entries = []
      store.dispatch(CounterAction.increment)
      store.dispatch(FeedAction.failed("\(store.state.count)"))
      store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
      store.publish(topic, 1)
    }
    change()
    #expect(log.entries == ["count 1", "title 1", "post 1", "list [1]", "event 1"])
    screen = nil
    change()
    #expect(log.entries == [])
  }

  @Test func whatIsKeptForObjectsIsReleasedSoonAfterThem() {
    let store = makeStore()
    weak var captured: Log<Int>?
    do {
      let screens = (0..<100).map { _ in Screen() }
      let inner = Log<Int>()
      captured = inner
      for screen in screens { store.observe(\.count) { inner($0.new) }.keep(for: screen) }
      store.dispatch(CounterAction.increment)
      #expect(inner.entries.count == 100)
    }
    for _ in 0..<1_000 { store.dispatch(CounterAction.increment) }
    #expect(captured == nil)
  }

  @Test func aCancelledObservationIsNotKept() {
    let store = makeStore()
    let screen = Screen()
    weak var captured: Log<Int>?
    weak var observation: Observation?
    do {
      let inner = Log<Int>()
      captured = inner
      let token = store.observe(\.count) { inner($0.new) }
      token.keep(for: screen)
      observation = token
    }
    store.dispatch(CounterAction.increment)
    #expect(captured?.entries == [1])
    observation?.cancel()
    for _ in 0..<200 { store.dispatch(CounterAction.increment) }
    #expect(captured == nil)
    withExtendedLifetime(screen) {}
  }

  @Test func observationsGoIntoABag() {
    let store = makeStore()
    var bag: [Observation] = []
    store.observe(\.count) { log("\($0.new)") }.store(in: &bag)
    store.observe(\.count) { log("again \($0.new)") }.store(in: &bag)
    store.dispatch(CounterAction.increment)
    bag = []
    store.dispatch(CounterAction.increment)
    #expect(log.entries == ["1", "again 1"])
  }

  // MARK: Streams

  @Test func everythingThatIsToldCanBeAStream() async {
    var store: RootStore<AppState>? = makeStore(posts: 2)
    let topic = EventTopic<Int>("x")
    let lists = store!.stream { store!.observeList(\.feed.posts, initial: true, $0) }
    let events = store!.stream { store!.observe(topic, $0) }
    let posts = store!.stream(buffering: .newest(1)) { store!.observe(\.feed.posts, id: 1, $0) }
    let counts = store!.stream { tell in store!.observe(map: \.count) { tell($0.new) } }
    let feed = store!.node(\.feed)
    store!.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store!.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    store!.publish(topic, 5)
    feed.publish(topic, 6)
    store!.dispatch(CounterAction.increment)
    store = nil
    for await change in lists { log("list \(change.changedIDs)") }
    for await event in events { log("event \(event.payload) \(event.path)") }
    for await change in posts { log("post \(change.new!.likes)") }
    for await count in counts { log("count \(count)") }
    #expect(
      log.entries == ["list []", "list [1]", "list [1]", "event 5 ", "event 6 feed", "post 2", "count 1"])
    for await change in feed.stream({ feed.observe(\.isLoading, $0) }) { log("\(change.new)") }
    #expect(log.entries.count == 7)
  }
}
