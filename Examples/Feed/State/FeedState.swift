import TreeDiff
import TreeRedux

/// The whole state of the timeline.
struct AppState: Equatable {
  var feed = FeedState()
}

/// A timeline as far as it is loaded.
struct FeedState: Equatable {
  var posts: KeyedList<Post> = []
  var isLoading = false
  var failure: String?

  /// Whether an answer of the server is still on its way.
  var isWaiting: Bool { isLoading || posts.contains(where: \.isSending) }
}

/// One post of a timeline.
struct Post: Identifiable, Equatable, Sendable {
  let id: Int
  let author: String
  var title: String
  var likes = 0
  var isLiked = false
  /// Whether the server has not yet said what it makes of a like.
  var isSending = false
}

/// What happens to a timeline.
enum FeedAction: Action {
  case refresh
  case loaded([Post])
  case failed(String)
  case pin(id: Int)
  case hide(id: Int)
}

/// What happens to one post.
enum PostAction: Action {
  case like
  case liked(total: Int)
  case refused
  case rename(String)
}

/// Keeps the list of posts.
struct FeedReducer: Reducer {
  let client: FeedClient

  func reduce(_ state: inout FeedState, _ action: FeedAction) -> Effect<FeedAction> {
    switch action {
    case .refresh:
      state.isLoading = true
      state.failure = nil
      return .run { [client] send in
        await send(.loaded(try await client.posts()))
      } catch: {
        .failed("\($0)")
      }
    case .loaded(let posts):
      state.isLoading = false
      state.posts.reconcile(with: posts)
    case .failed(let reason):
      state.isLoading = false
      state.failure = reason
    case .pin(let id):
      if let index = state.posts.index(id: id) { state.posts.move(from: index, to: 0) }
    case .hide(let id):
      state.posts.remove(id: id)
    }
    return .none
  }
}

/// Keeps one post; a like shows at once, and goes again if the server refuses it.
struct PostReducer: Reducer {
  let client: FeedClient

  func reduce(_ state: inout Post, _ action: PostAction) -> Effect<PostAction> {
    switch action {
    case .like:
      guard !state.isLiked else { return .none }
      state.isLiked = true
      state.isSending = true
      state.likes += 1
      return .run { [client, id = state.id] send in
        await send(.liked(total: try await client.like(id)))
      } catch: { _ in
        .refused
      }
    case .liked(let total):
      state.isSending = false
      state.likes = total
    case .refused:
      state.isLiked = false
      state.isSending = false
      state.likes -= 1
    case .rename(let title):
      state.title = title
    }
    return .none
  }
}
