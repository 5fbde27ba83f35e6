import Synchronization

/// The values that are injected into features, found by the type of their key.
///
/// Extend it with a property for each dependency (see ``DependencyKey``), read it through ``Dependency``, and change it
/// for the length of a call with ``withDependencies(_:operation:)``. Values travel by task-local: child tasks, task groups
/// and `Task { }` inherit them, each task sees its own overrides only.
///
/// Reading a value that is overridden takes time linear in the number of overrides made since, and no lock.
public struct DependencyValues: Sendable {
  /// What is overridden, the latest first.
  @usableFromInline var overrides: DependencyNode?

  /// Who is reading, if it is a `@Dependency`: then issues are reported there and not at the property in between.
  @usableFromInline var read: DependencyRead?

  /// Whether this is the copy that an `update` closure is changing: there, reading a client to replace one of its
  /// endpoints is no use of the client.
  @usableFromInline var isUpdating = false

  @usableFromInline @TaskLocal static var bound: DependencyValues?

  /// Values that nothing is overridden in.
  public init() {}

  /// The values of the current task: those bound by the closest `withDependencies`, else the process-wide root.
  package static var current: DependencyValues { bound ?? PreparedDependencies.values }

  /// The value of a key: the override if there is one, else the key's live, mock or test value, depending on ``context``.
  ///
  /// In a test, reading a key that has no `testValue` and was not overridden reports an issue at the caller's line.
  public subscript<Key: TestDependencyKey>(
    key: Key.Type,
    fileID fileID: StaticString = #fileID,
    filePath filePath: StaticString = #filePath,
    line line: UInt = #line,
    column column: UInt = #column
  ) -> Key.Value {
    @inlinable
    get {
      if let node = node(for: ObjectIdentifier(key)) {
        let value = unsafeDowncast(node, to: DependencyValueNode<Key.Value>.self).value
        read?.note(value)
        return value
      }
      return defaultValue(of: key, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  @inlinable
  func node(for key: ObjectIdentifier) -> DependencyNode? {
    var node = overrides
    while let candidate = node {
      if candidate.key == key { return candidate }
      node = candidate.next
    }
    return nil
  }

  /// The override of a key, if there is one.
  func override<Key: TestDependencyKey>(for key: Key.Type) -> Key.Value? {
    // A list never holds a value of another type under a key: `set` is told both by the subscript.
    node(for: ObjectIdentifier(key)).map { unsafeDowncast($0, to: DependencyValueNode<Key.Value>.self).value }
  }

  @usableFromInline
  mutating func set<Value: Sendable>(_ value: Value, for key: ObjectIdentifier) {
    if overrides?.key == key, isKnownUniquelyReferenced(&overrides), let overrides {
      unsafeDowncast(overrides, to: DependencyValueNode<Value>.self).value = value
    } else {
      overrides = DependencyValueNode(key: key, value: value, next: DependencyNode.removing(key, from: overrides))
    }
  }
}

extension DependencyNode {
  /// The list without a key. What follows the removed node is shared with the old list.
  static func removing(_ key: ObjectIdentifier, from list: DependencyNode?) -> DependencyNode? {
    var kept: [DependencyNode] = []
    var node = list
    while let candidate = node {
      if candidate.key == key {
        return kept.reversed().reduce(candidate.next) { $1.copy(next: $0) }
      }
      kept.append(candidate)
      node = candidate.next
    }
    return list
  }
}

extension DependencyValues {
  /// Whether nothing is bound: these are the values of the process as a whole.
  package var isRoot: Bool { isIdentical(to: PreparedDependencies.values) }

  /// Whether both are the very same values, not only equal ones. O(1).
  @inlinable
  package func isIdentical(to other: DependencyValues) -> Bool { overrides === other.overrides }

  /// These values with what is overridden in `other` winning.
  ///
  /// Complexity: O(*n*) if `other` was made from these by further overrides, as is usual, O(*n* · *m*) if not.
  package func merging(_ other: DependencyValues) -> DependencyValues {
    if other.extends(self) { return other }
    var nodes: [DependencyNode] = []
    var node = other.overrides
    while let next = node {
      nodes.append(next)
      node = next.next
    }
    var merged = self
    for node in nodes.reversed() {
      merged.overrides = node.copy(next: DependencyNode.removing(node.key, from: merged.overrides))
    }
    return merged
  }

  /// Whether these values were made from `base` by overriding more.
  private func extends(_ base: DependencyValues) -> Bool {
    guard let target = base.overrides else { return true }
    var node = overrides
    while let candidate = node {
      if candidate === target { return true }
      node = candidate.next
    }
    return false
  }
}
