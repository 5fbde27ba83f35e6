import Dependencies

/// The endpoints that ``RecordedEndpoint`` can record and that leave their caller's actor. Closures that are
/// `@concurrent` do, and all async closures of a package without the upcoming feature `NonisolatedNonsendingByDefault`.
///
/// It is a protocol because a type can't have two functions that differ in this alone.
public protocol ConcurrentEndpoints {}

extension RecordedEndpoint: ConcurrentEndpoints {}

extension ConcurrentEndpoints where Self == RecordedEndpoint {
  /// Records an endpoint that is a closure without parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<Output: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable () async throws -> Output>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.closure(keyPath, name, Output.self) { original, call in
      { try await call([]) { try await original() } }
    }
  }

  /// Records an endpoint that is a closure without parameters and returns nothing.
  public static func endpoint(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable () async throws -> Void>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.procedure(keyPath, name) { original, call in
      { try await call([]) { try await original() } }
    }
  }

  /// Records an endpoint that is a closure with one parameter. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<A: Codable & Sendable, Output: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A) async throws -> Output>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.closure(keyPath, name, Output.self) { original, call in
      { a in try await call([a]) { try await original(a) } }
    }
  }

  /// Records an endpoint that is a closure with one parameter and returns nothing.
  public static func endpoint<A: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A) async throws -> Void>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.procedure(keyPath, name) { original, call in
      { a in try await call([a]) { try await original(a) } }
    }
  }

  /// Records an endpoint that is a closure with two parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable, Output: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B) async throws -> Output>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.closure(keyPath, name, Output.self) { original, call in
      { a, b in try await call([a, b]) { try await original(a, b) } }
    }
  }

  /// Records an endpoint that is a closure with two parameters and returns nothing.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B) async throws -> Void>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.procedure(keyPath, name) { original, call in
      { a, b in try await call([a, b]) { try await original(a, b) } }
    }
  }

  /// Records an endpoint that is a closure with three parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    Output: Codable & Sendable
  >(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B, C) async throws -> Output>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.closure(keyPath, name, Output.self) { original, call in
      { a, b, c in try await call([a, b, c]) { try await original(a, b, c) } }
    }
  }

  /// Records an endpoint that is a closure with three parameters and returns nothing.
  public static func endpoint<A: Codable & Sendable, B: Codable & Sendable, C: Codable & Sendable>(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B, C) async throws -> Void>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.procedure(keyPath, name) { original, call in
      { a, b, c in try await call([a, b, c]) { try await original(a, b, c) } }
    }
  }

  /// Records an endpoint that is a closure with four parameters. Its name has the form `client.endpoint(label:)`.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    D: Codable & Sendable,
    Output: Codable & Sendable
  >(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B, C, D) async throws -> Output>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.closure(keyPath, name, Output.self) { original, call in
      { a, b, c, d in try await call([a, b, c, d]) { try await original(a, b, c, d) } }
    }
  }

  /// Records an endpoint that is a closure with four parameters and returns nothing.
  public static func endpoint<
    A: Codable & Sendable,
    B: Codable & Sendable,
    C: Codable & Sendable,
    D: Codable & Sendable
  >(
    _ keyPath: RecordedEndpoint.Key<@concurrent @Sendable (A, B, C, D) async throws -> Void>,
    _ name: String
  ) -> RecordedEndpoint {
    RecordedEndpoint.procedure(keyPath, name) { original, call in
      { a, b, c, d in try await call([a, b, c, d]) { try await original(a, b, c, d) } }
    }
  }
}
