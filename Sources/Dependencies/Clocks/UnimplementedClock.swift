/// A clock that reports an issue when it is used: what a test that does not expect to need a clock runs on.
///
/// It stands still, and a task that wants to sleep on it is told that it is cancelled. So an effect that uses it ends,
/// and a timer does not go on to report the same again and again.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, counted from the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let name: String
  private let time: Instant
  private let location: IssueLocation
  /// The places that have reported their use of a dependency, or `nil` if the clock is none.
  private let reportedPlaces: ReportedPlaces?

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

  init(name: String, now: Instant, location: IssueLocation, reportedPlaces: ReportedPlaces? = nil) {
    self.name = name
    time = now
    self.location = location
    self.reportedPlaces = reportedPlaces
  }

  /// The same clock, as it is read at a place, if it is the default of a dependency.
  func read(at location: IssueLocation) -> Self {
    guard let reportedPlaces else { return self }
    return Self(name: name, now: time, location: location, reportedPlaces: reportedPlaces)
  }

  private func report(_ member: String) {
    guard let reportedPlaces else { return reportUnimplemented("\(name).\(member)", at: location) }
    // To sleep for a time asks for "now" first, and a timer asks for more. One use of the dependency is one issue.
    if reportedPlaces.isNew(location) { reportUnimplemented(name, at: location) }
  }

  /// What the clock was made to show. Reports an issue.
  public var now: Instant {
    report("now")
    return time
  }

  /// Zero. Reports an issue.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return .zero
  }

  /// Reports an issue and throws `CancellationError`.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    throw CancellationError()
  }
}

/// The places that have reported an issue.
final class ReportedPlaces: Sendable {
  private let places = Locked<Set<String>>([])

  /// Whether a place comes for the first time.
  func isNew(_ location: IssueLocation) -> Bool {
    let place = "\(location.filePath):\(location.line):\(location.column)"
    return places.withLock { $0.insert(place).inserted }
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

  /// The default of a dependency, in a test that does not provide it.
  init(dependency name: String, location: IssueLocation) {
    self.init(name: "@Dependency(\\.\(name))", now: Instant(), location: location, reportedPlaces: ReportedPlaces())
  }
}
