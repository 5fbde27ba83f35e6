import Dependencies

/// Limits progress reports to one every two seconds, so that short explorations print none.
package final class ReportInterval: Sendable {
  private let next = Locked(ContinuousClock.now + .seconds(2))

  package init() {}

  /// Returns `true` if the interval has passed since the last time that it returned `true`, or since the start.
  package func isOver() -> Bool {
    next.withLock { next in
      guard ContinuousClock.now >= next else { return false }
      next = ContinuousClock.now + .seconds(2)
      return true
    }
  }
}
