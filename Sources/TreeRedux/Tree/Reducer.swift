/// Answers actions of one type by changing a state of one type.
///
/// A reducer is pure: it changes `state` and returns what is to be done besides as an effect. It must not read the store.
/// Put it into the tree at the node whose state it changes.
///
/// ```swift
/// struct PostReducer: Reducer {
///   func reduce(_ post: inout Post, _ action: PostAction) -> Effect<PostAction> {
///     switch action {
///     case .like: post.likes += 1
///     case .unlike: post.likes -= 1
///     }
///     return .none
///   }
/// }
/// ```
public protocol Reducer<State, ActionType> {
  /// The state that is changed.
  associatedtype State
  /// The actions that are taken; actions of other types pass this reducer by.
  associatedtype ActionType: Action

  /// Changes the state as the action asks.
  ///
  /// - Parameters:
  ///   - state: The state of the node this reducer stands at.
  ///   - action: The action.
  /// - Returns: What is to be done besides; `.none` for nothing. What the effect sends comes back to this node.
  func reduce(_ state: inout State, _ action: ActionType) -> Effect<ActionType>
}

/// Answers actions of any type by changing a state of one type.
///
/// It sees every action that reaches its node, so that it suits what looks at actions as such; a ``Reducer`` of one type
/// is not even asked about others.
///
/// ```swift
/// struct Tally: AnyActionReducer {
///   func reduce(_ tally: inout [String: Int], _ action: any Action) -> Effect<any Action>? {
///     tally["\(type(of: action))", default: 0] += 1
///     return nil
///   }
/// }
/// ```
public protocol AnyActionReducer<State> {
  /// The state that is changed.
  associatedtype State

  /// Changes the state as the action asks.
  ///
  /// - Parameters:
  ///   - state: The state of the node this reducer stands at.
  ///   - action: The action.
  /// - Returns: What is to be done besides, `.none` for nothing; or nil, which does not count as taking the action.
  func reduce(_ state: inout State, _ action: any Action) -> Effect<any Action>?
}

/// A reducer made from a closure.
///
/// ```swift
/// let store = RootStore(0) {
///   Reduce { (count: inout Int, action: CounterAction) in
///     count += 1
///     return .none
///   }
/// }
/// ```
public struct Reduce<State, ActionType: Action>: Reducer {
  @usableFromInline let body: (inout State, ActionType) -> Effect<ActionType>

  /// Creates a reducer that calls `body`.
  @inlinable public init(_ body: @escaping (inout State, ActionType) -> Effect<ActionType>) { self.body = body }

  /// Calls the closure.
  @inlinable public func reduce(_ state: inout State, _ action: ActionType) -> Effect<ActionType> {
    body(&state, action)
  }
}
