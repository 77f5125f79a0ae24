/// Where something stands in the state, in a form that tells what lies inside what: `feed.posts[42].comments[7].text`.
struct Scope: Hashable {
  /// An element on the way.
  struct Element: Hashable {
    /// The path of its list, from the element around it or the root on.
    let list: String
    let id: AnyHashable
  }
  /// Outermost first.
  private var elements: [Element] = []
  /// From the last element on.
  private var path = ""

  /// The root.
  init() {}

  /// Goes on to what is called so, and to the element with an id if that is a list.
  mutating func append(_ label: NodeCore.Label, id: AnyHashable?) {
    path += label.description.filter { $0 != "?" && $0 != "!" }
    guard let id else { return }
    elements.append(Element(list: path, id: id))
    path = ""
  }

  /// Calls `body` with this place and all that lie around it, innermost first.
  func forEachOutwards(_ body: (Scope) -> Void) {
    var scope = self
    while true {
      body(scope)
      if let dot = scope.path.lastIndex(of: ".") {
        scope.path = String(scope.path[..<dot])
      } else if let element = scope.elements.popLast() {
        scope.path = element.list
      } else {
        return
      }
    }
  }
}

extension Scope: CustomStringConvertible {
  /// As in `feed.posts[42]`.
  var description: String {
    let text = elements.map { "\($0.list)[\($0.id)]" }.joined() + path
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }
}

extension NodePosition {
  /// Where this stands.
  var scope: Scope {
    var steps: [NodePosition] = []
    var position: NodePosition? = self
    while let current = position {
      steps.append(current)
      position = current.parent
    }
    var scope = Scope()
    for step in steps.reversed() { scope.append(step.label, id: step.id) }
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
      scope.append(node.label, id: node.crossing?.kind.isEach == true ? ids.popFirst() : nil)
    }
    return scope
  }
}
