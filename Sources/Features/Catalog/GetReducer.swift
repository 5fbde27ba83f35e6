public import Store

/// Loads a property of a feature's state from its endpoint: see ``Get``.
///
/// ```swift
/// GetReducer(\.$users, action: \.users)
/// ```
///
/// A value that was kept in an earlier run is shown at once, with its time in ``Get/asOf``, until the response arrives.
/// While a value is loaded again, and if that fails, the previous value stays available. A new request cancels the
/// previous one, and only the response to the last request is used.
public struct GetReducer<State, Action, Value: Codable & Equatable & Sendable>: Reducer {
  private let state: any WritableKeyPath<State, Get<Value>> & Sendable
  private let action: CaseKeyPath<Action, GetAction<Value>>

  /// Makes a reducer.
  ///
  /// - Parameters:
  ///   - state: The property.
  ///   - action: The case of the feature's action for this property. It must have the same type of value, so nothing
  ///     else can be loaded into the property.
  public init(_ state: any WritableKeyPath<State, Get<Value>> & Sendable, action: CaseKeyPath<Action, GetAction<Value>>)
  {
    self.state = state
    self.action = action
  }

  /// The loading of the property.
  public var body: some Reducer<State, Action> {
    Scope(state, action: action) { Loading(id: RequestID(property: state)) }
  }
}

/// The cancellation ID of the requests for one property.
private struct RequestID<State, Value: Codable & Equatable & Sendable>: Hashable, Sendable {
  let property: any WritableKeyPath<State, Get<Value>> & Sendable
}

private struct Loading<ID: Hashable & Sendable, Value: Codable & Equatable & Sendable>: Reducer {
  typealias State = Get<Value>
  typealias Action = GetAction<Value>

  let id: ID

  @Dependency(\.catalogClient) private var catalogClient

  init(id: ID) { self.id = id }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      if case .success = state.wrappedValue { return .none }
      return state.isLoading ? request(state) : load(&state)

    case .reload:
      return load(&state)

    case .loaded(let value, let omittedCount, let asOf, let request):
      guard state.isLoading, request == state.requestCount, asOf == nil || state.usesKeptValue else { return .none }
      state.wrappedValue = asOf == nil ? .success(value) : .loading(placeholder: state.placeholder, previous: value)
      state.omittedCount = omittedCount
      state.asOf = asOf
      return .none

    case .connectionRestored(let request):
      guard case .failure(_, let previous) = state.wrappedValue, request == state.requestCount else { return .none }
      state.wrappedValue = .loading(placeholder: state.placeholder, previous: previous)
      return .none

    case .cancelled(let request):
      guard state.isLoading, request == state.requestCount else { return .none }
      // If the service has sent the value on show, the state becomes a success again. Otherwise nothing was loaded.
      if let value = state.wrappedValue.value, state.asOf == nil {
        state.wrappedValue = .success(value)
      } else {
        state.wrappedValue = .failure(.cancelled, previous: state.wrappedValue.value)
      }
      return .none

    case .failed(let error, let request):
      guard state.isLoading, request == state.requestCount else { return .none }
      state.wrappedValue = .failure(error, previous: state.wrappedValue.value)
      return .none
    }
  }

  private func load(_ state: inout State) -> Effect<Action> {
    state.wrappedValue = .loading(
      placeholder: state.placeholder,
      previous: state.wrappedValue.value
    )
    state.requestCount += 1
    return request(state)
  }

  private func request(_ state: State) -> Effect<Action> {
    let endpoint = state.endpoint
    let request = state.requestCount
    return runRequest(
      "Load \(EndpointValues[endpoint].name)",
      loaded: { .loaded($0.value, omitted: $0.omittedCount, asOf: $0.asOf, request: request) },
      failed: { .failed($0, request: request) },
      usesKeptAnswers: state.usesKeptValue,
      restored: { try $0.send(.connectionRestored(request: request)) },
      cancelled: .cancelled(request: request)
    ) { [catalogClient] in
      try await catalogClient.answer(endpoint)
    }
    .cancellable(id: id, cancelInFlight: true)
  }
}

extension Get {
  /// Whether to show a kept value until the response arrives. It is shown unless the service has sent the current
  /// value.
  fileprivate var usesKeptValue: Bool { KeptAnswers.mayReplace(wrappedValue.value, asOf: asOf) }
}
