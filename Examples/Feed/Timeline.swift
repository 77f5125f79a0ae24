import TreeDiff
import TreeRedux

/// The built-in timeline: a few actions, and what each of them makes observers hear.
@MainActor
struct Timeline {
  /// An action of the story, and where it is sent.
  enum Step {
    case feed(FeedAction)
    case post(PostAction, id: Post.ID)
  }

  /// The story: what happens, in words and in actions; several actions are one batch.
  static let story: [(caption: String, steps: [Step])] = [
    ("The app starts and asks the server for posts.", [.feed(.refresh)]),
    ("Like a post: the heart fills at once, the server's count comes later.", [.post(.like, id: 2)]),
    ("Like another: the server refuses, and the like is taken back.", [.post(.like, id: 4)]),
    ("Pull to refresh, without a network.", [.feed(.refresh)]),
    ("Once more: posts came, one went, one was corrected, and the order is another.", [.feed(.refresh)]),
    ("Pin a post to the top.", [.feed(.pin(id: 2))]),
    (
      "Two changes in one batch: observers hear of both at once.",
      [.post(.rename("Thanks, I have a ladder now"), id: 5), .feed(.hide(id: 3))]
    ),
  ]

  let terminal: Terminal
  let clock: any Clock<Duration>

  /// Plays the story.
  ///
  /// - Returns: Whether the screen shows in the end what the state holds.
  func play() async throws -> Bool {
    let (clock, isWatched) = (clock, terminal.isWatched)
    let client = FeedClient.simulated { if isWatched { try await clock.sleep(for: .milliseconds(400)) } }
    let store = RootStore(AppState()) {
      Node(\.feed) {
        FeedReducer(client: client)
        ForEach(\.posts) { PostReducer(client: client) }
      }
    }
    let screen = Screen<Post>()
    let observations = observe(store, screen)
    defer { for observation in observations { observation.cancel() } }

    terminal.print(.plain("A timeline: what is dispatched, and what those who watch the store hear of it."))
    terminal.print(
      .plain("They watch feed.isLoading, feed.failure, one post (feed.posts[2]) and the list (feed.posts)."))
    terminal.print(.plain("The list says what a list view has to do; positions count from 0."))
    for (caption, steps) in Self.story where terminal.failure == nil {
      if isWatched { try await clock.sleep(for: .milliseconds(900)) }
      terminal.print()
      terminal.print(.bold(caption))
      for step in steps { terminal.print(.faint("  " + step.code)) }
      store.batch { for step in steps { send(step, to: store) } }
      for await isWaiting in store.node(\.feed).values(\.isWaiting) where !isWaiting { break }
    }
    return close(screen, store.state)
  }

  private func send(_ step: Step, to store: RootStore<AppState>) {
    switch step {
    case .feed(let action): store.dispatch(action)
    case .post(let action, let id): store.dispatch(action, to: \.feed.posts, id: id)
    }
  }

  /// Watches a value, an optional one, one post, and the list; only the last is what the screen lives on.
  private func observe(_ store: RootStore<AppState>, _ screen: Screen<Post>) -> [Observation] {
    [
      store.observe(\.feed.isLoading) { change in say("feed.isLoading", "\(change.old) → \(change.new)") },
      store.observe(\.feed.failure) { change in
        say("feed.failure", "\(change.old ?? "nil") → \(change.new ?? "nil")")
      },
      store.observe(\.feed.posts, id: 2) { change in say("feed.posts[2]", change.new?.headline ?? "gone") },
      store.observeList(\.feed.posts) { change in
        do {
          try screen.apply(change.diff)
          for line in change.diff.lines(becoming: screen.rows) { say("feed.posts", line) }
        } catch {
          terminal.warn("the screen cannot play this: \(error)")
        }
      },
    ]
  }

  private func say(_ topic: String, _ text: String) { say(topic, [.plain(text)]) }

  private func say(_ topic: String, _ spans: [Span]) {
    terminal.print([.faint("    " + topic.padded(to: 16))] + spans)
  }

  private func close(_ screen: Screen<Post>, _ state: AppState) -> Bool {
    terminal.print()
    terminal.print(.bold("What the screen shows"))
    for (index, post) in screen.rows.enumerated() { terminal.print(.faint("  \(index)  "), .plain(post.headline)) }
    guard screen.rows == Array(state.feed.posts) else {
      terminal.warn("the screen differs from the state")
      return false
    }
    terminal.print(.plain("The screen equals the state."))
    return true
  }
}

extension Timeline.Step {
  /// The step as code.
  var code: String {
    switch self {
    case .feed(let action): "store.dispatch(FeedAction.\(action))"
    case .post(let action, let id): "store.dispatch(PostAction.\(action), to: \\.feed.posts, id: \(id))"
    }
  }
}

extension Post: Presentable {
  var caption: String { "\(title) (\(author))" }
  var headline: String { "\(caption) \(isLiked ? "♥" : "♡") \(likes)\(isSending ? " …" : "")" }

  func differences(from old: Post) -> [String] {
    let pieces = [
      title == old.title ? nil : "title was “\(old.title)”",
      likes == old.likes ? nil : "likes \(old.likes) → \(likes)",
      isSending == old.isSending ? nil : isSending ? "sending" : "answered",
    ]
    return pieces.compactMap(\.self)
  }
}
