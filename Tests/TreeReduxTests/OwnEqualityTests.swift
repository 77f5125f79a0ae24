import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// Elements whose own equality ignores a part: it decides for those who observe the element or the list, and for nobody else.
struct OwnEqualityTests {
  private struct Comment: Identifiable, Equatable, Sendable { let id: Int; var likes = 0 }
  private struct Post: Identifiable, Sendable, Equatable {
    let id: Int
    var title = ""
    var likes = 0
    var comments: KeyedList<Comment> = [Comment(id: 7)]
    static func == (a: Post, b: Post) -> Bool { a.id == b.id && a.title == b.title }
  }
  private struct Feed {
    var posts = KeyedList(uniqueElements: (1...3).map { Post(id: $0) })
  }
  private enum PostAction: Action { case like, rename, clear }
  private enum CommentAction: Action { case begin, came }
  private struct Change: Action { let body: @Sendable (inout Feed) -> Void }

  private func makeStore() -> RootStore<Feed> {
    RootStore(Feed()) {
      Reduce { (feed: inout Feed, change: Change) in
        change.body(&feed)
        return .none
      }
      ForEach(\.posts, .all) {
        Reduce { (post: inout Post, action: PostAction) in
          switch action {
          case .like: post.likes += 1
          case .rename: post.title += "!"
          case .clear: post.comments = []
          }
          return .none
        }
        ForEach(\.comments) {
          Reduce { (comment: inout Comment, action: CommentAction) in
            switch action {
            case .begin: return .send(.came).delay(for: .seconds(1))
            case .came: comment.likes += 1
            }
            return .none
          }
        }
      }
    }
  }

  /// In place, in place in all of them, by comparing two versions, and within a batch.
  private static let likes: [@Sendable (RootStore<Feed>) -> Void] = [
    { $0.dispatch(PostAction.like, to: \.posts, id: 1) },
    { $0.dispatch(PostAction.like) },
    { $0.dispatch(Change { $0.posts.update(id: 1) { $0.likes += 1 } }) },
    { store in store.batch { _ = store.dispatch(PostAction.like, to: \.posts, id: 1) } },
  ]

  @Test(arguments: 0..<4) func whatLiesInsideIsTold(_ way: Int) {
    let store = makeStore()
    var told: [String] = []
    let tokens = [
      store.node(\.posts, id: 1).observe(\.likes) { told.append("likes \($0)") },
      store.observe(\.posts, id: 1, by: { $0.likes == $1.likes }) { told.append("by likes \($0.new?.likes ?? -1)") },
      store.observe(\.posts, id: 1) { _ in told.append("element") },
      store.observeList(\.posts) { told.append("list \($0.changedIDs)") },
    ]
    Self.likes[way](store)
    #expect(told == ["likes 0 → 1", "by likes 1"])
    withExtendedLifetime(tokens) {}
  }

  @Test func elementsThatChangedInsideAndOthersAreToldInTheirOrder() {
    let store = makeStore()
    var told: [String] = []
    let lists = store.observeList(\.posts, keepsOld: true) {
      told.append("list \($0.changedIDs) \($0.diff.updates.map(\.to))")
    }
    let inside = (1...3).map { id in store.node(\.posts, id: id).observe(\.likes) { _ in told.append("likes \(id)") } }
    let elements = (1...3).map { id in store.observe(\.posts, id: id) { _ in told.append("post \(id)") } }
    store.dispatch(
      Change { feed in
        for id in 1...3 { feed.posts.update(id: id) { $0.likes += 1 } }
        feed.posts.update(id: 2) { $0.title = "new" }
      })
    #expect(told == ["likes 1", "likes 2", "post 2", "likes 3", "list [2] [1]"])
    withExtendedLifetime((lists, inside, elements)) {}
  }

  @Test func aListThatIsTheSameByItIsNoChangedList() {
    let store = makeStore()
    var told: [String] = []
    let tokens = [
      store.observe(map: { $0.posts.map(\.likes) }) { told.append("around \($0.new)") },
      store.observeList(\.posts) { _ in told.append("list") },
      store.node(\.posts, id: 1).observe(\.likes) { _ in told.append("inside") },
    ]
    store.dispatch(PostAction.like)
    #expect(told == ["inside", "around [1, 1, 1]"])
    withExtendedLifetime(tokens) {}
  }

  @MainActor @Test(arguments: [false, true]) func effectsEndWithWhatLiesInside(_ inBatch: Bool) async {
    let store = makeStore()
    store.clock = TestClock()
    store.node(\.posts, id: 1).node(\.comments, id: 7).dispatch(CommentAction.begin)
    #expect(store.effects.count == 1)
    if inBatch { store.batch { _ = store.dispatch(PostAction.clear) } } else { store.dispatch(PostAction.clear) }
    #expect(store.effects.isEmpty)
  }

  @Test func aHandleOfWhatLiesInsideKeepsTheLastValue() {
    let store = makeStore()
    let comment = store.node(\.posts, id: 1).node(\.comments, id: 7)
    store.dispatch(PostAction.clear)
    #expect(comment.current == nil)
    #expect(comment.state == Comment(id: 7))
  }

  @Test func onceNobodyLooksInsideNothingIsTold() {
    let store = makeStore()
    var told: [String] = []
    let element = store.observe(\.posts, id: 1) { told.append("element \($0.new?.title ?? "-")") }
    var inside: Observation? = store.node(\.posts, id: 1).observe(\.likes) { _ in told.append("inside") }
    inside?.cancel()
    inside = store.node(\.posts, id: 1).observe(\.likes) { _ in told.append("inside") }
    inside = nil
    store.dispatch(PostAction.like)
    store.dispatch(PostAction.rename)
    #expect(told == ["element !"])
    withExtendedLifetime((element, inside)) {}
  }
}
