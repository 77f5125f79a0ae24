import TreeDiff
import TreeRedux

struct Post: Identifiable, Equatable, Sendable {
  let id: Int
  var title = "A title that does not fit into a small string"
  var likes = 0
  var isSeen = false
}
struct FeedState: Equatable {
  var posts: KeyedList<Post> = []
  var filter = "everything, and that is no small string"
  var failure: String?
  var titleOrFilter: String { failure ?? filter }
}
struct AppState: Equatable {
  var counter = 0
  var name = "a name that does not fit into a small string"
  var feed = FeedState()
  var tags = ["one", "two"]
}

enum CounterAction: Action { case increment }
enum PostAction: Action { case like }
struct LikeInFeed: Action { let id: Int }

struct CounterReducer: Reducer {
  func reduce(_ state: inout AppState, _ action: CounterAction) -> Effect<CounterAction> {
    state.counter += 1
    return .none
  }
}
struct PostReducer: Reducer {
  func reduce(_ post: inout Post, _ action: PostAction) -> Effect<PostAction> {
    post.likes += 1
    return .none
  }
}
struct FeedReducer: Reducer {
  func reduce(_ feed: inout FeedState, _ action: LikeInFeed) -> Effect<LikeInFeed> {
    feed.posts.update(id: action.id) { $0.likes += 1 }
    return .none
  }
}

/// Posts with random ids, and ids to pick from in random order.
struct Posts {
  let list: [Post]
  /// The ids of those posts that are picked.
  let candidates: [Int]
  let picks: [Int]

  init(_ count: Int, among observed: Int? = nil) {
    var generator = SeededGenerator(seed: UInt64(count))
    var list = (0..<count).map { _ in Post(id: .random(using: &generator)) }
    let candidates = list.prefix(observed ?? count).map(\.id)
    self.candidates = candidates
    picks = (0..<65_536).map { _ in candidates.randomElement(using: &generator)! }
    list.shuffle(using: &generator)
    self.list = list
  }

  func makeState() -> AppState { AppState(feed: FeedState(posts: KeyedList(uniqueElements: list))) }

  func makeStore() -> RootStore<AppState> {
    RootStore(makeState()) {
      CounterReducer()
      Node(\.feed) {
        FeedReducer()
        ForEach(\.posts) { PostReducer() }
      }
    }
  }

  /// Calls `body` with random ids.
  @inline(__always)
  func forEachPick(_ iterations: Int, _ body: (Int) -> Void) {
    for i in 0..<iterations { body(picks[i & 0xFFFF]) }
  }
}

/// A like without any store: a dictionary of 1,000 posts, and one closure call.
func plainLike() -> Benchmark.Work {
  let posts = Posts(1_000)
  let all = Dictionary(uniqueKeysWithValues: posts.list.map { ($0.id, $0) })
  let told = Counter()
  let call = opaque { (likes: Int) in told.count &+= likes }
  return { iterations in
    // A local variable, so that what is measured is the change and not the exclusivity check of a captured one.
    var dictionary = all
    posts.forEachPick(iterations) { id in
      dictionary[id]!.likes += 1
      call(dictionary.count)
    }
    blackHole(dictionary)
  }
}

/// A store, its observations, and work on it.
func storeBenchmark(
  _ name: String, allocations: Benchmark.Allocations = .ignored, _ prepare: @escaping () -> Benchmark.Trial
) -> Benchmark {
  Benchmark("store/\(name)", against: "like in a dictionary", allocations: allocations) {
    var trial = prepare()
    if trial.baseline == nil { trial.baseline = plainLike() }
    return trial
  }
}

/// Counts what observers were told.
final class Counter {
  var count = 0
}

/// Forty fields of several types.
struct Wide: Equatable {
  var number0 = 0, number1 = 0, number2 = 0, number3 = 0, number4 = 0, number5 = 0, number6 = 0, number7 = 0,
    number8 = 0, number9 = 0
  var text0 = longText, text1 = longText, text2 = longText, text3 = longText, text4 = longText, text5 = longText,
    text6 = longText, text7 = longText, text8 = longText, text9 = longText
  var flag0 = false, flag1 = false, flag2 = false, flag3 = false, flag4 = false, flag5 = false, flag6 = false,
    flag7 = false, flag8 = false, flag9 = false
  var list0 = [0], list1 = [0], list2 = [0], list3 = [0], list4 = [0], list5 = [0], list6 = [0], list7 = [0],
    list8 = [0], list9 = [0]

  static var numbers: [KeyPath<Wide, Int>] {
    [\.number0, \.number1, \.number2, \.number3, \.number4, \.number5, \.number6, \.number7, \.number8, \.number9]
  }
  static var texts: [KeyPath<Wide, String>] {
    [\.text0, \.text1, \.text2, \.text3, \.text4, \.text5, \.text6, \.text7, \.text8, \.text9]
  }
  static var flags: [KeyPath<Wide, Bool>] {
    [\.flag0, \.flag1, \.flag2, \.flag3, \.flag4, \.flag5, \.flag6, \.flag7, \.flag8, \.flag9]
  }
  static var lists: [KeyPath<Wide, [Int]>] {
    [\.list0, \.list1, \.list2, \.list3, \.list4, \.list5, \.list6, \.list7, \.list8, \.list9]
  }
}
private let longText = "a text that does not fit into a small string"

struct Bump: Action {}
struct WideReducer: Reducer {
  func reduce(_ state: inout Wide, _ action: Bump) -> Effect<Bump> {
    state.number5 += 1
    return .none
  }
}
