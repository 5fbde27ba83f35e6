import Dependencies
import Store

extension Reducer where Action: Sendable {
  /// Sends the result of a request to a web service or to the database, or its error.
  ///
  /// A request that its feature cancels sends nothing. Every error is sent, so that no feature waits forever.
  ///
  /// A request is also cancelled together with the task of its action, for example when its view disappears or is built
  /// again. Only the request notices this, so it sends `cancelled`.
  ///
  /// - Parameters:
  ///   - name: The name of the effect.
  ///   - loaded: The action for the value.
  ///   - failed: The action for the error.
  ///   - usesKeptAnswers: Whether a value from kept responses is sent first, if there is one. Then the server is asked.
  ///   - restored: Called before a request is repeated. A request that failed because there was no network is repeated
  ///     when there may be one again: see ``Connectivity``. Without `restored`, nothing is repeated.
  ///   - cancelled: The action that is sent if the task of the action that makes the request is cancelled; `nil` for that
  ///     of a `CancellationError`.
  ///   - isRepeated: Whether the request is repeated after an error. By default it is repeated if there was no network.
  ///   - request: Loads the value.
  func runRequest<Value: Sendable, Failure: ErrorValue>(
    _ name: String,
    loaded: @escaping @Sendable (Value) -> Action,
    failed: @escaping @Sendable (Failure) -> Action,
    usesKeptAnswers: Bool = false,
    restored: (@Sendable (_ store: FeatureStore<State, Action>) throws -> Void)? = nil,
    cancelled: Action? = nil,
    after isRepeated: @escaping @Sendable (APIError) -> Bool = { $0.isWantOfNetwork },
    _ request: @escaping @Sendable () async throws -> Value
  ) -> Effect<Action> {
    run(
      name: name,
      operation: { store in
        @Dependency(\.connectivity) var connectivity
        var usesKeptAnswers = usesKeptAnswers
        var failureCount = 0
        while true {
          let result = await Result {
            try await KeptAnswers.$areWelcome.withValue(usesKeptAnswers) { try await request() }
          }
          switch result {
          case .success(let value):
            try store.send(loaded(value))
            guard (value as? any KeptValue)?.asOf != nil, usesKeptAnswers else { return }
            usesKeptAnswers = false
          case .failure(let error):
            let failure = Failure(error)
            try store.send(failed(failure))
            guard let restored, isRepeated(APIError(failure)) else { return }
            failureCount += 1
            guard try await connectivity.restored(afterFailures: failureCount) else { return }
            try restored(store)
          }
        }
      },
      cancelled: { cancelled ?? failed(Failure(CancellationError())) }
    )
  }
}

extension APIError {
  /// Whether the server could not be reached in time. It may be reachable later, for example through another network.
  var isWantOfNetwork: Bool {
    switch self {
    case .noConnection, .timeout: true
    default: false
    }
  }
}

/// An error that can be stored in a state and sent in an action, and that any other error can be converted to.
protocol ErrorValue: Error, Codable, Equatable {
  init(_ error: any Error)
}

extension APIError: ErrorValue {}
extension DatabaseError: ErrorValue {}
