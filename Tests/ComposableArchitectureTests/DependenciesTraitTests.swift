import ComposableArchitecture
import DependenciesTestSupport
import Testing

@Suite(.dependencies { $0.uuid = .incrementing }) struct DependenciesTraitTests {
  @Dependency(\.uuid) var uuid
  @Dependency(\.date.now) var now

  /// The number of values that a test case has made so far.
  private enum CountKey: DependencyKey {
    static let liveValue = LockIsolated(0)
    static var testValue: LockIsolated<Int> { LockIsolated(0) }
  }

  @Test(arguments: 0..<4)
  func eachCaseHasValuesOfItsOwn(_: Int) {
    #expect(uuid() == UUID(0))
    #expect(uuid() == UUID(1))
    @Dependency(CountKey.self) var count
    count.withValue { $0 += 1 }
    #expect(count.value == 1)
  }

  @Test(.dependencies { $0.date.now = Date(timeIntervalSince1970: 1) }, .dependency(\.uuid, .constant(UUID(7))))
  func thoseOfTheTestComeAfterThoseOfTheSuite() {
    #expect(now == Date(timeIntervalSince1970: 1))
    #expect(uuid() == UUID(7))
  }

  @Test(.dependency(\.ticket, 7), .dependency(\.date.now, Date(timeIntervalSince1970: 5)))
  func whatIsReplacedIsNotEvaluated() {
    @Dependency(\.ticket) var ticket
    #expect(ticket == 7)
    #expect(TicketKey.evaluations.value == 0)
    #expect(now == Date(timeIntervalSince1970: 5))
  }

  @Suite(.dependencies { $0.date.now = Date(timeIntervalSince1970: $0.uuid() == UUID(0) ? 2 : 3) }) struct Nested {
    @Dependency(\.uuid) var uuid
    @Dependency(\.date.now) var now

    @Test func suitesWithinSuites() async {
      #expect(now == Date(timeIntervalSince1970: 2))
      #expect(await Task { uuid() }.value == UUID(1))
    }
  }
}

@Suite(.dependencies) struct WithoutOverridesTests {
  @Test func nothingIsOverridden() {
    withExpectedIssue {
      @Dependency(\.date.now) var now
      _ = now
    }
  }
}

/// Counts how often its values are evaluated.
private enum TicketKey: DependencyKey {
  static let evaluations = LockIsolated(0)

  static var liveValue: Int {
    evaluations.withValue { $0 += 1 }
    return 0
  }
  static var testValue: Int { liveValue }
}

extension DependencyValues {
  fileprivate var ticket: Int {
    get { self[TicketKey.self] }
    set { self[TicketKey.self] = newValue }
  }
}
