/// Reducers and nodes whose actions are nested in a parent's enum.
///
/// ```swift
/// enum AppAction: Action { case feed(FeedAction), settings(SettingsAction) }
///
/// Embed(AppAction.feed, extract: { if case .feed(let action) = $0 { action } else { nil } }) {
///   Node(\.feed) { FeedReducer() }
/// }
///
/// store.dispatch(AppAction.feed(.refresh))
/// ```
///
/// Reducers inside take their own actions as ever, and those that they find in the parent's. What an effect sends goes
/// back to its node as the parent's action if it came as one, so that middleware and recordings see one type.
///
/// It is no node of its own: reducers inside stand at the node around it, which their effects belong to.
///
/// Embeds may be nested, also those that take actions out of the same type: an action is taken if there is a way to what is
/// inside it, through one Embed or through several from the outermost inwards. If there are several ways, the first is taken,
/// and those through outer Embeds come first.
public struct Embed<State> {
  @usableFromInline let part: AnyNode<State>

  /// Creates a part of a tree that takes its actions out of others.
  ///
  /// - Parameters:
  ///   - embed: Puts an action into the parent's.
  ///   - extract: Takes it out; nil if the parent's action is another.
  ///   - content: The reducers and nodes.
  public init<Outer: Action, Inner: Action>(
    _ embed: @escaping @Sendable (Inner) -> Outer, extract: @escaping @Sendable (Outer) -> Inner?,
    @NodeBuilder<State> _ content: () -> [AnyNode<State>]
  ) {
    let content = content()
    let embedding = Embedding(embed, extract)
    part = AnyNode { parent in
      let child = NodeCore(
        .text(""), in: parent, offset: parent.offset, size: parent.size, of: ObjectIdentifier(Embedding.self))
      child.add(embedding)
      parent.add(child)
      child.attach(content)
      return child
    }
  }
}

extension Embed {
  /// Nothing: an `Embed` is no node. Close the nodes inside.
  @available(*, unavailable, message: "an Embed is no node of its own; close the nodes inside it")
  public func closed() -> AnyNode<State> { part }

  /// Nothing: an `Embed` is no node. Give the delegate to the nodes inside.
  @available(*, unavailable, message: "an Embed is no node of its own; give the delegate to the nodes inside it")
  public func delegate<Told: Sendable, A: Action>(_ body: @escaping (Told) -> A) -> AnyNode<State> { part }
}

/// How actions of one type are taken out of those of another.
final class Embedding {
  let outer: ObjectIdentifier
  let inner: ObjectIdentifier
  private let extract: (_ outer: Memory, _ body: (_ inner: Memory) -> Void) -> Void
  let wrap: AnyEffect.Wrap

  init<Outer: Action, Inner: Action>(
    _ embed: @escaping @Sendable (Inner) -> Outer, _ extract: @escaping @Sendable (Outer) -> Inner?
  ) {
    (outer, inner) = (ObjectIdentifier(Outer.self), ObjectIdentifier(Inner.self))
    self.extract = { memory, body in
      if let inner = extract(memory[as: Outer.self]) { withMemory(reading: inner, body) }
    }
    wrap = { action in (action as? Inner).map(embed) ?? action }
  }

  /// Takes an action as it is, unless it can be taken in one of several ways.
  private init(type: ObjectIdentifier, unless chains: [[Embedding]]) {
    (outer, inner) = (type, type)
    extract = { action, body in
      var isTaken = false
      for chain in chains where !isTaken { Embedding.extract(from: action, chain[...]) { _ in isTaken = true } }
      if !isTaken { body(action) }
    }
    wrap = { $0 }
  }

  /// All ways from one type of action to another, each outermost first: no action can be taken in more than one of them.
  static func chains(
    from outer: ObjectIdentifier, to inner: ObjectIdentifier, through all: [Embedding]
  ) -> [[Embedding]] {
    var chains: [[Embedding]] = []
    func extend(_ chain: [Embedding], from type: ObjectIdentifier, through rest: ArraySlice<Embedding>) {
      // Recursive nodes have an Embed around them several times: it is passed once on a way, the first time that it comes.
      var passed = chain
      for (index, embedding) in zip(rest.indices, rest) where embedding.outer == type {
        if passed.contains(where: { $0 === embedding }) { continue }
        passed.append(embedding)
        if embedding.inner == inner {
          chains.append(chain + [embedding])
        } else {
          extend(chain + [embedding], from: embedding.inner, through: rest[(index + 1)...])
        }
      }
    }
    extend([], from: outer, through: all[...])
    return chains.indices.map { number in
      number == 0 ? chains[0] : [Embedding(type: outer, unless: Array(chains[..<number]))] + chains[number]
    }
  }

  /// Calls `body` with the action inside another one, if it is there.
  static func extract(from action: Memory, _ chain: ArraySlice<Embedding>, _ body: (Memory) -> Void) {
    guard let first = chain.first else { return body(action) }
    first.extract(action) { extract(from: $0, chain.dropFirst(), body) }
  }
}
