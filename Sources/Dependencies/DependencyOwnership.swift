import Synchronization

/// What tells the dependencies that a store binds from those that a sender puts on top of them.
///
/// Overrides travel by task-local, from an effect of one store to the reducer of another that it sends to. Those that
/// `withDependencies` made around the `send` are meant to; those that the first store has bound for its own reducers and
/// effects are not. So a store marks what it binds.
extension DependencyValues {
  /// Whether anything was ever marked in this process. Where nothing was there is nothing to tell apart, and a task-local
  /// value need not be read.
  @usableFromInline static let isAnyOwned = Atomic(false)

  /// Whether the values that are in force here may be those of a store. In doubt they are.
  @inlinable
  package static var mayBeOwned: Bool { isAnyOwned.load(ordering: .relaxed) && !current.isRoot }

  /// These values, marked as those of a store.
  @inlinable
  package func owned() -> DependencyValues {
    guard let overrides, !isRoot, !(overrides is DependencyBoundary) else { return self }
    return marked()
  }

  @usableFromInline
  func marked() -> DependencyValues {
    Self.isAnyOwned.store(true, ordering: .relaxed)
    return DependencyValues(overrides: DependencyBoundary(next: overrides), access: access)
  }

  /// These values, which a store owns, with what a sender has put on top of its own winning.
  ///
  /// - Parameter sender: All values that are in force where the sender is.
  /// - Complexity: O(number of overrides) where these values were made from the sender's or the sender's from these, as is
  ///   usual.
  @usableFromInline
  package func overridden(by sender: DependencyValues) -> DependencyValues {
    guard let added = sender.overrides, added !== overrides else { return self }
    guard let boundary = added.firstBoundary else {
      // Nobody owns the sender's values. It has put all of them on top, unless these have been made from them.
      if let overrides, overrides.contains(added) { return self }
      return merging(sender)
    }
    if boundary === added { return self }
    if boundary === overrides { return sender }
    let own = added.nodes { $0 !== boundary }
    return DependencyValues(
      overrides: own.reversed().reduce(overrides) { list, node in node.copy(next: list?.removing(node.key)) },
      access: access
    )
  }
}

/// Marks the values that follow it as those of a store.
@usableFromInline
final class DependencyBoundary: DependencyNode, @unchecked Sendable {  // It adds nothing to its superclass.
  @usableFromInline
  init(next: DependencyNode?) {
    super.init(key: ObjectIdentifier(DependencyBoundary.self), next: next)
  }

  override func copy(next: DependencyNode?) -> DependencyNode { DependencyBoundary(next: next) }
}

extension DependencyNode {
  fileprivate var firstBoundary: DependencyBoundary? {
    first(ObjectIdentifier(DependencyBoundary.self)).map {
      // Only a boundary has this key.
      unsafeDowncast($0.takeUnretainedValue(), to: DependencyBoundary.self)
    }
  }

  /// The nodes of the list that starts here, as long as they meet a condition.
  fileprivate func nodes(while condition: (DependencyNode) -> Bool) -> [DependencyNode] {
    Array(sequence(first: self, next: \.next).prefix(while: condition))
  }
}
