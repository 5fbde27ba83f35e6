extension Clock {
  /// Returns an asynchronous sequence that ticks at regular intervals while a task iterates over it.
  ///
  /// ```swift
  /// @Dependency(\.continuousClock) var clock
  ///
  /// return .run { send in
  ///   for await _ in clock.timer(interval: .seconds(1)) {
  ///     await send(.tick)
  ///   }
  /// }
  /// ```
  ///
  /// The first tick is due `interval` after the iteration begins, the others at multiples of it, so delays between
  /// ticks do not add up. Ticks that are due while the task does not wait for one are skipped.
  ///
  /// The sequence ends when the task is cancelled. An interval that is not positive reports an issue and never ticks.
  ///
  /// - Parameters:
  ///   - interval: The time from one tick to the next.
  ///   - tolerance: The maximum delay of a tick.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AsyncTimerSequence<Duration> {
    AsyncTimerSequence(
      interval: interval,
      location: IssueLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    ) {
      let start = now
      return AsyncTimerSequence.Time(
        elapsed: { start.duration(to: now) },
        sleep: { try await sleep(until: start.advanced(by: $0), tolerance: tolerance) }
      )
    }
  }
}

/// The result of ``_Concurrency/Clock/timer(interval:tolerance:)``. Its elements are the
/// times at which the ticks were due, counted from the beginning of the iteration.
public struct AsyncTimerSequence<Duration: DurationProtocol>: AsyncSequence, Sendable {
  /// A clock that starts at the beginning of an iteration.
  struct Time {
    let elapsed: () -> Duration
    let sleep: (Duration) async throws -> Void
  }

  let interval: Duration
  let location: IssueLocation
  let start: @Sendable () -> Time

  /// Begins an iteration: the first tick is due one interval after this call. Reports an issue if the interval is not
  /// positive.
  public func makeAsyncIterator() -> AsyncIterator {
    guard interval > .zero else {
      reportIssue(
        """
        A timer was made with an interval of \(interval). It does not tick.

        Ticks that follow each other without a pause would keep everything else from running. Give it a positive interval. \
        What should happen as often as possible is a loop, with "await Task.yield()" in it.
        """,
        at: location
      )
      return AsyncIterator(interval: interval, time: nil)
    }
    return AsyncIterator(interval: interval, time: start())
  }

  /// An iteration over the ticks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let interval: Duration
    let time: Time?
    var due = Duration.zero

    /// Waits for the next tick. Returns `nil` when the task is cancelled, or if the interval is not positive.
    public mutating func next() async -> Duration? {
      await next(isolation: #isolation)
    }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Duration? {
      guard let time else { return nil }
      due += interval
      let late = (time.elapsed() - due) / interval
      // `Int` can't represent a larger number of ticks. Then the next tick is due at once.
      if late > 0 { due = late < 0x1p52 ? due + interval * Int(late.rounded(.up)) : time.elapsed() }
      do {
        try await time.sleep(due)
        return due
      } catch {
        return nil
      }
    }
  }
}
