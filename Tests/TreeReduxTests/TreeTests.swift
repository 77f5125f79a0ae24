import Testing
import TreeDiff
import TreeRedux

// MARK: Actions in actions

private enum Whole: Action { case feed(Part), other }
private enum Part: Action { case add(Int), item(Bit), later(Int) }
private enum Bit: Action { case bump }

private struct Item: Identifiable, Equatable, Sendable {
  let id: Int
  var bumps = 0
}
private struct Sub: Equatable {
  var sum = 0
  var items: KeyedList<Item> = [Item(id: 1), Item(id: 2)]
}
private struct Sup: Equatable {
  var sub = Sub()
  var wholes = 0
}

private struct PartReducer: Reducer {
  func reduce(_ state: inout Sub, _ action: Part) -> Effect<Part> {
    switch action {
    case .add(let n):
      state.sum += n
      return n > 1 ? .send(.add(n - 1)) : .none
    case .item: return .none
    case .later(let n): return .run { send in await send(.add(n)) }
    }
  }
}
private struct BitReducer: Reducer {
  func reduce(_ item: inout Item, _ action: Bit) -> Effect<Bit> {
    item.bumps += 1
    return item.bumps < 2 ? .send(.bump) : .none
  }
}

@Suite struct TreeTests {
  private let log = Log<String>()

  private func makeNested() -> RootStore<Sup> {
    let store = RootStore(Sup()) {
      Reduce { (state: inout Sup, action: Whole) in
        state.wholes += 1
        return .none
      }
      Embed(Whole.feed, extract: { if case .feed(let part) = $0 { part } else { nil } }) {
        Node(\.sub) {
          PartReducer()
          Embed(Part.item, extract: { if case .item(let leaf) = $0 { leaf } else { nil } }) {
            ForEach(\.items, .all) { BitReducer() }
          }
        }
      }
    } middleware: {
      Intercept<Sup> { [log] action, context, next in
        if !(action is Prepare) { log("\(context.path) \(action)") }
        next(action)
        return .none
      }
    }
    store.onDiagnostic = { [log] in log("\($0)") }
    return store
  }

  @Test func actionsAreTakenOutOfTheirParents() async {
    let store = makeNested()
    #expect(store.dispatch(Whole.feed(.add(3))))
    #expect(store.state.sub.sum == 6)
    #expect(store.state.wholes == 1)
    // What came as the parent's action goes back as one, to the node that sent it.
    #expect(log.entries.count == 3)
    #expect(log.entries.dropFirst().allSatisfy { $0.hasPrefix("sub feed(") })
    log.entries = []
    #expect(store.dispatch(Part.add(2)))
    #expect(log.entries == [" add(2)", "sub add(1)"])
    #expect(store.state.sub.sum == 9)
    store.dispatch(Whole.feed(.later(1)))
    await store.settled()
    #expect(store.state.sub.sum == 10)
    #expect(log.entries.last!.hasPrefix("sub feed("))
    #expect(store.node(\.sub).dispatch(Whole.feed(.add(1))))
    #expect(store.state.sub.sum == 11)
  }

  @Test func nestedEmbedsReachElements() {
    let store = makeNested()
    #expect(store.dispatch(Whole.feed(.item(.bump))))
    // Each element sends one more to itself.
    #expect(store.state.sub.items.map(\.bumps) == [2, 2])
    #expect(store.node(\.sub.items, id: 2).dispatch(Whole.feed(.item(.bump))))
    #expect(store.state.sub.items.map(\.bumps) == [2, 3])
    #expect(store.node(\.sub.items, id: 1).dispatch(Bit.bump))
    #expect(store.state.sub.items.map(\.bumps) == [3, 3])
  }

  @Test func anActionThatIsNotTheOneInsideIsNotTaken() {
    let store = RootStore(Sub()) {
      Embed(Whole.feed, extract: { if case .feed(let part) = $0 { part } else { nil } }) { PartReducer() }
    }
    store.onDiagnostic = nil
    #expect(!store.dispatch(Whole.other))
    #expect(store.dispatch(Whole.feed(.add(1))))
  }

  private enum Desk: Action {
    case home(Home)
    case player(Player)
    case second(Player)
  }
  private enum Home: Action { case player(Player) }
  private enum Player: Action { case play(Int), twice(Int) }

  /// A player that is told in four ways.
  private func makeDesk() -> RootStore<Int> {
    let store = RootStore(0) {
      Embed(Desk.home, extract: { if case .home(let home) = $0 { home } else { nil } }) {
        Embed(Desk.player, extract: { if case .player(let player) = $0 { player } else { nil } }) {
          Embed(Desk.second, extract: { if case .player(let player) = $0 { player } else { nil } }) {
            Embed(Home.player, extract: { if case .player(let player) = $0 { player } else { nil } }) {
              Reduce { (sum: inout Int, action: Player) in
                switch action {
                case .play(let n): sum += n
                case .twice(let n): return .send(.play(2 * n))
                }
                return .none
              }
            }
          }
        }
      }
    } middleware: {
      Intercept<Int> { [log] action, _, next in
        if !(action is Prepare) { log("\(action)") }
        next(action)
        return .none
      }
    }
    store.onDiagnostic = nil
    return store
  }

  @Test func embedsThatTakeOutOfOneTypeNestInAnyOrder() {
    let store = makeDesk()
    #expect(store.dispatch(Player.play(1)))
    #expect(store.dispatch(Home.player(.play(10))))
    #expect(store.dispatch(Desk.home(.player(.play(100)))))
    #expect(store.dispatch(Desk.player(.play(1000))))
    #expect(store.state == 1111)
    #expect(!store.dispatch(Desk.second(.play(1))))
    #expect(store.state == 1111)
  }

  /// Two of the ways lead to what `player` holds: the first is taken.
  @Test func whatIsSentGoesBackOnTheWayThatTheActionCame() {
    let store = makeDesk()
    store.dispatch(Desk.player(.twice(1)))
    #expect(store.state == 2)
    store.dispatch(Desk.home(.player(.twice(1))))
    #expect(store.state == 4)
    let sent = log.entries.map { $0.filter { $0 != " " } }
    #expect(sent.count == 4)
    #expect(sent[1].hasPrefix("player(") && sent[1].hasSuffix(".play(2))"), "\(sent)")
    #expect(sent[3].hasPrefix("home(") && sent[3].hasSuffix(".play(2)))"), "\(sent)")
  }

  // MARK: Reducers of any action

  private struct Tally: AnyActionReducer {
    func reduce(_ state: inout AppState, _ action: any Action) -> Effect<any Action>? {
      if action is FeedAction { return nil }
      state.name = "\(action)"
      return action is CounterAction && state.count == 1 ? .send(FeedAction.load) : Effect.none
    }
  }

  @Test func aReducerOfAnyActionSeesAllAndSaysWhatItTakes() {
    let store = RootStore(AppState()) {
      CounterReducer()
      Tally()
      Node(\.feed) { FeedReducer() }
    }
    store.onDiagnostic = nil
    let token = store.observe(\.name) { log($0.new ?? "-") }
    #expect(store.dispatch(CounterAction.increment))
    #expect(store.state.feed.isLoading)
    #expect(store.dispatch(CommentAction.like))
    #expect(store.dispatch(FeedAction.nothing))
    #expect(!store.dispatch(PostAction.like, to: \.feed))
    #expect(log.entries == ["increment", "like"])
    withExtendedLifetime(token) {}
  }

  // MARK: Subtrees that keep to themselves

  private struct Two: Equatable {
    var left = FeedState()
    var right = FeedState()
  }
  private struct Reload: Action {}

  @Test func actionsAreKeptToAClosedSubtree() async {
    let reloading = Reduce { (feed: inout FeedState, _: Reload) in .send(FeedAction.load, to: .root) }
    let store = RootStore(Two()) {
      Node(\.left) {
        FeedReducer()
        reloading
      }.closed()
      Node(\.right) { FeedReducer() }
    }
    store.onDiagnostic = nil
    store.dispatch(FeedAction.failed("x"))
    #expect(store.state.left.failure == nil)
    #expect(store.state.right.failure == "x")
    #expect(store.node(\.left).dispatch(Reload()))
    #expect(store.state.left.isLoading)
    #expect(!store.state.right.isLoading)
    #expect(!store.dispatch(Reload()))
  }

  @Test func elementsCanTakeOnlyWhatIsAddressedToThem() {
    let store = RootStore(FeedState(posts: KeyedList(uniqueElements: somePosts(2)))) {
      ForEach(\.posts, .none) { PostReducer() }
    }
    store.onDiagnostic = nil
    #expect(!store.dispatch(PostAction.like))
    #expect(store.dispatch(PostAction.like, to: \.posts, id: 1))
    #expect(store.state.posts.map(\.likes) == [0, 1])
  }

  // MARK: Recursion

  private struct Reply: Identifiable, Equatable, Sendable {
    let id: Int
    var likes = 0
    var replies: KeyedList<Reply> = []
  }
  private struct Thread: Equatable { var comments: KeyedList<Reply> = [] }
  private enum ReplyAction: Action { case like, likeLater, answer(Int), drop }

  private func makeThread(_ broadcast: ForEach<Reply>.Broadcast = .none) -> RootStore<Thread> {
    let tree = Reply(id: 1, replies: [Reply(id: 2, replies: [Reply(id: 3)]), Reply(id: 4)])
    let store = RootStore(Thread(comments: [tree, Reply(id: 5)])) {
      ForEach(\.comments, .all) {
        Reduce { (reply: inout Reply, action: ReplyAction) in
          switch action {
          case .like: reply.likes += 1
          case .likeLater: return .run { send in await send(.like) }
          case .answer(let id): reply.replies.append(Reply(id: id))
          case .drop: reply.replies = []
          }
          return .none
        }
        Recursive(\.replies, broadcast)
      }
    }
    store.onDiagnostic = { [log] in log("\($0)") }
    return store
  }

  @Test func aNodeMayContainItself() async {
    let store = makeThread()
    let third = store.node(\.comments, id: 1).node(\.replies, id: 2).node(\.replies, id: 3)
    #expect(third.path == "comments[1].replies[2].replies[3]")
    let tokens = [
      third.observe(\.likes) { log("third \($0.new)") },
      store.observe(\.comments, id: 1) { _ in log("first") },
      store.observe(\.comments, id: 5) { _ in log("fifth") },
    ]
    #expect(third.dispatch(ReplyAction.like))
    #expect(log.entries == ["third 1", "first"])
    #expect(third.dispatch(ReplyAction.answer(9)))
    #expect(third.node(\.replies, id: 9).dispatch(ReplyAction.likeLater))
    await store.settled()
    #expect(third.state.replies[id: 9]?.likes == 1)
    #expect(store.node(\.comments, id: 1).dispatch(ReplyAction.like))
    #expect(store.state.comments[id: 1]!.likes == 1)
    #expect(store.state.comments[id: 1]!.replies.map(\.likes) == [0, 0])
    #expect(!third.node(\.replies, id: 77).dispatch(ReplyAction.like))
    withExtendedLifetime(tokens) {}
  }

  @Test func anActionMayFallThroughAllThatIsAlike() {
    let store = makeThread(.all)
    let third = store.node(\.comments, id: 1).node(\.replies, id: 2).node(\.replies, id: 3)
    let tokens = [
      third.observe(\.likes) { log("third \($0.new)") },
      store.observe(\.comments, id: 1) { _ in log("first") },
      store.observe(\.comments, id: 5) { _ in log("fifth") },
    ]
    #expect(store.dispatch(ReplyAction.like))
    #expect(log.entries == ["third 1", "first", "fifth"])
    #expect(store.state.comments[id: 1]!.replies.map(\.likes) == [1, 1])
    #expect(store.node(\.comments, id: 1).node(\.replies, id: 2).dispatch(ReplyAction.like))
    #expect(store.state.comments[id: 1]!.replies.map(\.likes) == [2, 1])
    #expect(third.state.likes == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func allThatIsAlikeTakesPartHoweverDeepItLies() async {
    var reply = Reply(id: 0)
    for depth in 1..<60 {
      reply = Reply(id: 10 * depth, replies: [Reply(id: 10 * depth + 1), reply, Reply(id: 10 * depth + 2)])
    }
    let store = RootStore(Thread(comments: [reply])) {
      ForEach(\.comments, .all) {
        Reduce { (reply: inout Reply, action: ReplyAction) in
          switch action {
          case .like: reply.likes += 1
          case .likeLater: return .run { send in await send(.like) }
          case .answer, .drop: break
          }
          return .none
        }
        Recursive(\.replies, .all)
      }
    }
    store.onDiagnostic = { [log] in log("\($0)") }
    func likes(_ reply: Reply) -> [Int] { [reply.likes] + reply.replies.flatMap(likes) }
    #expect(store.dispatch(ReplyAction.like))
    #expect(likes(store.state.comments[0]) == Array(repeating: 1, count: 178))
    #expect(store.dispatch(ReplyAction.likeLater))
    #expect(store.effects.count == 178)
    await store.settled()
    // What each sends falls through all below it.
    let all = likes(store.state.comments[0])
    #expect(all.max() == 61)
    #expect(all[0] == 2)
    #expect(log.entries.allSatisfy { $0.hasPrefix("results came in") })
    var deepest = store.node(\.comments, id: 590)
    for depth in (1..<59).reversed() { deepest = deepest.node(\.replies, id: 10 * depth) }
    deepest = deepest.node(\.replies, id: 0)
    let token = deepest.observe(\.likes) { [log] in log("\($0.new)") }
    #expect(deepest.dispatch(ReplyAction.like))
    #expect(log.entries.last == "62")
    #expect(deepest.state.likes == 62)
    withExtendedLifetime(token) {}
  }

  @Test func anEffectOfAReplyEndsWithIt() async {
    let store = makeThread()
    let second = store.node(\.comments, id: 1).node(\.replies, id: 2)
    second.dispatch(ReplyAction.likeLater)
    #expect(store.effects.map(\.path) == ["comments[1].replies[2]"])
    store.node(\.comments, id: 1).dispatch(ReplyAction.drop)
    #expect(store.effects.isEmpty)
    await store.settled()
    #expect(second.state.likes == 0)
  }

  @Test func whatRepeatsNothingStops() async {
    await #expect(processExitsWith: .failure) {
      _ = RootStore(Thread()) { Recursive(\.comments) }
    }
  }

  // MARK: Telling the parent

  private enum Told: Sendable { case finished(Int) }
  private struct Unknown: Sendable {}

  @Test func aChildTellsItsParentByADelegate() async {
    let post = Reduce { (post: inout Post, action: PostAction) in
      switch action {
      case .like: return .delegate(Told.finished(post.id))
      case .rename: return .run { [id = post.id] send in await send.delegate(Told.finished(id)) }
      case .nothing: return .delegate(Unknown())
      }
    }
    let store = RootStore(AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(3))))) {
      CounterReducer()
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts) { post }
          .delegate { (told: Told) in
            switch told {
            case .finished(let id): FeedAction.remove(id)
            }
          }
      }
      .delegate { (_: Unknown) in CounterAction.increment }
    }
    var reports: [Diagnostic] = []
    store.onDiagnostic = { reports.append($0) }
    store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
    #expect(store.state.feed.posts.map(\.id) == [0, 2])
    store.dispatch(PostAction.rename(""), to: \.feed.posts, id: 0)
    await store.settled()
    #expect(store.state.feed.posts.map(\.id) == [2])
    store.dispatch(PostAction.nothing, to: \.feed.posts, id: 2)
    #expect(store.state.count == 1)
    #expect(reports.allSatisfy { $0 == .resultsWait })
    let lonely = RootStore(somePosts(1)[0]) { post }
    lonely.onDiagnostic = { reports.append($0) }
    lonely.dispatch(PostAction.like)
    #expect(reports.last == .unheard(told: "Told", path: ""))
  }

  // MARK: Cases

  private enum Screen { case loading, reading(Book) }
  private struct Book { var pages: [Int] }
  private struct Turn: Action {}

  @Test func theValueOfACaseIsChangedInPlace() {
    let store = RootStore(Screen.reading(Book(pages: Array(0..<100)))) {
      IfCase("reading", get: { if case .reading(let book) = $0 { book } else { nil } }, set: Screen.reading) {
        Reduce { (book: inout Book, _: Turn) in
          let before = book.pages.withUnsafeBufferPointer { $0.baseAddress }
          book.pages[0] += 1
          let after = book.pages.withUnsafeBufferPointer { $0.baseAddress }
          book.pages[1] = before == after ? 1_000 : -1
          return .none
        }
      }
    }
    store.dispatch(Turn())
    guard case .reading(let book) = store.state else {
      Issue.record("another case")
      return
    }
    #expect(book.pages[0] == 1)
    #expect(book.pages[1] == 1_000)
  }

  @Test func aBroadcastIsReportedWhenTheStateIsWholeAgain() {
    enum Shown { case nothing, feed(FeedState) }
    let store = RootStore(Shown.feed(FeedState(posts: KeyedList(uniqueElements: somePosts(2))))) {
      IfCase("feed", get: { if case .feed(let feed) = $0 { feed } else { nil } }, set: Shown.feed) {
        ForEach(\.posts) { PostReducer() }
      }
    }
    var likes: [Int] = []
    store.onDiagnostic = { _ in
      if case .feed(let feed) = store.state { likes = feed.posts.map(\.likes) }
    }
    store.dispatch(PostAction.like)
    #expect(likes == [1, 1])
    store.onDiagnostic = nil
  }
}
