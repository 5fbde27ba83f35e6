@Reducer struct Ticker {
  struct State: Equatable { var seconds = 0 }
  enum Action { case started }
  @Dependency(\.continuousClock) var clock
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in try await clock.sleep(for: .seconds(1)) }
  }
}
private var clock: TestClock<Duration> { TestClock() }
private func makeStore(_ clock: TestClock<Duration>) -> StoreOf<Ticker> {
  Store(initialState: Ticker.State()) {
    Ticker()
  } withDependencies: {
    $0.continuousClock = clock
  }
}
final class Label { var text = "" }
struct State: Equatable { var text = "" }
enum Action { case saveButtonTapped, closeButtonTapped, saved(String) }
let store = makeStore(clock)
