/// The context, which determines the value of a key without an override.
public enum DependencyContext: Hashable, Sendable {
  /// ``DependencyKey/liveValue``, the default in a program.
  case live
  /// ``TestDependencyKey/mockValue``, for demonstrations and previews, on request. A key without one reports an issue.
  case mock
  /// ``TestDependencyKey/testValue``, the default in a test.
  case test

  /// Another name for ``mock``, for code written for the Composable Architecture.
  public static var preview: Self { .mock }

  static let isTestProcess = isTestRunner(
    arguments: CommandLine.arguments,
    environment: ProcessEnvironment.variables
  )

  /// The context of the process, determined once: by the environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`,
  /// `mock` or `test`) if it is set, otherwise by whether a test runner or Xcode's previews started the process.
  package static let ofProcess = ofProcess(
    arguments: CommandLine.arguments,
    environment: ProcessEnvironment.variables
  )

  static func ofProcess(arguments: [String], environment: [String: String]) -> DependencyContext {
    switch environment["SWIFT_DEPENDENCIES_CONTEXT"] {
    case "live": .live
    case "mock", "preview": .mock
    case "test": .test
    default:
      if isTestRunner(arguments: arguments, environment: environment) {
        .test
      } else {
        environment["XCODE_RUNNING_FOR_PREVIEWS"] == "1" ? .mock : .live
      }
    }
  }

  /// Returns whether XCTest, Swift Testing or Xcode started a process with these arguments and environment.
  ///
  /// - `swift test` on Linux runs a program called `<package>PackageTests.xctest`, on macOS `xctest` or, for Swift
  ///   Testing, `swiftpm-testing-helper`. Newer versions pass `--testing-library` to all of them.
  /// - Xcode sets environment variables in the program that hosts the tests.
  private static func isTestRunner(arguments: [String], environment: [String: String]) -> Bool {
    let program = arguments.first.map { $0.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? "" } ?? ""
    return program.hasSuffix(".xctest") || program == "xctest" || program == "swiftpm-testing-helper"
      || arguments.dropFirst().contains("--testing-library")
      || environment.keys.contains { testRunnerVariables.contains($0) }
  }

  private static let testRunnerVariables: Set<String> = [
    "XCTestBundlePath", "XCTestConfigurationFilePath", "XCTestSessionIdentifier",
  ]
}

/// Whether a test runner started the process: `swift test`, XCTest or Xcode.
///
/// ```swift
/// if !isTesting { startServer() }
/// ```
///
/// It is the same for the whole process. Whether code runs on test values depends on ``DependencyValues/context``.
public let isTesting = DependencyContext.isTestProcess

/// The key of the context, which is overridden and inherited like other values.
enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { .ofProcess }
  static var mockValue: DependencyContext { .ofProcess }
  static var testValue: DependencyContext { .ofProcess }
}

extension DependencyValues {
  /// The context, which determines the value of a key without an override.
  ///
  /// ```swift
  /// withDependencies {
  ///   $0.context = .mock
  /// } operation: {
  ///   runDemo()
  /// }
  /// ```
  public var context: DependencyContext {
    get { override(for: DependencyContextKey.self) ?? .ofProcess }
    set { self[DependencyContextKey.self] = newValue }
  }

  /// Live values, without overrides.
  ///
  /// ```swift
  /// withDependencies {
  ///   $0 = .live
  /// } operation: {
  ///   runDemo()
  /// }
  /// ```
  public static var live: Self { values(in: .live) }

  /// Mock values, without overrides.
  public static var mock: Self { values(in: .mock) }

  /// Another name for ``mock``, for code written for the Composable Architecture.
  public static var preview: Self { .mock }

  /// Test values, without overrides.
  public static var test: Self { values(in: .test) }

  private static func values(in context: DependencyContext) -> Self {
    var values = Self()
    values.context = context
    return values
  }
}
