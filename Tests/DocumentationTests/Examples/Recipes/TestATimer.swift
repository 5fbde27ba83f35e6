import StoreTesting
import Testing

@Suite struct TimerRecipe {
  // #include TestATimer.md

  @Test func aPauseStopsTheTimer() async {
    let clock = TestClock()
    let store = TestStore(initialState: EggTimer.State()) {
      EggTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .milliseconds(999))
    await store.send(.pauseButtonTapped) { $0.isRunning = false }
    await clock.advance(by: .seconds(60))
  }
}
