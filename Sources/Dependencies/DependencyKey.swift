/// A key of ``DependencyValues`` that is usable without its live implementation.
///
/// If the interface and the live implementation are in different modules, conform to this protocol in the module of the
/// interface, and to ``DependencyKey`` in the other one. In a single module, conform to ``DependencyKey`` only.
public protocol TestDependencyKey<Value> {
  /// The type of the value; by default the conforming type.
  associatedtype Value: Sendable = Self

  /// The value for demonstrations and previews. By default ``previewValue`` or else ``testValue``: a key of this
  /// protocol has no live implementation that could run by accident.
  static var mockValue: Value { get }

  /// Another name for ``mockValue``, for code written for the Composable Architecture. Implement only one of them.
  static var previewValue: Value { get }

  /// The value for tests that do not override it.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// ``previewValue`` or else ``testValue``.
  public static var mockValue: Value { DefaultFace.substitute(for: .mock, of: Self.self) }

  /// ``mockValue`` or else ``testValue``.
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
/// Values may be computed properties. Each is evaluated once and cached: live and mock values for the process, and all
/// values that a test reads for this test, or in XCTest for the outermost `withDependencies` scope. The evaluation may
/// read other dependencies. If these read the first one in turn during the evaluation, the program stops with the names
/// of the keys.
///
/// One thread at a time evaluates values, under a lock: a program has one, and each test has its own. So a value must
/// not wait for another thread while it is evaluated. If that thread reads a dependency that is not evaluated yet, both
/// wait for ever. Do such work in the closures of the client, each time they are called.
///
/// A key may belong to an actor, as one does that a module declares whose default isolation is the main actor. Only
/// code of that actor can name it then. To use it everywhere, write
/// `nonisolated extension WeatherClient: DependencyKey` and `nonisolated extension DependencyValues`.
public protocol DependencyKey<Value>: TestDependencyKey {
  // Repeated so that the compiler infers `Value` from the requirements of either protocol.
  /// The type of the value; by default the conforming type.
  associatedtype Value = Self

  /// The value for programs.
  static var liveValue: Value { get }

  /// The value for demonstrations and previews. If the live value is harmless, return it here.
  ///
  /// If neither this value nor ``previewValue`` is implemented, reading the key in a ``DependencyContext/mock`` context
  /// reports an issue at the reader's line and returns ``testValue``, or ``liveValue`` if the key has no other value.
  static var mockValue: Value { get }

  /// Another name for ``mockValue``, for code written for the Composable Architecture. Implement only one of them.
  ///
  /// If neither is implemented, code that names the preview value gets ``liveValue``, as in the Composable
  /// Architecture: `$0.weatherClient = .previewValue`.
  static var previewValue: Value { get }

  /// The value for tests that do not override it.
  ///
  /// If it is not implemented, reading the key in a test reports an issue at the reader's line and returns
  /// ``mockValue``, or ``liveValue`` if the key has no other value.
  static var testValue: Value { get }
}

extension DependencyKey {
  /// ``previewValue``. If that is missing too, reading the key in a mock context reports an issue.
  public static var mockValue: Value { DefaultFace.substitute(for: .mock, of: Self.self) }

  /// ``mockValue``. If that is missing too, it is ``liveValue``, and reading the key in a mock context reports an
  /// issue.
  public static var previewValue: Value { DefaultFace.substitute(for: .preview, of: Self.self) }

  /// ``mockValue``. Reading the key in a test reports that the test value is missing.
  public static var testValue: Value { DefaultFace.substitute(for: .test, of: Self.self) }
}
