import Dependencies
import Store
import Testing

/// The examples of the article "FAQ".
@MainActor
@Suite struct FAQ {
  @Test func withoutMacros() {
    let store = Store(initialState: Tally.State()) { Tally() }
    store.send(.incrementButtonTapped)
    store.scope(state: \.chime, action: \.chime).send(.toggled)
    #expect(store.state == Tally.State(count: 1, chime: Chime.State(isOn: false)))
  }

  // MARK: Lifetime

  @Reducer
  struct Ticker {
    struct State: Equatable {
      var seconds = 0
    }

    enum Action {
      case started
      case ticked
    }

    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .started:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) { await send(.ticked) }
        }
      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }

  private func makeStore(_ clock: TestClock<Duration>) -> StoreOf<Ticker> {
    Store(initialState: Ticker.State()) {
      Ticker()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aStoreThatNobodyHolds() async {
    let clock = TestClock()
    func startTicking() -> StoreTask {
      let store = makeStore(clock)
      return store.send(.started)
    }  // The store goes here, and its effect is cancelled.
    let task = startTicking()
    #expect(await task.isFinished)
  }

  @Test func anEffectThatNeverEnds() async {
    let store = makeStore(TestClock())
    let task = store.send(.started)
    #expect(await !task.isFinished)
    task.cancel()  // "await task.finish()" would wait for ever.
    #expect(await task.isFinished)
  }

  // MARK: Other interfaces

  final class Label {
    var text = ""
  }

  @MainActor
  final class TickerController {
    let store: StoreOf<Ticker>
    let label = Label()
    private var observations: [ObserveToken] = []

    init(store: StoreOf<Ticker>) {
      self.store = store
    }

    func viewDidLoad() {
      observe { [weak self] in
        guard let self else { return }
        label.text = "\(store.seconds) s"
      }
      .store(in: &observations)
    }
  }

  @Test func controllers() async {
    let store = makeStore(TestClock())
    let controller = TickerController(store: store)
    controller.viewDidLoad()
    #expect(controller.label.text == "0 s")
    store.send(.ticked)
    while controller.label.text == "0 s" { await Task.yield() }
    #expect(controller.label.text == "1 s")
  }

  // MARK: Reading in effects

  @Reducer
  struct Notes {
    struct State: Equatable {
      var text = ""
      var savedText: String?
    }

    enum Action {
      case saveButtonTapped
      case saved(String)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .saveButtonTapped:
        let text = state.text
        return .run { send in
          await send(.saved(text))
        }
      case .saved(let text):
        state.savedText = text
        return .none
      }
    }
  }

  @Test func readingInAnEffect() async {
    let store = Store(initialState: Notes.State(text: "Hello")) { Notes() }
    await store.send(.saveButtonTapped).finish()
    #expect(store.savedText == "Hello")
  }
}

struct Chime: Reducer {
  struct State: Equatable {
    var isOn = true
  }

  enum Action {
    case toggled
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.isOn.toggle()
    return .none
  }
}

struct Tally: Reducer {
  struct State: Equatable {
    var count = 0
    var chime = Chime.State()
  }

  enum Action {
    case incrementButtonTapped
    case chime(Chime.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.chime, action: \.chime) { Chime() }
    Reduce { state, action in
      if case .incrementButtonTapped = action { state.count += 1 }
      return .none
    }
  }
}

extension Tally.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var chime: AnyCasePath<Tally.Action, Chime.Action> {
      AnyCasePath(embed: { .chime($0) }) {
        guard case .chime(let action) = $0 else { return nil }
        return action
      }
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
