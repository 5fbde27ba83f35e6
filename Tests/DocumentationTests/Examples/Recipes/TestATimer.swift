import StoreTesting
import Testing

@Suite struct TimerRecipe {
  @Reducer
  struct EggTimer {
    struct State: Equatable {
      var secondsLeft = 180
      var isRunning = false
    }

    enum Action: Equatable {
      case startButtonTapped
      case pauseButtonTapped
      case ticked
    }

    enum CancelID { case timer }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .startButtonTapped:
        state.isRunning = true
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .pauseButtonTapped:
        state.isRunning = false
        return .cancel(id: CancelID.timer)

      case .ticked:
        state.secondsLeft -= 1
        guard state.secondsLeft == 0 else { return .none }
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      }
    }
  }

  @Test func theTimerStopsAtZero() async {
    let clock = TestClock()
    let store = TestStore(initialState: EggTimer.State(secondsLeft: 2)) {
      EggTimer()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.startButtonTapped) { $0.isRunning = true }
    await clock.advance(by: .seconds(10))
    await store.receive(.ticked) { $0.secondsLeft = 1 }
    await store.receive(.ticked) {
      $0.secondsLeft = 0
      $0.isRunning = false
    }
  }

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
