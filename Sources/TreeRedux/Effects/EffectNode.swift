/// A node that effects run for.
final class EffectNode {
  let route: Route
  /// Watches over a node that may go.
  var presence: Presence?
  var roots: [EffectScope] = []
  /// The ids that are known to this node only.
  private(set) lazy var table = EffectTable()

  init(route: Route) { self.route = route }
}

/// Ids of effects, and what they stand for.
final class EffectTable {
  /// What can be cancelled.
  var scopes: [EffectID: [EffectScope]] = [:]
  /// What is throttled.
  var windows: [EffectID: ThrottleWindow] = [:]

  var isEmpty: Bool { scopes.isEmpty && windows.isEmpty }

  func remove(_ scope: EffectScope, _ id: EffectID) {
    guard var rest = scopes.removeValue(forKey: id) else { return }
    rest.removeAll { $0 === scope }
    if !rest.isEmpty { scopes[id] = rest }
  }

  /// Cancels what can be cancelled by an id.
  ///
  /// - Parameter inner: What is not to be cancelled, nor what it runs in.
  func cancel(_ id: EffectID, except inner: EffectScope? = nil, in core: StoreCore) {
    for scope in scopes[id] ?? [] where inner?.isInside(scope) != true { scope.cancel(in: core) }
  }
}

/// An id of any type.
struct EffectID: Hashable, CustomStringConvertible, @unchecked Sendable {
  // Unchecked: AnyHashable is not Sendable, but what it holds here is.
  private let value: AnyHashable
  init(_ value: some Hashable & Sendable) { self.value = AnyHashable(value) }
  var description: String { "\(value.base)" }
}
