/// Where something stands in the state, in a form that tells what lies inside what: `feed.posts[42].comments[7].text`.
struct Scope {
  /// What the place is called.
  struct Name: Hashable {
    /// An element on the way.
    struct Element: Hashable {
      /// The path of its list, from the element around it or the root on.
      let list: String
      let id: AnyHashable
    }
    /// Outermost first.
    fileprivate(set) var elements: [Element] = []
    /// From the last element on.
    fileprivate(set) var path = ""
  }
  /// What tells a part of the way from others that are called the same.
  private struct Mark: Equatable {
    let elements: Int
    let part: Range<Int>
    let identity: Identity
  }
  enum Identity {
    /// A path that is not one of stored properties: a subscript is called the same whatever it is given.
    case computed(AnyKeyPath)
    case mounted(NodeCore)
  }
  private(set) var name = Name()
  private var marks: [Mark] = []

  /// The root.
  init() {}

  /// Goes on to what is called so, and to the element with an id if that is a list.
  mutating func append(_ label: NodeCore.Label, id: AnyHashable?, _ identity: Identity? = nil) {
    let start = name.path.utf8.count
    name.path += label.description.filter { $0 != "?" && $0 != "!" }
    if let identity {
      marks.append(Mark(elements: name.elements.count, part: start..<name.path.utf8.count, identity: identity))
    }
    guard let id else { return }
    name.elements.append(Name.Element(list: name.path, id: id))
    name.path = ""
  }

  /// Calls `body` with the names of this place and of all that lie around it, innermost first.
  func forEachOutwards(_ body: (Name) -> Void) {
    var name = name
    while true {
      body(name)
      if let dot = name.path.lastIndex(of: ".") {
        name.path = String(name.path[..<dot])
      } else if let element = name.elements.popLast() {
        name.path = element.list
      } else {
        return
      }
    }
  }

  /// Whether this is the place of another one, if both are called the same.
  func isSame(as other: Scope) -> Bool { marks == other.marks }

  /// Whether this lies around another place, if it is called so.
  func isAround(_ other: Scope) -> Bool {
    marks.allSatisfy { mark in
      // A way that is described in other parts cannot be compared, and nobody who should hear is to miss what happens.
      let same = other.marks.first { $0.elements == mark.elements && $0.part == mark.part }
      return same == nil || same == mark
    }
  }
}

extension Scope.Identity: Equatable {
  static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.computed(let a), .computed(let b)): a == b
    case (.mounted(let a), .mounted(let b)): a === b
    default: false
    }
  }
}

extension Scope: CustomStringConvertible {
  /// As in `feed.posts[42]`.
  var description: String {
    let text = name.elements.map { "\($0.list)[\($0.id)]" }.joined() + name.path
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}

extension NodePosition {
  /// Where this stands.
  var scope: Scope {
    var steps: [NodePosition] = []
    var position: NodePosition? = self
    var scope = Scope()
    while let current = position {
      if let mount = current.own {
        scope = mount.scope
        break
      }
      steps.append(current)
      position = current.parent
    }
    for step in steps.reversed() {
      scope.append(step.label, id: step.id, step.isStored ? nil : step.label.computed)
    }
    return scope
  }
}

extension Route {
  /// Where the node at the end stands.
  var scope: Scope {
    var nodes: [NodeCore] = []
    var node = node
    var scope = Scope()
    while let current = node {
      if let mount = current.mount, mount.node === current {
        scope = mount.scope
        break
      }
      nodes.append(current)
      node = current.parent
    }
    var ids = ids[...]
    for node in nodes.reversed() {
      let isElement = node.crossing?.kind.isEach == true
      scope.append(
        node.label, id: isElement ? ids.popFirst() : nil, node.crossing == nil ? nil : node.label.computed)
    }
    return scope
  }
}

extension NodeCore.Label {
  /// What tells this from others that are called the same, if it is a path of other than stored properties.
  fileprivate var computed: Scope.Identity? {
    if case .path(let path) = self { .computed(path) } else { nil }
  }
}
