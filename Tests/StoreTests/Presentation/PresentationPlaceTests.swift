import Store
import Testing

@MainActor @Suite struct PresentationPlaceTests {
  @Reducer struct Sheet {
    struct State: Equatable { var text = "" }
    enum Action { case append(String) }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      if case .append(let text) = action { state.text += text }
      return .none
    }
  }
  typealias Action<State> = ParentAction<State, PresentationAction<Sheet.Action>>

  func makeStore<State>(
    _ state: State,
    _ keyPath: WritableKeyPath<State, PresentationState<Sheet.State>>
  ) -> Store<State, Action<State>> {
    Store(initialState: state) {
      Changer<State, PresentationAction<Sheet.Action>>().ifLet(keyPath, action: \.child) { Sheet() }
    }
  }

  func expectMissing(_ body: () -> Void) {
    let issues = withCapturedIssues(body)
    #expect(issues.map { $0.message.contains("when nothing was presented") } == [true])
  }

  enum Mode: Equatable {
    case presenting(PresentationState<Sheet.State>), counting(Int, Int)

    var sheet: PresentationState<Sheet.State> {
      get { if case .presenting(let sheet) = self { sheet } else { PresentationState(wrappedValue: nil) } }
      set { if case .presenting = self { self = .presenting(newValue) } }
    }
  }

  /// What follows the case in memory must not be taken for a sheet.
  @Test func anEnumThatLeavesTheCase() {
    let store = makeStore(Mode.presenting(PresentationState(wrappedValue: Sheet.State())), \.sheet)
    store.send(.child(.presented(.append("a"))))
    let sheet = store.scope(state: \.sheet, action: \.child)
    #expect(sheet?.text == "a" && store.state.sheet.wrappedValue?.text == "a")
    store.send(.change { $0 = .counting(0x4142_4344_4546, 7) })
    expectMissing { store.send(.child(.presented(.append("b")))) }
    #expect(store.scope(state: \.sheet, action: \.child) == nil && sheet?.text == "a")
    #expect(store.state == .counting(0x4142_4344_4546, 7))
    store.send(.change { $0 = .presenting(PresentationState(wrappedValue: Sheet.State(text: "c"))) })
    store.send(.child(.presented(.append("d"))))
    #expect(store.state.sheet.wrappedValue?.text == "cd")
  }

  /// The storage behind a property wrapper has no name outside of its type: the projection has to find it.
  struct Sheets {
    var padding: UInt8 = 1
    var texts = ["", ""]
    @Presents var first: Sheet.State?
    var nested = Nested(value: "value")
    @Presents var second: Sheet.State?
    var object = Object()
    var isSecond = false

    struct Nested<Value> {
      var flag = true
      var value: Value
      @Presents var third: Sheet.State?
    }
    final class Object {
      @Presents var fourth: Sheet.State?
    }
    var computed: PresentationState<Sheet.State> {
      get { PresentationState(wrappedValue: texts.count > 2 ? Sheet.State(text: texts[2]) : nil) }
      set { texts = texts.prefix(2) + (newValue.wrappedValue.map { [$0.text] } ?? []) }
    }
    var switching: PresentationState<Sheet.State> {
      get { isSecond ? $second : $first }
      set { if isSecond { $second = newValue } else { $first = newValue } }
    }
  }

  typealias Place = WritableKeyPath<Sheets, PresentationState<Sheet.State>>
  nonisolated static func places() -> [Place] { [\.$first, \.nested.$third, \.$second, \.object.$fourth, \.computed] }

  @Test(arguments: places().indices) func aProperty(index: Int) {
    let place = Self.places()[index]
    let store = makeStore(Sheets(), place)
    func texts() -> [String?] { Self.places().map { store.state[keyPath: $0].wrappedValue?.text } }
    expectMissing { store.send(.child(.presented(.append("a")))) }
    #expect(store.scope(state: place, action: \.child) == nil)
    store.send(.change { $0[keyPath: place].wrappedValue = Sheet.State(text: "a") })
    let copy = store.state
    store.send(.child(.presented(.append("b"))))
    #expect(store.scope(state: place, action: \.child)?.text == "ab")
    #expect(texts().enumerated().allSatisfy { $1 == ($0 == index ? "ab" : nil) })
    // An object is no value.
    #expect(copy[keyPath: place].wrappedValue?.text == (index == 3 ? "ab" : "a"))
    store.send(.child(.dismiss))
    #expect(texts().allSatisfy { $0 == nil } && store.texts == ["", ""] && store.nested.value == "value")
  }

  @Test func aPropertyThatSwitches() {
    let store = makeStore(Sheets(first: Sheet.State(), second: Sheet.State()), \.switching)
    store.send(.child(.presented(.append("a"))))
    let sheet = store.scope(state: \.switching, action: \.child)
    #expect(sheet?.text == "a")
    store.send(.change { $0.isSecond = true })
    #expect(sheet?.text == "")
    store.send(.child(.presented(.append("b"))))
    #expect(sheet?.text == "b" && store.withState { [$0.first?.text, $0.second?.text] } == ["a", "b"])
    store.send(.child(.dismiss))
    #expect(store.withState { [$0.first?.text, $0.second?.text] } == ["a", nil])
  }
}
