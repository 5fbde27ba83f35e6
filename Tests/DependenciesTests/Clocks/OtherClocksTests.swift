import Testing

@testable import Dependencies

@Suite struct ImmediateClockTests {
  @Test func sleepingMovesTheClockUnlessTheTaskIsCancelled() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
    try await clock.sleep(until: VirtualInstant(offset: .seconds(2)))
    #expect(clock.minimumResolution == .zero)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .seconds(5))
  }

  /// Otherwise an effect that sleeps again and again would keep its actor from everything else.
  @MainActor @Test func sleepingLetsOtherTasksRun() async throws {
    var events: [String] = []
    let other = Task { events.append("ran") }
    try await ImmediateClock().sleep(until: VirtualInstant(offset: .seconds(5)))
    events.append("slept")
    await other.value
    #expect(events == ["ran", "slept"])
  }
}

@Suite struct UnimplementedClockTests {
  @Test func everyUseIsReportedAtTheDefinition() async throws {
    let clock = UnimplementedClock(name: "Feature.clock")
    let line = #line - 1
    let issues = await withCapturedIssues {
      #expect(clock.now.offset == .zero)
      #expect(clock.minimumResolution == .zero)
      await #expect(throws: CancellationError.self) {
        try await clock.sleep(until: VirtualInstant(offset: .seconds(1)))
      }
    }
    #expect(issues.map(\.line) == [line, line, line])
    let uses = ["now", "minimumResolution", "sleep"].map { "Unimplemented: Feature.clock.\($0)" }
    #expect(issues.map(\.headline) == uses)
  }

  @Test func testsHaveNoClockUnlessTheyProvideOne() async {
    await withDependencies { _ in
    } operation: {
      let line = #line
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      @Dependency(\.continuousClock) var elsewhere
      let issues = await withCapturedIssues {
        for clock in [continuousClock, suspendingClock, elsewhere, continuousClock, elsewhere] {
          await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
          for await _ in clock.timer(interval: .seconds(1)) { Issue.record("There is no time in which it could tick.") }
        }
      }
      // Reported once for each place that reads the clock.
      let clocks = ["continuousClock", "suspendingClock", "continuousClock"]
      #expect(issues.map(\.headline) == clocks.map { "Unimplemented: @Dependency(\\.\($0))" })
      #expect(issues.map(\.line) == [line + 1, line + 2, line + 3])
    }
  }

  @Test(arguments: 1...2) func everyTestIsToldAgain(_: Int) async {
    @Dependency(\.continuousClock) var clock
    await withExpectedIssue { try? await clock.sleep(for: .seconds(1)) }
  }

  @Test func aClockThatATestProvidesIsNamedWhereItIsMade() async {
    let line = #line + 1
    await withDependencies({ $0.continuousClock = UnimplementedClock(name: "mine") }) {
      @Dependency(\.continuousClock) var clock
      let issues = await withCapturedIssues { try? await clock.sleep(for: .seconds(1)) }
      #expect(issues.map(\.line) == [line, line])
    }
  }
}
