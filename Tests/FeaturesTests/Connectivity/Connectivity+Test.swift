import Dependencies
import Features
import Store
import StoreTesting

extension DependencyValues {
  /// Lets every wait for a network end after this time of the clock.
  mutating func restoreNetwork(after duration: Duration, on clock: TestClock<Duration>) {
    connectivity.restored = { _ in
      try await clock.sleep(for: duration)
      return true
    }
  }
}
