import Dependencies
import Foundation

extension DependencyValues {
  /// Everything that a run depends on and that differs from run to run, replaced by what does not.
  mutating func useMockValues(on clock: TestClock<Duration>) {
    context = .mock
    continuousClock = clock
    suspendingClock = clock
    let start = Date(timeIntervalSince1970: 1_767_225_600)  // 2026-01-01T00:00:00Z
    date = DateGenerator { start.addingTimeInterval(clock.now.offset / .seconds(1)) }
    uuid = .incrementing
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumbers())
    calendar = Calendar(identifier: .gregorian)
    locale = Locale(identifier: "en_US_POSIX")
    timeZone = .gmt
  }
}

/// SplitMix64: good enough to look random, and the same on every run.
private struct SeededRandomNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64 = 0

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var result = state
    result = (result ^ (result >> 30)) &* 0xBF58_476D_1CE4_E5B9
    result = (result ^ (result >> 27)) &* 0x94D0_49BB_1331_11EB
    return result ^ (result >> 31)
  }
}
