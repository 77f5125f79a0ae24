/// The way to the server that has the posts.
struct FeedClient: Sendable {
  /// Asks for the timeline as it is now.
  var posts: @Sendable () async throws -> [Post]
  /// Likes a post; the answer is how many likes it has then.
  var like: @Sendable (_ id: Int) async throws -> Int
}

extension FeedClient {
  /// A client of a server inside this program, which answers after `delay` has passed.
  static func simulated(delay: @escaping @Sendable () async throws -> Void) -> FeedClient {
    let server = SimulatedServer()
    return FeedClient(
      posts: {
        try await delay()
        return try await server.timeline()
      },
      like: { id in
        try await delay()
        return try await server.like(id)
      })
  }
}

/// A server with a short story of its own: each time it is asked, something has happened.
private actor SimulatedServer {
  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "the server does not answer" }
  }
  struct Refusal: Error {}

  private var asked = 0
  private var posts = [
    Post(id: 1, author: "Mara", title: "Low tide opens the causeway until four", likes: 12),
    Post(id: 2, author: "Iven", title: "Found: one red mitten, left hand", likes: 5),
    Post(id: 3, author: "Tilda", title: "The bakery has rye again", likes: 31),
    Post(id: 4, author: "Okoro", title: "Choir practice moves to Thursday", likes: 8),
  ]

  func timeline() throws -> [Post] {
    asked += 1
    switch asked {
    case 2: throw Unreachable()
    case 3: passAfternoon()
    default: break
    }
    return posts
  }

  func like(_ id: Int) throws -> Int {
    guard let index = posts.firstIndex(where: { $0.id == id }), posts[index].author != "Okoro" else { throw Refusal() }
    posts[index].isLiked = true
    // Others like it too, so the total is news to the reader.
    posts[index].likes += 3
    return posts[index].likes
  }

  /// New posts, a correction, likes of others, another order, and one post withdrawn.
  private func passAfternoon() {
    posts.removeAll { $0.id == 4 }
    for index in posts.indices where posts[index].id == 1 {
      posts[index].title = "Low tide opens the causeway until five"
      posts[index].likes += 20
    }
    posts.swapAt(0, 2)
    posts.insert(Post(id: 6, author: "Mara", title: "A seal on the slipway, keep your dogs back", likes: 2), at: 0)
    posts.insert(Post(id: 5, author: "Noor", title: "Who lends me a ladder?"), at: 2)
  }
}
