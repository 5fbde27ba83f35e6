import StoreTesting

@Reducer
struct Feature {
  struct Row: Equatable, Identifiable {
    @CasePathable
    enum Action: Equatable { case loaded(String) }

    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var count = 0
    var isRunning = false
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum Action: Equatable {
    case increment, incrementLater, nothing, start, stop, tick, loadRows
    case load(Int), loaded(Int)
    case rows(IdentifiedAction<Int, Row.Action>)
  }

  enum CancelID { case timer }

  /// The lines that make the effects.
  static let lineOfTimer = #line + 31
  static let lineOfLoad = #line + 12

  @Dependency(\.continuousClock) var clock
  var load: @Sendable (Int) async -> Int = { $0 }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment, .tick: state.count += 1
    case .loaded(let value): state.count = value
    case .rows(.element(let id, .loaded(let text))): state.rows.updateOrAppend(Row(id: id, text: text))
    case .nothing, .rows: break
    case .incrementLater: return .send(.increment)
    case .load(let value): return .run { [load] send in await send(.loaded(await load(value))) }
    case .loadRows:
      return .run { send in for id in 1...3 { await send(.rows(.element(id: id, action: .loaded("Row \(id)")))) } }
    case .start:
      state.isRunning = true
      return timer().cancellable(id: CancelID.timer)
    case .stop:
      state.isRunning = false
      return .cancel(id: CancelID.timer)
    }
    return .none
  }

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
