public import Foundation

extension DependencyValues {
  /// The generator of the current date.
  ///
  /// ```swift
  /// @Dependency(\.date.now) var now
  /// ```
  ///
  /// Tests override it with ``DateGenerator/constant(_:)``. Without an override, its use reports an issue.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }
}

private enum DateGeneratorKey: DependencyKey {
  static let liveValue = DateGenerator { Date() }
  static var mockValue: DateGenerator { liveValue }
  static var testValue: DateGenerator {
    let location = IssueLocation.ofReader
    return DateGenerator {
      reportUnimplemented("@Dependency(\\.date)", at: location)
      return Date()
    }
  }
}

/// A generator of the current date.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// Makes a generator that calls a closure for each date.
  public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

  /// Returns a generator that always returns the same date.
  public static func constant(_ date: Date) -> Self { Self { date } }

  /// The current date. Setting it makes it constant.
  public var now: Date {
    get { SuspensionRecorder.current.map { $0.date(generate) } ?? generate() }
    set { self = .constant(newValue) }
  }

  /// Returns the current date.
  public func callAsFunction() -> Date { now }
}
