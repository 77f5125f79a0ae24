/// The value that one case of an enum holds, with reducers of its own that run while the state is in that case.
///
/// ```swift
/// enum Screen { case loading, reading(ReaderState) }
///
/// IfCase("reading", get: { if case .reading(let state) = $0 { state } else { nil } }, set: Screen.reading) {
///   ReaderReducer()
/// }
/// ```
///
/// When the state is in another case, or the case holds a value with another id, the node is gone: its effects are cancelled.
public struct IfCase<Parent>: TreeNode {
  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates the node of a case.
  ///
  /// - Parameters:
  ///   - name: How the node is named in paths; a case has no key path.
  ///   - get: Takes the value out of the state; nil while the state is in another case.
  ///   - set: Puts the value back; what the value holds is not copied on the way.
  ///   - content: The reducers and child nodes of the value.
  @inlinable
  public init<State>(
    _ name: String, get: @escaping (Parent) -> State?, set: @escaping (State) -> Parent,
    @NodeBuilder<State> _ content: () -> [AnyNode<State>]
  ) {
    let content = content()
    part = AnyNode { parent in
      let container = Container(type: Parent.self, operations: ValueOperations(Parent.self))
      let way = Crossing.Way { memory, body in
        guard var state = get(memory[as: Parent.self]) else { return .absent }
        // The enum goes meanwhile, so that the value alone owns what it refers to, and changes that in place.
        memory.deinitialize(as: Parent.self)
        withMemory(of: &state, body)
        memory.initialize(to: set(state))
        return .present
      } read: { memory, body in
        guard let state = get(memory[as: Parent.self]) else { return .absent }
        withMemory(reading: state, body)
        return .present
      }
      let child = parent.addCase(
        name, container: container, ValueOperations(State.self), of: ObjectIdentifier(State.self), way,
        dynamicIdentity(of: State.self))
      child.attach(content)
      return child
    }
  }
}
