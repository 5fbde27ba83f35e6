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
    let store = TestStore(initialState: Countdown.State()) {
      Countdown()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped(2)) { $0.remaining = 2 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.remaining = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.remaining = 0 }
    await store.receive(.finished) { $0.note = "over" }
  }

  @Test func aCancelledEffectChangesNothing() async {
    let clock = TestClock()
    let store = TestStore(initialState: Countdown.State()) {
      Countdown()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.startButtonTapped(2)) { $0.remaining = 2 }
    await store.send(.stopButtonTapped)
    await clock.advance(by: .seconds(5))
  }

  // MARK: Messages

  private func failures(_ body: (TestStoreOf<Countdown>, TestClock<Duration>) async -> Void) async -> [String] {
    let clock = TestClock()
    return await reported {
      let store = TestStore(initialState: Countdown.State()) {
        Countdown()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.startButtonTapped(2)) { $0.remaining = 2 }
      await body(store, clock)
      store.exhaustivity = .off
    }
    .map(\.message)
  }

  @Test func aChangeThatIsNotAssertedIsReported() async {
    let failures = await failures { store, clock in
      await clock.advance(by: .seconds(1))
      await store.send(.stopButtonTapped)
    }
    #expect(failures.count == 1)
    #expect(
      failures.first?.hasPrefix(
        """
        Must handle 1 received step before sending an action.

            modify: "Tick"
        """
      ) == true
    )
  }

  @Test func anotherNameIsReported() async {
    let failures = await failures { store, clock in
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Tock") { $0.remaining = 1 }
    }
    #expect(
      failures.first?.hasPrefix(
        """
        Expected to receive the modification "Tock"

        but received

            modify: "Tick"

        It was made by effect "countdown" made in StoreTestingTests/FeatureStoreTests.swift:
        """
      ) == true
    )
  }

  @Test func anotherStateIsReported() async {
    let failures = await failures { store, clock in
      await clock.advance(by: .seconds(1))
      await store.receive(modify: "Tick") { $0.remaining = 7 }
    }
    #expect(failures.first?.contains("-   remaining: 7,\n    +   remaining: 1,") == true)
  }

  @Test func anActionInItsPlaceIsReported() async {
    let failures = await failures { store, clock in
      await clock.advance(by: .seconds(1))
      await store.receive(.finished)
    }
    #expect(failures.first?.contains("but received\n\n    modify: \"Tick\"") == true)
  }

  @Test func nothingInItsPlaceIsReported() async {
    let failures = await failures { store, _ in
      await store.receive(modify: "Tick")
    }
    #expect(failures.first?.hasPrefix("Expected to receive the modification \"Tick\"\n\nbut received nothing.") == true)
  }

  @Test func notExhaustive() async {
    let clock = TestClock()
    let store = TestStore(initialState: Countdown.State()) {
      Countdown()
    } withDependencies: {
      $0.continuousClock = clock
    }
    store.exhaustivity = .off
    await store.send(.startButtonTapped(3))
    await clock.advance(by: .seconds(3))
    await store.receive(.finished) { $0.note = "over" }
    await store.send(.startButtonTapped(2))
    await clock.advance(by: .seconds(2))
    await store.skipReceivedActions()
    #expect(store.state.remaining == 0)
  }

  // MARK: Places

  @Reducer
  struct Place {
    struct State: Equatable {
      @Presents var sheet: Countdown.State?
      var optional: Countdown.State?
      var rows: IdentifiedArrayOf<Countdown.State> = []
      var path = StackState<Countdown.State>()
      var own = Countdown.State()
      var screen = Screen.timer(Countdown.State())
      var log: [String] = []
    }
    @CasePathable
    enum Screen: Equatable {
      case timer(Countdown.State)
      case none
    }
    enum Action: Equatable {
      case sheet(PresentationAction<Countdown.Action>)
      case optional(Countdown.Action)
      case rows(IdentifiedActionOf<Countdown>)
      case path(StackActionOf<Countdown>)
      case own(Countdown.Action)
      case screen(Countdown.Action)
      case changeButtonTapped(Change)
      case tidyButtonTapped(Change)
    }
    enum Change: String {
      case removeSheet, removeRow, moveRow, pop, leaveCase, replaceSheet, addRow

      func callAsFunction(_ state: inout State) {
        switch self {
        case .removeSheet: state.sheet = nil
        case .replaceSheet: state.sheet = Countdown.State(id: 9, remaining: 5)
        case .removeRow: state.rows.remove(id: 1)
        case .moveRow: state.rows.move(fromOffsets: [0], toOffset: 2)
        case .addRow: state.rows.append(Countdown.State(id: 7))
        case .pop: state.path.removeAll()
        case .leaveCase: state.screen = .none
        }
      }
    }

    var body: some ReducerOf<Self> {
      Scope(state: \.own, action: \.own) { Countdown() }
      Scope(state: \.screen, action: \.screen) {
        EmptyReducer<Screen, Countdown.Action>().ifCaseLet(\.timer, action: \.self) { Countdown() }
      }
      Reduce { state, action in
        switch action {
        case .changeButtonTapped(let change):
          change(&state)
          return .none
        case .tidyButtonTapped(let change):
          return run { store in
            try store.modify(change.rawValue) { change(&$0) }
          }
        default: return .none
        }
      }
      .ifLet(\.$sheet, action: \.sheet) { Countdown() }
      .ifLet(\.optional, action: \.optional) { Countdown() }
      .forEach(\.rows, action: \.rows) { Countdown() }
      .forEach(\.path, action: \.path) { Countdown() }
      .onChange(of: \.rows.ids) { oldIDs, state in
        state.log.append("rows \(state.rows.ids)")
        return .none
      }
    }
  }

  private func place(_ state: Place.State, _ clock: TestClock<Duration>) -> TestStoreOf<Place> {
    TestStore(initialState: state) {
      Place()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aSheetChangesItself() async {
    let clock = TestClock()
    let store = place(Place.State(sheet: Countdown.State()), clock)
    await store.send(.sheet(.presented(.startButtonTapped(1)))) { $0.sheet?.remaining = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.sheet?.remaining = 0 }
    await store.receive(.sheet(.presented(.finished))) { $0.sheet?.note = "over" }
  }

  @Test func anOptionalChangesItself() async {
    let clock = TestClock()
    let store = place(Place.State(optional: Countdown.State()), clock)
    await store.send(.optional(.startButtonTapped(1))) { $0.optional?.remaining = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.optional?.remaining = 0 }
    await store.receive(.optional(.finished)) { $0.optional?.note = "over" }
  }

  @Test func aRowIsFoundWhereItHasMovedTo() async {
    let clock = TestClock()
    let store = place(Place.State(rows: [Countdown.State(id: 1), Countdown.State(id: 2)]), clock)
    await store.send(.rows(.element(id: 1, action: .startButtonTapped(1)))) { $0.rows[id: 1]?.remaining = 1 }
    await store.send(.changeButtonTapped(.moveRow)) {
      $0.rows.move(fromOffsets: [0], toOffset: 2)
      $0.log = ["rows [2, 1]"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.rows[1].remaining = 0 }
    await store.receive(.rows(.element(id: 1, action: .finished))) { $0.rows[id: 1]?.note = "over" }
  }

  @Test func anElementOfAStackChangesItself() async {
    let clock = TestClock()
    let store = place(Place.State(path: [Countdown.State(), Countdown.State()]), clock)
    await store.send(.path(.element(id: 0, action: .startButtonTapped(1)))) { $0.path[id: 0]?.remaining = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.path[id: 0]?.remaining = 0 }
    await store.receive(.path(.element(id: 0, action: .finished))) { $0.path[id: 0]?.note = "over" }
  }

  @Test func aScopedChildChangesItself() async {
    let clock = TestClock()
    let store = place(Place.State(), clock)
    await store.send(.own(.startButtonTapped(1))) { $0.own.remaining = 1 }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.own.remaining = 0 }
    await store.receive(.own(.finished)) { $0.own.note = "over" }
  }

  @Test func aCaseChangesItself() async {
    let clock = TestClock()
    let store = place(Place.State(), clock)
    await store.send(.screen(.startButtonTapped(1))) { $0.screen.modify(\.timer) { $0.remaining = 1 } }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.screen.modify(\.timer) { $0.remaining = 0 } }
    await store.receive(.screen(.finished)) { $0.screen.modify(\.timer) { $0.note = "over" } }
  }

  // MARK: Children that a change removes

  @Test(arguments: [Place.Change.removeSheet, .replaceSheet])
  func aRemovedSheetIsCancelled(_ change: Place.Change) async {
    let clock = TestClock()
    let store = place(Place.State(sheet: Countdown.State(id: 1)), clock)
    await store.send(.sheet(.presented(.startButtonTapped(1)))) { $0.sheet?.remaining = 1 }
    await store.send(.tidyButtonTapped(change))
    await store.receive(modify: change.rawValue) { change(&$0) }
    await clock.advance(by: .seconds(5))
  }

  @Test func aRemovedRowIsCancelledAndOnChangeReacts() async {
    let clock = TestClock()
    let store = place(Place.State(rows: [Countdown.State(id: 1), Countdown.State(id: 2)]), clock)
    await store.send(.rows(.element(id: 1, action: .startButtonTapped(1)))) { $0.rows[id: 1]?.remaining = 1 }
    await store.send(.rows(.element(id: 2, action: .startButtonTapped(1)))) { $0.rows[id: 2]?.remaining = 1 }
    await store.send(.tidyButtonTapped(.removeRow))
    await store.receive(modify: "removeRow") {
      $0.rows.remove(id: 1)
      $0.log = ["rows [2]"]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Tick") { $0.rows[id: 2]?.remaining = 0 }
    await store.receive(.rows(.element(id: 2, action: .finished))) { $0.rows[id: 2]?.note = "over" }
  }

  @Test func aPoppedElementIsCancelled() async {
    let clock = TestClock()
    let store = place(Place.State(path: [Countdown.State()]), clock)
    await store.send(.path(.element(id: 0, action: .startButtonTapped(1)))) { $0.path[id: 0]?.remaining = 1 }
    await store.send(.tidyButtonTapped(.pop))
    await store.receive(modify: "pop") { $0.path.removeAll() }
    await clock.advance(by: .seconds(5))
  }

  @Test func aCaseThatIsLeftIsCancelledAlthoughItIsInAScope() async {
    let clock = TestClock()
    let store = place(Place.State(), clock)
    await store.send(.screen(.startButtonTapped(1))) { $0.screen.modify(\.timer) { $0.remaining = 1 } }
    await store.send(.tidyButtonTapped(.leaveCase))
    await store.receive(modify: "leaveCase") { $0.screen = .none }
    await clock.advance(by: .seconds(5))
  }

  // MARK: Depth

  @Reducer
  struct Tree {
    struct State: Equatable, Identifiable {
      var id = 0
      var children: IdentifiedArrayOf<Tree.State> = []
      var count = 0
      var sum = 0
    }
    indirect enum Action: Equatable {
      case tapped
      case removeGrandchildrenButtonTapped
      case children(IdentifiedActionOf<Tree>)
    }

    @Dependency(\.continuousClock) var clock

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .tapped:
          return run { store in
            try await clock.sleep(for: .seconds(1))
            try store.modify("Count") { $0.count += 1 }
          }
        case .removeGrandchildrenButtonTapped:
          return run { store in
            try store.modify("Remove") { state in
              for id in state.children.ids { state.children[id: id]?.children = [] }
            }
          }
        case .children: return .none
        }
      }
      .forEach(\.children, action: \.children) { Tree() }
      .onChange(of: \.count) { _, state in
        state.sum += state.count
        return .none
      }
    }
  }

  private func tree(_ clock: TestClock<Duration>) -> TestStoreOf<Tree> {
    let leaf = Tree.State(id: 3)
    let state = Tree.State(children: [Tree.State(id: 1, children: [Tree.State(id: 2, children: [leaf])])])
    return TestStore(initialState: state) {
      Tree()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aDeepChildChangesItselfAndItsOnChangeReacts() async {
    let clock = TestClock()
    let store = tree(clock)
    await store.send(\.children[id: 1].children[id: 2].children[id: 3].tapped)
    await clock.advance(by: .seconds(1))
    await store.receive(modify: "Count") {
      $0.children[id: 1]?.children[id: 2]?.children[id: 3]?.count = 1
      $0.children[id: 1]?.children[id: 2]?.children[id: 3]?.sum = 1
    }
  }

  @Test func aGrandchildThatAChangeRemovesIsCancelled() async {
    let clock = TestClock()
    let store = tree(clock)
    await store.send(\.children[id: 1].children[id: 2].children[id: 3].tapped)
    await store.send(\.children[id: 1].children[id: 2].tapped)
    await store.send(.removeGrandchildrenButtonTapped)
    await store.receive(modify: "Remove") { $0.children[id: 1]?.children = [] }
    await clock.advance(by: .seconds(5))
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

  // MARK: Overlapping places

  @Reducer
  struct Window {
    struct State: Equatable {
      @Presents var sheet: Countdown.State?
      var path = StackState<Countdown.State>()
    }
    enum Action: Equatable {
      case view(View.Action)
      case sheet(PresentationAction<Countdown.Action>)
      case path(StackActionOf<Countdown>)
    }

    var body: some ReducerOf<Self> {
      CombineReducers {
        Scope(state: \.self, action: \.view) { View() }
        EmptyReducer()
      }
      .ifLet(\.$sheet, action: \.sheet) { Countdown() }
      .forEach(\.path, action: \.path) { Countdown() }
    }

    /// A part of the feature that has its whole state.
    @Reducer
    struct View {
      typealias State = Window.State
      enum Action: Equatable { case closeButtonTapped, replaceButtonTapped }

      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .closeButtonTapped: run { store in try store.modify("Close") { $0.sheet = nil } }
        case .replaceButtonTapped:
          run { store in try store.modify("Replace") { $0.path = StackState([Countdown.State(id: 7)]) } }
        }
      }
    }
  }

  private func window(_ clock: TestClock<Duration>) -> TestStoreOf<Window> {
    TestStore(initialState: Window.State(sheet: Countdown.State(), path: [Countdown.State()])) {
      Window()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func aScopeOfTheWholeStateRemovesASheet() async {
    let clock = TestClock()
    let store = window(clock)
    await store.send(.sheet(.presented(.startButtonTapped(2)))) { $0.sheet?.remaining = 2 }
    await store.send(.view(.closeButtonTapped))
    await store.receive(modify: "Close") { $0.sheet = nil }
    await clock.advance(by: .seconds(5))
  }

  @Test func aScopeOfTheWholeStateReplacesAStack() async {
    let clock = TestClock()
    let store = window(clock)
    await store.send(.path(.element(id: 0, action: .startButtonTapped(2)))) { $0.path[id: 0]?.remaining = 2 }
    await store.send(.view(.replaceButtonTapped))
    await store.receive(modify: "Replace") {
      $0.path.removeAll()
      $0.path.append(Countdown.State(id: 7))
    }
    await clock.advance(by: .seconds(5))
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

  @Test func aStackThatIsReplacedFromOutsideEndsTheEffectsOfItsElements() async {
    let clock = TestClock()
    let store = TestStore(initialState: Navigator.State(window: Window.State(path: [Countdown.State()]))) {
      Navigator()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.window(.path(.element(id: 0, action: .startButtonTapped(2))))) {
      $0.window.path[id: 0]?.remaining = 2
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

  @Reducer
  struct Desk {
    struct State: Equatable {
      var stamp = Stamp.State()
    }
    enum Action: Equatable { case stamp(Stamp.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: \.stamp, action: \.stamp) { Stamp() }.dependency(\.uuid, .incrementing)
    }
  }

  @Test func changesAndReactionsSeeTheDependenciesOfTheirReducer() async {
    let store = TestStore(initialState: Desk.State()) { Desk() }
    await store.send(.stamp(.tapped))
    await store.receive(modify: "Stamp") { $0.stamp = Stamp.State(ids: [UUID(0), UUID(1)], count: 1) }
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

  struct Refused: Reducer {
    struct Failure: Error {}
    let log: Log<String>

    func reduce(into state: inout Countdown.State, action: Countdown.Action) -> Effect<Countdown.Action> {
      if action == .stopButtonTapped { return .cancel(id: "id") }
      return run { store in
        do {
          try await Task.sleep(for: .seconds(1000))
        } catch {
          throw Failure()
        }
      } catch: { _, _ in
        log.append("caught")
      }
      .cancellable(id: "id")
    }
  }

  @Test func aCancelledEffectDoesNotCatch() async {
    let log = Log<String>()
    let store = TestStore(initialState: Countdown.State()) { Refused(log: log) }
    await store.send(.finished)
    await store.send(.stopButtonTapped)
    await store.finish()
    #expect(log.all == [])
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
