/// A part of the state with reducers of its own.
///
/// ```swift
/// Node(\.feed) {
///   FeedReducer(client: .live)
///   ForEach(\.posts) { PostReducer() }
/// }
/// ```
///
/// One part may have several nodes, as when features are put together: what is addressed to it reaches all of them, in the
/// order of their declaration.
public struct Node<Parent>: TreeNode {
  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates a node at a key path.
  ///
  /// - Parameters:
  ///   - path: Where the node's state lies within its parent's. A path of stored properties is reached by its offset; any
  ///     other writable path works too, and what encloses it is looked at for changes.
  ///   - content: The reducers of the node and its child nodes. Reducers run before children.
  @inlinable
  public init<State>(_ path: WritableKeyPath<Parent, State>, @NodeBuilder<State> _ content: () -> [AnyNode<State>]) {
    let content = content()
    part = AnyNode { parent in
      let child = parent.child(path)
      child.attach(content)
      return child
    }
  }
}

extension NodeCore {
  /// Adds the node of a key path.
  @inlinable
  func child<Parent, State>(_ path: WritableKeyPath<Parent, State>) -> NodeCore {
    if let offset = MemoryLayout<Parent>.offset(of: path) {
      return addStored(path, offset: offset, size: MemoryLayout<State>.size, type: ObjectIdentifier(State.self))
    }
    let container = Container(type: Parent.self, operations: ValueOperations(Parent.self))
    let way = Crossing.Way { parent, body in
      withMemory(of: &parent[as: Parent.self][keyPath: path], body)
      return .present
    } read: { parent, body in
      withMemory(reading: parent[as: Parent.self][keyPath: path], body)
      return .present
    }
    let crossing = Crossing(
      container: container, offset: self.offset, kind: .one(way, nil), inner: ValueOperations(State.self))
    return addComputed(path, crossing, type: ObjectIdentifier(State.self))
  }

  @usableFromInline
  func addStored(_ path: AnyKeyPath, offset: Int, size: Int, type: ObjectIdentifier) -> NodeCore {
    let child = NodeCore(.path(path), in: self, offset: self.offset + offset, size: size, of: type)
    add(child, at: .stored(offset: child.offset, type: type))
    return child
  }

  @usableFromInline
  func addComputed(_ path: AnyKeyPath, _ crossing: Crossing, type: ObjectIdentifier) -> NodeCore {
    let child = NodeCore(.path(path), in: self, crossing: crossing, of: type)
    add(child, at: .path(pathInFrame(path)))
    return child
  }

  /// Adds the node of what this node's state contains: the elements of a list, the value of an optional.
  @usableFromInline
  func addContent(
    of container: Container, _ inner: ValueOperations, type: ObjectIdentifier, _ kind: Crossing.Kind
  ) -> NodeCore {
    let crossing = Crossing(container: container, offset: offset, kind: kind, inner: inner)
    let child = NodeCore(.text(""), in: self, crossing: crossing, of: type)
    add(child, in: .stored(offset: offset, type: ObjectIdentifier(container.type)))
    return child
  }

  /// Adds the node of an enum's case, which has a name only.
  @usableFromInline
  func addCase(
    _ name: String, container: Container, _ inner: ValueOperations, of stateType: ObjectIdentifier, _ way: Crossing.Way,
    _ identity: Crossing.Identity?
  ) -> NodeCore {
    let crossing = Crossing(container: container, offset: offset, kind: .one(way, identity), inner: inner)
    let child = NodeCore(.text("." + name), in: self, crossing: crossing, of: stateType)
    add(child)
    return child
  }
}
