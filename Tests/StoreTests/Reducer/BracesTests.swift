import Store
import Testing

/// What the braces of `ifLet` and `forEach` accept. Each kind of place has builder functions of its own.
@MainActor
@Suite struct BracesTests {
  @Reducer struct Row {
    struct State: Equatable, Identifiable {
      let id: Int
      var log: [String] = []
    }
    enum Action: Equatable {
      case tapped
    }

    let name: String

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.log.append(name)
      return .none
    }
  }

  @Reducer struct List {
    struct State {
      var optional: Row.State? = Row.State(id: 1)
      @Presents var sheet: Row.State? = Row.State(id: 1)
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)]
      var path = StackState<Row.State>([Row.State(id: 1)])

      var logs: [[String]] { [optional?.log ?? [], sheet?.log ?? [], rows[0].log, path[id: 0]?.log ?? []] }
    }
    enum Action {
      case optional(Row.Action)
      case sheet(PresentationAction<Row.Action>)
      case rows(IdentifiedActionOf<Row>)
      case path(StackActionOf<Row>)
    }
  }

  /// The logs of a child in an optional, a presented one, one in an array and one on a stack, each of which has got an
  /// action.
  private func logs(_ reducer: some ReducerOf<List>) -> [[String]] {
    let store = Store(initialState: List.State()) { reducer }
    store.send(.optional(.tapped))
    store.send(.sheet(.presented(.tapped)))
    store.send(.rows(.element(id: 1, action: .tapped)))
    store.send(.path(.element(id: 0, action: .tapped)))
    return store.withState(\.logs)
  }

  @Test func oneReducer() {
    let reducer = EmptyReducer<List.State, List.Action>()
      .ifLet(\.optional, action: \.optional) { Row(name: "a") }
      .ifLet(\.$sheet, action: \.sheet) { Row(name: "b") }
      .forEach(\.rows, action: \.rows) { Row(name: "c") }
      .forEach(\.path, action: \.path) { Row(name: "d") }
    #expect(logs(reducer) == [["a"], ["b"], ["c"], ["d"]])
  }

  @Test func labels() {
    let reducer = EmptyReducer<List.State, List.Action>()
      .ifLet(\.optional, action: \.optional, then: { Row(name: "a") })
      .ifLet(\.$sheet, action: \.sheet, then: { Row(name: "b") })
      .forEach(\.rows, action: \.rows, element: { Row(name: "c") })
      .forEach(\.path, action: \.path, element: { Row(name: "d") })
    #expect(logs(reducer) == [["a"], ["b"], ["c"], ["d"]])
  }

  @Test func anyReducer() {
    let row: any ReducerOf<Row> = Row(name: "any")
    let reducer = EmptyReducer<List.State, List.Action>()
      .ifLet(\.optional, action: \.optional) { row }
      .ifLet(\.$sheet, action: \.sheet) { row }
      .forEach(\.rows, action: \.rows) { row }
      .forEach(\.path, action: \.path) { row }
    #expect(logs(reducer) == [["any"], ["any"], ["any"], ["any"]])
  }

  @Test func closures() {
    let reducer = EmptyReducer<List.State, List.Action>()
      .ifLet(\.optional, action: \.optional) {
        Reduce { state, action in
          state.log.append("a")
          return .none
        }
      }
      .ifLet(\.$sheet, action: \.sheet) {
        Reduce { state, action in
          state.log.append("b")
          return .none
        }
      }
      .forEach(\.rows, action: \.rows) {
        Reduce { state, action in
          state.log.append("c")
          return .none
        }
      }
      .forEach(\.path, action: \.path) {
        Reduce { state, action in
          state.log.append("d")
          return .none
        }
      }
    #expect(logs(reducer) == [["a"], ["b"], ["c"], ["d"]])
  }

  @Test func whatABodyAccepts() {
    let row: any ReducerOf<Row> = Row(name: "any")
    let isOn = Bool(true)
    let reducer = EmptyReducer<List.State, List.Action>()
      .ifLet(\.optional, action: \.optional) {
        Row(name: "a")
        row
        if isOn { Row(name: "b") }
        if !isOn { Row(name: "c") } else { Row(name: "d") }
        for name in ["e", "f"] { Row(name: name) }
        [Row(name: "g")]
        Optional(Row(name: "h"))
      }
      .ifLet(\.$sheet, action: \.sheet) {
        if isOn { row }
      }
      .forEach(\.rows, action: \.rows) {
        switch isOn {
        case true: row
        case false: EmptyReducer()
        }
      }
      .forEach(\.path, action: \.path) {}
    #expect(logs(reducer) == [["a", "any", "b", "d", "e", "f", "g", "h"], ["any"], ["any"], []])
  }
}
