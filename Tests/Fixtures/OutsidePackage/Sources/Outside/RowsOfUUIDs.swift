import Foundation
import Store

/// Rows whose ids are UUIDs, and whose effects send.
///
/// Actions with such ids are many small fields, which optimized code passes apart from each other. Only a release build
/// of a client has this code.
@Reducer struct RowsOfUUIDs {
  struct State: Equatable { var rows: IdentifiedArrayOf<Row.State> = [] }
  enum Action { case rows(IdentifiedActionOf<Row>) }

  @Reducer struct Row {
    struct State: Equatable, Identifiable {
      let id: UUID
      var answer = Answer.State()
    }
    enum Action { case answer(Answer.Action) }
    var body: some ReducerOf<Self> { Scope(\.answer, action: \.answer) { Answer() } }
  }

  @Reducer struct Answer {
    struct State: Equatable { var isRight = false }
    enum Action { case tapped, checked(Bool) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .tapped: return .run { send in await send(.checked(true)) }
      case .checked(let isRight):
        state.isRight = isRight
        return .none
      }
    }
  }
  var body: some ReducerOf<Self> { EmptyReducer().forEach(\.rows, action: \.rows) { Row() } }

  /// Returns whether an effect of each row has changed the row.
  @MainActor static func areAnswered() async -> Bool {
    let ids = (0..<3).map { _ in UUID() }
    let store = Store(initialState: State(rows: IdentifiedArray(uniqueElements: ids.map { Row.State(id: $0) }))) {
      RowsOfUUIDs()
    }
    for id in ids { await store.send(.rows(.element(id: id, action: .answer(.tapped)))).finish() }
    return store.rows.allSatisfy(\.answer.isRight)
  }
}
