import Foundation
import Testing

@testable import StoreTesting

/// Effects that read and change the state of their feature.
@Suite struct FeatureStoreTests {
  @Reducer
  struct Countdown {
    struct State: Equatable, Identifiable {
      var id = 0
      var remaining = 0
      var note: String?
    }
    enum Action: Equatable {
      case startButtonTapped(Int)
      case stopButtonTapped
      case finished
    }
    enum CancelID { case countdown }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startButtonTapped(let seconds):
          state.remaining = seconds
          return run(name: "countdown") { store in
            while try store.remaining > 0 {
              try await clock.sleep(for: .seconds(1))
              try store.modify("Tick") { $0.remaining -= 1 }
            }
            try store.send(.finished)
          }
          .cancellable(id: CancelID.countdown, cancelInFlight: true)
        case .stopButtonTapped:
          return .cancel(id: CancelID.countdown)
        case .finished:
          state.note = "over"
          return .none
        }
      }
    }
  }

  @Test func aChangeIsReceivedByItsName() async {
    let clock = TestClock()
    let store = makeClockedStore(Countdown.State(), clock) { Countdown() }
    await store.send(.startButtonTapped(2)) { $0.remaining = 2 }
    for remaining in [1, 0] {
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Tick") { $0.remaining = remaining }
    }
    await store.receive(.finished) { $0.note = "over" }
    store.exhaustivity = .off
    await store.send(.startButtonTapped(3))
    await clock.advance(by: .seconds(3))
    await store.receive(.finished) { $0.note = "over" }
    await store.send(.startButtonTapped(2))
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    #expect(store.state.remaining == 0)
  }

  @Test func whatIsNotReceivedAsItIsIsReported() async {
    let clock = TestClock()
    let failures = await reported {
      let store = makeClockedStore(Countdown.State(), clock) { Countdown() }
      await store.send(.startButtonTapped(9)) { $0.remaining = 9 }
      await store.receive(modify: "Tick")
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Tock") { $0.remaining = 8 }
      await clock.advance(by: .seconds(1))
      await store.receive(.finished)
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Tick") { $0.remaining = 7 }
      await clock.advance(by: .seconds(1))
      await store.send(.stopButtonTapped)
    }
    let beginnings = [
      "Expected to receive the modification \"Tick\"\n\nbut received nothing.",
      """
      Expected to receive the modification "Tock"

      but received

          modify: "Tick"

      It was made by effect "countdown" made in StoreTestingTests/FeatureStoreTests.swift:
      """,
      """
      Expected to receive the action

          FeatureStoreTests.Countdown.Action.finished

      but received

          modify: "Tick"
      """,
      "A state change does not match expectation.",
      "Must handle 1 received step before sending an action.\n\n    modify: \"Tick\"",
    ]
    #expect(failures.count == beginnings.count)
    for (failure, beginning) in zip(failures, beginnings) {
      #expect(failure.message.hasPrefix(beginning), "\(failure.message)")
    }
    #expect(failures.dropFirst(3).first?.message.contains("-   remaining: 7,\n    +   remaining: 6,") == true)
  }

  // MARK: Exploration

  @Reducer
  struct Tally {
    struct State: Equatable {
      var taps = 0
      var count = 0
    }
    enum Action: Equatable { case tapped }
    /// Whether the effect keeps what it has read while it waits.
    let isStale: Bool

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      state.taps += 1
      return run { store in
        let count = try store.count
        _ = try await choose("save", .success(true))
        let isStale = isStale
        try store.modify("Count") { $0.count = (isStale ? count : $0.count) + 1 }
      }
    }
  }

  private func explore(isStale: Bool) async -> (report: ExplorationReport, messages: [String]) {
    await explored {
      await exploreStates(of: Tally.State()) {
        Tally(isStale: isStale)
      } actions: {
        if $0.taps < 3 { Tally.Action.tapped }
      } whenSettled: {
        #expect($0.count == $0.taps)
      }
    }
  }

  @Test func anExplorationFindsAStaleValue() async {
    let (report, messages) = await explore(isStale: true)
    #expect(report.counterexample?.story == "s0 s0 a0.0 a0.0", "\(report)")
    #expect(
      messages.first?.contains(
        """
        3. "save" (call 1 of 2 that wait under this name) answers .success(true)
           Modify "Count"
        """
      ) == true,
      "\(messages)"
    )
    let (soundReport, soundMessages) = await explore(isStale: false)
    #expect(soundReport.counterexample == nil)
    #expect(soundMessages == [])
  }

  // MARK: Places

  @Reducer
  struct Window {
    struct State: Equatable {
      @Presents var sheet: Countdown.State?
      var rows: IdentifiedArrayOf<Countdown.State> = []
      var path = StackState<Countdown.State>()
    }
    enum Action: Equatable {
      case view(View.Action)
      case sheet(PresentationAction<Countdown.Action>)
      case rows(IdentifiedActionOf<Countdown>)
      case path(StackActionOf<Countdown>)
    }

    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.self, action: \.view) { View() }
        EmptyReducer()
      }
      .ifLet(\.$sheet, action: \.sheet) { Countdown() }
      .forEach(\.rows, action: \.rows) { Countdown() }
      .forEach(\.path, action: \.path) { Countdown() }
    }

    /// A part of the feature that has its whole state.
    @Reducer
    struct View {
      typealias State = Window.State
      enum Action: Equatable { case closeButtonTapped, reverseButtonTapped, replaceButtonTapped }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .closeButtonTapped: run { store in try store.modify("Close") { $0.sheet = nil } }
        case .reverseButtonTapped: run { store in try store.modify("Reverse") { $0.rows.reverse() } }
        case .replaceButtonTapped:
          run { store in try store.modify("Replace") { $0.path = StackState([Countdown.State(id: 7)]) } }
        }
      }
    }
  }

  @Reducer
  struct Navigator {
    struct State: Equatable {
      var window = Window.State()
    }
    enum Action: Equatable {
      case window(Window.Action)
      case resetButtonTapped
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.window, action: \.window) { Window() }
      Reduce { state, action in
        if case .resetButtonTapped = action { state.window.path = StackState([Countdown.State(id: 7)]) }
        return .none
      }
    }
  }

  private func navigator(_ clock: TestClock<Duration>) -> TestStoreOf<Navigator> {
    let window = Window.State(
      sheet: Countdown.State(),
      rows: [Countdown.State(id: 1), Countdown.State(id: 2)],
      path: [Countdown.State()]
    )
    return makeClockedStore(Navigator.State(window: window), clock) { Navigator() }
  }

  @Test func aRowIsFoundWhereItHasMovedTo() async {
    let clock = TestClock()
    let store = navigator(clock)
    await store.send(.window(.rows(.element(id: 1, action: .startButtonTapped(1))))) {
      $0.window.rows[id: 1]?.remaining = 1
    }
    await store.send(.window(.view(.reverseButtonTapped)))
    await store.receive(modify: "Reverse") { $0.window.rows.reverse() }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.window.rows[1].remaining = 0 }
    await store.receive(.window(.rows(.element(id: 1, action: .finished)))) { $0.window.rows[id: 1]?.note = "over" }
  }

  /// The changes are those of a scope of the whole state, and of a feature around.
  @Test func aChildThatAChangeRemovesIsCancelled() async {
    let clock = TestClock()
    let store = navigator(clock)
    await store.send(.window(.sheet(.presented(.startButtonTapped(2))))) { $0.window.sheet?.remaining = 2 }
    await store.send(.window(.path(.element(id: 0, action: .startButtonTapped(2))))) {
      $0.window.path[id: 0]?.remaining = 2
    }
    await store.send(.window(.view(.closeButtonTapped)))
    await store.receive(modify: "Close") { $0.window.sheet = nil }
    await clock.advance(by: .seconds(1))
    // Others go on.
    await store.receive(modify: "Tick") { $0.window.path[id: 0]?.remaining = 1 }
    await store.send(.window(.view(.replaceButtonTapped)))
    await store.receive(modify: "Replace") {
      $0.window.path.removeAll()
      $0.window.path.append(Countdown.State(id: 7))
    }
    let id = store.state.window.path.ids[0]
    await store.send(.window(.path(.element(id: id, action: .startButtonTapped(2))))) {
      $0.window.path[id: id]?.remaining = 2
    }
    await store.send(.resetButtonTapped) { $0.window.path = StackState([Countdown.State(id: 7)]) }
    await clock.advance(by: .seconds(5))
  }

  // MARK: Dependencies

  @Reducer
  struct Stamp {
    struct State: Equatable {
      var ids: [UUID] = []
      var count = 0
    }
    enum Action: Equatable { case tapped }
    @Dependency(\.uuid) var uuid

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        run { store in
          try store.modify("Stamp") { state in
            state.ids.append(uuid())
            state.count += 1
          }
        }
      }
      .onChange(of: \.count) { _, state in
        state.ids.append(uuid())
        return .none
      }
    }
  }

  @Test func changesAndReactionsSeeTheDependenciesOfTheirReducer() async {
    let store = TestStore(initialState: Stamp.State()) { Stamp().dependency(\.uuid, .incrementing) }
    await store.send(.tapped)
    await store.receive(modify: "Stamp") { $0 = Stamp.State(ids: [UUID(0), UUID(1)], count: 1) }
  }

  // MARK: Ends

  @Test func changesWithoutEndAreReported() async {
    let failures = await reportedWithin(steps: 1000) {
      let store = TestStore(initialState: Countdown.State(remaining: 1)) {
        Reduce<Countdown.State, Countdown.Action> { _, _ in .none }
        Endless()
      }
      await store.send(.finished)
    }
    #expect(failures.first?.message.contains("The last modification:\n\n    modify: \"Tick\"") == true, "\(failures)")
  }

  struct Endless: Reducer {
    func reduce(into state: inout Countdown.State, action: Countdown.Action) -> Effect<Countdown.Action> {
      run { store in
        while try store.remaining > 0 { try store.modify("Tick") { $0.note = nil } }
      }
    }
  }

  // MARK: Following a value

  @Reducer
  struct Follower {
    struct State: Equatable {
      var taps = 0
      var seen = 0
    }
    enum Action: Equatable { case appeared, tapped, disappeared }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .appeared:
        return run { store in
          for await taps in store.changes(of: \.taps) { try store.modify("See") { $0.seen = taps } }
        }
        .cancellable(id: "follow", cancelInFlight: true)
      case .tapped:
        state.taps += 1
        return .none
      case .disappeared:
        return .cancel(id: "follow")
      }
    }
  }

  @Test func aFollowerWaitsForTheTest() async {
    let failures = await reported {
      let store = TestStore(initialState: Follower.State()) { Follower() }
      await store.send(.appeared)
      await store.receive(modify: "See")
      await store.send(.tapped) { $0.taps = 1 }
      await store.receive(modify: "See") { $0.seen = 1 }
      await store.receive(modify: "See")
      await store.send(.disappeared)
    }
    #expect(failures.count == 1)
    #expect(failures.first?.message.contains("waiting for a change of \\State.taps") == true, "\(failures)")
  }

  @Test func aFollowerIsExplored() async {
    let (report, messages) = await explored {
      await exploreStates(of: Follower.State()) {
        Follower()
      } actions: {
        if $0.taps < 2 {
          Follower.Action.appeared
          Follower.Action.tapped
        }
        Follower.Action.disappeared
      } always: {
        #expect($0.seen <= $0.taps)
      }
    }
    #expect(report.counterexample == nil, "\(report)")
    #expect(messages == [])
  }
}
