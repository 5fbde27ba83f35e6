import Synchronization

/// Distinguishes the dependencies that a store binds from those that a sender adds.
///
/// Task-local overrides pass from an effect of one store to the reducer of another store that receives its actions.
/// This is intended for overrides by `withDependencies` around the `send`, but not for those that the first store has
/// bound for its own reducers and effects. Therefore a store marks the dependencies that it binds.
extension DependencyValues {
  /// Whether any values have been marked in this process. Otherwise the task-local value need not be read, which takes as
  /// long as a send.
  @usableFromInline static let isAnyOwned = Atomic(false)

  /// Whether the current values may belong to a store. It may be `true` for values that do not.
  @inlinable
  package static var mayBeOwned: Bool { isAnyOwned.load(ordering: .relaxed) && !current.isRoot }

  /// Returns these values, marked as those of a store.
  @usableFromInline
  package func owned() -> DependencyValues {
    guard let overrides, !isRoot, !(overrides is DependencyBoundary) else { return self }
    Self.isAnyOwned.store(true, ordering: .relaxed)
    return DependencyValues(overrides: DependencyBoundary(next: overrides), access: access)
  }

  /// Returns these values, which belong to a store, overridden by those that a sender has added to its own.
  ///
  /// - Parameter sender: All values of the sender's context.
  /// - Complexity: O(number of overrides) if either of the values was made from the other, which is usual.
  @usableFromInline
  package func overridden(by sender: DependencyValues) -> DependencyValues {
    guard let added = sender.overrides, added !== overrides else { return self }
    guard let boundary = added.firstBoundary else {
      // The sender's values belong to no store. All of them count as added, unless these values were made from them.
      if let overrides, overrides.contains(added) { return self }
      return merging(sender)
    }
    if boundary === added { return self }
    if boundary === overrides { return sender }
    let own = sequence(first: added, next: \.next).prefix { $0 !== boundary }
    return DependencyValues(
      overrides: own.reversed().reduce(overrides) { list, node in node.copy(next: list?.removing(node.key)) },
      access: access
    )
  }
}

/// Marks the following nodes as the values of a store.
private final class DependencyBoundary: DependencyNode, @unchecked Sendable {  // It adds nothing to its superclass.
  init(next: DependencyNode?) {
    super.init(key: ObjectIdentifier(DependencyBoundary.self), next: next)
  }

  override func copy(next: DependencyNode?) -> DependencyNode { DependencyBoundary(next: next) }
}

extension DependencyNode {
  fileprivate var firstBoundary: DependencyNode? { first(ObjectIdentifier(DependencyBoundary.self)) }
}
