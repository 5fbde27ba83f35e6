import StoreTesting
import Testing

@Suite struct TimeOutRecipe {
  // #include TimeOut.md

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
