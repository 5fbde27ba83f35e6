/// Calls a closure when it is released, on any thread. A `ReleaseToken` is released on the main actor.
final class EndToken: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
