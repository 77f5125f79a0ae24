import TestSupport
import TreeDiff

// States of many shapes: nested, optional, wrapped, padded, boxed, large.

extension Int: Fuzzed {
  static func random(_ random: inout SeededRandom) -> Int { random.number(0...6) }
}
extension UInt8: Fuzzed {
  static func random(_ random: inout SeededRandom) -> UInt8 { UInt8(random.number(0...3)) }
}
extension Bool: Fuzzed {
  static func random(_ random: inout SeededRandom) -> Bool { random.once(in: 2) }
}
extension String: Fuzzed {
  static func random(_ random: inout SeededRandom) -> String {
    ["", "a", "b", "a text that is too long for the string itself", "another that is too long for it"]
      .randomElement(using: &random)! + ""
  }
}
extension Optional: Fuzzed where Wrapped: Fuzzed {
  static func random(_ random: inout SeededRandom) -> Wrapped? { random.once(in: 3) ? nil : Wrapped.random(&random) }
}
extension Array: Fuzzed where Element: Fuzzed {
  static func random(_ random: inout SeededRandom) -> [Element] {
    (0..<random.number(0...2)).map { _ in Element.random(&random) }
  }
}

/// An enum whose cases fill their bytes differently.
enum Mood: Fuzzed {
  case calm, loud(Int), named(String), both(Bool, UInt8)
  static func random(_ random: inout SeededRandom) -> Mood {
    switch random.number(0...3) {
    case 0: .calm
    case 1: .loud(.random(&random))
    case 2: .named(.random(&random))
    default: .both(.random(&random), .random(&random))
    }
  }
}

protocol Shape: Sendable { var area: Int { get } }
struct Dot: Shape { var area: Int { 0 } }
struct Slab: Shape {
  var a: Int
  let b = 1
  let c = 1
  let d = 1
  var area: Int { a * b * c * d }
}
/// An existential, which may be in a box or not.
struct Drawn: Fuzzed {
  var shape: any Shape
  static func == (a: Drawn, b: Drawn) -> Bool { a.shape.area == b.shape.area && type(of: a.shape) == type(of: b.shape) }
  static func random(_ random: inout SeededRandom) -> Drawn {
    Drawn(shape: random.once(in: 2) ? Dot() : Slab(a: random.number(1...2)))
  }
}

/// A reference, which is its identity only.
final class Ref: Fuzzed {
  static let some = [Ref(), Ref(), Ref()]
  static func == (a: Ref, b: Ref) -> Bool { a === b }
  static func random(_ random: inout SeededRandom) -> Ref { some.randomElement(using: &random)! }
}

/// A text that is equal to others with other bytes.
struct Loose: Fuzzed {
  var text: String
  static func == (a: Loose, b: Loose) -> Bool { a.text.lowercased() == b.text.lowercased() }
  static func random(_ random: inout SeededRandom) -> Loose {
    Loose(text: ["a", "A", "b", "B"].randomElement(using: &random)!)
  }
}

struct Quad<Part: Fuzzed>: Fuzzed {
  var a: Part
  var b: Part
  var c: Part
  var d: Part
  static func random(_ random: inout SeededRandom) -> Quad {
    Quad(a: .random(&random), b: .random(&random), c: .random(&random), d: .random(&random))
  }
  static func == (x: Quad, y: Quad) -> Bool { x.a == y.a && x.b == y.b && x.c == y.c && x.d == y.d }
}

/// A struct that fills the same bytes as what it holds.
struct Wrapped: Composite {
  var inner = Inner()
  struct Inner: Composite {
    var number = 0
    static var members: [any Member<Self>] { [Leaf(\.number)] }
    mutating func bump(_ amount: Int) { number += amount }
    static func random(_ random: inout SeededRandom) -> Inner { Inner(number: .random(&random)) }
  }
  static var members: [any Member<Self>] { [Branch(\.inner), Leaf(\.inner.number)] }
  mutating func bump(_ amount: Int) { inner.number += amount }
  static func random(_ random: inout SeededRandom) -> Wrapped { Wrapped(inner: .random(&random)) }
}

/// Fields of all sorts, with gaps between them.
struct Odd: Composite {
  var flag = false
  var number = 0
  var small: UInt8 = 0
  var other: UInt8 = 0
  var mood = Mood.calm
  var isLast = false
  var drawn = Drawn(shape: Dot())
  var ref = Ref.some[0]
  var maybe: Int?
  var twice: Int??
  var text = ""
  var loose = Loose(text: "a")
  var wrapped = Wrapped()
  var numbers: [Int] = []
  var sum: Int { number + (maybe ?? 0) }

  static var members: [any Member<Self>] {
    [
      Leaf(\.flag), Leaf(\.number), Leaf(\.small), Leaf(\.other), Leaf(\.mood), Leaf(\.isLast), Leaf(\.drawn),
      Leaf(\.ref), Leaf(\.maybe), Leaf(\.twice), Leaf(\.text), Leaf(\.loose), Branch(\.wrapped), Leaf(\.numbers),
      Derived(\.sum), Derived(\.numbers.count), Leaf(\.wrapped.inner),
    ]
  }
  mutating func bump(_ amount: Int) { number += amount }
  static func random(_ random: inout SeededRandom) -> Odd {
    Odd(
      flag: .random(&random), number: .random(&random), mood: .random(&random), drawn: .random(&random),
      ref: .random(&random), text: .random(&random), wrapped: .random(&random))
  }
}
extension Wrapped.Inner: Sendable {}

struct Reply: FuzzedElement {
  var id: Int
  var isSeen = false
  var text = ""
  var likes = 0
  var loose = Loose(text: "a")
  var isPopular: Bool { likes > 2 }
  static var members: [any Member<Self>] {
    [Leaf(\.isSeen), Leaf(\.text), Leaf(\.likes), Leaf(\.loose), Derived(\.isPopular)]
  }
  mutating func bump(_ amount: Int) { likes += amount }
  static func random(_ random: inout SeededRandom) -> Reply {
    Reply(id: random.number(0...7), isSeen: .random(&random), text: .random(&random), likes: .random(&random))
  }
}

struct Entry: FuzzedElement {
  var id: Int
  var isRead = false
  var title = ""
  var likes = 0
  var mood = Mood.calm
  var loose = Loose(text: "a")
  var replies: KeyedList<Reply> = []
  var best: Reply?
  var wrapped = Wrapped()
  var summary: String { "\(title) \(replies.count)" }
  var odd: Reply? { replies.first { $0.id % 2 == 1 } }
  static var members: [any Member<Self>] {
    [
      Leaf(\.isRead), Leaf(\.title), Leaf(\.likes), Leaf(\.mood), Leaf(\.loose), List(\.replies), Maybe(\.best),
      Branch(\.wrapped),
      Derived(\.summary), Derived(\.odd), Derived(\.best?.likes),
    ]
  }
  mutating func bump(_ amount: Int) { likes += amount }
  static func random(_ random: inout SeededRandom) -> Entry {
    Entry(
      id: random.number(0...7), isRead: .random(&random), title: .random(&random), likes: .random(&random),
      replies: random.once(in: 2) ? .random(&random) : [], best: .random(&random))
  }
}

/// A list alone in a struct.
struct Shelf: Composite {
  var replies: KeyedList<Reply> = []
  static var members: [any Member<Self>] { [List(\.replies), Derived(\.replies.count)] }
  mutating func bump(_ amount: Int) { replies.append(Reply(id: amount % 8)) }
  static func random(_ random: inout SeededRandom) -> Shelf { Shelf(replies: .random(&random)) }
}

struct Feed: Composite {
  var isLoading = false
  var entries: KeyedList<Entry> = []
  var failure: String?
  var shelf = Shelf()
  /// A computed part that can be set.
  var status: Status {
    get { Status(isLoading: isLoading, failure: failure) }
    set { (isLoading, failure) = (newValue.isLoading, newValue.failure) }
  }
  var liked: KeyedList<Entry> { KeyedList(uniqueElements: entries.filter { $0.likes > 2 }) }
  static var members: [any Member<Self>] {
    [
      Leaf(\.isLoading), List(\.entries), List(\.entries), Leaf(\.failure), Branch(\.shelf), Branch(\.status),
      DerivedList(\.liked), Derived(\.entries.first?.title), List(\.shelf.replies),
    ]
  }
  mutating func bump(_ amount: Int) { isLoading.toggle() }
  static func random(_ random: inout SeededRandom) -> Feed {
    Feed(isLoading: .random(&random), entries: .random(&random), failure: .random(&random), shelf: .random(&random))
  }
}
struct Status: Composite {
  var isLoading: Bool
  var failure: String?
  static var members: [any Member<Self>] { [Leaf(\.isLoading), Leaf(\.failure)] }
  mutating func bump(_ amount: Int) { failure = "\(amount)" }
  static func random(_ random: inout SeededRandom) -> Status {
    Status(isLoading: .random(&random), failure: .random(&random))
  }
}

enum Screen: Composite {
  case empty
  case reading(Reply)
  case browsing(Feed)
  static var members: [any Member<Self>] {
    [
      Case<Screen, Reply>(get: { if case .reading(let reply) = $0 { reply } else { nil } }, set: { .reading($0) }),
      Case<Screen, Feed>(get: { if case .browsing(let feed) = $0 { feed } else { nil } }, set: { .browsing($0) }),
    ]
  }
  mutating func bump(_ amount: Int) {
    if case .reading(let reply) = self { self = amount > 1 ? .empty : .reading(reply) }
  }
  static func random(_ random: inout SeededRandom) -> Screen {
    switch random.number(0...2) {
    case 0: .empty
    case 1: .reading(.random(&random))
    default: .browsing(.random(&random))
    }
  }
}

struct App: Composite {
  var count = 0
  var name: String?
  var feed = Feed()
  var odd = Odd()
  var details: Entry?
  var inbox: Feed?
  var large: Quad<Quad<Quad<Int>>>
  var screen = Screen.empty
  var title: String { name ?? feed.failure ?? "" }
  static var members: [any Member<Self>] {
    [
      Leaf(\.count), Leaf(\.name), Branch(\.feed), Branch(\.feed), Branch(\.odd), Maybe(\.details), Maybe(\.inbox),
      Leaf(\.large), Leaf(\.large.b.c.d), Leaf(\.large.b), Branch(\.screen), Derived(\.title),
      Derived(\.details?.title),
      List(\.feed.entries), List(\.feed.shelf.replies), Branch(\.odd.wrapped), Leaf(\.odd.small),
      Derived(\.feed.entries.count),
    ]
  }
  mutating func bump(_ amount: Int) { count += amount }
  static func random(_ random: inout SeededRandom) -> App {
    App(
      count: .random(&random), name: .random(&random), feed: .random(&random), odd: .random(&random),
      details: .random(&random), inbox: .random(&random), large: .random(&random), screen: .random(&random))
  }
}

/// A list in an optional in an element of a list.
struct Folder: FuzzedElement {
  var id: Int
  var isOpen = false
  var feed: Feed?
  var shelf = Shelf()
  static var members: [any Member<Self>] { [Leaf(\.isOpen), Maybe(\.feed), Branch(\.shelf), Derived(\.feed?.failure)] }
  mutating func bump(_ amount: Int) { isOpen.toggle() }
  static func random(_ random: inout SeededRandom) -> Folder {
    Folder(id: random.number(0...7), isOpen: .random(&random), feed: .random(&random), shelf: .random(&random))
  }
}
/// Nothing but a list.
struct Cabinet: Composite {
  var folders: KeyedList<Folder> = []
  static var members: [any Member<Self>] { [List(\.folders)] }
  mutating func bump(_ amount: Int) { folders.remove(id: amount) }
  static func random(_ random: inout SeededRandom) -> Cabinet {
    Cabinet(folders: KeyedList(uniqueElements: KeyedList<Folder>.random(&random).prefix(4)))
  }
}
