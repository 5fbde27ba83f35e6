import Testing

@testable import Dependencies

@Suite struct AsyncTimerSequenceTests {
  /// A clock whose sleeps return at once. Its time moves when the test moves it.
  private final class ScriptedClock: Clock {
    let minimumResolution = Duration.zero
    let delays = Locked<[Duration]>([])
    let time = Locked(VirtualInstant<Duration>())
    let deadlines = Log<Duration>()
    let tolerances = Log<Duration?>()

    var now: VirtualInstant<Duration> { time.withLock { $0 } }
    func pass(_ duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }

    func sleep(until deadline: VirtualInstant<Duration>, tolerance: Duration?) async throws {
      try Task.checkCancellation()
      deadlines.append(deadline.offset)
      tolerances.append(tolerance)
      time.withLock { $0 = max($0, deadline) }
    }
  }

  @Test func ticksAreDueAtMultiplesOfTheInterval() async {
    let clock = ScriptedClock()
    clock.pass(.seconds(10))
    let timer = clock.timer(interval: .seconds(2))
    var ticks: [Duration] = []
    for await tick in timer {
      ticks.append(tick)
      // The delay is less than an interval, so it does not add up.
      clock.pass(.seconds(1))
      if ticks.count == 3 { break }
    }
    #expect(ticks == [.seconds(2), .seconds(4), .seconds(6)])
    #expect(clock.deadlines.all == [.seconds(12), .seconds(14), .seconds(16)])
    // Every iteration begins anew.
    var iterator = timer.makeAsyncIterator()
    #expect(await iterator.next() == .seconds(2))
    #expect(clock.deadlines.all.last == .seconds(19))
  }

  @Test func ticksThatWereMissedAreLeftOut() async {
    let clock = ScriptedClock()
    var iterator = clock.timer(interval: .seconds(2)).makeAsyncIterator()
    #expect(await iterator.next() == .seconds(2))
    clock.pass(.seconds(5))
    #expect(await iterator.next() == .seconds(8))
    clock.pass(.seconds(2))
    // The tick is due exactly now.
    #expect(await iterator.next() == .seconds(10))
    clock.pass(.seconds(1_000_000_000))
    #expect(await iterator.next() == .seconds(1_000_000_010))
    var countless = clock.timer(interval: Duration(secondsComponent: 0, attosecondsComponent: 1)).makeAsyncIterator()
    clock.pass(.seconds(1_000_000_000))
    #expect(await countless.next() == .seconds(1_000_000_000))
  }

  /// Also by a clock of unknown type.
  @Test func ticksMayBeAsLateAsTheyTolerate() async {
    let clock = ScriptedClock()
    let unknown = AnyClock(clock)
    var ticks = clock.timer(interval: .seconds(1), tolerance: .milliseconds(1)).makeAsyncIterator()
    var others = unknown.timer(interval: .seconds(1), tolerance: .milliseconds(2)).makeAsyncIterator()
    _ = (await ticks.next(), await others.next())
    #expect(clock.tolerances.all == [.milliseconds(1), .milliseconds(2)])
  }

  @Test func cancellingTheTaskEndsIt() async {
    let (clock, ticks) = (TestClock(), Log<Duration>())
    let task = Task { for await tick in clock.timer(interval: .seconds(2)) { ticks.append(tick) } }
    while clock.sleeperCount == 0 { await Task.yield() }
    await clock.advance(by: .seconds(2))
    while ticks.all.isEmpty { await Task.yield() }
    task.cancel()
    await task.value
    #expect(ticks.all == [.seconds(2)])
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)]) func anIntervalThatIsNotPositiveIsReported(interval: Duration) async {
    let clock = ImmediateClock()
    let line = #line + 2
    var ticks = 0
    let issues = await withCapturedIssues { for await _ in clock.timer(interval: interval) { ticks += 1 } }
    #expect(ticks == 0)
    #expect(issues.map(\.line) == [line])
    let message = """
      A timer was made with an interval of \(interval). It does not tick.

      Ticks that follow each other without a pause would keep everything else from running. Give it a positive interval. \
      What should happen as often as possible is a loop, with "await Task.yield()" in it.
      """
    #expect(issues.map(\.message) == [message])
  }
}
