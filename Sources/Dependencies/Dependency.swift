import Synchronization

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
///
/// A property of ``DependencyValues`` that reads one key and has its type is taken to be that key's property: as long
/// as the overrides are the same, its value is remembered. Any other property is evaluated for each read.
@propertyWrapper
public struct Dependency<Value: Sendable>: Sendable {
  @usableFromInline let reader: DependencyReader<Value>

  /// Reads a property of ``DependencyValues``.
  @inlinable
  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    reader = DependencyReader(
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      read: { $0[keyPath: keyPath] }
    )
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
    reader = DependencyReader(
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column),
      read: { $0[key] }
    )
  }

  /// The value: overridden by the current task, else as it was captured.
  @inlinable
  public var wrappedValue: Value {
    let overrides = DependencyValues.bound.get()
    if let result = reader.result.load(ordering: .acquiring)?._withUnsafeGuaranteedRef({ $0 }),
      result.overrides === overrides
    {
      return result.value
    }
    return reader.value(boundTo: overrides)
  }
}

/// What has captured dependencies.
protocol DependencyHolder {
  var captured: DependencyValues { get }
}

extension Dependency: DependencyHolder {
  var captured: DependencyValues { DependencyValues(overrides: reader.captured) }
}
