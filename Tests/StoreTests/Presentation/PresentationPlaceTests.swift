import Store
import Testing

/// Presentations in unusual places of a state.
@MainActor @Suite struct PresentationPlaceTests {
  @Reducer struct Sheet {
    struct State: Equatable {
      var text = ""
    }
    enum Action {
      case append(String)
    }
    var body: some Reducer<State, Action> {
      Reduce { state, action in
        if case .append(let text) = action { state.text += text }
        return .none
      }
    }
  }

  @CasePathable enum Action<State> {
    case change((inout State) -> Void)
    case sheet(PresentationAction<Sheet.Action>)
  }

  /// Makes a store of a state with a presentation at a key path.
  func makeStore<State>(
    _ state: State,
    _ keyPath: WritableKeyPath<State, PresentationState<Sheet.State>>
  ) -> Store<State, Action<State>> {
    Store(initialState: state) {
      Reduce<State, Action<State>> { state, action in
        if case .change(let change) = action { change(&state) }
        return .none
      }
      .ifLet(keyPath, action: \.sheet) { Sheet() }
    }
  }

  func expectMissing(_ body: () -> Void) {
    withExpectedIssue {
      body()
    } matching: {
      $0.message.contains("when nothing was presented")
    }
  }

  // MARK: An enum

  enum Mode: Equatable {
    case presenting(PresentationState<Sheet.State>)
    case counting(Int, Int)

    var sheet: PresentationState<Sheet.State> {
      get { if case .presenting(let sheet) = self { sheet } else { PresentationState(wrappedValue: nil) } }
      set { if case .presenting = self { self = .presenting(newValue) } }
    }
  }

  @Test func anEnumThatLeavesTheCase() {
    let store = makeStore(Mode.presenting(PresentationState(wrappedValue: Sheet.State())), \.sheet)
    store.send(.sheet(.presented(.append("a"))))
    let sheet = store.scope(state: \.sheet, action: \.sheet)
    #expect(sheet?.text == "a")
    #expect(store.state.sheet.wrappedValue?.text == "a")
    store.send(.change { $0 = .counting(0x4142_4344_4546, 7) })
    expectMissing { store.send(.sheet(.presented(.append("b")))) }
    #expect(store.scope(state: \.sheet, action: \.sheet) == nil)
    #expect(sheet?.text == "a")
    #expect(store.state == .counting(0x4142_4344_4546, 7))
    store.send(.change { $0 = .presenting(PresentationState(wrappedValue: Sheet.State(text: "c"))) })
    store.send(.sheet(.presented(.append("d"))))
    #expect(store.state.sheet.wrappedValue?.text == "cd")
  }

  struct Holder {
    var name = "holder"
    var mode = Mode.presenting(PresentationState(wrappedValue: Sheet.State()))
    var anything: Any = 1
  }

  @Test func anEnumInAStruct() {
    let store = makeStore(Holder(), \.mode.sheet)
    store.send(.sheet(.presented(.append("a"))))
    let sheet = store.scope(state: \.mode.sheet, action: \.sheet)
    #expect(sheet?.text == "a")
    store.send(.change { $0.mode = .counting(0x4142_4344_4546, 7) })
    expectMissing { store.send(.sheet(.presented(.append("b")))) }
    #expect(store.scope(state: \.mode.sheet, action: \.sheet) == nil)
  }

  // MARK: A property that switches

  struct Two {
    @Presents var first: Sheet.State?
    @Presents var second: Sheet.State?
    var isSecond = false

    var current: PresentationState<Sheet.State> {
      get { isSecond ? $second : $first }
      set { if isSecond { $second = newValue } else { $first = newValue } }
    }
  }

  @Test func aPropertyThatSwitches() {
    let store = makeStore(Two(first: Sheet.State(), second: Sheet.State()), \.current)
    store.send(.sheet(.presented(.append("a"))))
    let sheet = store.scope(state: \.current, action: \.sheet)
    #expect(sheet?.text == "a")
    store.send(.change { $0.isSecond = true })
    #expect(sheet?.text == "")
    store.send(.sheet(.presented(.append("b"))))
    #expect(sheet?.text == "b")
    #expect(store.withState { [$0.first?.text, $0.second?.text] } == ["a", "b"])
    store.send(.sheet(.dismiss))
    #expect(store.withState { [$0.first?.text, $0.second?.text] } == ["a", nil])
  }

  @Test func twoPresentationsOfOneType() {
    let store = makeStore(Two(first: Sheet.State(), second: Sheet.State()), \.$second)
    store.send(.sheet(.presented(.append("a"))))
    #expect(store.scope(state: \.$second, action: \.sheet)?.text == "a")
    #expect(store.scope(state: \.$first, action: \.sheet)?.text == "")
  }

  // MARK: Other places

  struct Existential {
    var anything: any Equatable = PresentationState(wrappedValue: Sheet.State())
    var number = 0

    var sheet: PresentationState<Sheet.State> {
      get { anything as? PresentationState<Sheet.State> ?? PresentationState(wrappedValue: nil) }
      set { anything = newValue }
    }
  }

  @Test func anExistential() {
    let store = makeStore(Existential(), \.sheet)
    store.send(.sheet(.presented(.append("a"))))
    #expect(store.scope(state: \.sheet, action: \.sheet)?.text == "a")
    store.send(.change { $0.anything = 0x4142_4344_4546 })
    expectMissing { store.send(.sheet(.presented(.append("b")))) }
    #expect(store.scope(state: \.sheet, action: \.sheet) == nil)
  }

  struct Inner {
    var number = 1
    @Presents var sheet: Sheet.State?
  }

  struct Outer {
    var text = "outer"
    var inner = Inner()
    var optional: Inner? = Inner()
  }

  @Test func aStructInAStruct() {
    let store = makeStore(Outer(inner: Inner(sheet: Sheet.State())), \.inner.$sheet)
    store.send(.sheet(.presented(.append("a"))))
    let sheet = store.scope(state: \.inner.$sheet, action: \.sheet)
    #expect(sheet?.text == "a")
    store.send(.change { $0.inner.sheet = nil })
    #expect(store.scope(state: \.inner.$sheet, action: \.sheet) == nil)
    store.send(.change { $0.inner.sheet = Sheet.State(text: "b") })
    #expect(sheet?.text == "b")
  }

  struct Generic<Value> {
    var value: Value
    @Presents var sheet: Sheet.State?
  }

  @Test func aGenericStruct() {
    let store = makeStore(Generic(value: "value", sheet: Sheet.State()), \.$sheet)
    store.send(.sheet(.presented(.append("a"))))
    #expect(store.scope(state: \.$sheet, action: \.sheet)?.text == "a")
    #expect(store.withState { $0.value } == "value")
  }

  final class Object {
    @Presents var sheet: Sheet.State? = Sheet.State()
  }

  struct Referring {
    var object = Object()
    var sheet: PresentationState<Sheet.State> {
      get { object.$sheet }
      set { object.$sheet = newValue }
    }
  }

  @Test func anObject() {
    let store = makeStore(Referring(), \.sheet)
    store.send(.sheet(.presented(.append("a"))))
    #expect(store.scope(state: \.sheet, action: \.sheet)?.text == "a")
    store.send(.change { $0.object = Object() })
    #expect(store.scope(state: \.sheet, action: \.sheet)?.text == "")
  }
}
