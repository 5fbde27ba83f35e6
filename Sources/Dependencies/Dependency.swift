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
/// provide, with the line of the declaration.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline
  enum Source: Sendable {
    case keyPath(any KeyPath<DependencyValues, Value> & Sendable)
    case key(@Sendable (DependencyValues) -> Value)
  }

  @usableFromInline let captured: DependencyValues
  @usableFromInline let access: DependencyAccess
  @usableFromInline let source: Source

  /// Reads a property of ``DependencyValues``.
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    captured = .current
    access = DependencyAccess(
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column), path: keyPath)
    source = .keyPath(keyPath)
  }

  /// Reads the value of a key.
  @inlinable
  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    captured = .current
    access = DependencyAccess(
      IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column), path: nil)
    source = .key { $0[key] }
  }

  /// The value: overridden by the current task, else as it was captured.
  @inlinable
  public var wrappedValue: Value {
    let current = DependencyValues.current
    guard captured.isIdentical(to: current) else { return read(from: captured.merging(current), boundTo: current) }
    return read(from: current)
  }

  @inlinable
  func read(from values: DependencyValues) -> Value {
    let values = DependencyValues(overrides: values.overrides, access: access)
    return switch source {
    case .keyPath(let keyPath): values[keyPath: keyPath]
    case .key(let read): read(values)
    }
  }

  /// Binds the values too, unless they are, for properties and defaults that read other dependencies.
  @usableFromInline
  func read(from values: DependencyValues, boundTo current: DependencyValues) -> Value {
    values.isIdentical(to: current)
      ? read(from: values) : withDependencyValues(values) { read(from: values) }
  }
}

/// What has captured dependencies.
protocol DependencyHolder {
  var captured: DependencyValues { get }
}

extension Dependency: DependencyHolder {}
