import TestSupport
import TreeDiff
import TreeRedux

/// A change of a value, as data.
struct Mutation<Value>: Sendable {
  let name: String
  let body: @Sendable (inout Value) -> Void
}

/// A value that can be made and changed at random.
protocol Fuzzed: Equatable, Sendable {
  static func random(_ random: inout SeededRandom) -> Self
}

/// A state that is put together from parts.
protocol Composite: Fuzzed {
  static var members: [any Member<Self>] { get }
  /// Changes as much as an action says that reaches every node.
  mutating func bump(_ amount: Int)
  /// This with the identity of another, if it has one.
  func identified(as other: Self) -> Self
}
extension Composite {
  func identified(as other: Self) -> Self { self }
}
extension FuzzedElement {
  func identified(as other: Self) -> Self {
    var same = self
    same.id = other.id
    return same
  }
}

/// A part of a state, with what can be done to it and seen of it.
protocol Member<State> {
  associatedtype State: Composite
  func mutation(_ random: inout SeededRandom) -> Mutation<State>?
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root>
  /// An action for a node at or below this part, if there can be one.
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>?
  /// Something to be mounted at or below this part, if there can be.
  func mounting<Root>(_ label: Int, at place: Address<Root, State>, _ random: inout SeededRandom) -> Mounting<Root>?
  func tree(_ random: inout SeededRandom) -> TreePart<State>?
}
extension Member {
  func mounting<Root>(_ label: Int, at place: Address<Root, State>, _ random: inout SeededRandom) -> Mounting<Root>? {
    nil
  }
}

/// A part of the tree of nodes, for both stores.
struct TreePart<State> {
  let real: (Recorder) -> [AnyNode<State>]
  let naive: (Recorder) -> NaivePart<State>
}

/// A place in both stores.
struct Address<Root, Part> {
  let name: String
  let handle: (RealSide<Root>) -> NodeHandle<Part>
  let naive: NaiveAddress<Root, Part>

  func node<Inner>(_ path: KeyPath<Part, Inner>) -> Address<Root, Inner> {
    Address<Root, Inner>(
      name: name + label(path), handle: { handle($0).node(path) }, naive: naive.node(path, depth: depth(path)))
  }
  func optional<Inner>(_ path: KeyPath<Part, Inner?>) -> Address<Root, Inner> {
    Address<Root, Inner>(
      name: name + label(path) + "?", handle: { handle($0).node(path) },
      naive: naive.optional(path, depth: depth(path)))
  }
  func element<Element: Identifiable>(
    _ path: KeyPath<Part, KeyedList<Element>>, id: Element.ID
  ) -> Address<Root, Element> {
    Address<Root, Element>(
      name: name + label(path) + "[\(id)]", handle: { handle($0).node(path, id: id) },
      naive: naive.element(path, id: id, depth: depth(path)))
  }
}

extension Address where Root == Part {
  static var root: Address { Address(name: "", handle: { $0.store! }, naive: NaiveAddress()) }
}

extension Address {
  /// The node that was mounted with a label, which has to be there.
  static func mounted(_ label: Int) -> Address {
    Address(
      name: "$\(label)", handle: { $0.mounted[label] as! NodeHandle<Part> }, naive: NaiveAddress(mount: label))
  }
}

/// How many properties a path names.
func depth<Root, Value>(_ path: KeyPath<Root, Value>) -> Int {
  path == \Root.self as AnyKeyPath ? 0 : "\(path)".split(separator: ".").count - 1
}
func label(_ path: AnyKeyPath) -> String { "." + "\(path)".split(separator: ".").dropFirst().joined(separator: ".") }

/// A part that has no parts that matter.
struct Leaf<State: Composite, Value: Fuzzed>: Member {
  let path: any WritableKeyPath<State, Value> & Sendable
  init(_ path: any WritableKeyPath<State, Value> & Sendable) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? {
    if random.once(in: 5) {
      return Mutation(name: "\(label(path)) := itself") { [path] in
        let same = $0[keyPath: path]
        $0[keyPath: path] = same
      }
    }
    let value = Value.random(&random)
    return Mutation(name: "\(label(path)) := \(show(value))") { [path] in $0[keyPath: path] = value }
  }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    if random.once(in: 6), let path = path as Any as? KeyPath<State, Int> { return watchRoughly(path, at: place) }
    return watchValue(path, at: place, &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? { nil }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? { nil }
}

/// A part that can be seen only.
struct Derived<State: Composite, Value: Equatable>: Member {
  let path: KeyPath<State, Value>
  init(_ path: KeyPath<State, Value>) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? { nil }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    watchValue(path, at: place, &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? { nil }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? { nil }
}

/// A list that can be seen only.
struct DerivedList<State: Composite, Element: Identifiable & Equatable>: Member where Element.ID == Int {
  let path: KeyPath<State, KeyedList<Element>>
  init(_ path: KeyPath<State, KeyedList<Element>>) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? { nil }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    watchList(path, at: place, &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? { nil }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? { nil }
}

/// A stored or computed part that has parts.
struct Branch<State: Composite, Value: Composite>: Member {
  let path: any WritableKeyPath<State, Value> & Sendable
  init(_ path: any WritableKeyPath<State, Value> & Sendable) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? {
    let inner = Value.mutation(&random)
    return Mutation(name: label(path) + inner.name) { [path] in inner.body(&$0[keyPath: path]) }
  }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    if random.once(in: 4) { return watchValue(path, at: place, &random) }
    return Value.watch(at: place.node(path), &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? {
    Value.deed(at: place.node(path), &random)
  }
  func mounting<Root>(_ label: Int, at place: Address<Root, State>, _ random: inout SeededRandom) -> Mounting<Root>? {
    Value.mounting(label, at: place.node(path), &random)
  }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? {
    if random.once(in: 4) { return nil }
    let parts = Value.tree(&random, label(path))
    return TreePart(
      real: { recorder in nodes { Node(path) { parts.flatMap { $0.real(recorder) } } } },
      naive: { recorder in .node(path, parts.map { $0.naive(recorder) }) })
  }
}

/// An optional whose value has parts.
struct Maybe<State: Composite, Value: Composite>: Member {
  let path: any WritableKeyPath<State, Value?> & Sendable
  init(_ path: any WritableKeyPath<State, Value?> & Sendable) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? {
    switch random.number(0...5) {
    case 0: return Mutation(name: "\(label(path)) := nil") { [path] in $0[keyPath: path] = nil }
    case 1, 2:
      let value = Value.random(&random)
      return Mutation(name: "\(label(path)) := other") { [path] in $0[keyPath: path] = value }
    default:
      let inner = Value.mutation(&random)
      return Mutation(name: "\(label(path))?\(inner.name)") { [path] in
        if var value = $0[keyPath: path] {
          inner.body(&value)
          $0[keyPath: path] = value
        }
      }
    }
  }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    if random.once(in: 3) { return watchValue(path, at: place, &random) }
    return Value.watch(at: place.optional(path), &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? {
    Value.deed(at: place.optional(path), &random)
  }
  func mounting<Root>(_ label: Int, at place: Address<Root, State>, _ random: inout SeededRandom) -> Mounting<Root>? {
    Value.mounting(label, at: place.optional(path), &random)
  }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? {
    if random.once(in: 4) { return nil }
    let parts = Value.tree(&random, label(path) + "?")
    return TreePart(
      real: { recorder in nodes { IfPresent(path) { parts.flatMap { $0.real(recorder) } } } },
      naive: { recorder in .optional(path, parts.map { $0.naive(recorder) }) })
  }
}

/// The value of a case.
struct Case<State: Composite, Value: Composite>: Member {
  let get: @Sendable (State) -> Value?
  let set: @Sendable (Value) -> State

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? {
    let inner = Value.mutation(&random)
    return Mutation(name: "case" + inner.name) { [get, set] in
      if var value = get($0) {
        inner.body(&value)
        $0 = set(value)
      }
    }
  }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    watchValue(\State.self, at: place, &random)
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? { nil }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? {
    let parts = Value.tree(&random, "case")
    return TreePart(
      real: { recorder in nodes { IfCase("case", get: get, set: set) { parts.flatMap { $0.real(recorder) } } } },
      naive: { recorder in .enumCase(get: get, set: set, parts.map { $0.naive(recorder) }) })
  }
}

/// An element of tests that may be renamed.
protocol FuzzedElement: Composite, Identifiable where ID == Int {
  var id: Int { get set }
}

/// A list whose elements have parts.
struct List<State: Composite, Element: FuzzedElement>: Member {
  let path: any WritableKeyPath<State, KeyedList<Element>> & Sendable
  init(_ path: any WritableKeyPath<State, KeyedList<Element>> & Sendable) { self.path = path }

  func mutation(_ random: inout SeededRandom) -> Mutation<State>? {
    let inner = listMutation(Element.self, &random)
    return Mutation(name: label(path) + inner.name) { [path] in inner.body(&$0[keyPath: path]) }
  }
  func watch<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Watch<Root> {
    switch random.number(0...9) {
    case 0: watchValue(path, at: place, &random)
    case 1...4: watchList(path, at: place, &random)
    default: Element.watch(at: place.element(path, id: random.number(0...7)), &random)
    }
  }
  func deed<Root>(at place: Address<Root, State>, _ random: inout SeededRandom) -> Deed<Root>? {
    let action = Element.write(&random)
    if random.once(in: 8) {
      // Without an id it is for all of them.
      let list = place.node(path)
      return Deed(
        name: "\(action.mutation.name) to all of \(list.name)", real: { place.handle($0).dispatch(action, to: path) },
        naive: { $0.dispatch(action, at: list.naive) })
    }
    let id = random.number(0...7)
    let element = place.element(path, id: id)
    if random.once(in: 2) { return Element.deed(at: element, &random) }
    return Deed(
      name: "\(action.mutation.name) to \(element.name)",
      real: { place.handle($0).dispatch(action, to: path, id: id) },
      naive: { $0.dispatch(action, at: element.naive) })
  }
  func mounting<Root>(_ label: Int, at place: Address<Root, State>, _ random: inout SeededRandom) -> Mounting<Root>? {
    Element.mounting(label, at: place.element(path, id: random.number(0...7)), &random)
  }
  func tree(_ random: inout SeededRandom) -> TreePart<State>? {
    if random.once(in: 6) { return nil }
    let parts = Element.tree(&random, label(path) + "[]")
    return TreePart(
      real: { recorder in nodes { ForEach(path) { parts.flatMap { $0.real(recorder) } } } },
      naive: { recorder in .elements(path, parts.map { $0.naive(recorder) }) })
  }
}

private func listMutation<Element: FuzzedElement>(
  _ type: Element.Type, _ random: inout SeededRandom
) -> Mutation<KeyedList<Element>> {
  let (id, at) = (random.number(0...7), random.number(0...100))
  switch random.number(0...10) {
  case 0, 1:
    var element = Element.random(&random)
    element.id = id
    let value = element
    return Mutation(name: ".insert(\(id), at: \(at))") { $0.insert(value, at: min(at, $0.count)) }
  case 2, 3: return Mutation(name: ".remove(\(id))") { $0.remove(id: id) }
  case 4:
    let to = random.number(0...100)
    return Mutation(name: ".move(\(at), \(to))") { list in
      if !list.isEmpty { list.move(from: at % list.count, to: to % list.count) }
    }
  case 5:
    let seed = random.next()
    return Mutation(name: ".shuffle") { list in
      var random = SeededRandom(seed: seed)
      list = KeyedList(uniqueElements: list.shuffled(using: &random))
    }
  case 6: return Mutation(name: " := an equal list") { $0 = KeyedList(uniqueElements: Array($0)) }
  case 7:
    let list = KeyedList<Element>.random(&random)
    return Mutation(name: " := \(list.map(\.id))") { $0 = list }
  case 8:
    let other = random.number(0...7)
    return Mutation(name: "[\(id)].id := \(other)") { $0.update(id: id) { $0.id = other } }
  default:
    let inner = Element.mutation(&random)
    return Mutation(name: "[\(id)]\(inner.name)") { $0.update(id: id, inner.body) }
  }
}

extension KeyedList: Fuzzed where Element: FuzzedElement {
  static func random(_ random: inout SeededRandom) -> KeyedList {
    // Some lists are so long that they are no longer in one piece.
    let highest = random.once(in: 40) ? 70 : 7
    var ids = Array((0...highest).shuffled(using: &random).prefix(random.number(0...highest)))
    if random.once(in: 5) { ids = [] }
    return KeyedList(
      uniqueElements: ids.map { id in
        var element = Element.random(&random)
        element.id = id
        return element
      })
  }
}
