import Dependencies
import Foundation

extension DependencyValues {
  /// The date when a session on mock values begins: 2026-01-01T00:00:00Z.
  package static let mockStart = Date(timeIntervalSince1970: 1_767_225_600)
  /// The default seed of random numbers.
  package static let mockSeed: UInt64 = 0

  /// Replaces all dependencies that differ from run to run with repeatable ones. Each call makes new mock clients,
  /// which do not remember earlier calls.
  package mutating func useMockValues(on clock: TestClock<Duration>, _ counters: MockCounters = MockCounters()) {
    useOwnMockValues()
    continuousClock = clock
    suspendingClock = clock
    date = DateGenerator { [start = Self.mockStart] in start.addingTimeInterval(clock.now.offset / .seconds(1)) }
    uuid = UUIDGenerator { counters.nextUUID() }
    withRandomNumberGenerator = WithRandomNumberGenerator(counters)
    calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US_POSIX")
    calendar.timeZone = .gmt
    locale = Locale(identifier: "en_US_POSIX")
    timeZone = .gmt
  }
}
