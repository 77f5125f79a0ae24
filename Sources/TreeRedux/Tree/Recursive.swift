public import TreeDiff

/// The elements of a list that are like the node they stand in: comments with replies, folders in folders.
///
/// ```swift
/// struct Comment: Identifiable { let id: Int; var likes = 0; var replies: KeyedList<Comment> = [] }
///
/// ForEach(\.comments) {
///   CommentReducer()
///   Recursive(\.replies)
/// }
///
/// store.node(\.comments, id: 1).node(\.replies, id: 7).dispatch(CommentAction.like)
/// ```
///
/// Each element has the reducers and nodes of the nearest node around it whose state has the same type. Nodes are made as
/// deep as there are elements. What reducers send to `.root` goes where it would from the node that is repeated, whatever the
/// depth.
public struct Recursive<Parent>: TreeNode {
  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates the nodes of a list's elements.
  ///
  /// - Parameters:
  ///   - path: Where the list lies within its parent's state.
  ///   - broadcast: Whether an action that reaches a node falls on through the nodes that are like it. By default it does
  ///     not: to like a comment is not to like its replies. With `.all`, elements that a reducer adds take the action as
  ///     well, so that one that adds an element at every level never comes to an end.
  @inlinable
  public init<Element: Identifiable>(
    _ path: WritableKeyPath<Parent, KeyedList<Element>>, _ broadcast: ForEach<Parent>.Broadcast = .none
  ) {
    part = AnyNode { parent in
      let child = parent.addElements(path, isBroadcastMeant: broadcast == .all)
      if broadcast == .none { child.close(isDomain: false) }
      child.repeatNode(of: Element.self)
      return child
    }
  }
}
