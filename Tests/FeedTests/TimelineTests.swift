import Testing
import TreeDiff
import TreeRedux

@testable import feed

@MainActor
struct TimelineTests {
  @Test func `The built-in timeline ends with the screen equal to the state`() async {
    let stage = Stage()
    #expect(await stage.run() == .success)
    #expect(stage.messages == [])
    #expect(stage.lines.suffix(2) == ["The screen equals the state.", ""])
  }

  @Test func `It shows every kind of change, and all that it watches`() async {
    let stage = Stage()
    _ = await stage.run()
    for verb in ["inserted at", "removed  at", "moved ", "updated  at", "likes 5 → 6", "title was"] {
      #expect(stage.output.contains(verb), "\(verb)")
    }
    for topic in ["feed.isLoading ", "feed.failure ", "feed.posts[2] ", "feed.posts "] {
      #expect(stage.output.contains("\n    \(topic)"), "\(topic)")
    }
  }

  @Test func `It is the same each time, with colours and without`() async {
    let (plain, coloured) = (Stage(), Stage(isWatched: true, isColoured: true))
    _ = await plain.run()
    _ = await coloured.run()
    #expect(!plain.output.contains("\u{1B}"))
    #expect(coloured.output.contains("\u{1B}["))
    #expect(coloured.output.replacing(/\u{1B}\[[0-9]*m/, with: "") == plain.output)
  }

  @Test func `Its steps are written as the code they are`() {
    #expect(Timeline.Step.feed(.pin(id: 2)).code == "store.dispatch(FeedAction.pin(id: 2))")
    #expect(Timeline.Step.post(.like, id: 4).code == #"store.dispatch(PostAction.like, to: \.feed.posts, id: 4)"#)
  }
}

struct FeedReducerTests {
  private let client = FeedClient(posts: { [] }, like: { _ in 0 })

  private func state(_ ids: Int...) -> FeedState {
    FeedState(posts: KeyedList(uniqueElements: ids.map { Post(id: $0, author: "A", title: "T\($0)", likes: 3) }))
  }

  @Test func `Refreshing waits, and forgets the last failure`() {
    var state = FeedState(failure: "gone")
    _ = FeedReducer(client: client).reduce(&state, .refresh)
    #expect(state == FeedState(isLoading: true))
    #expect(state.isWaiting)
  }

  @Test func `Posts that were loaded replace the old ones; a failure keeps them`() {
    var (loaded, failed) = (state(1, 2), state(1, 2))
    (loaded.isLoading, failed.isLoading) = (true, true)
    _ = FeedReducer(client: client).reduce(&loaded, .loaded(Array(state(3, 1).posts)))
    #expect(loaded == state(3, 1))
    _ = FeedReducer(client: client).reduce(&failed, .failed("gone"))
    #expect(failed == FeedState(posts: state(1, 2).posts, failure: "gone"))
  }

  @Test func `Pinning and hiding, also of posts that are not there`() {
    var feed = state(1, 2, 3)
    for action in [FeedAction.pin(id: 3), .pin(id: 9), .hide(id: 1), .hide(id: 9)] {
      _ = FeedReducer(client: client).reduce(&feed, action)
    }
    #expect(feed == state(3, 2))
  }

  @Test func `A like shows at once, and goes again if it is refused`() {
    let post = Post(id: 1, author: "A", title: "T", likes: 3)
    var liked = post
    let reducer = PostReducer(client: client)
    _ = reducer.reduce(&liked, .like)
    #expect(liked == Post(id: 1, author: "A", title: "T", likes: 4, isLiked: true, isSending: true))
    let once = liked
    _ = reducer.reduce(&liked, .like)
    #expect(liked == once)
    var refused = liked
    _ = reducer.reduce(&refused, .refused)
    #expect(refused == post)
    _ = reducer.reduce(&liked, .liked(total: 9))
    #expect(liked == Post(id: 1, author: "A", title: "T", likes: 9, isLiked: true))
  }
}
