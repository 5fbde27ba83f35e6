import Dependencies
import Foundation
import StoreTesting
import Testing

/// The messages that the documentation quotes, from tests that fail as it says, and what its programs print.
enum Failures {
  static func messages() async throws -> [String] {
    let issues = await withCapturedIssues {
      await gettingStarted()
      await exploring()
      await testing()
      await effects()
      await composing()
      await dependencies()
      await navigation()
      await others()
    }
    return try await issues.map(\.withArticleInMessage.message) + [printed()]
  }

  /// What the program of the first article prints.
  private static func printed() async throws -> String {
    try await runLive { try await GettingStartedExamples.GettingStartedBlocks().statements1() }
    return Printed.lines.value.joined(separator: "\n")
  }

  private static func gettingStarted() async {
    let forgetful = TestStore(initialState: StationBoard.State()) { StationBoard() }
    forgetful.dependencies.departuresClient.departures = { _ in [] }
    await forgetful.send(.refreshButtonTapped)
    await forgetful.receive(\.departuresLoaded) { $0.isLoading = false }

    let unprovided = TestStore(initialState: StationBoard.State()) { StationBoard() }
    await unprovided.send(.refreshButtonTapped) { $0.isLoading = true }
    await unprovided.receive(\.loadingFailed) {
      $0.isLoading = false
      $0.problem = "Unimplemented: DeparturesClient.departures"
    }
  }

  private static func exploring() async {
    await exploreStates(of: Glossary.State()) {
      Glossary()
    } withDependencies: {
      $0[GlossaryClient.self].meaning = { try await choose("\($0)", .success("about \($0)")) }
    } actions: { _ in
      ["a", "ab"].map(Glossary.Action.wordChanged)
    } always: { state in
      #expect(state.meaning == nil || state.meaning == "about \(state.word)")
    }
    await exploreStates(of: Suggestions.State()) {
      Suggestions()
    } withDependencies: {
      $0[TitleClient.self].titles = { try await choose("titles \($0)", .success(["All about \($0)"])) }
    } actions: { _ in
      Suggestions.Action.queryChanged("a")
      Suggestions.Action.queryChanged("ab")
    } always: { state in
      #expect(state.titles.isEmpty || state.titles == ["All about \(state.query)"])
    }
    await exploreSchedules(.exhaustive(upTo: 10_000)) {
      let store = TestStore(initialState: Bookcase.State()) { Bookcase() }
      store.exhaustivity = .off
      await store.send(.appeared)
      await store.skipReceivedActions()
      store.assert { $0.favoriteTitles = ["Dune"] }
    }
  }

  // MARK: Testing

  private static func letters(_ clock: any Clock<Duration>) -> TestStoreOf<LetterEditor> {
    let store = TestStore(initialState: LetterEditor.State()) { LetterEditor() }
    store.dependencies.continuousClock = clock
    store.dependencies.letterClient.save = { _ in }
    return store
  }

  /// Sends what makes an effect wait for a second.
  private static func write(_ store: TestStoreOf<LetterEditor>) async {
    await store.send(.textChanged("Dear")) {
      $0.text = "Dear"
      $0.isSaved = false
    }
  }

  /// Each store reports what is left of it when the next one takes its place.
  private static func testing() async {
    let clock = TestClock()
    var store = letters(clock)
    await store.send(.textChanged("Dear")) { $0.text = "Dear" }
    await store.receive(.saved) { $0.isSaved = true }
    store = letters(clock)
    await store.send(.saved) { $0.isSaved = true }
    await write(store)
    await clock.advance(by: .seconds(1))
    await store.send(.saved)
    store = TestStore(initialState: LetterEditor.State()) { LetterEditor() }
    await write(store)
    await store.receive(.saved)
    store = TestStore(initialState: LetterEditor.State()) { LetterEditor() }
    store.dependencies.continuousClock = ImmediateClock()
    store.exhaustivity = .off
    await store.send(.textChanged("Dear"))
    store = letters(ImmediateClock())
    await write(store)
    await store.receive(.savingFailed(""))
    store = letters(ImmediateClock())
    await write(store)
    do {
      let store = TestStore(initialState: Stopwatch.State()) { Stopwatch() }
      store.dependencies.continuousClock = ImmediateClock()
      await store.send(.startButtonTapped) { $0.isRunning = true }
    }
    let volume = TestStore(initialState: Volume.State()) { Volume() }
    await volume.send(.muteButtonTapped)
  }

  // MARK: The library

  /// An effect throws, one sends after its end, and one is still running.
  private static func effects() async {
    let throwing = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, _ in .run { _ in throw CocoaError(.fileNoSuchFile) } }
    }
    await throwing.send(1)
    await throwing.finish()

    let kept = LockIsolated<Send<Int>?>(nil)
    let keeper = TestStore(initialState: 0) { Reduce<Int, Int> { _, _ in .run { send in kept.setValue(send) } } }
    await keeper.send(1)
    await keeper.finish()
    await kept.value?(1)

    let finder = TestStore(initialState: StationFinder.State()) { StationFinder() }
    finder.dependencies.stationClient.delays = { _ in .never }
    await finder.send(.followButtonTapped(station: "Kyoto"))
  }

  /// Elements and children that are gone get actions.
  @MainActor private static func composing() async {
    let trips = TestStore(initialState: Trip.State()) { Trip() }
    await trips.send(\.stops[id: UUID(0)].visitedButtonTapped)

    let planner = Store(initialState: Planner.State(trip: Trip.State())) { Planner() }
    let trip = planner.scope(state: \.trip, action: \.trip)
    planner.send(.discardButtonTapped)
    trip?.send(.budget(.spent(yen: 100)))
  }

  private static func dependencies() async {
    _ = try? await InvoiceWriter().invoice(100, currency: "EUR")
    @Dependency(\.retryLimit) var limit
    _ = limit
    withDependencies {
      $0 = .mock
    } operation: {
      @Dependency(\.retryLimit) var limit
      _ = limit
    }
    prepareDependencies { $0.context = .mock }
  }

  @MainActor private static func navigation() async {
    let dish = Dish(id: 7, name: "Soup")
    let detail = Store(initialState: DishDetail.State(dish: dish)) { DishDetail() }
    detail.send(.destination(.presented(.timer(.minutePassed))))

    let cookbook = Store(initialState: Cookbook.State(dishes: [dish])) { Cookbook() }
    cookbook.send(.path(.popFrom(id: 0)))

    let timer = Store(initialState: DishTimer.State()) { DishTimer() }
    await timer.send(.doneButtonTapped).finish()
  }

  private static func others() async {
    let form = TestStore(initialState: Deaf.State()) { Deaf() }
    await form.send(\.binding.name, "Ada") { $0.name = "Ada" }

    let parking = TestStore(initialState: Parking.State()) { Parking() }
    parking.dependencies.paymentClient.pay = { _ in }
    await parking.send(.payButtonTapped) { $0.phase = .paying }
    await parking.receive(\.paid) { $0.phase = .parked(until: Date(timeIntervalSince1970: 0)) }
  }
}

/// Has no `BindingReducer`.
@Reducer struct Deaf {
  struct State: Equatable { var name = "" }
  enum Action: BindableAction { case binding(BindingAction<State>) }
}
