import Testing

@testable import Store

@MainActor
@Suite struct BindingTests {
  struct State: Equatable {
    var query = ""
    var settings = Settings()
    var log: [String] = []
    var isLong: Bool { query.count > 3 }
  }
  struct Settings: Equatable {
    var isOn = false
    var level = 1
  }
  enum Action: BindableAction, CasePathable, Equatable {
    case binding(BindingAction<State>)
    case other

    struct AllCasePaths: BindableCasePaths, Sendable {
      var binding: AnyCasePath<Action, BindingAction<State>> {
        AnyCasePath(embed: { .binding($0) }) { if case .binding(let value) = $0 { value } else { nil } }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  struct Form: Reducer {
    var body: some Reducer<State, Action> {
      BindingReducer()
      Reduce { state, action in
        switch action {
        case .binding(\.query): state.log.append("query is \(state.query)")
        case .binding(\.settings.level): state.log.append("level is \(state.settings.level)")
        case .binding: state.log.append("something")
        case .other: state.log.append("other")
        }
        return .none
      }
    }
  }

  @Test func writingThroughTheStoreSendsTheBinding() {
    let store = makeStore(State()) { Form() }
    store.query = "swift"
    #expect(store.query == "swift")
    #expect(store.isLong)
    store.settings.isOn = true
    store.settings.level += 1
    #expect(store.settings == Settings(isOn: true, level: 2))
    store.send(.other)
    store.send(.binding(.set(\.settings.level, 7)))
    #expect(store.log == ["query is swift", "something", "something", "other", "level is 7"])
  }

  @Test func actionsAreEqualByPropertyAndValue() {
    #expect(BindingAction<State>.set(\.query, "a") == .set(\.query, "a"))
    #expect(BindingAction<State>.set(\.query, "a") != .set(\.query, "b"))
    #expect(BindingAction<State>.set(\.settings.isOn, true) != .set(\.settings, Settings(isOn: true)))
    #expect(BindingAction<State>.set(\.settings.level, 1).keyPath as AnyKeyPath == \State.settings.level)
    #expect(Action.binding(.set(\.query, "a")) == .binding(.set(\.query, "a")))
    #expect(Action.binding(.set(\.query, "a")).binding == .set(\.query, "a"))
    #expect(Action.other.binding == nil)
  }

  @Test func bindingsAmongViewActions() {
    enum ViewAction: BindableAction {
      case binding(BindingAction<State>)
      case tapped
      var binding: BindingAction<State>? { if case .binding(let action) = self { action } else { nil } }
    }
    enum Action: CasePathable {
      case view(ViewAction)
      case other
      struct AllCasePaths: Sendable {
        var view: AnyCasePath<Action, ViewAction> {
          AnyCasePath(embed: { .view($0) }) { if case .view(let value) = $0 { value } else { nil } }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
    let store = makeStore(State()) { BindingReducer<State, Action, ViewAction>(action: \.view) }
    store.send(.view(.binding(.set(\.query, "swift"))))
    store.send(.view(.tapped))
    store.send(.other)
    #expect(store.state == State(query: "swift"))
  }
}
