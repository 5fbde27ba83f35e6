public import Store

/// Loads one value from the endpoint that its property was declared with: see ``Get``.
///
/// A value of before is kept while the next one is on its way, and if that fails. Of several requests only the last one
/// counts, whatever the order in which they are answered.
public struct GetReducer<Value: Codable & Equatable & Sendable>: Reducer {
  public typealias State = Get<Value>
  public typealias Action = GetAction<Value>

  @Dependency(\.catalogClient) private var catalogClient

  /// Makes the reducer.
  public init() {}

  /// Asks for the value, and takes it.
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
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
