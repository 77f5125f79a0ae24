/// A part of the state with reducers of its own.
///
/// ```swift
/// Node(\.feed) {
///   FeedReducer(client: .live)
///   ForEach(\.posts) { PostReducer() }
/// }
/// ```
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
      return true
    } read: { parent, body in
      withMemory(reading: parent[as: Parent.self][keyPath: path], body)
      return true
    }
    return addCrossing(
      path, isStored: false, container: container, at: 0, State.self, .one(way, nil))
  }

  @usableFromInline
  func addStored(_ path: AnyKeyPath, offset: Int, size: Int, type: ObjectIdentifier) -> NodeCore {
    let child = NodeCore(.path(path), in: self, offset: self.offset + offset, size: size, of: type)
    add(child, at: .stored(offset: child.offset, type: type))
    return child
  }

  /// Adds a node that begins a frame.
  ///
  /// - Parameters:
  ///   - path: The key path of what is reached.
  ///   - isStored: Whether it leads to the container, and does not start from it.
  ///   - offset: Where the container lies within this node.
  ///   - state: The type of what is reached.
  @inlinable
  func addCrossing<State>(
    _ path: AnyKeyPath, isStored: Bool, container: Container, at offset: Int, _ state: State.Type, _ kind: Crossing.Kind
  ) -> NodeCore {
    addCrossing(
      path, isStored: isStored, container: container, at: offset, size: MemoryLayout<State>.size,
      of: ObjectIdentifier(state), kind)
  }
  @usableFromInline
  func addCrossing(
    _ path: AnyKeyPath, isStored: Bool, container: Container, at offset: Int, size: Int, of stateType: ObjectIdentifier,
    _ kind: Crossing.Kind
  ) -> NodeCore {
    let crossing = Crossing(container: container, offset: self.offset + offset, kind: kind)
    let child = NodeCore(.path(path), in: self, crossing: crossing, size: size, of: stateType)
    add(
      child,
      at: isStored ? .stored(offset: crossing.offset, type: ObjectIdentifier(container.type)) : .path(pathInFrame(path))
    )
    return child
  }

  /// Adds the node of an enum's case, which has a name only.
  @usableFromInline
  func addCase(
    _ name: String, container: Container, size: Int, of stateType: ObjectIdentifier, _ way: Crossing.Way
  ) -> NodeCore {
    let crossing = Crossing(container: container, offset: offset, kind: .one(way, nil))
    let child = NodeCore(.text("." + name), in: self, crossing: crossing, size: size, of: stateType)
    add(child)
    return child
  }
}
