public import TreeDiff

extension NodeHandle {
  /// Sends an action to this node: it falls through the reducers at the node and below it.
  ///
  /// If another action runs, this one waits for its turn; otherwise it, and whatever it leads to, is done when this
  /// returns, and observers have been told. That it falls to nobody because all lists and optionals on the way are empty is
  /// nothing to report.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: Whether a reducer took the action; for one that waits, whether there is one to take it, as things are.
  @discardableResult
  @inlinable
  public final func dispatch<A: Action>(_ action: A, isolation: isolated (any Actor)? = #isolation) -> Bool {
    withCore { core in
      withMemory(reading: action) { action in
        guard let element else { return core.dispatch(action, ActionType(A.self), route: route, isolation: isolation) }
        return element.with {
          core.dispatch(action, ActionType(A.self), inElement: $0, of: route, isolation: isolation)
        }
      }
    }
  }

  /// Sends an action to the node at a key path.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - path: Where the node lies; a `Node` must have been declared there. An optional stands for its value while there is
  ///     one, unless reducers of the optional itself take such actions.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: Whether a reducer took the action; for one that waits, whether there is one to take it, as things are.
  @discardableResult
  @inlinable
  public final func dispatch<A: Action, Part>(
    _ action: A, to path: KeyPath<State, Part>, isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    let node = node(path)
    guard let value = node.valueRoute(for: ActionType(A.self)) else {
      return node.dispatch(action, isolation: isolation)
    }
    return withCore { core in
      withMemory(reading: action) { core.dispatch($0, ActionType(A.self), route: value, isolation: isolation) }
    }
  }

  /// The way to the value of the optional that this is the node of, if there is one and actions of a type are meant for it.
  @usableFromInline
  final func valueRoute(for type: ActionType) -> Route? {
    guard let core, !core.isReducing, let value = route.value(for: type), value.exists(from: memory.live) else {
      return nil
    }
    return value
  }

  /// Sends an action to one element of a list.
  ///
  /// ```swift
  /// store.dispatch(PostAction.like, to: \.feed.posts, id: 42)
  /// ```
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - path: The list; a `ForEach` must have been declared for it.
  ///   - id: The element's id. If the list has no such element, nothing happens, and a diagnostic says so.
  ///   - isolation: Where the store lives; the caller's by default.
  /// - Returns: Whether a reducer took the action; for one that waits, whether there is one to take it, as things are.
  /// - Complexity: O(log *n*) for a list of *n* elements, besides what the reducer does.
  @discardableResult
  @inlinable
  public final func dispatch<A: Action, Element: Identifiable>(
    _ action: A, to path: KeyPath<State, KeyedList<Element>>, id: Element.ID,
    isolation: isolated (any Actor)? = #isolation
  ) -> Bool {
    withCore { core in
      guard let elements = core.elements(at: path, of: self) else {
        return node(path, id: id).dispatch(action, isolation: isolation)
      }
      return withMemory(reading: action) { action in
        elements.with {
          core.dispatch(
            action, ActionType(A.self), inElementOf: $0,
            { list, body in updateElement(id, of: &list[as: KeyedList<Element>.self], body) },
            route: { node(path, id: id).route }, isolation: isolation)
        }
      }
    }
  }
}

extension StoreCore {
  /// The node of the elements of a list in the state's own memory.
  @inlinable
  func elements<State, Element: Identifiable>(
    at path: KeyPath<State, KeyedList<Element>>, of handle: NodeHandle<State>
  ) -> Borrowed<NodeCore>? {
    if let found = handle.elementNodes.find(path) { return found }
    guard let base = handle.place.storedOffset, let offset = MemoryLayout<State>.offset(of: path) else { return nil }
    let type = ObjectIdentifier(KeyedList<Element>.self)
    guard let node = root.frame(in: .stored(offset: base + offset, type: type)) else { return nil }
    handle.elementNodes.add(node, at: path)
    return Borrowed(node)
  }

  /// What watches a list in the state's own memory.
  @inlinable
  func watch<State, Element: Identifiable>(
    at path: KeyPath<State, KeyedList<Element>>, below handle: NodeHandle<State>
  ) -> ListWatch? {
    if let slot = handle.slots.find(path), let list = slot.with({ $0.list }) { return list }
    let list = handle.place.appending(path)
    guard let offset = list.storedOffset else { return nil }
    let watch = registry.watch(of: Element.self, at: offset, depth: list.depth)
    handle.slots.add(watch.slot.object, at: path)
    return watch
  }
}
