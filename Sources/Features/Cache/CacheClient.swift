public import Dependencies

/// Clears the cache of responses, and reports its problems.
///
/// ```swift
/// @Dependency(\.cacheClient) var cacheClient
/// try await cacheClient.clear()
/// ```
public struct CacheClient: Sendable {
  /// Removes all kept responses. Throws ``DatabaseError``.
  public var clear: @Sendable () async throws -> Void
  /// Returns a stream of the cache's problems. They do not affect requests. A problem that repeats is reported once.
  public var problems: @Sendable () -> AsyncStream<DatabaseError>

  /// Makes a client from functions.
  public init(
    clear: @escaping @Sendable () async throws -> Void,
    problems: @escaping @Sendable () -> AsyncStream<DatabaseError>
  ) {
    self.clear = clear
    self.problems = problems
  }
}

extension CacheClient: DependencyKey {
  /// A client of the cache next to the database at `\.databaseLocation`.
  public static let liveValue = Self(
    clear: {
      @Dependency(\.responseCache) var cache
      try await cache?.clear()
    },
    problems: {
      @Dependency(\.responseCache) var cache
      return cache?.problems() ?? .finished
    }
  )

  /// A client of a cache in memory, which has no problems.
  public static let mockValue = Self(clear: liveValue.clear, problems: { .finished })

  /// A client without problems. It reports an issue if a test clears the cache without overriding it.
  public static let testValue = Self(
    clear: { throw unimplementedEndpoint("CacheClient.clear") },
    problems: { .finished }
  )
}

extension AsyncStream {
  /// A stream that ends at once.
  fileprivate static var finished: Self { Self { $0.finish() } }
}

extension DependencyValues {
  /// The cache of responses.
  public var cacheClient: CacheClient {
    get { self[CacheClient.self] }
    set { self[CacheClient.self] = newValue }
  }
}
