public import Store

/// Loads a property of a feature's state from its endpoint: see ``Get``.
///
/// ```swift
/// GetReducer(\.$users, action: \.users)
/// ```
///
/// While a value is loaded again, and if that fails, the previous value stays available. Only the response to the last
/// request is used, regardless of the order of responses.
public struct GetReducer<State, Action, Value: Codable & Equatable & Sendable>: Reducer {
  private let state: WritableKeyPath<State, Get<Value>>
  private let action: CaseKeyPath<Action, GetAction<Value>>

  /// Makes a reducer.
  ///
  /// - Parameters:
  ///   - state: The property.
  ///   - action: The case of the feature's action for this property. It must have the same type of value, so nothing
  ///     else can be loaded into the property.
  public init(_ state: WritableKeyPath<State, Get<Value>>, action: CaseKeyPath<Action, GetAction<Value>>) {
    self.state = state
    self.action = action
  }

  public var body: some Reducer<State, Action> {
    Scope(state, action: action) { Loading() }
  }
}

private struct Loading<Value: Codable & Equatable & Sendable>: Reducer {
  typealias State = Get<Value>
  typealias Action = GetAction<Value>

  @Dependency(\.catalogClient) private var catalogClient

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      if case .success = state.wrappedValue { return .none }
      return state.isLoading ? .none : load(&state)

    case .reload:
      return load(&state)

    case .loaded(let value, let request):
      guard state.isLoading, request == state.requestCount else { return .none }
      state.wrappedValue = .success(value)
      return .none

    case .failed(let error, let request):
      guard state.isLoading, request == state.requestCount else { return .none }
      state.wrappedValue = .failure(error, previous: state.wrappedValue.value)
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    let endpoint = state.endpoint
    state.wrappedValue = .loading(
      placeholder: EndpointValues[endpoint].placeholder,
      previous: state.wrappedValue.value
    )
    state.requestCount += 1
    let request = state.requestCount
    return .request(
      "Load /\(EndpointValues[endpoint].path.joined(separator: "/"))",
      loaded: { .loaded($0, request: request) },
      failed: { .failed($0, request: request) }
    ) { [catalogClient] in
      try await catalogClient.get(endpoint)
    }
  }
}
