public import TreeDiff

/// The elements of a list, each with reducers of its own.
///
/// ```swift
/// ForEach(\.posts) { PostReducer() }
///
/// store.dispatch(PostAction.like, to: \.feed.posts, id: 42)   // one element
/// ```
///
/// The list is a node, too: a reducer of the whole list stands in a `Node(\.posts)` beside this, and an action that is sent
/// to the list without an id reaches all elements.
///
/// A reducer changes its element in place. If it changes the element's id, the element keeps its place under the new one.
public struct ForEach<Parent>: TreeNode {
  /// Whether actions that are not addressed to an element are meant to reach all of them.
  public enum Broadcast: Sendable {
    /// They reach all elements, and a diagnostic says so.
    case reported
    /// They reach all elements, and that is meant.
    case all
    /// They reach none: each element takes only what is addressed to it or to something inside. With ``ForEach``, what
    /// reducers inside send to `.root` comes to their element, as with ``TreeNode/closed()``.
    case none
  }

  /// The node as a part of the tree.
  public let part: AnyNode<Parent>

  /// Creates the nodes of a list's elements.
  ///
  /// - Parameters:
  ///   - path: Where the list lies within its parent's state.
  ///   - broadcast: Whether actions that are addressed to no element are meant to reach all of them, in list order.
  ///   - content: The reducers and child nodes of each element.
  @inlinable
  public init<Element: Identifiable>(
    _ path: WritableKeyPath<Parent, KeyedList<Element>>, _ broadcast: Broadcast = .reported,
    @NodeBuilder<Element> _ content: () -> [AnyNode<Element>]
  ) {
    let content = content()
    part = AnyNode { parent in
      let child = parent.addElements(path, isBroadcastMeant: broadcast == .all)
      if broadcast == .none { child.close() }
      child.attach(content)
      return child
    }
  }
}

extension NodeCore {
  /// Adds the nodes of the elements of a list.
  @inlinable
  func addElements<Parent, Element: Identifiable>(
    _ path: WritableKeyPath<Parent, KeyedList<Element>>, isBroadcastMeant: Bool
  ) -> NodeCore {
    // The list is a node, too, which other reducers may stand at.
    child(path).addElements(of: Element.self, isBroadcastMeant)
  }

  @inlinable
  func addElements<Element: Identifiable>(
    of type: Element.Type, _ isBroadcastMeant: Bool
  ) -> NodeCore {
    let each = EachElement(isBroadcastMeant: isBroadcastMeant) { list, visit, adopt in
      let count = list[as: KeyedList<Element>.self].count
      list[as: KeyedList<Element>.self].updateAll { element in
        let id = element.id
        if withMemory(of: &element, visit) { adopt(AnyHashable(id), wayToElement(id, of: Element.self)) }
      }
      return list[as: KeyedList<Element>.self].count < count
    } changes: { old, new, body in
      new[as: KeyedList<Element>.self].forEachChange(from: old[as: KeyedList<Element>.self]) { old, new in
        guard let old else { return }
        withMemory(reading: old) { before in
          if let new {
            withMemory(reading: new) { body(AnyHashable(old.id), before, $0) }
          } else {
            body(AnyHashable(old.id), before, nil)
          }
        }
      }
    }
    return addContent(
      of: .list(of: Element.self), ValueOperations(Element.self), type: ObjectIdentifier(Element.self), .each(each))
  }
}

/// The way from a list to one of its elements.
@inlinable
func wayToElement<Element: Identifiable>(_ id: Element.ID, of type: Element.Type) -> Crossing.Way {
  Crossing.Way { list, body in
    updateElement(id, of: &list[as: KeyedList<Element>.self], body)
  } read: { list, body in
    guard let element = list[as: KeyedList<Element>.self][id: id] else { return .absent }
    withMemory(reading: element, body)
    return .present
  }
}

/// Changes an element of a list in place.
@inlinable
func updateElement<Element: Identifiable>(
  _ id: Element.ID, of list: inout KeyedList<Element>, _ body: (Memory) -> Void
) -> Crossing.Outcome {
  let count = list.count
  if list.update(id: id, { withMemory(of: &$0, body) }) == nil { return .absent }
  return list.count < count ? .replaced : .present
}

extension Container {
  @inlinable
  static func list<Element: Identifiable>(of type: Element.Type) -> Container {
    let list = KeyedList<Element>.self
    return Container(type: list, operations: ValueOperations(list)) {
      ListWatch(slot: $0, dynamicEquality(of: Element.self))
    }
  }
}

/// The equality of a type that may have none; without one, only what has the same bits is equal.
@inlinable
func dynamicEquality<Value>(of type: Value.Type) -> (Value, Value) -> Bool {
  guard let type = type as? any Equatable.Type else {
    return { a, b in
      withMemory(reading: a) { a in
        withMemory(reading: b) { a.hasSameBits(as: $0, size: MemoryLayout<Value>.size) }
      }
    }
  }
  func open<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool { { ($0 as! E) == ($1 as! E) } }
  return open(type)
}
