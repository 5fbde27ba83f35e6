import Store

@Reducer
struct Counter {
  struct State: Equatable {
    var count = 0
    var other = 0
    var title = "Counter"
    var isOn = false
    var ratio = 0.5
  }
  enum Action: Equatable {
    case increment
    case next
    case sendNext
    case runNext
  }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment:
      state.count &+= 1
      return .none
    case .next:
      state.count &+= 1
      return .none
    case .sendNext:
      return .send(.next)
    case .runNext:
      return .run { await $0(.next) }
    }
  }
}

/// A feature that presents itself.
@Reducer
struct Nested {
  struct State: Equatable {
    var count = 0
    @Presents var child: State?

    init(depth: Int) {
      child = depth > 1 ? State(depth: depth - 1) : nil
    }
  }
  enum Action {
    case increment
    case child(PresentationAction<Action>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count &+= 1 }
      return .none
    }
    .ifLet(\.$child, action: \.child) { Nested() }
  }
}

@Reducer
struct Row {
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
    var title: String
  }
  enum Action: Equatable { case increment }
  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.count &+= 1
    return .none
  }
}

@Reducer
struct List {
  struct State: Equatable {
    var rows: IdentifiedArrayOf<Row.State>
    var selection: Int?

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Row.State(id: $0, title: "Row \($0)") })
    }
  }
  enum Action {
    case rows(IdentifiedActionOf<Row>)
  }
  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.rows, action: \.rows) { Row() }
  }
}

private enum StepKey: DependencyKey {
  static let liveValue = 1
  static let testValue = 1
}

extension DependencyValues {
  var step: Int {
    get { self[StepKey.self] }
    set { self[StepKey.self] = newValue }
  }
}

/// Reads a dependency many times for each action, so that the reads dominate the measurement.
@Reducer
struct Stepper {
  static let reads = 100
  @Dependency(\.step) var step
  func reduce(into state: inout Int, action: Void) -> Effect<Void> {
    for _ in 0..<Self.reads { state &+= step }
    return .none
  }
}

@Reducer
struct Sleeper {
  enum Action {
    case start(Int)
    case hang(Int)
    case cancel(Int)
  }
  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    switch action {
    case .start(let id):
      return .run { _ in try await Task.sleep(for: .seconds(3600)) }.cancellable(id: id)
    case .hang(let id):
      return .run { _ in await hang() }.cancellable(id: id)
    case .cancel(let id):
      return .cancel(id: id)
    }
  }
}

/// Rows that each watch a value.
struct WatchedList: Reducer {
  typealias State = List.State
  typealias Action = List.Action

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.rows, action: \.rows) {
      Row().onChange(of: \.count, anywhere: { _, _ in .none })
    }
  }
}

/// Rows that are each told that they begin.
struct MountedList: Reducer {
  typealias State = List.State
  typealias Action = List.Action

  var body: some Reducer<State, Action> {
    EmptyReducer().forEach(\.rows, action: \.rows) { Row().onMount { _ in .none } }
  }
}

/// A counter whose effect changes the state instead of sending an action.
struct ModifyingCounter: Reducer {
  typealias State = Counter.State
  typealias Action = Counter.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    run { store in try store.modify("Next") { $0.count += 1 } }
  }
}
