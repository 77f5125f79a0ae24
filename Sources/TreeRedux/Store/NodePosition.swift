/// Where a handle's node stands: what is needed to find nodes below it, to name it and to find its handle again.
@usableFromInline
final class NodePosition {
  /// Equal for all ways of addressing one place.
  struct Key: Hashable {
    var frames: [Frame]
    var place: NodeCore.Place
  }
  /// A frame on the way.
  enum Frame: Hashable {
    /// What lies at a place in the frame before: the element with an id, or the value of an optional, which may have one.
    case content(NodeCore.Place, id: AnyHashable?)
    case mounted(ObjectIdentifier)
  }

  let parent: NodePosition?
  let label: NodeCore.Label
  /// Whether the label is no path, or one of stored properties.
  let isStored: Bool
  /// The id of the element, if this is one.
  let id: AnyHashable?
  /// The node that begins the frame, and the offset in it; nil where no node was declared on the way.
  let frame: NodeCore?
  let offset: Int?
  /// From the start of the frame.
  let pathInFrame: AnyKeyPath
  let key: Key
  /// The nearest node that was declared here or around this.
  let declared: Route
  /// The mounted node that this is or stands in.
  var mount: Mount? { own ?? parent?.mount }
  /// The mounted node that this is; it keeps the state.
  let own: Mount?

  /// The position of the root.
  @usableFromInline
  init(root: NodeCore, type: ObjectIdentifier, path: AnyKeyPath) {
    (parent, label, isStored, id, frame, offset, pathInFrame) = (nil, .text(""), true, nil, root, 0, path)
    key = Key(frames: [], place: .stored(offset: 0, type: type))
    (declared, own) = (Route(node: root), nil)
  }

  init(
    below parent: NodePosition, _ label: NodeCore.Label, isStored: Bool, id: AnyHashable? = nil, frame: NodeCore?,
    offset: Int?, pathInFrame: AnyKeyPath, key: Key, declared: Route
  ) {
    (self.declared, own) = (declared, nil)
    (self.parent, self.label, self.isStored, self.id, self.frame) = (parent, label, isStored, id, frame)
    (self.offset, self.pathInFrame, self.key) = (offset, pathInFrame, key)
  }

  /// The position of a mounted node.
  init(mounted label: NodeCore.Label, at host: NodePosition, node: NodeCore, path: AnyKeyPath, mount: Mount?) {
    (parent, self.label, isStored, id, frame, offset, pathInFrame) = (host, label, true, nil, node, node.offset, path)
    // Another one may follow at the same offset.
    key = Key(
      frames: [.mounted(ObjectIdentifier(node))], place: .stored(offset: node.offset, type: node.stateType))
    (declared, own) = (Route(node: node), mount)
  }

  /// As in `feed.posts[42]`.
  var path: String {
    var parts: [String] = []
    var position: NodePosition? = self
    while let current = position {
      parts.append(current.label.description + (current.id.map { "[\($0)]" } ?? ""))
      position = current.parent
    }
    let path = parts.reversed().joined()
    return path.hasPrefix(".") ? String(path.dropFirst()) : path
  }

  /// The place of a key path below this position, which leads to a value of a type.
  @usableFromInline
  func place(of path: AnyKeyPath, offset inner: Int?, type: ObjectIdentifier) -> NodeCore.Place {
    if let offset, let inner { return .stored(offset: offset + inner, type: type) }
    return .path(pathInFrame.appending(path: path) ?? path)
  }
}
