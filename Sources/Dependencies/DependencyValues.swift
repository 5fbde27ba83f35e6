/// The dependencies of features, by the type of their key.
///
/// Extend this type with a property for each dependency (see ``DependencyKey``), read it through ``Dependency``, and
/// override it during a call with ``withDependencies(_:operation:)``. Values are task-local: child tasks, task groups
/// and `Task { }` inherit them, and each task sees only its own overrides.
///
/// Reading takes time linear in the number of current overrides. A value that is not overridden is looked up under a
/// lock, which is held for as long as this takes.
public struct DependencyValues: Sendable {
  /// The overrides, latest first.
  @usableFromInline var overrides: DependencyNode?

  /// The purpose of the current access, if it is known.
  @usableFromInline var access: DependencyAccess?

  /// The overrides of the current task. Declared without the attribute `@TaskLocal`, which inlinable code can't use.
  @usableFromInline static let bound = TaskLocal<DependencyNode?>(wrappedValue: nil)

  /// Makes values without overrides.
  public init() {}

  @usableFromInline
  init(overrides: DependencyNode?, access: DependencyAccess? = nil) {
    self.overrides = overrides
    self.access = access
  }

  /// The values of the current task: those bound by the innermost `withDependencies`, or those of the process.
  @usableFromInline
  package static var current: DependencyValues {
    DependencyValues(overrides: bound.get() ?? PreparedDependencies.overrides)
  }

  /// The value of a key: its override, or else its live, mock or test value, depending on the ``context``.
  ///
  /// In a test, reading a key without an override and without a `testValue` reports an issue at the declaration of the
  /// `@Dependency` that reads it, or at the caller's line.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    @inlinable get {
      let id = ObjectIdentifier(key)
      guard let value = override(for: key) ?? (cachedDefault(of: id) as? DependencyValueNode<Key.Value>)?.value else {
        let location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        return defaultValue(of: key, at: location)
      }
      access?.recordRead(of: ObjectIdentifier(Key.Value.self))
      return value
    }
    @inlinable set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Returns the override of a key, or `nil` if there is none.
  @inlinable
  package func override<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    overrides?.value(of: ObjectIdentifier(key), as: Key.Value.self)
  }

  @inlinable
  mutating func set<Value: Sendable>(_ value: Value, for key: ObjectIdentifier) {
    overrides = DependencyValueNode(key: key, value: value, next: overrides?.removing(key))
  }
}

extension DependencyValues {
  /// Whether these are the values of the process.
  @usableFromInline
  package var isRoot: Bool { overrides === PreparedDependencies.overrides }

  /// Returns whether both have the same overrides, by identity. O(1).
  @inlinable
  package func isIdentical(to other: DependencyValues) -> Bool { overrides === other.overrides }

  /// Returns these values, overridden by those in `other`.
  ///
  /// Complexity: O(*n*) if `other` was made from these by further overrides, which is usual; otherwise O(*n* · *m*).
  @usableFromInline
  package func merging(_ other: DependencyValues) -> DependencyValues {
    guard let base = overrides else { return other }
    guard let added = other.overrides else { return self }
    if added.contains(base) { return other }
    return DependencyValues(
      overrides: added.reversed().reduce(base) { list, node in node.copy(next: list.removing(node.key)) },
      access: access
    )
  }
}
