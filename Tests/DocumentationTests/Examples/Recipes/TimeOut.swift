import StoreTesting
import Testing

@Suite struct TimeOutRecipe {
  @DependencyClient
  struct ForecastClient: TestDependencyKey {
    var forecast: @Sendable () async throws -> String

    static let testValue = ForecastClient()
  }

  @Reducer
  struct Weather {
    enum State: Equatable {
      case ready
      case loading
      case loaded(String)
      case timedOut
      case failed
    }

    enum Action: Equatable {
      case loadButtonTapped
      case loaded(String)
      case timedOut
      case failed
    }

    enum CancelID { case load }

    @Dependency(\.continuousClock) var clock
    @Dependency(ForecastClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .loadButtonTapped:
        state = .loading
        return .merge(
          .run { send in
            await send(.loaded(try await client.forecast()))
          } catch: { _, send in
            await send(.failed)
          },
          .run { send in
            try await clock.sleep(for: .seconds(10))
            await send(.timedOut)
          }
        )
        .cancellable(id: CancelID.load, cancelInFlight: true)

      case .loaded(let forecast):
        state = .loaded(forecast)

      case .timedOut:
        state = .timedOut

      case .failed:
        state = .failed
      }
      return .cancel(id: CancelID.load)
    }
  }

  @Test func anAnswerThatTakesTooLongIsNotWaitedFor() async {
    let clock = TestClock()
    let store = TestStore(initialState: .ready) {
      Weather()
    } withDependencies: {
      $0.continuousClock = clock
      $0[ForecastClient.self].forecast = {
        try await clock.sleep(for: .seconds(11))
        return "Rain"
      }
    }

    await store.send(.loadButtonTapped) { $0 = .loading }
    await clock.advance(by: .seconds(10))
    await store.receive(.timedOut) { $0 = .timedOut }
  }

  @Test func anAnswerEndsTheTime() async {
    let store = TestStore(initialState: .ready) {
      Weather()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0[ForecastClient.self].forecast = { "Rain" }
    }
    await store.send(.loadButtonTapped) { $0 = .loading }
    await store.receive(.loaded("Rain")) { $0 = .loaded("Rain") }
  }
}
