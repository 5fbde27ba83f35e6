import Dependencies
import Store
import Testing

@testable import StoreCore

@MainActor struct DismissalTests {
  /// The effect begins, and dismisses the sheet, before `send` returns. If it needed a thread of the global pool, which
  /// other code may keep busy, the sheet would stay meanwhile, and another one presented in its place would be dismissed.
  @Test func aDismissalThatWaitsForNothingIsDoneAtOnce() {
    let store = Store(initialState: Screen.State()) { Screen() }
    store.send(.sheet(.presented(.save)))
    #expect(store.sheet == nil)
  }

  /// Also before the effect has waited for anything, when the store does not know its task yet.
  @Test func theEffectThatDismissesIsCancelledAtOnce() {
    let log = Log()
    let store = Store(initialState: Screen.State()) { Screen() }
    store.send(.sheet(.presented(.saveAndLog(log))))
    #expect(log.entries == ["cancelled: true"])
  }

  @Test func theEffectThatDismissesTheWholeIsCancelledAtOnce() {
    let log = Log()
    let configuration = StoreConfiguration(dismissRoot: { log.append("dismissed") })
    let store = Store(initialState: Sheet.State(), isolation: MainActor.shared, configuration: configuration) {
      Sheet()
    }
    store.send(.saveAndLog(log))
    #expect(log.entries == ["dismissed", "cancelled: true"])
  }

  @Reducer
  struct Sheet {
    struct State: Equatable, Sendable {}

    enum Action: Sendable {
      case save
      case saveAndLog(Log)
    }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      .run { _ in
        await dismiss()
        if case .saveAndLog(let log) = action { log.append("cancelled: \(Task.isCancelled)") }
      }
    }
  }

  @Reducer
  struct Screen {
    @ObservableState
    struct State: Equatable, Sendable {
      @Presents var sheet: Sheet.State? = Sheet.State()
    }

    enum Action: Sendable {
      case sheet(PresentationAction<Sheet.Action>)
    }

    var body: some Reducer<State, Action> {
      EmptyReducer().ifLet(\.$sheet, action: \.sheet) { Sheet() }
    }
  }
}
