import Dependencies

/// Holds what a ``Shared`` or a ``SharedReader`` refers to. Its copies have the box together, so that all of them refer to
/// something else when one is assigned to.
final class SharedBox<Value>: Sendable {
  private let current: Locked<SharedReference<Value>>

  init(_ reference: SharedReference<Value>) {
    current = Locked(reference)
  }

  var reference: SharedReference<Value> { current.withLock { $0 } }

  /// Refers to something else from now on, and tells those who read the value that they do.
  func refer(to reference: SharedReference<Value>) {
    var replaced = reference
    current.withLock { swap(&replaced, &$0) }
    replaced.source.touch()
  }
}
