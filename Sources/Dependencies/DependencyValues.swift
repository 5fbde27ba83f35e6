/// The values that are injected into features, found by the type of their key.
///
/// Extend it with a property for each dependency (see ``DependencyKey``), read it through ``Dependency``, and change it
/// for the length of a call with ``withDependencies(_:operation:)``. Values travel by task-local: child tasks, task
/// groups and `Task { }` inherit them, each task sees its own overrides only.
///
/// Reading takes time linear in the number of overrides in force, and no lock.
public struct DependencyValues: Sendable, NonisolatedMembers {
  /// What is overridden, the latest first.
  @usableFromInline var overrides: DependencyNode?

  /// Who reads these values, or changes them, if it is known.
  @usableFromInline var access: DependencyAccess?

  /// What is overridden in the current task. Spelled out, as `@TaskLocal` would keep it from inlinable code.
  @usableFromInline static let bound = TaskLocal<DependencyNode?>(wrappedValue: nil)

  /// Values that nothing is overridden in.
  public init() {}

  @inlinable
  init(overrides: DependencyNode?, access: DependencyAccess? = nil) {
    self.overrides = overrides
    self.access = access
  }

  /// The values of the current task: those bound by the closest `withDependencies`, else the process-wide root.
  @inlinable
  package static var current: DependencyValues {
    DependencyValues(overrides: bound.get() ?? PreparedDependencies.overrides)
  }

  /// The value of a key: the override if there is one, else the key's live, mock or test value, depending on
  /// ``context``.
  ///
  /// In a test, reading a key that has no `testValue` and was not overridden reports an issue, at the `@Dependency`
  /// that reads it or else at the caller's line.
  @inlinable
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    get {
      guard let value = override(for: key) ?? cachedDefaultValue(of: key) else {
        return defaultValue(
          of: key,
          at: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        )
      }
      if let access, access.isProbe { access.note(ObjectIdentifier(Key.Value.self)) }
      return value
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// The override of a key, if there is one.
  @inlinable
  package func override<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    guard let overrides, let node = overrides.first(ObjectIdentifier(key)) else { return nil }
    // `set` is the only one to make nodes and is given the value of the same key, so the cast cannot fail.
    return node._withUnsafeGuaranteedRef { unsafeDowncast($0, to: DependencyValueNode<Key.Value>.self).value }
  }

  @inlinable
  mutating func set<Value: Sendable>(_ value: Value, for key: ObjectIdentifier) {
    if overrides?.key == key, isKnownUniquelyReferenced(&overrides), let overrides {
      unsafeDowncast(overrides, to: DependencyValueNode<Value>.self).value = value
    } else {
      overrides = DependencyValueNode(key: key, value: value, next: overrides?.removing(key))
    }
  }
}

extension DependencyValues {
  /// Whether nothing is bound: these are the values of the process as a whole.
  @usableFromInline
  package var isRoot: Bool { overrides === PreparedDependencies.overrides }

  /// Whether both are the very same values, not only equal ones. O(1).
  @inlinable
  package func isIdentical(to other: DependencyValues) -> Bool { overrides === other.overrides }

  /// These values with what is overridden in `other` winning.
  ///
  /// Complexity: O(*n*) if `other` was made from these by further overrides, as is usual, O(*n* · *m*) if not.
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
