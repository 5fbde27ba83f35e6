/// A clock that reports an issue when it is used: what a test that does not expect to need a clock runs on.
///
/// Having reported it, it goes on like an ``ImmediateClock``.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let name: String
  private let base: ImmediateClock<Duration>
  private let location: IssueLocation

  /// - Parameters:
  ///   - name: What the issue calls the clock.
  ///   - now: What it shows.
  public init(
    name: String = "UnimplementedClock",
    now: Instant = Instant(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: name,
      now: now,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }

  init(name: String, now: Instant = Instant(), location: IssueLocation) {
    self.name = name
    base = ImmediateClock(now: now)
    self.location = location
  }

  /// What the clock was made to show. Reports an issue.
  public var now: Instant {
    reportUnimplemented("\(name).now", at: location)
    return base.now
  }

  /// Zero. Reports an issue.
  public var minimumResolution: Duration {
    reportUnimplemented("\(name).minimumResolution", at: location)
    return base.minimumResolution
  }

  /// Reports an issue and returns. Throws `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    reportUnimplemented("\(name).sleep", at: location)
    try await base.sleep(until: deadline, tolerance: tolerance)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// A clock that shows zero, called `name` in issues.
  public init(
    name: String = "UnimplementedClock",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      name: name,
      now: Instant(),
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    )
  }
}
