import Dependencies
import Foundation

extension DependencyValues {
  /// What random numbers are made of when nothing else is said.
  static let mockSeed: UInt64 = 0

  /// Everything that a run depends on and that differs from run to run, replaced by what does not.
  mutating func useMockValues(on clock: TestClock<Duration>, _ counters: MockCounters = MockCounters()) {
    context = .mock
    continuousClock = clock
    suspendingClock = clock
    let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01T00:00:00Z
    date = DateGenerator { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
    uuid = UUIDGenerator { counters.nextUUID() }
    withRandomNumberGenerator = WithRandomNumberGenerator(counters)
    calendar = Calendar(identifier: .gregorian)
    locale = Locale(identifier: "en_US_POSIX")
    timeZone = .gmt
  }
}
