import Dependencies
import Features
import Store
import StoreTesting

extension TestClock where Duration == Swift.Duration {
  /// Returns a value after a second, as a service does that takes its time.
  func afterASecond<Value: Sendable>(_ value: Value) async throws -> Value {
    try await sleep(for: .seconds(1))
    return value
  }

  /// Fails after a second.
  func afterASecond<Value>(throwing error: any Error) async throws -> Value {
    try await sleep(for: .seconds(1))
    throw error
  }
}

extension DependencyValues {
  /// Lets every wait for a network end after this time of the clock.
  mutating func restoreNetwork(after duration: Duration, on clock: TestClock<Duration>) {
    connectivity.restored = { _ in
      try await clock.sleep(for: duration)
      return true
    }
  }
}
