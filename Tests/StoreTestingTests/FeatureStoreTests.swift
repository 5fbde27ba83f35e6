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
    enum Action: Equatable { case startButtonTapped(Int), stopButtonTapped, finished }
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
        case .stopButtonTapped: return .cancel(id: CancelID.countdown)
        case .finished: state.note = "over"
        }
        return .none
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
      await exploreStates(
        of: Tally.State(),
        { Tally(isStale: isStale) },
        actions: { if $0.taps < 3 { Tally.Action.tapped } },
        whenSettled: { #expect($0.count == $0.taps) }
      )
    }
  }

  @Test func anExplorationFindsAStaleValue() async {
    let (report, messages) = await explore(isStale: true)
    #expect(report.counterexample?.story == "s0 s0 a0.0 a0.0", "\(report)")
    let step = "3. \"save\" (call 1 of 2 that wait under this name) answers .success(true)\n   Modify \"Count\"\n"
    #expect(messages.first?.contains(step) == true, "\(messages)")
    let sound = await explore(isStale: false)
    #expect(sound.report.counterexample == nil && sound.messages == [])
  }

  @Reducer
  struct Window {
    struct State: Equatable {
      @Presents var sheet: Countdown.State?
      @Presents var other: Countdown.State?
    }
    enum Action: Equatable {
      case view(View.Action)
      case sheet(PresentationAction<Countdown.Action>)
      case other(PresentationAction<Countdown.Action>)
    }

    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.self, action: \.view) { View() }
        EmptyReducer()
      }
      .ifLet(\.$sheet, action: \.sheet) { Countdown() }
      .ifLet(\.$other, action: \.other) { Countdown() }
    }

    @Reducer
    struct View {
      typealias State = Window.State
      enum Action: Equatable { case closeButtonTapped }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        run { store in try store.modify("Close") { $0.sheet = nil } }
      }
    }
  }

  @Test func aChildThatAChangeRemovesIsCancelled() async {
    let clock = TestClock()
    let store = makeClockedStore(Window.State(sheet: Countdown.State(), other: Countdown.State()), clock) { Window() }
    await store.send(.sheet(.presented(.startButtonTapped(2)))) { $0.sheet?.remaining = 2 }
    await store.send(.other(.presented(.startButtonTapped(2)))) { $0.other?.remaining = 2 }
    await store.send(.view(.closeButtonTapped))
    await store.receive(modify: "Close") { $0.sheet = nil }
    await clock.advance(by: .seconds(1))
    // The other one goes on.
    await store.receive(modify: "Tick") { $0.other?.remaining = 1 }
    await store.send(.other(.dismiss)) { $0.other = nil }
  }

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

  struct Endless: Reducer {
    func reduce(into state: inout Countdown.State, action: Countdown.Action) -> Effect<Countdown.Action> {
      run { store in while true { try store.modify("Tick") { $0.note = nil } } }
    }
  }

  @Test func changesWithoutEndAreReported() async {
    let failures = await reportedWithin(steps: 1000) {
      await TestStore(initialState: Countdown.State()) { Endless() }.send(.finished)
    }
    #expect(failures.first?.message.contains("The last modification:\n\n    modify: \"Tick\"") == true, "\(failures)")
  }

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
      case .tapped: state.taps += 1
      case .disappeared: return .cancel(id: "follow")
      }
      return .none
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
    #expect(report.counterexample == nil && messages == [], "\(report)")
  }
}
