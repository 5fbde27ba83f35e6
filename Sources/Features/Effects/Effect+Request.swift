import Store

extension Effect where Action: Sendable {
  /// Sends the result of a request to a web service or to the database, or its error.
  ///
  /// A cancelled request sends nothing. Every other error is sent, so that no feature waits forever.
  static func request<Value: Sendable, Failure: ErrorValue>(
    _ name: String,
    loaded: @escaping @Sendable (Value) -> Action,
    failed: @escaping @Sendable (Failure) -> Action,
    _ request: @escaping @Sendable () async throws -> Value
  ) -> Self {
    .run(name: name) { send in
      do {
        await send(loaded(try await request()))
      } catch {
        try Task.checkCancellation()
        await send(failed(Failure(error)))
      }
    }
  }
}
