import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// That a test store notices what was not foreseen, and says so where the test stands.
@MainActor @Suite struct TestStoreFailureTests {
  private struct Wide: Equatable {
    var numbers = Array(0..<20)
    var name = "a"
  }
  private enum WideAction: Action, Equatable { case rename(String), twice, later, forever }

  private func makeStore(isExhaustive: Bool = true) -> TestStore<Wide> {
    TestStore(Wide(), isExhaustive: isExhaustive) {
      Reduce { (wide: inout Wide, action: WideAction) in
        switch action {
        case .rename(let name):
          wide.name = name
          return .none
        case .twice: return .merge(.send(.rename("b")), .send(.rename("c")))
        case .later: return .send(.rename("d")).delay(for: .seconds(1))
        case .forever: return .run { _ in await Gate().wait() }.cancellable(id: "waiting")
        }
      }
    }
  }

  /// Runs `body`, which has to fail with one message that contains all of these.
  private func expectFailure(
    _ parts: String..., at location: SourceLocation = #_sourceLocation, _ body: () async -> Void
  ) async {
    await withKnownIssue(sourceLocation: location) {
      await body()
    } matching: { issue in
      let text = issue.comments.map(\.rawValue).joined()
      return parts.allSatisfy(text.contains) && issue.sourceLocation?.fileID == location.fileID
    }
  }

  @Test func aTestHasToFinish() async {
    await expectFailure("finish() was not called after rename(\"b\") was sent") {
      await makeStore().send(WideAction.rename("b")) { $0.name = "b" }
    }
    await makeStore(isExhaustive: false).send(WideAction.rename("b")) { $0.name = "b" }
  }

  @Test func theDifferenceShowsWhatDiffersAndLittleElse() async {
    let store = makeStore()
    await expectFailure("(- expected, + actual):\n- name: \"x\"\n+ name: \"y\"") {
      await store.send(WideAction.rename("y")) { $0.name = "x" }
    }
    await expectFailure("rename(\"z\") did not do") { await store.send(WideAction.rename("z")) }
    await store.send(WideAction.rename("w")) { $0.name = "w" }
    await store.finish()
  }

  @Test func everyReceivedActionHasToBeAsserted() async {
    let store = makeStore()
    await store.send(WideAction.twice)
    await store.receive(WideAction.rename("b")) { $0.name = "b" }
    await expectFailure("rename(\"c\") came and was not asserted before") { await store.send(WideAction.twice) }
    await store.receive(WideAction.self, where: { $0 == .rename("b") }) { $0.name = "b" }
    await expectFailure("rename(\"c\") came and was not asserted") { await store.finish() }
  }

  @Test func theClockHasToBeMoved() async {
    let store = makeStore()
    await store.send(WideAction.later)
    await expectFailure("nothing came", "effects still run") { await store.receive(WideAction.rename("d")) }
    await store.clock.advance(by: .seconds(1))
    await store.receive(WideAction.rename("d")) { $0.name = "d" }
    await store.finish()
  }

  @Test func whatStillRunsIsNamed() async {
    let store = makeStore()
    store.patience = .milliseconds(10)
    await store.send(WideAction.forever)
    await expectFailure("effects still run: waiting") { await store.finish() }
  }

  @Test func withoutExhaustivenessOnlyWhatIsSaidCounts() async {
    let store = makeStore(isExhaustive: false)
    await store.send(WideAction.twice)
    await store.receive(WideAction.rename("c")) { $0.name = "c" }
    await expectFailure("- name: \"q\"") { await store.send(WideAction.rename("r")) { $0.name = "q" } }
    await store.send(WideAction.later)
    await store.clock.advanceToNextDeadline()
    await store.drain()
    #expect(store.state.name == "d")
    await store.finish()
  }

  @Test func actionsAreSentToNodes() async {
    let store = TestStore(AppState(feed: FeedState(posts: KeyedList(uniqueElements: somePosts(2))))) {
      Node(\.feed) { ForEach(\.posts) { PostReducer() } }
    }
    await store.send(PostAction.like, to: store.store.node(\.feed.posts, id: 1)) {
      $0.feed.posts.update(id: 1) { $0.likes = 1 }
    }
    let line = "feed.posts[0].likes"
    await expectFailure("like (to feed.posts[0]) did not do", "- \(line): 0\n+ \(line): 1") {
      await store.send(PostAction.like, to: store.store.node(\.feed.posts, id: 0))
    }
    await expectFailure("increment did not reach") { await store.send(CounterAction.increment) }
    await store.finish()
  }

  // MARK: What happens beside

  @Test func whatPrepareDoesHasToBeReceived() async {
    func makeStore() -> TestStore<Wide> {
      TestStore(Wide()) {
        Reduce { (wide: inout Wide, _: Prepare) in
          wide.name = "prepared"
          return .run { send in
            guard (try? await send.clock.sleep(for: .seconds(1))) != nil else { return }
            await send(WideAction.rename("late"), to: .node)
          }
        }
        Reduce { (wide: inout Wide, action: WideAction) in
          if case .rename(let name) = action { wide.name = name }
          return .none
        }
      }
    }
    let store = makeStore()
    await store.receive(Prepare()) { $0.name = "prepared" }
    await store.clock.advance(by: .seconds(1))
    await store.receive(WideAction.self) { $0.name = "late" }
    await store.finish()
    await expectFailure("Prepare() came and was not asserted before twice was sent") {
      let store = makeStore()
      await store.send(WideAction.twice)
      store.isExhaustive = false
    }
    await expectFailure("finish() was not called after Prepare() was sent") { _ = makeStore() }
  }

  @Test func aWindowOfAThrottleIsNoReasonToGiveUp() async {
    let store = TestStore(Wide()) {
      Reduce { (wide: inout Wide, action: WideAction) in
        switch action {
        case .twice: return .send(.rename("b")).throttle(id: "t", for: .seconds(10))
        case .later:
          return .run { send in
            // Real work, which takes less than the patience of the store.
            try? await Task.sleep(for: .milliseconds(50))
            await send(.rename("c"))
          }
        case .rename(let name): wide.name = name
        case .forever: break
        }
        return .none
      }
    }
    store.patience = .seconds(20)
    await store.send(WideAction.twice)
    await store.receive(WideAction.rename("b")) { $0.name = "b" }
    await store.send(WideAction.later)
    await store.receive(WideAction.rename("c")) { $0.name = "c" }
    await store.send(WideAction.later)
    await expectFailure("rename(\"c\") came and was not asserted") { await store.finish() }
    await store.receive(WideAction.rename("c"))
    // What is held by the window waits for the clock, and not for the store to lose its patience.
    await store.send(WideAction.twice)
    let start = ContinuousClock.now
    await expectFailure("nothing came") { await store.receive(WideAction.rename("b")) }
    #expect(ContinuousClock.now - start < store.patience)
    await store.clock.advance(by: .seconds(10))
    await store.receive(WideAction.rename("b")) { $0.name = "b" }
    await store.finish()
  }

  @Test func whatIsToldToNoParentHasToBeReceived() async {
    let store = TestStore(FeedState(posts: KeyedList(uniqueElements: somePosts(2)))) {
      ForEach(\.posts) { Reduce { (post: inout Post, _: PostAction) in .delegate(post.id) } }
    }
    let post = store.store.node(\.posts, id: 1)
    await store.send(PostAction.like, to: post)
    await store.receive(.delegate, 1, from: "posts[1]")
    await store.send(PostAction.like, to: post)
    await expectFailure("event delegate 1 (of posts[1]) came and was not asserted") { await store.finish() }
  }

  @Test func whatChangesInAMountedNodeHasToBeExpected() async {
    let store = makeStore()
    let editor = store.store.mount(0, name: "editor") {
      Reduce { (count: inout Int, action: WideAction) in
        if case .rename(let name) = action { count = name.count }
        return .none
      }
    }
    await store.send(WideAction.rename("long")) { $0.name = "long" }
    store.expectChange(in: editor) { $0 = 4 }
    await store.send(WideAction.rename("wide")) { $0.name = "wide" }
    await expectFailure("in $editor did not do what was expected", "- 5\n+ 4") {
      store.expectChange(in: editor) { $0 = 5 }
    }
    await store.send(WideAction.rename("b")) { $0.name = "b" }
    await expectFailure("rename(\"b\") in $editor did not do what was expected", "- 4\n+ 1") { await store.finish() }
  }
}
