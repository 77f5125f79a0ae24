import TreeRedux

/// What an action changed in a mounted node, which has a state of its own.
struct MountedChange {
  let node: ObjectIdentifier
  let path: String
  let old: Any
  let new: Any
}

/// The states of the nodes that are mounted at a time, so far as they are `Equatable`. It keeps none of the nodes.
struct MountedStates {
  private let states: [(node: ObjectIdentifier, path: String, state: any Equatable)]

  init<State>(of store: RootStore<State>) {
    states = store.mountedNodes.compactMap { node in
      (node.anyState as? any Equatable).map { (ObjectIdentifier(node), node.path, $0) }
    }
  }

  /// What differs in nodes that are mounted in both; what is mounted meanwhile has not changed.
  func changes(since old: MountedStates) -> [MountedChange] {
    states.compactMap { node, path, state in
      guard let before = old.states.first(where: { $0.node == node && $0.path == path })?.state else { return nil }
      func isUnchanged<Part: Equatable>(_ state: Part) -> Bool { before as? Part == state }
      return isUnchanged(state) ? nil : MountedChange(node: node, path: path, old: before, new: state)
    }
  }
}
