/// A clock that reports an issue when it is used: the default of tests, which must override a clock before they use it.
///
/// The clock stands still, and a task that sleeps on it receives a cancellation error. So an effect that uses it ends,
/// and a timer does not report the same issue again and again.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in time, relative to the clock's start.
  public typealias Instant = VirtualInstant<Duration>

  private let name: String
  private let time: Instant
  private let location: IssueLocation
  /// The places that have reported the use of a dependency, or `nil` if the clock is not the value of a dependency.
  private let reportedPlaces: KnownIssues?

  /// - Parameters:
  ///   - name: The name of the clock in issues.
  ///   - now: The time that the clock shows.
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

  init(name: String, now: Instant, location: IssueLocation, reportedPlaces: KnownIssues? = nil) {
    self.name = name
    time = now
    self.location = location
    self.reportedPlaces = reportedPlaces
  }

  /// Returns this clock with the place where a dependency is read, if the clock is the default of a dependency.
  func read(at location: IssueLocation) -> Self {
    guard let reportedPlaces else { return self }
    return Self(name: name, now: time, location: location, reportedPlaces: reportedPlaces)
  }

  private func report(_ member: String) {
    guard let reportedPlaces else { return reportUnimplemented("\(name).\(member)", at: location) }
    // `sleep(for:)` and timers use several members. All these uses at one place count as one issue.
    let place = "\(location.filePath):\(location.line):\(location.column)"
    if reportedPlaces.insert(place) { reportUnimplemented(name, at: location) }
  }

  /// The time that the clock shows. Reading it reports an issue.
  public var now: Instant {
    report("now")
    return time
  }

  /// Zero. Reading it reports an issue.
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

extension UnimplementedClock where Duration == Swift.Duration {
  /// Makes a clock that shows zero.
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

  /// Makes the default of a dependency for tests that do not override it.
  init(dependency name: String, location: IssueLocation) {
    self.init(name: "@Dependency(\\.\(name))", now: Instant(), location: location, reportedPlaces: KnownIssues())
  }
}
