/// A key of ``DependencyValues`` that can be named, mocked and tested without its live implementation.
///
/// Conform to this protocol where the interface lives, and to ``DependencyKey`` where the live implementation does,
/// when the two are different modules. Where they are one, conform to ``DependencyKey`` alone.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// What is injected; the conforming type itself unless said otherwise.
  associatedtype Value: Sendable = Self

  /// What demonstrations and previews run on. ``testValue`` if none is given.
  static var mockValue: Value { get }

  /// What tests run on when they override nothing.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// ``testValue``, which is all that is known.
  public static var mockValue: Value { testValue }
}

/// A key of ``DependencyValues`` with a live implementation.
///
/// ```swift
/// struct WeatherClient: Sendable {
///   var temperature: @Sendable (_ city: String) async throws -> Double
/// }
///
/// extension WeatherClient: DependencyKey {
///   static let liveValue = WeatherClient(temperature: { city in 21.5 })
///   static let testValue = WeatherClient(temperature: unimplemented("WeatherClient.temperature"))
/// }
///
/// extension DependencyValues {
///   var weatherClient: WeatherClient {
///     get { self[WeatherClient.self] }
///     set { self[WeatherClient.self] = newValue }
///   }
/// }
/// ```
///
/// Values may be computed properties: each is evaluated once and kept, live and mock values for the process, every
/// value that a test reads for the test's own `withDependencies` scope.
public protocol DependencyKey<Value>: TestDependencyKey {
  // Said again so that the compiler infers `Value` from the requirements of either protocol.
  associatedtype Value = Self

  /// What programs run on.
  static var liveValue: Value { get }

  /// What demonstrations and previews run on. ``liveValue`` if none is given.
  static var mockValue: Value { get }

  /// What tests run on when they override nothing.
  ///
  /// If none is given, reading the key in a test reports an issue at the reader's line and goes on with ``mockValue``.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// ``liveValue``, for want of another.
  public static var mockValue: Value { liveValue }

  /// ``mockValue``, for want of another. Reading the key in a test reports that it has none.
  public static var testValue: Value {
    TestValueEvaluation.current?.missing(Self.self) ?? mockValue
  }
}
