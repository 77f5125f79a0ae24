#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Something that a program probably did not mean, and that the store went on from.
///
/// ```swift
/// store.onDiagnostic = { logger.warning("\($0)") }
/// ```
public enum Diagnostic: Sendable, Equatable {
  /// No reducer at or below `path` takes the action; it changed nothing.
  case unhandled(action: String, path: String)
  /// Nothing that takes actions was declared at `path`, which the action was sent to; it changed nothing.
  case noNode(action: String, path: String)
  /// The action was sent to an element or an optional that is not there; it changed nothing.
  case absent(action: String, path: String)
  /// A reducer gave its element the id of another one of the list, which is gone for that; the action was sent to `path`.
  case duplicateID(action: String, path: String)
  /// A reducer dispatched; the action waited for its turn.
  case dispatchInReducer(action: String, reducer: String)
  /// A reducer began to observe; the observation began after its action.
  case observeInReducer(reducer: String)
  /// A reducer published at a handle; the event waited for its turn. Reducers publish by the effect that they return.
  case publishInReducer(topic: String, reducer: String)
  /// Actions kept causing actions; what still waited was discarded.
  case dispatchLoop(limit: Int, discarded: [String])
  /// An action reached every element of a list; `ForEach(_:_:)` with `.all` says that this is meant.
  case broadcast(action: String, path: String)
  /// A node was gone when the effect that its reducer returned was to start; it did not.
  case effectOfAbsent(path: String)
  /// An effect sent something after it had come to its end; nothing came of it. An effect lasts until its body returns.
  case sentTooLate(sent: String, path: String)
  /// A reducer told its parent something, and no node around it has a delegate that takes it.
  case unheard(told: String, path: String)
  /// A route was asked for, and no coordinator at the node or around it takes it.
  case routeWithoutCoordinator(route: String, path: String)
  /// Something was sent to a store that lives in no actor, and waited for the next dispatch.
  case resultsWait
}

extension Diagnostic: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .unhandled(let action, let path): "no reducer at \(Self.name(path)) takes \(action)"
    case .noNode(let action, let path):
      "no node is declared at \(Self.name(path)) that could take \(action); declare a Node, ForEach or IfPresent for it"
    case .absent(let action, let path): "\(action) was sent to \(Self.name(path)), which is not there"
    case .duplicateID(let action, let path):
      "\(action), sent to \(Self.name(path)), gave an element the id of another one, which is gone for that"
    case .dispatchInReducer(let action, let reducer):
      "\(reducer) dispatched \(action) while it reduced; the action waits"
    case .observeInReducer(let reducer): "\(reducer) began to observe while it reduced; the observation begins later"
    case .publishInReducer(let topic, let reducer): "\(reducer) published \(topic) while it reduced; the event waits"
    case .dispatchLoop(let limit, let discarded):
      "\(limit) actions in one dispatch; discarded \(discarded.joined(separator: ", "))"
    case .broadcast(let action, let path): "\(action) reached every element of \(Self.name(path))"
    case .effectOfAbsent(let path): "an effect of \(Self.name(path)) was not started, since that is gone"
    case .sentTooLate(let sent, let path):
      "an effect of \(Self.name(path)) sent \(sent) after it had ended; its body has to wait for what it starts"
    case .unheard(let told, let path): "no node around \(Self.name(path)) has a delegate that takes \(told)"
    case .routeWithoutCoordinator(let route, let path):
      "no coordinator at \(Self.name(path)) or around it takes \(route)"
    case .resultsWait: "results came in for a store that lives in no actor; the next dispatch took them in"
    }
  }
  private static func name(_ path: String) -> String { path.isEmpty ? "the root" : path }

  /// Prints to standard error, each text once for the life of the store.
  static func printer() -> ((Diagnostic) -> Void)? {
    #if DEBUG
      var printed: Set<String> = []
      return { diagnostic in
        let text = "TreeRedux: \(diagnostic)\n"
        if printed.insert(text).inserted { _ = unsafe text.withCString { unsafe write(2, $0, strlen($0)) } }
      }
    #else
      return nil
    #endif
  }
}
