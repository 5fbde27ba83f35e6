import Store
import Testing

@MainActor
@Suite struct StoreExamples {
  @Reducer
  struct Root {
    struct State: Equatable {
      var count = 0
      var editor: Row.State? = Row.State(id: 1)
      var messages: [String] = []
      var rows: IdentifiedArrayOf<Row.State> = [Row.State(id: 1)]
      var settings = Row.State(id: 2)
    }
    enum Action {
      case editor(Row.Action)
      case received(String)
      case refresh
      case rows(IdentifiedActionOf<Row>)
      case settings(Row.Action)
    }
    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.count += 1
      if case .received(let message) = action { state.messages.append(message) }
      if case .refresh = action { return .run { send in await send(.received("refreshed")) } }
      return .none
    }
  }

  private let store = Store(initialState: Root.State()) { Root() }

  @Test func sending() async {
    // #include Store.swift: print(store.count)
    #expect(store.count == 1)
  }

  @Test func waiting() async {
    // #include StoreTask.swift
    #expect(store.messages == ["refreshed"])
  }

  @Test func scoping() {
    // #include Store+Scope.swift: let settings = store.
    #expect(store.count == 1)

    // #include Store+Scope.swift: if let editor = store.scope(state: \.editor,
    #expect(store.count == 2)

    // #include StoreCollection.swift: for row in store.scope(
    #expect(store.count == 3)
  }

  private final class Socket {
    var onMessage: (@Sendable (String) -> Void)?
  }

  @Test func handles() async {
    let socket = Socket()
    // #include StoreHandle+Enqueue.swift
    socket.onMessage?("hello")
    while store.messages.isEmpty { await Task.yield() }
    #expect(store.messages == ["hello"])
  }

  @Test func inspection() {
    var lines: [String] = []
    func log(_ line: String) { lines.append(line) }
    let store = Store(initialState: Counter.State()) { Counter() }
    // #include Inspector.swift
    store.send(.incrementButtonTapped)
    #expect(lines == ["incrementButtonTapped: State(count: 0) -> State(count: 1)"])
  }

  @Test func numberedInspection() {
    var lines: [String] = []
    func print(_ number: Int, _ action: Counter.Action, _ cause: String) { lines.append("\(number) \(action)\(cause)") }
    let store = Store(initialState: Counter.State()) { Counter() }
    // #include StepNumbers.swift
    store.send(.incrementButtonTapped)
    #expect(lines == ["1 incrementButtonTapped"])
  }

  @Test func leavingInspection() {
    var steps: [StoreStep<Counter.State, Counter.Action>] = []
    let store = Store(initialState: Counter.State()) { Counter() }
    // #include InspectorToken.swift
    store.send(.incrementButtonTapped)
    #expect(steps.count == 1)
  }

  @Test func printing() {
    // #include PrintChanges.swift
    store.send(.incrementButtonTapped)
    #expect(store.count == 1)
  }

  private final class Label {
    var text = ""
  }

  @Test func observing() async {
    let label = Label()
    let store = Store(initialState: Counter.State()) { Counter() }
    // #include Observe.swift
    store.send(.incrementButtonTapped)
    while label.text == "0" { await Task.yield() }
    #expect(label.text == "1")
    token.cancel()
  }

  @Test func states() async {
    var rendered: [Int] = []
    func render(_ state: Counter.State) {
      rendered.append(state.count)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    func follow(_ store: StoreOf<Counter>) async {
      // #include States.swift: for await state in store.states {
    }
    let store = Store(initialState: Counter.State()) { Counter() }
    await Task { await follow(store) }.value
    #expect(rendered == [0])
  }

  @Test func statesOfAPartAndFromElsewhere() async {
    struct Searching: Equatable {
      var query = ""
      var summary: String { "searching for \(query)" }
    }
    actor Socket {
      var written: [String] = []
      func write(_ text: String) {
        written.append(text)
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    var searched: [String] = []
    func search(_ query: String) {
      searched.append(query)
      withUnsafeCurrentTask { $0?.cancel() }
    }
    func follow(_ store: Store<Searching, Never>) async {
      // #include States.swift: for await query in store.
    }
    func follow(_ handle: StoreHandle<Searching, Never>, _ socket: Socket) async {
      // #include StoreHandle+States.swift
    }
    let store = Store<Searching, Never>(initialState: Searching(query: "swift")) { EmptyReducer() }
    let socket = Socket()
    await Task { await follow(store) }.value
    await Task { [handle = store.handle] in await follow(handle, socket) }.value
    #expect(searched == ["swift"])
    #expect(await socket.written == ["searching for swift"])
  }
}

// #include Store.swift: actor CounterSession
