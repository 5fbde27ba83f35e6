import StoreTesting
import Testing

@Suite struct RetryRecipe {
  // #include RetryWithBackOff.md

  @Test func theLastFailureIsShown() async {
    struct Overloaded: Error {}
    let clock = TestClock()
    let store = TestStore(initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NewsClient.self].headlines = { throw Overloaded() }
    }
    await store.send(.refreshButtonTapped)
    await clock.advance(by: .seconds(7))
    await store.receive(.failed) { $0.hasFailed = true }
  }
}
