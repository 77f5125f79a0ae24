import TestSupport
import TreeRedux

/// An action that can be told from others.
protocol NamedAction: Action {
  var name: String { get }
}

/// An action that changes states of one type.
struct Write<State>: NamedAction {
  let mutation: Mutation<State>
  let next: [NaiveEffect<Write>]
  var name: String { mutation.name }
}

struct WriteReducer<State: Sendable>: NaiveReducer {
  typealias ActionType = Write<State>
  let name: String
  let recorder: Recorder
  func step(_ state: inout State, _ action: Write<State>) -> [NaiveEffect<Write<State>>] {
    recorder.reduced("\(name) \(action.mutation.name) at \(identityText(state))")
    action.mutation.body(&state)
    return action.next
  }
}

/// An action that every state takes.
struct Bump: NamedAction {
  var amount: Int
  var name: String { "bump \(amount)" }
}

struct BumpReducer<State: Composite>: NaiveReducer {
  typealias ActionType = Bump
  let name: String
  let recorder: Recorder
  func step(_ state: inout State, _ action: Bump) -> [NaiveEffect<Bump>] {
    recorder.reduced("\(name) bump \(action.amount) at \(identityText(state))")
    state.bump(action.amount)
    // Few elements answer, or a broadcast would lead to as many actions as there are elements.
    if let element = state as? any FuzzedElement, element.id > 2 { return [] }
    return action.amount > 1 ? [.publish(.bumped, action.amount), .send(Bump(amount: action.amount - 1))] : []
  }
}

extension EventTopic where Payload == Int {
  static var bumped: Self { Self() }
  static var written: Self { Self() }
}

private func identityText(_ state: Any) -> String {
  (state as? any Identifiable).map { "\($0.id as Any)" } ?? "\(type(of: state))"
}

extension Composite {
  /// Some reducers and the nodes of some parts, in any order.
  static func tree(_ random: inout SeededRandom, _ name: String) -> [TreePart<Self>] {
    var parts: [TreePart<Self>] = []
    for i in 0..<random.number(0...2) where !random.once(in: 4) {
      let name = "\(name)#\(i)"
      if random.once(in: 3) {
        parts.append(
          TreePart(
            real: { recorder in nodes { BumpReducer<Self>(name: name, recorder: recorder) } },
            naive: { .reducer(BumpReducer<Self>(name: name, recorder: $0)) }))
      } else {
        parts.append(
          TreePart(
            real: { recorder in nodes { WriteReducer<Self>(name: name, recorder: recorder) } },
            naive: { .reducer(WriteReducer<Self>(name: name, recorder: $0)) }))
      }
    }
    for member in members {
      if let part = member.tree(&random) { parts.append(part) }
    }
    return parts.shuffled(using: &random)
  }

  static func mutation(_ random: inout SeededRandom) -> Mutation<Self> {
    if random.once(in: 10) {
      let value = Self.random(&random)
      if !random.once(in: 3) {
        return Mutation(name: "\(Self.self) := other") { $0 = value.identified(as: $0) }
      }
      return Mutation(name: "\(Self.self) := another") { $0 = value }
    }
    while true {
      if let mutation = members.randomElement(using: &random)!.mutation(&random) { return mutation }
    }
  }

  /// Something to be watched at or below a place.
  static func watch<Root>(at place: Address<Root, Self>, _ random: inout SeededRandom) -> Watch<Root> {
    if random.once(in: 8) { return watchValue(\Self.self, at: place, &random) }
    if random.once(in: 6) { return watchEvents(random.once(in: 3) ? .bumped : .written, at: place) }
    return members.randomElement(using: &random)!.watch(at: place, &random)
  }

  /// An action for a node at or below a place.
  static func deed<Root>(at place: Address<Root, Self>, _ random: inout SeededRandom) -> Deed<Root> {
    if !random.once(in: 3), let deed = members.randomElement(using: &random)!.deed(at: place, &random) { return deed }
    if random.once(in: 8) {
      let (topic, payload) = (random.once(in: 3) ? EventTopic.bumped : .written, random.number(0...9))
      return Deed(
        name: "publish \(topic) \(payload) at \(place.name)", real: { place.handle($0).publish(topic, payload) },
        naive: { $0.publish(topic, payload, at: place.naive) })
    }
    if random.once(in: 6) {
      let action = Bump(amount: random.number(0...2))
      return Deed(
        name: "bump \(action.amount) at \(place.name)", real: { place.handle($0).dispatch(action) },
        naive: { $0.dispatch(action, at: place.naive) })
    }
    let action = write(&random)
    return Deed(
      name: "\(action.mutation.name) at \(place.name)", real: { place.handle($0).dispatch(action) },
      naive: { $0.dispatch(action, at: place.naive) })
  }

  /// Something to be mounted at or below a place.
  static func mounting<Root>(
    _ label: Int, at place: Address<Root, Self>, _ random: inout SeededRandom
  ) -> Mounting<Root> {
    if !random.once(in: 4), let inner = members.randomElement(using: &random)!.mounting(label, at: place, &random) {
      return inner
    }
    func make<State: Composite>(_ type: State.Type) -> Mounting<Root> {
      let (state, tree) = (State.random(&random), State.tree(&random, "$\(label)"))
      return Mounting(
        name: "\(type) at \(place.name)", type: type,
        real: { side in
          place.handle(side).mount(state, name: NaiveStore<Root>.name(ofMount: label)) {
            tree.flatMap { $0.real(side.recorder) }
          }
        },
        naive: { side in
          side.store.mount(state, label: label, at: place.naive, tree.map { $0.naive(side.recorder) })
        })
    }
    let types: [any Composite.Type] = [Odd.self, Wrapped.self, Entry.self, Shelf.self, Feed.self]
    return make(types.randomElement(using: &random)!)
  }

  static func write(_ random: inout SeededRandom) -> Write<Self> {
    Write(
      mutation: mutation(&random), next: random.once(in: 3) ? (0..<random.number(1...2)).map { _ in then(&random) } : []
    )
  }

  /// What follows an action.
  private static func then(_ random: inout SeededRandom) -> NaiveEffect<Write<Self>> {
    if random.once(in: 2) { return .publish(.written, random.number(0...9)) }
    let next: [NaiveEffect<Write<Self>>] = random.once(in: 3) ? [.publish(.written, random.number(0...9))] : []
    return .send(Write(mutation: mutation(&random), next: next))
  }
}

func nodes<State>(@NodeBuilder<State> _ build: () -> [AnyNode<State>]) -> [AnyNode<State>] { build() }
