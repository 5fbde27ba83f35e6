import StoreTesting
import Testing

@Test func theStopwatchTicksUntilItIsStopped() async {
  let clock = TestClock()
  let store = TestStore(initialState: Stopwatch.State()) {
    Stopwatch()
  } withDependencies: {
    $0.continuousClock = clock
  }

  await store.send(.startButtonTapped) {
    $0.isRunning = true
  }
  await clock.advance(by: .seconds(2))
  await store.receive(.ticked) { $0.seconds = 1 }
  await store.receive(.ticked) { $0.seconds = 2 }
  await store.send(.stopButtonTapped) {
    $0.isRunning = false
  }
}
