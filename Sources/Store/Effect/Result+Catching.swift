extension Result {
  /// The value that an asynchronous operation returns, or the error that it throws.
  ///
  /// ```swift
  /// case .queryChanged(let query):
  ///   return .run { send in
  ///     await send(.response(Result { try await client.search(query) }))
  ///   }
  /// ```
  ///
  /// - Parameter body: The operation. It stays on the caller's actor.
  public init(catching body: () async throws(Failure) -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
