/// Something that belongs to a node that may go: an effect, a handle.
final class Presence {
  let route: Route
  /// Called when the node goes, with the first frame on the way as it was.
  let isGone: (Memory) -> Void
  /// Grows in the order of filing, and so decides who is told first.
  fileprivate var serial: UInt = 0
  /// Whether it is to be told.
  fileprivate var isFiled = false
  /// Where it stands among those that are filed under the same frame.
  fileprivate var index = 0

  init(route: Route, isGone: @escaping (Memory) -> Void) { (self.route, self.isGone) = (route, isGone) }

  /// Notes that it is filed.
  func begin(_ serial: UInt) { (self.serial, isFiled) = (serial, true) }
  /// Notes that it is filed no more; says whether it was.
  func end() -> Bool {
    defer { isFiled = false }
    return isFiled
  }
}

extension [Presence] {
  /// Calls `tell` with each, in the order of their filing, that is still filed when its turn comes.
  func forEachFiled(_ tell: (Presence) -> Void) {
    for presence in sorted(by: { $0.serial < $1.serial }) where presence.isFiled { tell(presence) }
  }
}

/// What belongs to a frame and to what lies inside it, filed by the way there: when the frame changes, only that is looked
/// at which lies where it changed.
struct PresenceTable {
  /// What belongs to the frame itself, and what lies too deep to be filed by its way.
  private var own: [Presence] = []
  private var inner: [Inner] = []

  /// What belongs to values behind one crossing, by their ids; nil for any value that is there.
  fileprivate struct Inner {
    let node: NodeCore
    var values: [AnyHashable?: Value] = [:]
  }
  fileprivate struct Value {
    let way: Crossing.Way
    var table = PresenceTable()
  }

  var isEmpty: Bool { own.isEmpty && inner.isEmpty }

  /// The crossing that leads on to what a presence belongs to; nil if it is to be filed at this depth.
  private static func step(to presence: Presence, depth: Int) -> (node: NodeCore, hop: Route.Hop)? {
    let hops = presence.route.hops
    // Tables are gone through by calls within calls.
    guard depth < Swift.min(hops.count, StoreCore.nestingLimit), let node = hops[depth].node else { return nil }
    return (node, hops[depth])
  }

  /// Files a presence.
  ///
  /// - Parameter depth: How many hops of its route lead to this frame.
  mutating func add(_ presence: Presence, depth: Int) {
    guard let (node, hop) = Self.step(to: presence, depth: depth) else {
      presence.index = own.count
      own.append(presence)
      return
    }
    let known = inner.firstIndex { $0.node === node }
    if known == nil { inner.append(Inner(node: node)) }
    let index = known ?? inner.count - 1
    inner[index].values[hop.id, default: Value(way: hop.way)].table.add(presence, depth: depth + 1)
  }

  mutating func remove(_ presence: Presence, depth: Int) {
    guard let (node, hop) = Self.step(to: presence, depth: depth) else { return removeOwn(presence) }
    guard let index = inner.firstIndex(where: { $0.node === node }) else { return }
    guard let place = inner[index].values.index(forKey: hop.id) else { return }
    inner[index].values.values[place].table.remove(presence, depth: depth + 1)
    if inner[index].values.values[place].table.isEmpty { inner[index].values.remove(at: place) }
    if inner[index].values.isEmpty { inner.remove(at: index) }
  }

  private mutating func removeOwn(_ presence: Presence) {
    let index = presence.index
    guard index < own.count, own[index] === presence else { return }
    let last = own.removeLast()
    if last === presence { return }
    last.index = index
    own[index] = last
  }

  /// Adds to `gone` what belongs to something inside the frame that is not there any more.
  func collectGone(old: Memory, new: Memory, depth: Int, into gone: inout [Presence]) {
    for presence in own where presence.route.hops.count > depth {
      if !presence.route.exists(from: new, first: depth) { gone.append(presence) }
    }
    for inner in inner { inner.collectGone(old: old, new: new, depth: depth + 1, into: &gone) }
  }

  /// Adds to `gone` all that belongs to the frame or to something inside it.
  func collectAll(into gone: inout [Presence]) {
    gone += own
    for inner in inner { inner.collectAll(into: &gone) }
  }
}

extension PresenceTable.Inner {
  fileprivate func collectGone(old: Memory, new: Memory, depth: Int, into gone: inout [Presence]) {
    guard let crossing = node.crossing else { return }
    let (old, new) = (old.advanced(by: crossing.offset), new.advanced(by: crossing.offset))
    if old.hasSameBits(as: new, size: crossing.container.operations.size) { return }
    switch crossing.kind {
    case .one(let way, let identity):
      _ = way.read(old) { old in
        let outcome = way.read(new) { new in
          let id = identity.map { $0(new) }
          for (key, value) in values {
            if key == nil || key == id {
              value.table.collectGone(old: old, new: new, depth: depth, into: &gone)
            } else {
              value.table.collectAll(into: &gone)
            }
          }
        }
        if outcome == .absent { collectAll(into: &gone) }
      }
    case .each where values.count <= fewEnoughToLookUp:
      for value in values.values {
        _ = value.way.read(old) { old in
          let outcome = value.way.read(new) { new in
            if old.hasSameBits(as: new, size: crossing.inner.size) { return }
            value.table.collectGone(old: old, new: new, depth: depth, into: &gone)
          }
          if outcome == .absent { value.table.collectAll(into: &gone) }
        }
      }
    case .each(let each):
      each.changes(old, new) { id, old, new in
        guard let table = values[id]?.table else { return }
        if let new {
          table.collectGone(old: old, new: new, depth: depth, into: &gone)
        } else {
          table.collectAll(into: &gone)
        }
      }
    }
  }

  fileprivate func collectAll(into gone: inout [Presence]) {
    for value in values.values { value.table.collectAll(into: &gone) }
  }
}

/// How many elements of a list are looked up one by one in two versions of it; for more than that the versions are compared.
@usableFromInline let fewEnoughToLookUp = 4
