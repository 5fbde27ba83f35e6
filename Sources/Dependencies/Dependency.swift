/// A property that reads an injected value.
///
/// ```swift
/// struct Clocked {
///   @Dependency(\.date.now) var now
///   @Dependency(WeatherClient.self) var weather
/// }
/// ```
///
/// It captures the dependencies that are current when it is made, so a reducer keeps those of the store that built it,
/// and overrides of the current task win when it is read. In a test it reports reads of values that the test did not
/// provide, at the line of the declaration.
///
/// A property of ``DependencyValues`` named by the key path must depend on other dependencies only: while these stay the
/// same, a value taken from them unchanged is remembered.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  let captured: DependencyValues
  let read: DependencyRead
  let resolve: @Sendable (DependencyValues) -> Value

  /// Reads a property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    captured = .current
    read = DependencyRead(
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      path: keyPath
    )
    resolve = { $0[keyPath: keyPath] }
  }

  /// Reads the value of a key.
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    captured = .current
    read = DependencyRead(
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      path: nil
    )
    resolve = { $0[key] }
  }

  /// The value: overridden by the current task, else as it was captured.
  public var wrappedValue: Value {
    let current = DependencyValues.current
    var values = captured.isIdentical(to: current) ? current : captured.merging(current)
    values.read = read
    return values.isIdentical(to: current) ? resolve(values) : withDependencyValues(values) { resolve(values) }
  }
}

/// What has captured dependencies.
protocol DependencyHolder {
  var captured: DependencyValues { get }
}

extension Dependency: DependencyHolder {}
