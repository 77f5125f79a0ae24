import TestFeatures
import Testing
import TreeDiff
import TreeRedux

// An app that is put together from features of another module.

private struct Desk: Equatable {
  var work = Chat()
  var home = Chat()
  var selected: Chat?
  var liked: [String] = []
}
private enum DeskAction: Action { case liked(String), select }

private struct DeskReducer: Reducer {
  func reduce(_ desk: inout Desk, _ action: DeskAction) -> Effect<DeskAction> {
    switch action {
    case .liked(let name): desk.liked.append(name)
    case .select: desk.selected = desk.work
    }
    return .none
  }
}

@Suite struct ModuleTests {
  private let log = Log<String>()
  private let store: RootStore<Desk>

  init() {
    let feature = ChatFeature { $0 != "lost" }
    func nodes(_ name: String, _ path: WritableKeyPath<Desk, Chat>) -> AnyNode<Desk> {
      Node(path) { feature.nodes }
        .delegate { (told: ChatFeature.Told) in
          switch told {
          case .liked(let id): DeskAction.liked("\(name) \(id)")
          }
        }
    }
    store = RootStore(Desk()) {
      DeskReducer()
      nodes("work", \.work)
      nodes("home", \.home)
      IfPresent(\.selected) { feature.nodes }
    }
    store.onDiagnostic = nil
  }

  private func write(_ text: String, to path: KeyPath<Desk, Chat>) async {
    store.dispatch(ChatAction.type(text), to: path)
    store.dispatch(ChatAction.send, to: path)
    await store.settled()
  }

  @Test func aFeatureStandsInATreeTwice() async {
    let tokens = [
      store.observe(\.work.draft) { log("work draft \($0.new)") },
      store.node(\.home).observe(\.draft) { log("home draft \($0.new)") },
      store.observeList(\.work.messages) { log("work \($0.changedIDs) \($0.diff.insertions.count)") },
      store.node(\.home).observe(\.messages, id: 0) { log("home \($0.new?.text ?? "gone")") },
      store.node(\.work.messages, id: 0).observe(\.isDelivered, initial: true) { log("delivered \($0.new)") },
    ]
    await write("first", to: \.work)
    #expect(
      log.entries == [
        "work draft first",
        "delivered false", "work draft ", "work [0] 1",
        "delivered true", "work [0] 0",
      ])
    #expect(store.state.home == Chat())
    log.entries = []
    // An action to the app falls through both.
    store.dispatch(ChatAction.type("both"))
    #expect(log.entries == ["work draft both", "home draft both"])
    await write("second", to: \.home)
    #expect(store.state.home.messages.map(\.text) == ["second"])
    #expect(store.state.work.messages.map(\.text) == ["first"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aTopicOfTheFeatureIsHeardWhereItHappens() async {
    // Another topic of the same name, since it was created at another place.
    let namesake = EventTopic<Message.ID>("deliveryFailed")
    let tokens = [
      store.node(\.work).observe(.deliveryFailed) { log("work \($0.payload) left \(store.state.work.messages.count)") },
      store.node(\.home).observe(.deliveryFailed) { log("home \($0.payload)") },
      store.observe(.deliveryFailed) { log("desk \($0.payload) of \($0.path)") },
      store.observe(namesake) { _ in log("namesake") },
      store.observe(\.home.messages) { log("messages \($0.new.count)") },
    ]
    await write("lost", to: \.home)
    #expect(log.entries == ["messages 1", "messages 0", "home 0", "desk 0 of home"])
    log.entries = []
    await write("fine", to: \.work)
    await write("lost", to: \.work)
    #expect(log.entries == ["work 1 left 1", "desk 1 of work"])
    #expect(EventTopic.deliveryFailed != namesake)
    withExtendedLifetime(tokens) {}
  }

  @Test func whatTheFeatureTellsIsAnActionOfTheApp() async {
    await write("first", to: \.work)
    await write("second", to: \.home)
    let token = store.observe(\.liked) { log($0.new.joined(separator: ", ")) }
    store.dispatch(MessageAction.like, to: \.home.messages, id: 0)
    #expect(log.entries == ["home 0"])
    store.dispatch(MessageAction.like)
    #expect(store.state.liked == ["home 0", "work 0", "home 0"])
    #expect(store.state.home.messages[0].likes == 2)
    withExtendedLifetime(token) {}
  }

  @Test func aFeatureMayStandInAnOptionalWhereNobodyListens() async {
    await write("first", to: \.work)
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(DeskAction.select)
    store.node(\.selected).dispatch(MessageAction.like, to: \.messages, id: 0)
    #expect(store.state.selected?.messages[0].likes == 1)
    #expect(store.state.work.messages[0].likes == 0)
    #expect(store.state.liked.isEmpty)
    #expect(reports.count == 1)
    guard case .unheard(told: "Told", path: _)? = reports.first else {
      Issue.record("\(reports)")
      return
    }
  }

  @Test func aMountedNodeMayHoldAFeature() async {
    let copy = store.node(\.work).mount(Chat(), name: "copy") { ChatFeature { _ in true }.nodes }
    let tokens = [
      copy.observe(\.draft) { log("copy \($0.new)") },
      store.node(\.work).observe(.deliveryFailed) { log("failed at \($0.path)") },
    ]
    store.dispatch(ChatAction.type("text"), to: \.work)
    #expect(copy.state == store.state.work)
    store.dispatch(ChatAction.failed(7))
    #expect(log.entries == ["copy text", "failed at work", "failed at work.$copy"])
    withExtendedLifetime(tokens) {}
  }
}
