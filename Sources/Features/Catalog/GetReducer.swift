public import Store

/// Loads a property of a feature's state from the endpoint that it was declared with: see ``Get``.
///
/// ```swift
/// GetReducer(\.$users, action: \.users)
/// ```
///
/// A value of before is kept while the next one is on its way, and if that fails. Of several requests only the last one
/// counts, whatever the order in which they are answered.
public struct GetReducer<State, Action, Value: Codable & Equatable & Sendable>: Reducer {
  private let state: WritableKeyPath<State, Get<Value>>
  private let action: CaseKeyPath<Action, GetAction<Value>>

  /// Makes a reducer.
  ///
  /// - Parameters:
  ///   - state: The property.
  ///   - action: The case of the feature's actions that is about it. Its values have to be the property's, so nothing can
  ///     be loaded that it is not declared with.
  public init(_ state: WritableKeyPath<State, Get<Value>>, action: CaseKeyPath<Action, GetAction<Value>>) {
    self.state = state
    self.action = action
  }

  /// Loads the value in the property.
  public var body: some Reducer<State, Action> {
    Scope(state, action: action) { Loading() }
  }
}

/// Loads a value.
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
