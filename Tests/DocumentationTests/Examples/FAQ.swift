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
    // #include FAQ.md: func startTicking
    let task = startTicking()
    #expect(await task.isFinished)
  }

  @Test func anEffectThatNeverEnds() async {
    let store = makeStore(TestClock())
    // #include FAQ.md: let task = store.send(.started)
  }

  // MARK: Other interfaces

  final class Label {
    var text = ""
  }

  // #include FAQ.md: class TickerController

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

// #include FAQ.md: struct Chime
