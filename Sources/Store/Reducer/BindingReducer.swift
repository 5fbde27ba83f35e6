/// Writes the values of the feature's binding actions to the state.
///
/// ```swift
/// var body: some ReducerOf<Self> {
///   BindingReducer()
///   Reduce { state, action in
///     switch action {
///     case .binding(\.query):
///       return .send(.searchButtonTapped).debounce(id: CancelID.search, for: .milliseconds(300))
///     case .binding, .searchButtonTapped:
///       return .none
///     }
///   }
/// }
/// ```
public struct BindingReducer<State, Action, ViewAction: BindableAction>: Reducer where ViewAction.State == State {
  private let viewAction: (Action) -> ViewAction?

  /// Handles the binding actions among the feature's actions.
  public init() where Action == ViewAction {
    viewAction = { $0 }
  }

  /// Handles the binding actions among the actions in a case, such as those of a ``ViewAction``.
  public init(action: CaseKeyPath<Action, ViewAction>) where Action: CasePathable {
    viewAction = AnyCasePath(action).extract
  }

  /// Writes the value of a binding action to the state. Other actions change nothing.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    viewAction(action)?.binding?(&state)
    return .none
  }
}
