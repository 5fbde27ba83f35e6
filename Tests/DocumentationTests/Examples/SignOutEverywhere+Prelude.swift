@Reducer struct Home {
  struct State: Equatable { let user: String }
  enum Action { case refreshButtonTapped }
  @Dependency(\.continuousClock) var clock
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in try await clock.sleep(for: .seconds(60)) }
  }
}
