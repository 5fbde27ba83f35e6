import Dependencies
import Foundation

extension DependencyValues {
  /// When a session on mock values begins: 2026-01-01T00:00:00Z.
  static let mockStart = Date(timeIntervalSince1970: 1_767_225_600)
  /// What random numbers are made of when nothing else is said.
  static let mockSeed: UInt64 = 0

  /// Everything that a run depends on and that differs from run to run, replaced by what does not. What mock clients
  /// remember begins anew with each call.
  mutating func useMockValues(on clock: TestClock<Duration>, _ counters: MockCounters = MockCounters()) {
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
