import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// Plans, sequences, and what else the store itself takes.
@Suite struct ActionPlanTests {
  private let gate = Gate()

  /// What went through the middleware, by type and case.
  private func logging(_ store: RootStore<AppState>) -> Log<String> {
    let log = Log<String>()
    store.add(
      Intercept<AppState> { action, context, next in
        let isPlan = action is ActionPlan<AppState> || action is ActionPlan<FeedState>
        log((context.path.isEmpty ? "" : context.path + " ") + (isPlan ? "plan" : "\(action)"))
        next(action)
        return .none
      })
    return log
  }

  @Test func aPlanDecidesByTheStateWhenItsTurnHasCome() {
    let store = makeStore()
    let toTen = ActionPlan<AppState> { app in
      app.count < 10 ? .concatenate(.send(CounterAction.set(10)), .send(FeedAction.load)) : .none
    }
    let token = store.observe(\.count) { _ in store.dispatch(toTen) }
    #expect(store.dispatch(CounterAction.increment))
    #expect(store.state.count == 10)
    #expect(store.state.feed.isLoading)
    withExtendedLifetime(token) {}
  }

  @Test func aPlanAndAllThatItSendsGoThroughTheMiddleware() async {
    let store = makeStore()
    let log = logging(store)
    #expect(
      store.dispatch(
        ActionPlan<AppState>.run { app in
          await app.send(CounterAction.increment)
          await app.send(ActionPlan<AppState> { _ in .send(CounterAction.decrement) })
        }))
    await store.settled()
    #expect(log.entries == ["plan", "increment", "plan", "decrement"])
    store.add(
      Intercept<AppState> { action, _, next in
        if !(action is ActionPlan<AppState>) { next(action) }
        return .none
      })
    #expect(!store.dispatch(ActionPlan<AppState> { _ in .send(CounterAction.increment) }))
    #expect(store.state.count == 0)
  }

  @Test func aPlanForAPartRunsWhereverThatPartIs() {
    struct Other { var feeds = [0, 1]; var feed = FeedState() }
    let fail = ActionPlan<FeedState> { feed in .send(FeedAction.failed(feed.isLoading ? "stopped" : "idle")) }
    let store = makeStore()
    let log = logging(store)
    store.dispatch(FeedAction.load)
    store.dispatch(fail)
    #expect(store.state.feed.failure == "stopped")
    store.node(\.feed).dispatch(fail)
    #expect(store.state.feed.failure == "idle")
    #expect(
      log.entries == ["load", "plan", "feed failed(\"stopped\")", "feed plan", "feed failed(\"idle\")"])
    let other = RootStore(Other()) { Node(\.feed) { FeedReducer() } }
    other.dispatch(fail)
    #expect(other.state.feed.failure == "idle")
  }

  @Test func aPlanRunsOnceForAPartThatHasSeveralNodes() {
    struct Feeds { var feed = FeedState(posts: KeyedList(uniqueElements: somePosts(2))) }
    let store = RootStore(Feeds()) {
      Node(\.feed) { ForEach(\.posts, .all) { PostReducer() } }
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts, .all) { CommentReducer.onPosts }
      }
      ForEach(\.feed.posts, .all) { CommentReducer.onPosts }
    }
    store.dispatch(ActionPlan<KeyedList<Post>> { _ in .send(PostAction.like) })
    #expect(store.state.feed.posts.map(\.likes) == [1, 1])
    store.node(\.feed).dispatch(ActionPlan<Post> { _ in .send(PostAction.like) })
    #expect(store.state.feed.posts.map(\.likes) == [2, 2])
    store.dispatch(ActionPlan<Post> { _ in .send(PostAction.like) }, to: \.feed.posts, id: 1)
    #expect(store.state.feed.posts.map(\.likes) == [2, 3])
    store.dispatch(Reset(FeedState()), to: \.feed)
    #expect(store.state.feed.posts.isEmpty)
  }

  @Test func aPlanForSomethingThatIsNowhereIsReported() {
    let store = makeStore()
    let log = Log<Diagnostic>()
    store.onDiagnostic = { log($0) }
    #expect(!store.dispatch(ActionPlan<Int> { _ in .send(CounterAction.increment) }))
    #expect(!store.node(\.feed).dispatch(ActionPlan<AppState> { _ in .send(CounterAction.increment) }))
    #expect(
      log.entries == [
        .unhandled(action: "ActionPlan<Int>", path: ""), .unhandled(action: "ActionPlan<AppState>", path: "feed"),
      ])
  }

  @Test func anAsynchronousPlanSeesWhatItDid() async throws {
    let store = makeStore(posts: 3)
    let plan = ActionPlan<Post>.run { post in
      let likes = try await post.read(\.likes)
      await post.send(PostAction.rename("\(likes)"))
      await post.send(PostAction.like)
      let (title, more) = try await post.read { ($0.title, $0.likes) }
      await post.send(PostAction.rename("\(title), then \(more)"))
      await post.send(CounterAction.increment, to: .root)
    } catch: { _ in
      CounterAction.set(-1)
    }
    store.dispatch(plan, to: \.feed.posts, id: 1)
    #expect(store.effects.map(\.path) == ["feed.posts[1]"])
    await store.settled()
    #expect(store.state.feed.posts.map(\.title) == ["Post 0", "0, then 1", "Post 2"])
    #expect(store.state.count == 1)
  }

  @MainActor @Test func whatAPlanSendsOnAnActorIsReducedWhenItGoesOn() async {
    let store = makeStore()
    let plan = ActionPlan<AppState>.run { app in
      for i in 1...100 {
        await app.send(CounterAction.increment)
        let count = try await app.read(\.count)
        if count != i { await app.send(NameReducer.Named(name: "\(i) was \(count)")) }
      }
    } catch: { _ in
      NoAction()
    }
    await store.run(plan).finish()
    #expect(store.state.count == 100)
    #expect(store.state.name == nil)
  }

  @Test func whatAPlanThrowsGoesToItsHandler() async {
    let store = makeStore()
    store.dispatch(
      ActionPlan<FeedState>.run { _ in
        throw Boom(number: 7)
      } catch: {
        FeedAction.failed("\($0)")
      })
    await store.settled()
    #expect(store.state.feed.failure == "Boom(number: 7)")
  }

  @Test func aPlanThatReadsWhatIsGoneIsCancelled() async {
    let store = makeStore(posts: 2)
    let (failures, failed) = AsyncStream<Bool>.makeStream()
    let plan = ActionPlan<Post>.run { [gate] post in
      await gate.wait()
      do { _ = try await post.read(\.likes) } catch { failed.yield(Task.isCancelled) }
      await post.send(CounterAction.increment, to: .root)
    }
    store.dispatch(plan, to: \.feed.posts, id: 1)
    store.dispatch(FeedAction.remove(1))
    #expect(store.effects.isEmpty)
    gate.open()
    store.dispatch(FeedAction.nothing)
    var iterator = failures.makeAsyncIterator()
    // In no actor, the question waits until it is taken in.
    let asking = Task { for _ in 0..<10_000 where !Task.isCancelled { await Task.yield() } }
    await asking.value
    await store.settled()
    store.dispatch(FeedAction.nothing)
    #expect(await iterator.next() == true)
    #expect(store.state.count == 0)
  }

  @Test func aPlanDoesNotOutliveTheStore() async {
    let (ended, end) = AsyncStream<Bool>.makeStream()
    var store: RootStore<AppState>? = makeStore()
    store?.dispatch(
      ActionPlan<AppState>.run { app in
        while (try? await app.read(\.count)) != nil { await Task.yield() }
        end.yield(Task.isCancelled)
      })
    weak let released = store
    store = nil
    #expect(released == nil)
    var iterator = ended.makeAsyncIterator()
    #expect(await iterator.next() == true)
  }

  // MARK: Sequences

  @Test func aSequenceWaitsForEachOfItsPlans() async {
    let store = makeStore()
    let log = logging(store)
    let slow = ActionPlan<AppState>.run { [gate] app in
      await gate.wait()
      await app.send(CounterAction.set(5))
    }
    let sequence = CounterAction.increment.then(slow) + CounterAction.increment + NoAction() + FeedAction.load
    #expect(store.dispatch(sequence))
    #expect(log.entries.dropFirst() == ["increment", "plan"])
    #expect(store.state.count == 1)
    gate.open()
    await store.settled()
    #expect(log.entries.dropFirst() == ["increment", "plan", "set(5)", "increment", "NoAction()", "load"])
    #expect(store.state.count == 6)
    #expect(store.effects.isEmpty)
  }

  @Test func whatAnActionSendsAtOnceComesBeforeTheNextOfASequence() {
    struct Twice: Action {}
    let log = Log<String>()
    let store = RootStore(0) {
      Reduce { (_: inout Int, _: Twice) in
        .merge(.send(CounterAction.increment, to: .node), .send(NoAction(), to: .node))
      }
      Reduce { (count: inout Int, action: CounterAction) in
        if case .increment = action { count += 1 }
        log("\(action)")
        return .none
      }
    }
    store.dispatch(Twice().then(CounterAction.decrement).then(Twice()).then(CounterAction.set(0)))
    #expect(log.entries == ["increment", "decrement", "increment", "set(0)"])
  }

  @Test func sequencesInSequencesAndInPlans() async {
    let store = makeStore()
    let inner = ActionSequence([CounterAction.set(2), CounterAction.increment])
    let plan = ActionPlan<AppState> { _ in .send(inner + CounterAction.increment) }
    #expect((inner + inner).actions.count == 3)
    store.dispatch(ActionSequence([]) + plan + CounterAction.decrement)
    // The plan ends when it has sent the sequence, which begins after what waits already.
    #expect(store.state.count == 4)
    store.dispatch(ActionSequence((0..<20_000).map { CounterAction.set($0) }))
    #expect(store.state.count < 20_000)
    store.actionLimit = 50_000
    store.dispatch(ActionSequence((0..<20_000).map { CounterAction.set($0) }))
    #expect(store.state.count == 19_999)
  }

  @Test func aSequenceEndsWithItsNode() async {
    let store = makeStore(posts: 2)
    let wait = ActionPlan<Post>.run { [gate] _ in await gate.wait() }
    for id in 0..<2 { store.dispatch(PostAction.like.then(wait).then(PostAction.like), to: \.feed.posts, id: id) }
    #expect(store.effects.count == 4)
    store.dispatch(FeedAction.remove(0))
    #expect(store.effects.map(\.path) == ["feed.posts[1]", "feed.posts[1]"])
    gate.open()
    await store.settled()
    #expect(store.state.feed.posts.map(\.likes) == [2])
  }

  @Test func aSequenceGoesOnWhenItsPlanIsCancelledByID() async {
    let store = makeStore()
    let wait = ActionPlan<AppState> { [gate] _ in .run { _ in await gate.wait() }.cancellable(id: "wait") }
    store.dispatch(wait + CounterAction.increment)
    store.dispatch(ActionPlan<AppState> { _ in .cancel(id: "wait") })
    #expect(store.state.count == 1)
    #expect(store.effects.isEmpty)
  }

  // MARK: Tasks

  @Test func oneOfSeveralPlansIsCancelledAlone() async {
    let store = makeStore()
    let add = ActionPlan<AppState>.run { [gate] app in
      await gate.wait()
      await app.send(CounterAction.increment)
    }
    let (first, second) = (store.run(add), store.run(add + CounterAction.set(10)))
    #expect(!first.isFinished && !second.isFinished)
    second.cancel()
    #expect(second.isFinished)
    #expect(store.effects.count == 1)
    await second.finish()
    gate.open()
    await first.finish()
    #expect(first.isFinished)
    #expect(store.state.count == 1)
    #expect(store.effects.isEmpty)
    first.cancel()
  }

  @MainActor @Test func waitingEndsWithWhatTheActionStartedAndNotWithMore() async {
    struct Start: Action { let waits: Bool }
    let gate = gate
    let store = RootStore(0) {
      Reduce { (count: inout Int, start: Start) in
        count += 1
        return start.waits ? .run { _ in await gate.wait() } : .run { send in await send(Start(waits: true)) }
      }
    }
    let task = store.run(Start(waits: false))
    await task.finish()
    #expect(store.state == 2)
    #expect(store.effects.count == 1)
    gate.open()
    await store.settled()
  }

  @MainActor @Test func whoeverStopsWaitingCancels() async {
    let store = makeStore()
    let waiting = Task { await store.run(ActionPlan<AppState>.run { [gate] _ in await gate.wait() }).finish() }
    while store.effects.isEmpty { await Task.yield() }
    waiting.cancel()
    await waiting.value
    #expect(store.effects.isEmpty)
  }

  @Test func anActionThatWaitsCanBeCancelled() {
    let store = makeStore()
    var tasks: [ActionTask] = []
    let token = store.observe(\.name) { _ in
      tasks = [store.run(CounterAction.set(1)), store.run(FeedAction.load)]
      #expect(!tasks[0].isFinished)
      tasks[0].cancel()
    }
    store.dispatch(NameReducer.Named(name: "a"))
    #expect(store.state.count == 0)
    #expect(store.state.feed.isLoading)
    #expect(tasks.allSatisfy { $0.isFinished })
    withExtendedLifetime(token) {}
  }

  @Test func theEndOfTheStoreEndsTheWait() async {
    var store: RootStore<AppState>? = makeStore()
    let task = store!.run(ActionPlan<AppState>.run { [gate] _ in await gate.wait() })
    store = nil
    #expect(task.isFinished)
    await task.finish()
    task.cancel()
  }

  @Test func nothingIsLeftOfAStoreThatEndsMeanwhile() async {
    final class Resource {}
    var resource: Resource? = Resource()
    weak let weakResource = resource
    var store: RootStore<Int>? = RootStore(0) {
      Reduce { [resource] (count: inout Int, _: CounterAction) in
        count += resource == nil ? 0 : 1
        return .none
      }
    }
    let task = store!.run(ActionPlan<Int>.run { [gate] _ in await gate.wait() })
    #expect(!task.isFinished)
    (store, resource) = (nil, nil)
    gate.open()
    // The task that the plan runs in comes to its end on a thread of its own.
    for _ in 0..<1_000 where weakResource != nil { try? await Task.sleep(for: .milliseconds(1)) }
    await task.finish()
    #expect(weakResource == nil)
  }

  @Test func inABatchATaskIsFinishedWithItsAction() {
    let store = makeStore()
    store.batch {
      let task = store.run(CounterAction.increment.then(CounterAction.increment))
      #expect(task.isFinished)
      #expect(store.state.count == 2)
    }
  }

  // MARK: What the store takes

  @Test func noActionChangesNothingAndIsNoNews() {
    let store = makeStore(posts: 1)
    let log = Log<Diagnostic>()
    store.onDiagnostic = { log($0) }
    #expect(store.dispatch(NoAction()))
    #expect(store.node(\.feed).dispatch(NoAction()))
    #expect(store.dispatch(NoAction(), to: \.feed.posts, id: 0))
    #expect(log.entries.isEmpty)
  }

  @Test func aResetReplacesTheStateOfItsNode() {
    let store = makeStore(posts: 2)
    let log = Log<String>()
    let tokens = [
      store.observe(\.count) { log("count \($0.new)") },
      store.observeList(\.feed.posts) { log("posts \($0.list.count)") },
    ]
    store.dispatch(CounterAction.increment)
    #expect(store.node(\.feed).dispatch(Reset(FeedState())))
    #expect(store.state.count == 1)
    #expect(!store.dispatch(Reset(FeedState())))
    #expect(store.dispatch(Reset(AppState(count: 5, feed: FeedState(posts: KeyedList(uniqueElements: somePosts(3)))))))
    #expect(store.dispatch(Reset(Post(id: 1, title: "other")), to: \.feed.posts, id: 1))
    #expect(store.state.feed.posts.map(\.title) == ["Post 0", "other", "Post 2"])
    #expect(log.entries.filter { $0.hasPrefix("count") } == ["count 1", "count 5"])
    #expect(log.entries.filter { $0.hasPrefix("posts") } == ["posts 0", "posts 3", "posts 3"])
    withExtendedLifetime(tokens) {}
  }

  @Test func everyNodeIsPreparedOnce() async {
    struct Loaded: Action {}
    let log = Log<String>()
    let store = RootStore(AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(2))))) {
      Reduce { (app: inout AppState, _: Prepare) in
        app.count += 1
        return .send(Loaded(), to: .node)
      }
      Reduce { (app: inout AppState, _: Loaded) in
        app.count += 10
        return .none
      }
      Node(\.feed) {
        ForEach(\.posts, .all) {
          Reduce { (post: inout Post, _: Prepare) in
            post.title = "prepared"
            return .run { send in await send(Prepare()) }
          }
        }
      }
    } middleware: {
      ActionLogger(printer: { action, _, app in log("\(type(of: action)) \(app.count)") })
    }
    store.onDiagnostic = nil
    #expect(log.entries == ["Prepare 1", "Loaded 11"])
    #expect(store.state.feed.posts.map(\.title) == ["prepared", "prepared"])
    #expect(store.effects.count == 2)
  }

  @MainActor @Test func onAnActorWhatIsPreparedArrivesByItself() async {
    let store = RootStore(0) {
      Reduce { (count: inout Int, _: Prepare) in .run { send in await send(CounterAction.increment, to: .node) } }
      Reduce { (count: inout Int, _: CounterAction) in
        count += 1
        return .none
      }
    }
    for await count in store.values(\.self) where count == 1 { break }
    #expect(store.state == 1)
  }
}

extension CommentReducer {
  /// A second reducer that may stand beside others at posts.
  fileprivate static var onPosts: Reduce<Post, CommentAction> { Reduce { _, _ in .none } }
}
