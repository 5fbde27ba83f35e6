public import Dependencies
public import Testing

/// Overrides dependencies in a test, or in all tests of a suite: `@Test(.dependencies { ... })`.
///
/// Each test, and each case of a parameterized test, has values of its own, so that a client with state can't carry
/// this state into another test. The overrides of a suite are applied before those of its tests.
public struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
  private let update: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(_ update: @escaping @Sendable (inout DependencyValues) async throws -> Void) {
    self.update = update
  }

  /// `true`: the overrides of a suite apply to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test with the overrides.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    // New default values even if a test is repeated in the same process.
    try await withDependencyValues(DependencyValues.current.withOwnDefaultValues()) {
      try await withDependencies {
        try await update(&$0)
      } operation: {
        try await function()
      }
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each test dependencies of its own, without overrides.
  ///
  /// ```swift
  /// @Suite(.dependencies) struct FeatureTests {}
  /// ```
  public static var dependencies: Self { Self { _ in } }

  /// Overrides dependencies.
  ///
  /// ```swift
  /// @Test(
  ///   .dependencies {
  ///     $0.date.now = Date(timeIntervalSince1970: 0)
  ///     $0.uuid = .incrementing
  ///   }
  /// )
  /// ```
  ///
  /// - Parameter update: Changes the values, before each test. If it throws, the test fails.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(update)
  }

  /// Overrides a dependency.
  ///
  /// ```swift
  /// @Test(.dependency(\.continuousClock, ImmediateClock()))
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency, or a part of it.
  ///   - value: The value, which is evaluated for each test.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { DependencyReplacement(keyPath, with: try value())(&$0) }
  }

  /// Overrides a dependency whose key is its own type.
  ///
  /// ```swift
  /// @Test(.dependency(WeatherClient.rainy))
  /// ```
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value == Value.Value {
    Self { $0[Value.self] = try value() }
  }
}
