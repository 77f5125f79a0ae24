/// Answers actions in two phases: an action leads to mutations, and a mutation changes the state.
///
/// ```swift
/// struct CounterReducer: TwoPhaseReducer {
///   enum Mutation: Action { case set(Int) }
///
///   func mutate(_ counter: Counter, _ action: CounterAction) -> Effect<Mutation> {
///     switch action {
///     case .increment: .send(.set(counter.value + 1))
///     case .load: Effect.tryAsync { try await client.value() }.map(Mutation.set).catchToNever()
///     }
///   }
///   func reduce(_ counter: inout Counter, _ mutation: Mutation) {
///     switch mutation {
///     case .set(let value): counter.value = value
///     }
///   }
/// }
/// ```
///
/// It stands in the tree like any other reducer. Mutations are actions, sent to its node: middleware sees them. Whatever
/// is sent at once is reduced before `dispatch` returns. The state that `mutate` was given may have changed by the time
/// that a later mutation comes, so let mutations say what to change rather than what the result is.
public protocol TwoPhaseReducer<State, ActionType, Mutation> {
  /// The state that is changed.
  associatedtype State
  /// The actions that are taken.
  associatedtype ActionType: Action
  /// What changes the state.
  associatedtype Mutation: Action

  /// Says what an action leads to.
  ///
  /// - Parameters:
  ///   - state: The state of the node, which stays as it is.
  ///   - action: The action.
  /// - Returns: An effect that sends mutations; `.none` for none.
  func mutate(_ state: State, _ action: ActionType) -> Effect<Mutation>

  /// Changes the state.
  ///
  /// - Parameters:
  ///   - state: The state of the node.
  ///   - mutation: What is to be changed.
  func reduce(_ state: inout State, _ mutation: Mutation)
}
