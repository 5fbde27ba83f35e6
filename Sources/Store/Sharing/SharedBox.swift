import Dependencies

/// Holds the reference of a ``Shared`` or a ``SharedReader``. Copies of a property share the box, so that assigning to
/// the projected value of one changes the reference of all of them.
final class SharedBox<Value>: Sendable {
  private let current: Locked<any SharedReference<Value>>

  init(_ reference: any SharedReference<Value>) {
    current = Locked(reference)
  }

  var reference: any SharedReference<Value> { current.withLock { $0 } }

  /// Replaces the reference, and notifies the observers of the previous value.
  func refer(to reference: any SharedReference<Value>) {
    var replaced = reference
    current.withLock { swap(&replaced, &$0) }
    replaced.source.touch()
  }
}
