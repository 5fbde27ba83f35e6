import Foundation
import StoreTesting
import Testing

@Reducer
struct TripStop {
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var isVisited = false
  }

  enum Action {
    case nameChanged(String)
    case visitedButtonTapped
    case removeButtonTapped
    case delegate(Delegate)

    @CasePathable
    enum Delegate: Equatable {
      case removalRequested
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none

      case .visitedButtonTapped:
        state.isVisited.toggle()
        return .none

      case .removeButtonTapped:
        return .send(.delegate(.removalRequested))

      case .delegate:
        return .none
      }
    }
  }
}

@Reducer
struct TripBudget {
  struct State: Equatable {
    var limit = 50_000
    var spent = 0
  }

  enum Action {
    case spent(yen: Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .spent(let yen):
        state.spent += yen
        return .none
      }
    }
  }
}

@Reducer
struct Trip {
  struct State: Equatable {
    var budget = TripBudget.State()
    var stops: IdentifiedArrayOf<TripStop.State> = []
  }

  enum Action {
    case addStopButtonTapped
    case budget(TripBudget.Action)
    case stops(IdentifiedActionOf<TripStop>)
  }

  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Scope(state: \.budget, action: \.budget) { TripBudget() }
    Reduce { state, action in
      switch action {
      case .addStopButtonTapped:
        state.stops.append(TripStop.State(id: uuid()))
        return .none

      case .stops(.element(let id, .delegate(.removalRequested))):
        state.stops.remove(id: id)
        return .none

      case .budget, .stops:
        return .none
      }
    }
    .forEach(\.stops, action: \.stops) { TripStop() }
  }
}

@Test func aStopIsRemoved() async {
  let store = TestStore(initialState: Trip.State()) {
    Trip()
  } withDependencies: {
    $0.uuid = .incrementing
  }

  await store.send(.addStopButtonTapped) {
    $0.stops = [TripStop.State(id: UUID(0))]
  }
  await store.send(\.stops[id: UUID(0)].nameChanged, "Nara") {
    $0.stops[id: UUID(0)]?.name = "Nara"
  }
  await store.send(\.stops[id: UUID(0)].removeButtonTapped)
  await store.receive(\.stops[id: UUID(0)].delegate.removalRequested) {
    $0.stops = []
  }
}

/// More compositions of the same features.
@Suite enum ComposingFeatures {
  @Reducer
  struct Planner {
    struct State: Equatable {
      var trip: Trip.State?
    }

    enum Action {
      case startButtonTapped
      case discardButtonTapped
      case trip(Trip.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .startButtonTapped:
          state.trip = Trip.State()
          return .none

        case .discardButtonTapped:
          state.trip = nil
          return .none

        case .trip:
          return .none
        }
      }
      .ifLet(\.trip, action: \.trip) { Trip() }
    }
  }

  @Reducer
  struct Welcome {
    struct State: Equatable {
      var name = ""
    }

    enum Action {
      case nameChanged(String)
      case continueButtonTapped
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .nameChanged(let name) = action { state.name = name }
        return .none
      }
    }
  }

  @Reducer
  struct TravelApp {
    enum State: Equatable {
      case welcome(Welcome.State)
      case planning(Planner.State)
    }

    enum Action {
      case welcome(Welcome.Action)
      case planning(Planner.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .welcome(.continueButtonTapped):
          state = .planning(Planner.State())
          return .none

        case .welcome, .planning:
          return .none
        }
      }
      .ifCaseLet(\.welcome, action: \.welcome) { Welcome() }
      .ifCaseLet(\.planning, action: \.planning) { Planner() }
    }
  }

  @DependencyClient
  struct TripStorage: TestDependencyKey {
    var save: @Sendable (_ stops: IdentifiedArrayOf<TripStop.State>) async throws -> Void

    static let testValue = TripStorage()
  }

  @Reducer
  struct SavedTrip {
    typealias State = Trip.State
    typealias Action = Trip.Action

    enum CancelID { case saving }

    @Dependency(TripStorage.self) var storage

    var body: some ReducerOf<Self> {
      Trip()
        .onChange(of: \.stops) { oldStops, state in
          let stops = state.stops
          return .run { _ in try await storage.save(stops: stops) }
            .cancellable(id: CancelID.saving, cancelInFlight: true)
        }
    }
  }

  struct Counted<Base: Reducer>: Reducer {
    let base: Base
    let count: @Sendable (_ name: String) -> Void

    var body: some Reducer<Base.State, Base.Action> {
      Reduce { state, action in
        count("\(action)")
        return .none
      }
      base
    }
  }

  struct Unlocked<Base: Reducer>: Reducer {
    let base: Base
    let isUnlocked: @Sendable () -> Bool

    func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
      guard isUnlocked() else { return .none }
      return base.reduce(into: &state, action: action)
    }
  }

  @Test static func planning() async {
    let store = TestStore(initialState: TravelApp.State.welcome(Welcome.State())) {
      TravelApp()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.welcome(.nameChanged("Ada"))) { $0 = .welcome(Welcome.State(name: "Ada")) }
    await store.send(\.welcome.continueButtonTapped) { $0 = .planning(Planner.State()) }
    await store.send(\.planning.startButtonTapped) { $0 = .planning(Planner.State(trip: Trip.State())) }
    await store.send(\.planning.trip.addStopButtonTapped) {
      $0 = .planning(Planner.State(trip: Trip.State(stops: [TripStop.State(id: UUID(0))])))
    }
    await store.send(\.planning.discardButtonTapped) { $0 = .planning(Planner.State()) }
  }

  @Test static func saving() async {
    let saved = LockIsolated<[Int]>([])
    let store = TestStore(initialState: Trip.State()) {
      SavedTrip()
    } withDependencies: {
      $0.uuid = .incrementing
      $0[TripStorage.self].save = { stops in saved.withValue { $0.append(stops.count) } }
    }
    await store.send(.addStopButtonTapped) { $0.stops = [TripStop.State(id: UUID(0))] }
    await store.send(.budget(.spent(yen: 100))) { $0.budget.spent = 100 }
    await store.finish()
    #expect(saved.value == [1])
  }

  @Test static func wrapping() async {
    let counted = LockIsolated<[String]>([])
    let store = TestStore(initialState: TripBudget.State()) {
      Counted(base: TripBudget()) { name in counted.withValue { $0.append(name) } }
    }
    await store.send(.spent(yen: 100)) { $0.spent = 100 }
    #expect(counted.value == ["spent(yen: 100)"])

    let locked = TestStore(initialState: TripBudget.State()) {
      Unlocked(base: TripBudget()) { false }
    }
    await locked.send(.spent(yen: 100))
  }

  @MainActor @Test static func childStores() {
    let store = Store(initialState: Planner.State(trip: Trip.State())) {
      Planner()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    if let trip = store.scope(state: \.trip, action: \.trip) {
      trip.send(.addStopButtonTapped)

      let budget = trip.scope(state: \.budget, action: \.budget)
      budget.send(.spent(yen: 1_200))

      for stop in trip.scope(state: \.stops, action: \.stops) {
        stop.send(.visitedButtonTapped)
      }
    }
    #expect(store.trip?.budget.spent == 1_200)
    #expect(store.trip?.stops.first?.isVisited == true)
  }
}

extension Failures {
  /// Those of the article.
  static func ofComposing() async -> [String] {
    await withCapturedIssues {
      let store = TestStore(initialState: Trip.State()) { Trip() }
      await store.send(\.stops[id: UUID(0)].visitedButtonTapped)

      await goneChild()
    }
    .map(\.message)
  }

  @MainActor private static func goneChild() {
    let store = Store(initialState: ComposingFeatures.Planner.State(trip: Trip.State())) {
      ComposingFeatures.Planner()
    }
    let trip = store.scope(state: \.trip, action: \.trip)
    store.send(.discardButtonTapped)
    trip?.send(.budget(.spent(yen: 100)))
  }
}
