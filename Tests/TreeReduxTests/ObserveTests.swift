import Testing
import TreeDiff
import TreeRedux

@Suite struct ObserveTests {
  @Test func fieldObserverHearsChangesOnly() {
    let store = makeStore()
    let log = Log<[Int]>()
    let token = store.observe(\.count) { log([$0.old, $0.new]) }
    store.dispatch(CounterAction.increment)
    store.dispatch(CounterAction.set(1))
    store.dispatch(FeedAction.load)
    store.dispatch(CounterAction.decrement)
    #expect(log.entries == [[0, 1], [1, 0]])
    token.cancel()
    token.cancel()
    store.dispatch(CounterAction.increment)
    #expect(log.entries.count == 2)
  }

  @Test func optionalFieldBecomingNilIsHeardOnce() {
    let store = makeStore()
    store.dispatch(NameReducer.Named(name: "Ada"))
    let log = Log<String?>()
    let token = store.observe(\.name) { log($0.new) }
    store.dispatch(CounterAction.increment)
    store.dispatch(NameReducer.Named(name: nil))
    #expect(log.entries == [nil])
    withExtendedLifetime(token) {}
  }

  @Test func addressedActionReachesItsElementAlone() {
    let store = makeStore(posts: 3)
    let elements = Log<Int?>()
    let lists = Log<[Int]>()
    let tokens = [
      store.observe(\.feed.posts, id: 1) { elements($0.new?.likes) },
      store.observe(\.feed.posts, id: 2) { elements($0.new?.likes) },
      store.observeList(\.feed.posts) { lists($0.changedIDs) },
    ]
    #expect(store.dispatch(PostAction.like, to: \.feed.posts, id: 1))
    #expect(store.state.feed.posts.map(\.likes) == [0, 1, 0])
    #expect(elements.entries == [1])
    #expect(lists.entries == [[1]])
    #expect(!store.dispatch(PostAction.like, to: \.feed.posts, id: 7))
    store.dispatch(PostAction.nothing, to: \.feed.posts, id: 1)
    #expect(lists.entries.count == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func parentsChangeOfAListIsFound() {
    let store = makeStore(posts: 4)
    let log = Log<String>()
    let tokens = [
      store.observe(\.feed.posts, id: 3) { log("3: \($0.old?.title ?? "-") > \($0.new?.title ?? "-")") },
      store.observe(\.feed.posts, id: 9) { log("9: \($0.old?.title ?? "-") > \($0.new?.title ?? "-")") },
      store.observeList(\.feed.posts) { log("\($0.diff.removals.map(\.index)) \($0.diff.insertions.map(\.index))") },
      store.observe(\.feed) { log("feed \($0.old.posts.count) > \($0.new.posts.count)") },
      store.observe(\.self) { log("root \($0.old.feed.posts.count) > \($0.new.feed.posts.count)") },
    ]
    store.dispatch(FeedAction.edit(3, "three"))
    store.dispatch(FeedAction.show(Array(somePosts(3)) + [Post(id: 9, title: "nine")]))
    #expect(
      log.entries == [
        "3: Post 3 > three", "[] []", "feed 4 > 4", "root 4 > 4",
        "3: three > -", "9: - > nine", "[3] [3]", "feed 4 > 4", "root 4 > 4",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test func addressedActionIsHeardByThoseAround() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    let tokens = [
      store.observe(\.self) { log("root \($0.old.feed.posts[0].likes) > \($0.new.feed.posts[0].likes)") },
      store.observe(\.feed) { log("feed \($0.old.posts[0].likes) > \($0.new.posts[0].likes)") },
      store.observeList(\.feed.posts, keepsOld: true) { log("list \($0.old![0].likes) > \($0.list[0].likes)") },
      store.observe(\.feed.posts, id: 0) { log("post \($0.old!.likes) > \($0.new!.likes)") },
    ]
    store.dispatch(PostAction.like, to: \.feed.posts, id: 0)
    #expect(log.entries == ["post 0 > 1", "list 0 > 1", "feed 0 > 1", "root 0 > 1"])
    withExtendedLifetime(tokens) {}
  }

  @Test func computedPathIsComparedByValue() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    let feed = store.node(\.feed)
    let tokens = [
      store.observe(\.feed.titleOrFailure) { log($0.new) },
      feed.observe(\.titleOrFailure) { log("feed " + $0.new) },
    ]
    store.dispatch(CounterAction.increment)
    store.dispatch(FeedAction.load)
    store.dispatch(FeedAction.failed("broken"))
    #expect(log.entries == ["feed broken", "broken"])
    store.dispatch(FeedAction.failed("broken"))
    #expect(log.entries.count == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test func nestedAddressesChain() {
    let store = makeStore(posts: 3)
    let log = Log<String>()
    let post = store.node(\.feed.posts, id: 1)
    let comment = post.node(\.comments, id: 2)
    #expect(comment.path == "feed.posts[1].comments[2]")
    #expect(store.node(\.feed).node(\.posts, id: 1) === post)
    let tokens = [
      comment.observe(\.likes) { log("likes \($0.old) > \($0.new)") },
      post.observeList(\.comments) { log("comments \($0.changedIDs)") },
      store.observe(\.feed.posts, id: 1) { log("post \($0.new!.comments[1].likes)") },
    ]
    #expect(comment.dispatch(CommentAction.like))
    #expect(store.state.feed.posts[1].comments.map(\.likes) == [0, 1])
    #expect(log.entries == ["likes 0 > 1", "comments [2]", "post 1"])
    withExtendedLifetime(tokens) {}
  }

  @Test func broadcastReachesEveryElement() {
    let store = makeStore(posts: 3)
    let log = Log<[Int]>()
    let token = store.observeList(\.feed.posts) { log($0.changedIDs) }
    store.dispatch(PostAction.like)
    #expect(store.state.feed.posts.map(\.likes) == [1, 1, 1])
    #expect(log.entries == [[0, 1, 2]])
    withExtendedLifetime(token) {}
  }

  @Test func optionalNodeComesAndGoes() {
    let store = makeStore()
    #expect(!store.dispatch(DetailsAction.write("a"), to: \.details))
    store.dispatch(DetailsAction.open(1))
    let details = store.node(\.details)
    let log = Log<String>()
    let token = details.observe(\.text) { log($0.new) }
    #expect(details.dispatch(DetailsAction.write("a")))
    #expect(details.state.text == "a")
    store.dispatch(DetailsAction.close)
    #expect(!details.isAlive)
    #expect(details.state.text == "a")
    #expect(log.entries == ["a"])
    withExtendedLifetime(token) {}
  }

  @Test func batchTellsOnce() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    let token = store.observe(\.count) { log("\($0.old) > \($0.new)") }
    let list = store.observeList(\.feed.posts) { log("\($0.changedIDs)") }
    store.batch {
      store.dispatch(CounterAction.increment)
      #expect(store.state.count == 1)
      store.dispatch(CounterAction.increment)
      store.dispatch(PostAction.like, to: \.feed.posts, id: 1)
      store.batch { store.dispatch(PostAction.like, to: \.feed.posts, id: 0) }
    }
    #expect(log.entries == ["0 > 2", "[0, 1]"])
    store.batch {
      store.dispatch(CounterAction.increment)
      store.dispatch(CounterAction.decrement)
    }
    #expect(log.entries.count == 2)
    let joining = Log<String>()
    var late: Observation?
    store.batch {
      store.dispatch(CounterAction.increment)
      late = store.observe(\.count) { joining("\($0.old) > \($0.new)") }
      store.dispatch(CounterAction.increment)
    }
    #expect(joining.entries == ["3 > 4"])
    withExtendedLifetime((token, list, late)) {}
  }
  @Test func changesReadLikeWhatHappened() {
    let store = makeStore(posts: 1)
    let log = Log<String>()
    let tokens = [
      store.observe(\.count) { log("\($0)") },
      store.observe(\.name) { log("\($0)") },
      store.observeList(\.feed.posts) { log("\($0)") },
    ]
    store.dispatch(CounterAction.increment)
    store.dispatch(FeedAction.remove(0))
    #expect(log.entries.first == "0 → 1")
    #expect(log.entries.last?.contains("Post") == true && log.entries.last?.contains("Notice") == false)
    withExtendedLifetime(tokens) {}
  }
}
