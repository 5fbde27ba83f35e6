import Store

struct Counter: Reducer {
  struct State: Equatable {
    var count = 0
    var isLoading = false
  }
  enum Action: Equatable { case increment, load, loaded(Int) }
  @Dependency(\.continuousClock) var clock
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment:
        state.count += 1
        return .none
      case .load:
        state.isLoading = true
        return .run { [clock] send in
          try await clock.sleep(for: .milliseconds(10))
          await send(.loaded(await fetch()))
        }
      case .loaded(let number):
        state.isLoading = false
        state.count = number
        return .none
      }
    }
  }
}

/// Runs off the caller's actor, as a function does by default in a package with default settings.
func fetch() async -> Int { 42 }
