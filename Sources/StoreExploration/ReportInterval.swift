import Dependencies

/// Limits progress reports to one every two seconds, so that short explorations print none.
package final class ReportInterval: Sendable {
  private static var length: Duration { .seconds(2) }

  private let next = Locked(ContinuousClock.now + length)

  package init() {}

  /// Returns `true` if the interval has passed since the last time that it returned `true`, or since the start.
  package func isOver() -> Bool {
    next.withLock { next in
      guard ContinuousClock.now >= next else { return false }
      next = ContinuousClock.now + Self.length
      return true
    }
  }
}
