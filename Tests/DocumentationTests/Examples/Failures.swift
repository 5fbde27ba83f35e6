import Dependencies
import StoreTesting
import Testing

/// The messages that the documentation quotes, from tests that fail as it says.
enum Failures {
  static func messages() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: Stopwatch.State()) {
        Stopwatch()
      } withDependencies: {
        $0.continuousClock = TestClock()
      }
      await store.send(.startButtonTapped)
      await store.send(.stopButtonTapped) {
        $0.isRunning = false
      }
    }
    .map(\.message)
  }
}
