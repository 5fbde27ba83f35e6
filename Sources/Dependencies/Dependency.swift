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
/// The property captures the current dependencies when it is made, so a reducer keeps the dependencies of its store.
/// Overrides of the current task replace them when the property is read. In a test, reading a value that the test did
/// not provide reports an issue at the line of the declaration.
///
/// The value need not be `Sendable`, but then it can't be cached: the property of ``DependencyValues`` makes or unwraps
/// it at each read, as `defaultAppStorage` does.
///
/// If a property of ``DependencyValues`` reads a single key of the same type, it is assumed to return that key's value.
/// The value is then cached for as long as the overrides stay the same. Other properties are evaluated at each read.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  @usableFromInline let reader: DependencyReader<Value>

  /// Declares a property that reads a property of ``DependencyValues``.
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

  /// Declares a property that reads the value of a key.
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

  /// The value from the overrides of the current task, or otherwise from the captured dependencies.
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

/// A value that has captured dependencies.
protocol DependencyHolder {
  var captured: DependencyValues { get }
}

extension Dependency: DependencyHolder {
  var captured: DependencyValues { DependencyValues(overrides: reader.captured) }
}
