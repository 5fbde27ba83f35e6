import Dependencies
import Store

extension Effect where Action: Sendable {
  /// Makes a request the only one with its id.
  ///
  /// If the task of the action that makes a request is cancelled, for example with its view, so is the request. A feature
  /// that appears again makes it anew, and does not know whether it is still running.
  ///
  /// - Parameter isResumed: Whether the request is made anew, which has no effect while it is running. Otherwise it
  ///   cancels the running one.
  func only(id: some Hashable & Sendable, isResumed: Bool) -> Self {
    cancellable(id: id, policy: isResumed ? .runOldest(.discardNew) : .runNewest())
  }

  /// Sends the result of a request to a web service or to the database, or its error.
  ///
  /// A cancelled request sends nothing. Every other error is sent, so that no feature waits forever.
  ///
  /// - Parameters:
  ///   - name: The name of the effect.
  ///   - loaded: The action for the value.
  ///   - failed: The action for the error.
  ///   - usesKeptAnswers: Whether a value from kept responses is sent first, if there is one. Then the server is asked.
  ///   - restored: The action that is sent before a request that failed for want of a network is repeated, because there
  ///     may be one again: see ``Connectivity``. Without it, nothing is repeated.
  ///   - isRepeated: Whether the request is repeated after an error. By default it is if it failed for want of a network.
  ///   - request: Loads the value.
  static func request<Value: Sendable, Failure: ErrorValue>(
    _ name: String,
    loaded: @escaping @Sendable (Value) -> Action,
    failed: @escaping @Sendable (Failure) -> Action,
    usesKeptAnswers: Bool = false,
    restored: Action? = nil,
    after isRepeated: @escaping @Sendable (APIError) -> Bool = { $0.isWantOfNetwork },
    _ request: @escaping @Sendable () async throws -> Value
  ) -> Self {
    .run(name: name) { send in
      @Dependency(\.connectivity) var connectivity
      var usesKeptAnswers = usesKeptAnswers
      var failureCount = 0
      while true {
        do {
          let value = try await KeptAnswers.$areWelcome.withValue(usesKeptAnswers) { try await request() }
          await send(loaded(value))
          guard (value as? any KeptValue)?.asOf != nil, usesKeptAnswers else { return }
          usesKeptAnswers = false
        } catch {
          try Task.checkCancellation()
          let failure = Failure(error)
          await send(failed(failure))
          guard let restored, isRepeated(APIError(failure)) else { return }
          failureCount += 1
          guard try await connectivity.restored(afterFailures: failureCount) else { return }
          await send(restored)
        }
      }
    }
  }
}

extension APIError {
  /// Whether the server was not reached in time, which it may be later: through another network, or when it is up again.
  var isWantOfNetwork: Bool {
    switch self {
    case .noConnection, .timeout: true
    default: false
    }
  }
}
