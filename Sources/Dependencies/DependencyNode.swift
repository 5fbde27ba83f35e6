/// An overridden value, and a link to the values that were overridden before.
///
/// Overrides form a list that shares its tail with the enclosing scope. Entering a scope allocates one node per
/// override, reading follows a few pointers, and two sets of values are identical if their first nodes are. Each key
/// occurs in a list once.
///
/// Safety: several tasks can reach a node. Only `DependencyValues.set` changes nodes, and only a first node that
/// `isKnownUniquelyReferenced`, which nobody else can reach.
@usableFromInline
class DependencyNode: @unchecked Sendable {
  @usableFromInline final let key: ObjectIdentifier
  @usableFromInline final let next: DependencyNode?

  @usableFromInline
  init(key: ObjectIdentifier, next: DependencyNode?) {
    self.key = key
    self.next = next
  }

  /// The first node with a key in the list that starts here.
  ///
  /// The result is unmanaged because counting references to each node would cost more than the search. The list retains
  /// its nodes, and the caller retains the list.
  @inlinable
  final func first(_ key: ObjectIdentifier) -> Unmanaged<DependencyNode>? {
    var node: Unmanaged<DependencyNode>? = .passUnretained(self)
    while let candidate = node {
      if candidate._withUnsafeGuaranteedRef({ $0.key == key }) { return candidate }
      node = candidate._withUnsafeGuaranteedRef { $0.next.map { .passUnretained($0) } }
    }
    return nil
  }

  /// Whether a node is in the list that starts here.
  final func contains(_ other: DependencyNode) -> Bool {
    var node: Unmanaged<DependencyNode>? = .passUnretained(self)
    let other = Unmanaged.passUnretained(other).toOpaque()
    while let candidate = node {
      if candidate.toOpaque() == other { return true }
      node = candidate._withUnsafeGuaranteedRef { $0.next.map { .passUnretained($0) } }
    }
    return false
  }

  /// The nodes of the list that starts here, in reverse order.
  final func reversed() -> [DependencyNode] {
    Array(sequence(first: self, next: \.next)).reversed()
  }

  /// The list that starts here, without a key. It shares the nodes after the removed one with this list.
  @usableFromInline
  final func removing(_ key: ObjectIdentifier) -> DependencyNode? {
    guard let removed = first(key)?.takeUnretainedValue() else { return self }
    return sequence(first: self, next: \.next).prefix { $0 !== removed }.reversed()
      .reduce(removed.next) { $1.copy(next: $0) }
  }

  /// This node, whose value the caller knows to be of a type.
  @inlinable
  final func with<Value: Sendable>(_ type: Value.Type) -> DependencyValueNode<Value> {
    // A checked cast would take longer than the whole access.
    unsafeDowncast(self, to: DependencyValueNode<Value>.self)
  }

  /// A node with the same value at the front of another list.
  func copy(next: DependencyNode?) -> DependencyNode { DependencyNode(key: key, next: next) }
}

@usableFromInline
final class DependencyValueNode<Value: Sendable>: DependencyNode, @unchecked Sendable {
  @usableFromInline final var value: Value

  @usableFromInline
  init(key: ObjectIdentifier, value: Value, next: DependencyNode?) {
    self.value = value
    super.init(key: key, next: next)
  }

  override func copy(next: DependencyNode?) -> DependencyNode {
    DependencyValueNode(key: key, value: value, next: next)
  }
}
