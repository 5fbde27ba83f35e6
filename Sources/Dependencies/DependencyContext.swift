import Foundation

/// Which of a key's values is used where nothing is overridden.
public enum DependencyContext: Hashable, Sendable {
  /// ``DependencyKey/liveValue``: the default in a program.
  case live
  /// ``TestDependencyKey/mockValue``: demonstrations and previews, on request. A key without one is reported.
  case mock
  /// ``TestDependencyKey/testValue``: the default under a test runner.
  case test

  /// Another name for ``mock``, for code that was written against the Composable Architecture.
  public static var preview: Self { .mock }

  /// Whether a test runner started the process.
  static let isTestProcess = isTestRunner(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment
  )

  /// What the process runs in, found out once: the environment variable `SWIFT_DEPENDENCIES_CONTEXT` (`live`, `mock` or
  /// `test`) decides if it is set, then whether a test runner or Xcode's previews started the process.
  @usableFromInline
  package static let ofProcess = ofProcess(
    arguments: CommandLine.arguments,
    environment: ProcessInfo.processInfo.environment
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

  /// Whether a process with these arguments and environment was started by XCTest, Swift Testing or Xcode.
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

/// The context is a value like any other: it is overridden and inherited in the same way.
enum DependencyContextKey: DependencyKey {
  static var liveValue: DependencyContext { .ofProcess }
  static var mockValue: DependencyContext { .ofProcess }
  static var testValue: DependencyContext { .ofProcess }
}

extension DependencyValues {
  /// Which of a key's values is used where nothing is overridden.
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

  /// Values in which nothing is overridden but the context: live ones.
  ///
  /// ```swift
  /// withDependencies {
  ///   $0 = .live
  /// } operation: {
  ///   runDemo()
  /// }
  /// ```
  public static var live: Self { values(in: .live) }

  /// Values in which nothing is overridden but the context: mock ones.
  public static var mock: Self { values(in: .mock) }

  /// Another name for ``mock``, for code that was written against the Composable Architecture.
  public static var preview: Self { .mock }

  /// Values in which nothing is overridden but the context: those of tests.
  public static var test: Self { values(in: .test) }

  private static func values(in context: DependencyContext) -> Self {
    var values = Self()
    values.context = context
    return values
  }
}
