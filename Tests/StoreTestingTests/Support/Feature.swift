import StoreTesting

/// A feature with an effect of each kind.
@Reducer
struct Feature {
  struct Row: Equatable, Identifiable {
    @CasePathable
    enum Action: Equatable {
      case loaded(String)
    }

    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var count = 0
    var isRunning = false
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum Action: Equatable {
    case increment
    case incrementLater
    case nothing
    case start
    case stop
    case tick
    case load(Int)
    case loaded(Int)
    case loadRows
    case rows(IdentifiedAction<Int, Row.Action>)
  }

  enum CancelID { case timer }

  /// The lines that make the effects.
  static let lineOfTimer = #line + 45
  static let lineOfLoad = #line + 25

  @Dependency(\.continuousClock) var clock
  /// The work of the effect `load`.
  var load: @Sendable (Int) async -> Int = { $0 }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .tick:
      state.count += 1
      return .none
    case .incrementLater:
      return .send(.increment)
    case .nothing:
      return .none
    case .loaded(let value):
      state.count = value
      return .none
    case .stop:
      state.isRunning = false
      return .cancel(id: CancelID.timer)
    case .start:
      state.isRunning = true
      return timer().cancellable(id: CancelID.timer)
    case .load(let value):
      return .run { [load] send in await send(.loaded(await load(value))) }
    case .loadRows:
      return .run { send in
        for id in 1...3 { await send(.rows(.element(id: id, action: .loaded("Row \(id)")))) }
      }
    case .rows(.element(let id, .loaded(let text))):
      state.rows.updateOrAppend(Row(id: id, text: text))
      return .none
    case .rows:
      return .none
    }
  }

  /// Makes a test store of the feature, whose timer sleeps on a clock.
  static func store(clock: any Clock<Duration>, line: UInt = #line) -> TestStoreOf<Feature> {
    makeClockedStore(State(), clock, line: line) { Feature() }
  }

  private func timer() -> Effect<Action> {
    .run(name: "timer") { [clock] send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    }
  }
}
