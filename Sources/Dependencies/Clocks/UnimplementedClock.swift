import Synchronization

/// A clock that reports an issue when it is used: what a test that does not expect to need a clock runs on.
///
/// Having reported it, it goes on like an ``ImmediateClock``.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the clock's start.
  public typealias Instant = ImmediateClock<Duration>.Instant

  private let name: String
  private let base: ImmediateClock<Duration>
  private let location: IssueLocation

  /// - Parameters:
  ///   - name: What the issue calls the clock.
  ///   - now: What it shows.
  public init(
    _ name: String = "UnimplementedClock",
    now: Instant = Instant(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.name = name
    base = ImmediateClock(now: now)
    location = IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  public var now: Instant {
    report("now")
    return base.now
  }

  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline, tolerance: tolerance)
  }

  private func report(_ endpoint: String) {
    reportIssue(unimplementedMessage("\(name).\(endpoint)", definedAt: location), at: location)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// A clock that shows zero.
  public init(
    _ name: String = "UnimplementedClock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(name, now: Instant(), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
