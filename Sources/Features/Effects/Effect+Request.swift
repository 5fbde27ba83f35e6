import Store

extension Effect where Action: Sendable {
  /// Sends what a request of a web service or of the database returns, or the error that it ends in.
  ///
  /// Cancelled, it sends nothing: nobody waits for it. Whatever a client throws besides ends the request, so that a
  /// feature never waits for ever.
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
