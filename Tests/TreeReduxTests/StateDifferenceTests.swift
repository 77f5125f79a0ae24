import Testing
import TreeDiff
import TreeRedux
import TreeReduxTesting

/// How a test store shows states that differ.
@MainActor @Suite struct StateDifferenceTests {
  private enum Screen: Equatable, Sendable { case list(Int), detail(Post), none }
  private struct State: Equatable, Sendable {
    var posts = KeyedList(uniqueElements: somePosts(6))
    var numbers = [1, 2, 3]
    var names = ["a": 1, "b": 2]
    var tags: Set<String> = ["x"]
    var screen = Screen.none
    var name: String?
    var pair = Pair(a: 1, b: Uneasy(text: "t"))
  }
  private struct Pair: Equatable, Sendable { var a: Int, b: Uneasy }
  /// Differs in what is not stored in it.
  private struct Uneasy: Equatable, Sendable {
    var text: String
    var isOther = false
    static func == (x: Uneasy, y: Uneasy) -> Bool { x.text == y.text && x.isOther == y.isOther }
  }

  /// The lines that a test store shows where `actual` was not what was expected.
  private func difference(_ expected: (inout State) -> Void, _ actual: @escaping @Sendable (inout State) -> Void) async
    -> [String]
  {
    struct Change: Action {}
    let store = TestStore(State()) {
      Reduce { (state: inout State, _: Change) in
        actual(&state)
        return .none
      }
    }
    nonisolated(unsafe) var text = ""
    await withKnownIssue {
      await store.send(Change(), expected)
    } matching: { issue in
      // Only this test writes to it, while it waits.
      text = issue.comments.map(\.rawValue).joined()
      return true
    }
    await store.finish()
    return text.split(separator: "\n").dropFirst().map(String.init)
  }

  @Test func propertiesAreNamedByTheirPath() async {
    #expect(
      await difference {
        $0.pair.b.text = "u"
      } _: {
        $0.pair.a = 2
      } == [
        "- pair.a: 1", "+ pair.a: 2", "- pair.b.text: \"u\"", "+ pair.b.text: \"t\"",
      ])
    #expect(
      await difference {
        $0.name = "n"
      } _: {
        $0.numbers[1] = 7
      } == [
        "- numbers[1]: 2", "+ numbers[1]: 7", "- name: Optional(\"n\")", "+ name: nil",
      ])
  }

  @Test func elementsAreKnownByTheirIDs() async {
    let lines = await difference { _ in
    } _: { state in
      state.posts.remove(id: 0)
      state.posts.update(id: 5) { $0.likes = 9 }
      state.posts.update(id: 2) { $0.comments.remove(id: 1) }
      state.posts.prepend(Post(id: 8, title: "new"))
    }
    #expect(lines.count == 5)
    #expect(lines.contains { $0.hasPrefix("- posts[0]: ") && $0.contains("Post 0") })
    #expect(lines.contains { $0.hasPrefix("+ posts[8]: ") && $0.contains("new") })
    #expect(lines.contains("- posts[5].likes: 0") && lines.contains("+ posts[5].likes: 9"))
    #expect(lines.contains { $0.hasPrefix("- posts[2].comments[1]: ") })
    #expect(
      await difference { _ in
      } _: {
        $0.posts.move(from: 5, to: 0)
      } == ["  posts[5] was expected at 5, and is at 0"])
  }

  @Test func casesKeysAndMembers() async {
    #expect(
      await difference {
        $0.screen = .list(1)
      } _: {
        $0.screen = .list(2)
      } == ["- screen.list: 1", "+ screen.list: 2"])
    #expect(
      await difference {
        $0.screen = .list(1)
      } _: {
        $0.screen = .detail(Post(id: 1, title: "t"))
      }.map { $0.prefix(9) } == [
        "- screen:", "+ screen:",
      ])
    let lines = await difference {
      $0.tags = ["x", "y"]
    } _: {
      $0.names = ["a": 3]
    }
    #expect(lines.filter { $0.hasPrefix("- tags[y]") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("- names[b]") }.count == 1)
    #expect(lines.contains { $0.hasPrefix("- names[a]") } && lines.contains { $0.hasPrefix("+ names[a]") })
  }
}
