import Store

/// Calls a closure on the main actor when it is released, which must be there.
final class ReleaseToken: Sendable {
  let onRelease: @MainActor @Sendable () -> Void

  init(_ onRelease: @escaping @MainActor @Sendable () -> Void = {}) { self.onRelease = onRelease }

  deinit {
    // Retained while it runs, whatever the closure does to the owner of the token.
    let onRelease = onRelease
    MainActor.assumeIsolated { onRelease() }
  }
}

/// Calls a closure when it is released, on any thread. A `ReleaseToken` is released on the main actor.
final class EndToken: Sendable {
  private let onEnd: @Sendable () -> Void

  init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

  deinit { onEnd() }
}
