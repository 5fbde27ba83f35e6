@Reducer struct Stopwatch {
  struct State: Equatable {
    var seconds = 0
    var isRunning = false
  }
  enum Action: Equatable { case startButtonTapped, stopButtonTapped, ticked }
  enum CancelID { case ticks }
  @Dependency(\.continuousClock) var clock
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .startButtonTapped:
      state.isRunning = true
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.ticked)
        }
      }
      .cancellable(id: CancelID.ticks, cancelInFlight: true)
    case .stopButtonTapped:
      state.isRunning = false
      return .cancel(id: CancelID.ticks)
    case .ticked:
      state.seconds += 1
      return .none
    }
  }
}
private let tracks = Tracklist.State(rows: [TrackRow.State(id: 1, title: "Alba"), TrackRow.State(id: 2, title: "Brio")])
let store = Store(initialState: tracks) { Tracklist() }
