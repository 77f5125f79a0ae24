import TreeDiff
import TreeRedux

/// The state and reducers that most tests of the store use.
struct Post: Identifiable, Equatable, Sendable {
  let id: Int
  var title: String
  var likes = 0
  var comments: KeyedList<Comment> = []
}
struct Comment: Identifiable, Equatable, Sendable {
  let id: Int
  var text: String
  var likes = 0
}
struct FeedState: Equatable {
  var posts: KeyedList<Post> = []
  var isLoading = false
  var failure: String?
  var titleOrFailure: String { failure ?? posts.first?.title ?? "" }
}
struct Details: Identifiable, Equatable {
  let id: Int
  var text = ""
  var comments: KeyedList<Comment> = []
}
struct AppState: Equatable {
  var count = 0
  var name: String?
  var feed = FeedState()
  var details: Details?
}

enum CounterAction: Action { case increment, decrement, set(Int) }
enum FeedAction: Action {
  case show([Post]), remove(Int), load, failed(String), nothing
  case edit(Int, String)
}
enum PostAction: Action { case like, rename(String), nothing }
enum CommentAction: Action { case like }
enum DetailsAction: Action { case open(Int), write(String), close }

struct CounterReducer: Reducer {
  func reduce(_ state: inout AppState, _ action: CounterAction) -> Effect<CounterAction> {
    switch action {
    case .increment: state.count += 1
    case .decrement: state.count -= 1
    case .set(let value): state.count = value
    }
    return .none
  }
}
struct NameReducer: Reducer {
  struct Named: Action { let name: String? }
  func reduce(_ state: inout AppState, _ action: Named) -> Effect<Named> {
    state.name = action.name
    return .none
  }
}
struct FeedReducer: Reducer {
  func reduce(_ state: inout FeedState, _ action: FeedAction) -> Effect<FeedAction> {
    switch action {
    case .show(let posts): state.posts = KeyedList(uniqueElements: posts)
    case .remove(let id): state.posts.remove(id: id)
    case .load: state.isLoading = true
    case .failed(let reason): (state.isLoading, state.failure) = (false, reason)
    case .nothing: break
    case .edit(let id, let title): state.posts.update(id: id) { $0.title = title }
    }
    return .none
  }
}
struct PostReducer: Reducer {
  func reduce(_ post: inout Post, _ action: PostAction) -> Effect<PostAction> {
    switch action {
    case .like: post.likes += 1
    case .rename(let title): post.title = title
    case .nothing: break
    }
    return .none
  }
}
struct CommentReducer: Reducer {
  func reduce(_ comment: inout Comment, _ action: CommentAction) -> Effect<CommentAction> {
    comment.likes += 1
    return .none
  }
}
struct DetailsReducer: Reducer {
  func reduce(_ details: inout Details, _ action: DetailsAction) -> Effect<DetailsAction> {
    if case .write(let text) = action { details.text = text }
    return .none
  }
}
struct DetailsOpener: Reducer {
  func reduce(_ state: inout AppState, _ action: DetailsAction) -> Effect<DetailsAction> {
    switch action {
    case .open(let id): state.details = Details(id: id)
    case .close: state.details = nil
    case .write: break
    }
    return .none
  }
}

func somePosts(_ count: Int) -> [Post] {
  (0..<count).map { id in
    Post(id: id, title: "Post \(id)", comments: [Comment(id: 1, text: "first"), Comment(id: 2, text: "second")])
  }
}

func makeStore(posts: Int = 0) -> RootStore<AppState> {
  let state = AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(posts))))
  let store = RootStore(state) {
    CounterReducer()
    NameReducer()
    DetailsOpener()
    Node(\.feed) {
      FeedReducer()
      ForEach(\.posts, .all) {
        PostReducer()
        ForEach(\.comments) { CommentReducer() }
      }
    }
    IfPresent(\.details) {
      DetailsReducer()
      ForEach(\.comments) { CommentReducer() }
    }
  }
  store.onDiagnostic = nil
  return store
}

/// Collects what observers are told.
final class Log<Entry> {
  var entries: [Entry] = []
  func callAsFunction(_ entry: Entry) { entries.append(entry) }
}
