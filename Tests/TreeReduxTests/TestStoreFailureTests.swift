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
}
