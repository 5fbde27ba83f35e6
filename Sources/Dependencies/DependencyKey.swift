/// A key of ``DependencyValues`` that can be named, mocked and tested without its live implementation.
///
/// Conform to this protocol where the interface lives, and to ``DependencyKey`` where the live implementation does,
/// when the two are different modules. Where they are one, conform to ``DependencyKey`` alone.
public protocol TestDependencyKey<Value>: SendableMetatype {
  /// What is injected; the conforming type itself unless said otherwise.
  associatedtype Value: Sendable = Self

  /// What demonstrations and previews run on. ``previewValue`` if none is given, else ``testValue``: a key of this
  /// protocol has no live implementation that could run by accident.
  static var mockValue: Value { get }

  /// Another name for ``mockValue``, for code that was written against the Composable Architecture. Give one of them.
  static var previewValue: Value { get }

  /// What tests run on when they override nothing.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// ``previewValue``, or else ``testValue``, which is all that is known.
  public static var mockValue: Value { DefaultFace.substitute(for: .mock, of: Self.self) }

  /// ``mockValue``, or else ``testValue``, which is all that is known.
  public static var previewValue: Value { DefaultFace.substitute(for: .preview, of: Self.self) }
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
///   static let mockValue = WeatherClient(temperature: { city in 20 })
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
/// value that a test reads for the test's own `withDependencies` scope. Evaluating one may read other dependencies. If
/// these read the first one in turn while they are evaluated, none of them can be made: the program stops, with the
/// names of the keys.
public protocol DependencyKey<Value>: TestDependencyKey {
  // Said again so that the compiler infers `Value` from the requirements of either protocol.
  associatedtype Value = Self

  /// What programs run on.
  static var liveValue: Value { get }

  /// What demonstrations and previews run on. A key whose live value does no harm there returns that.
  ///
  /// If neither this nor ``previewValue`` is given, reading the key in a ``DependencyContext/mock`` context reports an
  /// issue at the reader's line, and goes on with ``testValue``. Only a key that has no other value goes on with
  /// ``liveValue``.
  static var mockValue: Value { get }

  /// Another name for ``mockValue``, for code that was written against the Composable Architecture. Give one of them.
  static var previewValue: Value { get }

  /// What tests run on when they override nothing.
  ///
  /// If none is given, reading the key in a test reports an issue at the reader's line and goes on with ``mockValue``,
  /// or with ``liveValue`` if the key has no other value.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// ``previewValue``, for want of another. Reading the key in a mock context reports if there is none either.
  public static var mockValue: Value { DefaultFace.substitute(for: .mock, of: Self.self) }

  /// ``mockValue``, for want of another. Reading the key in a mock context reports if there is none either.
  public static var previewValue: Value { DefaultFace.substitute(for: .preview, of: Self.self) }

  /// ``mockValue``, for want of another. Reading the key in a test reports that it has none.
  public static var testValue: Value { DefaultFace.substitute(for: .test, of: Self.self) }
}
