/// Logs each action that goes through, with the state that it led to.
///
/// ```swift
/// let store = RootStore(App()) { … } middleware: { ActionLogger(filter: { !($0 is Tick) }) }
/// ```
///
/// Nothing is formatted for actions that the filter leaves out, or while the logger is off.
public struct ActionLogger<State>: Middleware {
  private let isEnabled: () -> Bool
  private let filter: (any Action) -> Bool
  private let printer: (any Action, _ path: String, State) -> Void

  /// Creates a logger.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether anything is logged at the moment.
  ///   - filter: Which actions are logged.
  ///   - printer: Logs an action with the path it was sent to and the state after it.
  public init(
    isEnabled: @escaping () -> Bool = { true }, filter: @escaping (any Action) -> Bool = { _ in true },
    printer: @escaping (any Action, _ path: String, State) -> Void = { action, path, _ in
      print(path.isEmpty ? "\(action)" : "\(path) \(action)")
    }
  ) {
    (self.isEnabled, self.filter, self.printer) = (isEnabled, filter, printer)
  }

  /// Passes the action on, and logs it.
  public func handle(
    _ action: any Action, in context: MiddlewareContext<State>, next: (any Action) -> Void
  ) -> Effect<any Action> {
    next(action)
    if isEnabled(), filter(action) { printer(action, context.path, context.state) }
    return .none
  }
}
