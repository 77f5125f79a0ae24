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
/// deep as there are elements.
public struct Recursive<Parent>: TreeNode {
  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates the nodes of a list's elements.
  ///
  /// - Parameters:
  ///   - path: Where the list lies within its parent's state.
  ///   - broadcast: Whether actions that are addressed to no element are meant to reach all of them. They are by default,
  ///     since it is asked already where the outermost elements stand.
  @inlinable
  public init<Element: Identifiable>(
    _ path: WritableKeyPath<Parent, KeyedList<Element>>, _ broadcast: ForEach<Parent>.Broadcast = .all
  ) {
    part = AnyNode { parent in
      let child = parent.addElements(path, broadcast)
      child.repeatNode(of: Element.self)
      return child
    }
  }
}
