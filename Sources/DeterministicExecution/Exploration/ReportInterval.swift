import Dependencies

/// Says when it is time to tell how far a long exploration is: every two seconds, so not at all of a short one.
package final class ReportInterval: Sendable {
  private static var length: Duration { .seconds(2) }

  private let next = Locked(ContinuousClock.now + length)

  package init() {}

  /// Whether it is time. Then the next time is after another interval.
  package func isOver() -> Bool {
    next.withLock { next in
      guard ContinuousClock.now >= next else { return false }
      next = ContinuousClock.now + Self.length
      return true
    }
  }
}
