public import TreeDiff

extension NodeHandle {
  /// The handle of the node at a key path.
  ///
  /// - Parameter path: A part of this node's state; it can be observed whether or not a `Node` was declared for it, but
  ///   only declared nodes take actions.
  /// - Returns: The node's handle; the same one as long as somebody holds it.
  @inlinable
  public final func node<Part>(_ path: KeyPath<State, Part>) -> NodeHandle<Part> {
    let inner = MemoryLayout<State>.offset(of: path)
    return handle(path, to: ObjectIdentifier(Part.self), inner: inner, way: nil, id: nil, isElement: false) { isFrame in
      place.appending(path, isFrame: isFrame)
    }
  }

  /// The handle of the value of an optional at a key path.
  ///
  /// The handle is there whether or not there is a value; when the value goes, it keeps the last one.
  @inlinable
  public final func node<Part>(_ path: KeyPath<State, Part?>) -> NodeHandle<Part> {
    let inner = MemoryLayout<State>.offset(of: path)
    // A reducer may have the value in its hands.
    let isReadable = core?.isReducing != true
    let value = isReadable ? place.appending(path).read(memory.live).flatMap(\.self) : nil
    let id = value.flatMap { value in
      dynamicIdentity(of: Part.self).map { identity in withMemory(reading: value, identity) }
    }
    let way = wayToPayload(of: Part.self)
    return handle(path, to: ObjectIdentifier(Part?.self), inner: inner, way: way, id: id, isElement: false) { isFrame in
      place.appending(path, isFrame: isFrame).unwrapped()
    }
  }

  /// The handle of an element of a list.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - id: The element's id; it need not be in the list.
  /// - Returns: The element's handle; the same one as long as somebody holds it.
  @inlinable
  public final func node<Element: Identifiable>(
    _ path: KeyPath<State, KeyedList<Element>>, id: Element.ID
  ) -> NodeHandle<Element> {
    let inner = MemoryLayout<State>.offset(of: path)
    let list = ObjectIdentifier(KeyedList<Element>.self)
    let way = wayToElement(id, of: Element.self)
    return handle(path, to: list, inner: inner, way: way, id: AnyHashable(id), isElement: true) { isFrame in
      place.appending(path, isFrame: isFrame).element(id)
    }
  }

  /// The handle of what stands at a place below this node, found or made.
  ///
  /// - Parameters:
  ///   - container: The type of what is at the path.
  ///   - way: The way from what is at the path into the frame that begins there, if one does.
  ///   - makePlace: Makes the place of the part; it is told whether what is at the path has a frame of its own.
  @usableFromInline
  final func handle<Part>(
    _ path: AnyKeyPath, to container: ObjectIdentifier, inner: Int?, way: Crossing.Way?, id: AnyHashable?,
    isElement: Bool,
    _ makePlace: (_ isFrame: Bool) -> Place<Part>
  ) -> NodeHandle<Part> {
    let place = position.place(of: path, offset: inner, type: container)
    // Nothing but the whole begins where the whole does and has its type.
    if way == nil, inner == 0, let same = self as? NodeHandle<Part> { return same }
    var key = NodePosition.Key(frames: position.key.frames, place: place)
    if way != nil { key.frames.append(.content(place, id: id)) }
    if let handle = core?.handle(key) as? NodeHandle<Part> { return handle }
    var node = way == nil ? position.frame?.node(at: place) : position.frame?.frame(in: place)
    var hops = route.hops
    var isFrame = false
    // A list or an optional behind a computed path stands at the start of that path's own frame.
    if case .path = place, way != nil, let computed = position.frame?.node(at: place), let crossing = computed.crossing,
      case .one(let outer, _) = crossing.kind
    {
      hops.append(
        Route.Hop(node: computed, offset: crossing.offset, way: outer, isElement: false, id: nil, identity: nil))
      node = computed.frame(in: .stored(offset: 0, type: container))
      isFrame = true
    }
    let crossing = node?.crossing
    if let way, let crossing {
      let identity: Crossing.Identity? = if case .one(_, let identity) = crossing.kind { identity } else { nil }
      hops.append(
        Route.Hop(node: node, offset: crossing.offset, way: way, isElement: isElement, id: id, identity: identity))
    } else if let crossing, case .one(let computed, _) = crossing.kind {
      hops.append(
        Route.Hop(node: node, offset: crossing.offset, way: computed, isElement: false, id: nil, identity: nil))
    }
    let beginsFrame = way != nil || crossing != nil
    let below = NodePosition(
      below: position, .path(path), isStored: inner != nil, id: isElement ? id : nil,
      frame: beginsFrame ? node : position.frame,
      offset: beginsFrame ? 0 : position.offset.flatMap { offset in inner.map { offset + $0 } },
      pathInFrame: beginsFrame ? \Part.self : position.pathInFrame.appending(path: path) ?? path, key: key,
      declared: node.map { Route(node: $0, hops: hops) } ?? position.declared)
    let handle = NodeHandle<Part>(
      link: link, memory: memory, place: makePlace(isFrame || (way == nil && crossing != nil)),
      route: Route(node: node, hops: hops, at: below), position: below)
    if let core {
      core.remember(handle, key)
      handle.keepLast(in: core)
    }
    return handle
  }
}

extension Crossing.Kind {
  var isEach: Bool {
    if case .each = self { true } else { false }
  }
}
