/// An overridden value, and a link to the values that were overridden before.
///
/// Overrides form a list that shares its tail with the enclosing scope. Entering a scope allocates one node per
/// override, reading follows a few pointers, and two sets of values are identical if their first nodes are. Each key
/// occurs in a list once.
///
/// `@unchecked Sendable`: subclasses, too, have constants only.
@usableFromInline
class DependencyNode: @unchecked Sendable {
  @usableFromInline final let key: ObjectIdentifier
  @usableFromInline final let next: DependencyNode?

  @usableFromInline
  init(key: ObjectIdentifier, next: DependencyNode?) {
    self.key = key
    self.next = next
  }

  /// The value of a key in the list that starts here.
  ///
  /// Recursive, so that the compiler need not count references to the nodes on the way.
  @inlinable
  final func value<Value: Sendable>(of key: ObjectIdentifier, as type: Value.Type) -> Value? {
    self.key == key ? (self as? DependencyValueNode<Value>)?.value : next?.value(of: key, as: type)
  }

  /// The first node with a key in the list that starts here.
  final func first(_ key: ObjectIdentifier) -> DependencyNode? { self.key == key ? self : next?.first(key) }

  /// Whether a node is in the list that starts here.
  final func contains(_ other: DependencyNode) -> Bool { self === other || next?.contains(other) == true }

  /// The nodes of the list that starts here, in reverse order.
  final func reversed() -> [DependencyNode] {
    Array(sequence(first: self, next: \.next)).reversed()
  }

  /// The list that starts here, without a key. It shares the nodes after the removed one with this list.
  @usableFromInline
  final func removing(_ key: ObjectIdentifier) -> DependencyNode? {
    guard let removed = first(key) else { return self }
    return sequence(first: self, next: \.next).prefix { $0 !== removed }.reversed()
      .reduce(removed.next) { $1.copy(next: $0) }
  }

  /// A node with the same value at the front of another list.
  func copy(next: DependencyNode?) -> DependencyNode { DependencyNode(key: key, next: next) }
}

@usableFromInline
final class DependencyValueNode<Value: Sendable>: DependencyNode, @unchecked Sendable {
  @usableFromInline final let value: Value

  @inlinable
  init(key: ObjectIdentifier, value: Value, next: DependencyNode?) {
    self.value = value
    super.init(key: key, next: next)
  }

  override func copy(next: DependencyNode?) -> DependencyNode {
    DependencyValueNode(key: key, value: value, next: next)
  }
}
