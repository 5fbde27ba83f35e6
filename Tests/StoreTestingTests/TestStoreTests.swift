import StoreTesting
import Testing

@Suite struct TestStoreTests {
  struct Timer: Reducer {
    struct State: Equatable {
      var count = 0
      var isRunning = false
    }
    enum Action: Equatable, CasePathable {
      case increment
      case start
      case stop
      case tick
      case outside
      case arrived(Int)

      struct AllCasePaths: Sendable {
        var tick: AnyCasePath<Action, Void> {
          AnyCasePath(embed: { .tick }) {
            guard case .tick = $0 else { return nil }
            return ()
          }
        }
        var arrived: AnyCasePath<Action, Int> {
          AnyCasePath(embed: { .arrived($0) }) {
            guard case .arrived(let value) = $0 else { return nil }
            return value
          }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    enum CancelID { case timer }
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .start:
        state.isRunning = true
        let clock = clock
        return .run(name: "timer") { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.tick)
          }
        }
        .cancellable(id: CancelID.timer)
      case .stop:
        state.isRunning = false
        return .cancel(id: CancelID.timer)
      case .tick:
        state.count += 1
        return .none
      case .outside:
        return .run { send in
          let value = await Task.detached { 42 }.value
          await send(.arrived(value))
        }
      case .arrived(let value):
        state.count = value
        return .none
      }
    }
  }

  @Test func timer() async {
    let clock = TestClock()
    let store = TestStore(initialState: Timer.State()) {
      Timer()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.increment) { $0.count = 1 }
    await store.send(.start) { $0.isRunning = true }
    await clock.advance(by: .seconds(1))
    await store.receive(\.tick) { $0.count = 2 }
    await clock.advance(by: .seconds(2))
    await store.receive(.tick) { $0.count = 3 }
    await store.receive(\.tick) { $0.count = 4 }
    await store.send(.stop) { $0.isRunning = false }
  }

  @Test func outside() async {
    let store = TestStore(initialState: Timer.State()) { Timer() }
    await store.send(.outside)
    await store.receive(\.arrived, 42) { $0.count = 42 }
  }
}
