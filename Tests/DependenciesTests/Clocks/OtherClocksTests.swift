import Testing

@testable import Dependencies

@Suite struct ImmediateClockTests {
  @Test func sleepingMovesTheClock() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
    try await clock.sleep(until: VirtualInstant(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(5))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func sleepingInACancelledTaskThrows() async {
    let clock = ImmediateClock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }
}

@Suite struct UnimplementedClockTests {
  @Test func everyUseIsReportedAtTheDefinition() async throws {
    let clock = UnimplementedClock(name: "Feature.clock")
    let line = #line - 1
    let issues = try await withCapturedIssues {
      #expect(clock.now.offset == .zero)
      #expect(clock.minimumResolution == .zero)
      try await clock.sleep(until: VirtualInstant(offset: .seconds(1)))
    }
    #expect(issues.map(\.line) == [line, line, line])
    #expect(
      issues.map { $0.message.prefix { $0 != "\n" } } == [
        "Unimplemented: Feature.clock.now", "Unimplemented: Feature.clock.minimumResolution",
        "Unimplemented: Feature.clock.sleep",
      ]
    )
  }

  @Test func testsHaveNoClockUnlessTheyProvideOne() async throws {
    try await withDependencies { _ in
    } operation: {
      let line = #line
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      let issues = try await withCapturedIssues {
        try await continuousClock.sleep(for: .seconds(1))
        try await suspendingClock.sleep(for: .seconds(1))
      }
      #expect(
        issues.map { $0.message.prefix { $0 != "\n" } } == [
          "Unimplemented: @Dependency(\\.continuousClock).now", "Unimplemented: @Dependency(\\.continuousClock).sleep",
          "Unimplemented: @Dependency(\\.suspendingClock).now", "Unimplemented: @Dependency(\\.suspendingClock).sleep",
        ]
      )
      // Where they are read, as far as that is known.
      #expect(issues.map(\.line) == [line + 1, line + 1, line + 2, line + 2])
    }
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.suspendingClock = ImmediateClock()
    } operation: {
      @Dependency(\.continuousClock) var continuousClock
      @Dependency(\.suspendingClock) var suspendingClock
      try await continuousClock.sleep(for: .seconds(1))
      try await suspendingClock.sleep(for: .seconds(1))
    }
  }
}
