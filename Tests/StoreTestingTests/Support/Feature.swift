import StoreTesting

/// A feature with an effect of each kind.
struct Feature: Reducer {
  struct Row: Equatable, Identifiable {
    enum Action: Equatable, CasePathable {
      case loaded(String)

      struct AllCasePaths: Sendable {
        var loaded: AnyCasePath<Action, String> {
          AnyCasePath(embed: { .loaded($0) }) { if case .loaded(let text) = $0 { text } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }

    let id: Int
    var text = ""
  }

  struct State: Equatable {
    var count = 0
    var isRunning = false
    var rows: IdentifiedArrayOf<Row> = []
  }

  enum Action: Equatable, CasePathable {
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

    struct AllCasePaths: Sendable {
      var increment: AnyCasePath<Action, Void> {
        AnyCasePath(embed: { .increment }) { $0 == .increment ? () : nil }
      }
      var start: AnyCasePath<Action, Void> { AnyCasePath(embed: { .start }) { $0 == .start ? () : nil } }
      var tick: AnyCasePath<Action, Void> { AnyCasePath(embed: { .tick }) { $0 == .tick ? () : nil } }
      var load: AnyCasePath<Action, Int> {
        AnyCasePath(embed: { .load($0) }) { if case .load(let value) = $0 { value } else { nil } }
      }
      var loaded: AnyCasePath<Action, Int> {
        AnyCasePath(embed: { .loaded($0) }) { if case .loaded(let value) = $0 { value } else { nil } }
      }
      var rows: AnyCasePath<Action, IdentifiedAction<Int, Row.Action>> {
        AnyCasePath(embed: { .rows($0) }) { if case .rows(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CancelID { case timer }

  /// The lines in which the effects are made.
  static let lineOfTimer = #line + 40
  static let lineOfLoad = #line + 25

  @Dependency(\.continuousClock) var clock
  /// What `load` does.
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

  private func timer() -> Effect<Action> {
    .run(name: "timer") { [clock] send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.tick)
      }
    }
  }
}
