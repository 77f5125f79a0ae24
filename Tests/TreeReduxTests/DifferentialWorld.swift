import TestSupport
import TreeDiff
import TreeRedux

/// What an observer was told, in a form that can be compared.
protocol Heard: CustomStringConvertible {
  /// Why this, which the store told, is not what the oracle told; nil if it is.
  func disagreement(with expected: any Heard) -> String?
}

/// A value before and after.
struct HeardChange<Value: Equatable>: Heard {
  let old: Value
  let new: Value

  func disagreement(with expected: any Heard) -> String? {
    guard let expected = expected as? Self else { return "another kind" }
    return old != expected.old ? "another old value" : new != expected.new ? "another new value" : nil
  }
  var description: String { "\(show(old)) > \(show(new))" }
}

/// A list before and after, and the ids that the store says have changed.
struct HeardList<Element: Identifiable & Equatable>: Heard {
  let old: [Element]
  let new: [Element]
  var changed: [Element.ID]?
  /// What the store told that does not fit together.
  var problem: String?

  func disagreement(with expected: any Heard) -> String? {
    guard let expected = expected as? Self, let changed else { return "another kind" }
    if let problem { return problem }
    if old != expected.old { return "another old list" }
    if new != expected.new { return "another new list" }
    let (before, after) = (byID(old), byID(new))
    let ids = Set(changed)
    if ids.count != changed.count { return "an id comes twice" }
    let must = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    if !ids.isSuperset(of: must) { return "ids are missing: \(must.subtracting(ids))" }
    let moved = ids.subtracting(must)
    let stayed = Set(before.keys).intersection(after.keys)
    if !moved.isSubset(of: stayed) { return "ids that never were there" }
    // Those that are not named as changed have kept their order.
    let unmoved = stayed.subtracting(ids)
    if old.map(\.id).filter(unmoved.contains) != new.map(\.id).filter(unmoved.contains) { return "a move is missing" }
    let kept = fewestMoves(old.map(\.id).filter(stayed.contains), new.map(\.id).filter(stayed.contains))
    return moved.count > kept ? "\(moved.count) are told as moved where \(kept) moves do" : nil
  }

  private func byID(_ list: [Element]) -> [Element.ID: Element] {
    Dictionary(uniqueKeysWithValues: list.map { ($0.id, $0) })
  }
  private func fewestMoves(_ old: [Element.ID], _ new: [Element.ID]) -> Int {
    let place = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($1, $0) })
    var lengths: [Int] = []
    for (i, id) in new.enumerated() {
      lengths.append(1 + ((0..<i).filter { place[new[$0]]! < place[id]! }.map { lengths[$0] }.max() ?? 0))
    }
    return new.count - (lengths.max() ?? 0)
  }
  var description: String { "\(show(old)) > \(show(new))" + (changed.map { " changed \($0)" } ?? "") }
}

/// An event.
struct HeardEvent: Heard {
  let payload: Int
  let path: String
  let action: String

  init(payload: Int, path: String, action: (any Action)?) {
    (self.payload, self.path, self.action) = (payload, path, (action as? any NamedAction)?.name ?? "none")
  }

  func disagreement(with expected: any Heard) -> String? {
    guard let expected = expected as? Self else { return "another kind" }
    if payload != expected.payload { return "another payload" }
    if path != expected.path { return "another path" }
    return action == expected.action ? nil : "another action"
  }
  var description: String { "event \(payload) of \(path) by \(action)" }
}

/// A text for a value that may hold lists.
func show(_ value: Any) -> String {
  var text = ""
  dump(value, to: &text, maxItems: 30)
  text = text.replacing("TreeReduxTests.", with: "")
  return text.split(separator: "\n").map { $0.drop { " -▿".contains($0) } }.joined(separator: " ").prefix(200)
    .description
}

/// An action with an address, for both stores.
struct Deed<Root> {
  let name: String
  let real: (RealSide<Root>) -> Bool
  let naive: (NaiveStore<Root>) -> Bool?
}

/// Something to be observed, in both stores.
struct Watch<Root> {
  let name: String
  var isSequence = false
  let real: (RealSide<Root>, @escaping (any Heard) -> Void) -> RealWatching
  let naive: (NaiveStore<Root>, @escaping (any Heard) -> Void) -> NaiveObservation
}

enum RealWatching {
  case observation(Observation)
  case values(() async -> [any Heard])
}

/// A node to be mounted, in both stores.
struct Mounting<Root> {
  let name: String
  /// The type of its state.
  let type: any Composite.Type
  let real: (RealSide<Root>) -> AnyObject
  let naive: (NaiveSide<Root>) -> Void
}

/// One step of a test.
indirect enum Step<Root>: CustomStringConvertible {
  case dispatch(Deed<Root>)
  /// Begins an observer, which takes steps of its own each time it is called.
  case observe(Int, Watch<Root>, script: [[Step]])
  case cancel(Int)
  case release(Int)
  case batch([Step])
  case mount(Int, Mounting<Root>)
  case unmount(Int)
  /// Takes a step that needs a mounted node, if that is there.
  case inside(Int, Step)

  var description: String { lines.joined(separator: "\n") }
  private var lines: [String] {
    switch self {
    case .dispatch(let deed): return ["dispatch \(deed.name)"]
    case .cancel(let label): return ["cancel \(label)"]
    case .release(let label): return ["release \(label)"]
    case .batch(let steps): return ["batch"] + steps.flatMap { $0.lines.map { "  " + $0 } }
    case .mount(let label, let mounting): return ["mount \(label): \(mounting.name)"]
    case .unmount(let label): return ["unmount \(label)"]
    case .inside(let label, let step): return step.lines.map { "in $\(label): " + $0 }
    case .observe(let label, let watch, let script):
      return ["observe \(label): \(watch.name)"]
        + script.enumerated().flatMap { i, steps in
          steps.flatMap { $0.lines.map { "  call \(i + 1): " + $0 } }
        }
    }
  }
}

extension Step {
  /// The steps with one left out, or with less in it.
  static func smaller(_ steps: [Step], at i: Int) -> [[Step]] {
    var without = steps
    without.remove(at: i)
    func with(_ step: Step) -> [Step] {
      var changed = steps
      changed[i] = step
      return changed
    }
    switch steps[i] {
    case .batch(let inner):
      return [without] + inner.indices.reversed().flatMap { smaller(inner, at: $0) }.map { with(.batch($0)) }
    case .observe(let label, let watch, let script):
      return [without]
        + script.indices.flatMap { call in
          script[call].indices.reversed().flatMap { smaller(script[call], at: $0) }.map { less in
            var script = script
            script[call] = less
            return with(.observe(label, watch, script: script))
          }
        }
    case .inside(let label, let step):
      return [without] + smaller([step], at: 0).dropFirst().map { with(.inside(label, $0[0])) }
    default: return [without]
    }
  }
}

/// What happened in a store, in order.
enum Happening: CustomStringConvertible {
  case reduced(String)
  case told(Int, any Heard)
  /// What a dispatch returned; nil where it waited, and anything will do.
  case returned(Bool?)

  func disagreement(with expected: Happening) -> String? {
    switch (self, expected) {
    case (.reduced(let a), .reduced(let b)): return a == b ? nil : "another reduction"
    case (.returned(let a), .returned(let b)): return b == nil || a == b ? nil : "dispatch returned something else"
    case (.told(let a, let heard), .told(let b, let other)):
      return a == b ? heard.disagreement(with: other) : "another observer"
    default: return "something else happened"
    }
  }
  var description: String {
    switch self {
    case .reduced(let text): "reduced \(text)"
    case .told(let label, let heard): "told \(label): \(heard)"
    case .returned(let isTaken): "returned \(isTaken.map { "\($0)" } ?? "anything")"
    }
  }
}

/// Collects what happens in one store.
final class Recorder {
  var events: [Happening] = []
  /// The mounted nodes whose handles are being used.
  var used: [Int] = []
  func reduced(_ text: String) { events.append(.reduced(text)) }
}

/// A store that takes steps.
protocol Side<Root>: AnyObject {
  associatedtype Root
  func dispatch(_ deed: Deed<Root>)
  func observe(_ label: Int, _ watch: Watch<Root>, _ hear: @escaping (any Heard) -> Void)
  func cancel(_ label: Int)
  func release(_ label: Int)
  func batch(_ body: () -> Void)
  func mount(_ label: Int, _ mounting: Mounting<Root>)
  func unmount(_ label: Int)
  /// Whether a mounted node is kept by its handle.
  func keeps(_ label: Int) -> Bool
  var recorder: Recorder { get }
}

extension Side {
  func take(_ step: Step<Root>) {
    switch step {
    case .dispatch(let deed): dispatch(deed)
    case .cancel(let label): cancel(label)
    case .release(let label): release(label)
    case .batch(let steps): batch { for step in steps { take(step) } }
    case .mount(let label, let mounting): mount(label, mounting)
    // Whoever uses a handle keeps it until it is through.
    case .unmount(let label): if !recorder.used.contains(label) { unmount(label) }
    case .inside(let label, let step):
      guard keeps(label) else { return }
      recorder.used.append(label)
      take(step)
      recorder.used.removeLast()
    case .observe(let label, let watch, let script):
      var calls = 0
      observe(label, watch) { [weak self] heard in
        guard let self else { return }
        recorder.events.append(.told(label, heard))
        calls += 1
        if calls <= script.count { for step in script[calls - 1] { take(step) } }
      }
    }
  }
}

/// The store under test.
final class RealSide<Root>: Side {
  private(set) var store: RootStore<Root>?
  let recorder: Recorder
  private var observations: [Int: Observation] = [:]
  private var values: [Int: () async -> [any Heard]] = [:]
  private(set) var mounted: [Int: AnyObject] = [:]

  init(_ root: Root, _ tree: [TreePart<Root>]) {
    let recorder = Recorder()
    self.recorder = recorder
    store = RootStore(root) { tree.flatMap { $0.real(recorder) } }
    store?.onDiagnostic = nil
  }

  func dispatch(_ deed: Deed<Root>) {
    recorder.events.append(.returned(deed.real(self)))
  }
  func observe(_ label: Int, _ watch: Watch<Root>, _ hear: @escaping (any Heard) -> Void) {
    switch watch.real(self, hear) {
    case .observation(let observation): observations[label] = observation
    case .values(let collect): values[label] = collect
    }
  }
  func cancel(_ label: Int) {
    observations[label]?.cancel()
    // There is no other way to cancel a sequence than to let go of it.
    values[label] = nil
  }
  func release(_ label: Int) {
    observations[label] = nil
    values[label] = nil
  }
  func batch(_ body: () -> Void) { store!.batch(body) }
  func mount(_ label: Int, _ mounting: Mounting<Root>) { mounted[label] = mounting.real(self) }
  func unmount(_ label: Int) { mounted[label] = nil }
  func keeps(_ label: Int) -> Bool { mounted[label] != nil }

  /// Releases the store and returns what its streams have held.
  func finish() async -> [Int: [any Heard]] {
    store = nil
    (observations, mounted) = ([:], [:])
    var all: [Int: [any Heard]] = [:]
    for (label, collect) in values { all[label] = await collect() }
    return all
  }
}

/// The oracle.
final class NaiveSide<Root>: Side {
  let store: NaiveStore<Root>
  let recorder: Recorder
  private var observers: [Int: NaiveObservation] = [:]
  private(set) var values: [Int: [any Heard]] = [:]
  private var kept: Set<Int> = []

  init(_ root: Root, _ tree: [TreePart<Root>]) {
    let recorder = Recorder()
    self.recorder = recorder
    store = NaiveStore(root, tree.map { $0.naive(recorder) })
  }

  func dispatch(_ deed: Deed<Root>) {
    recorder.events.append(.returned(deed.naive(store)))
  }
  func observe(_ label: Int, _ watch: Watch<Root>, _ hear: @escaping (any Heard) -> Void) {
    if watch.isSequence { values[label] = [] }
    observers[label] = watch.naive(store) { [weak self] heard in
      if watch.isSequence { self?.values[label]?.append(heard) } else { hear(heard) }
    }
  }
  func cancel(_ label: Int) {
    observers[label]?.cancel()
    values[label] = nil
  }
  func release(_ label: Int) { cancel(label) }
  func batch(_ body: () -> Void) { store.batch(body) }
  func mount(_ label: Int, _ mounting: Mounting<Root>) {
    kept.insert(label)
    mounting.naive(self)
  }
  func unmount(_ label: Int) { if kept.remove(label) != nil { store.unmount(label) } }
  func keeps(_ label: Int) -> Bool { kept.contains(label) }
}
