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
/// back to its node as the parent's action if it came as one, so that middleware and recordings see one type. Embeds may
/// be nested.
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
    part = AnyNode { parent in
      let child = NodeCore(
        .text(""), in: parent, offset: parent.offset, size: parent.size, of: ObjectIdentifier(Embedding.self))
      child.add(Embedding(embed, extract))
      parent.add(child)
      child.attach(content)
      return child
    }
  }
}

/// How actions of one type are taken out of those of another.
struct Embedding {
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

  /// Those that lead from one type of action to another, outermost first.
  static func chain(
    from outer: ObjectIdentifier, to inner: ObjectIdentifier, through all: [Embedding]
  ) -> [Embedding]? {
    var chain: [Embedding] = []
    for embedding in all where embedding.outer == chain.last?.inner ?? outer {
      chain.append(embedding)
      if embedding.inner == inner { return chain }
    }
    return nil
  }

  /// Calls `body` with the action inside another one, if it is there.
  static func extract(from action: Memory, _ chain: ArraySlice<Embedding>, _ body: (Memory) -> Void) {
    guard let first = chain.first else { return body(action) }
    first.extract(action) { extract(from: $0, chain.dropFirst(), body) }
  }
}
