import Foundation
import StoreTesting
import Testing

// #include ComposingFeatures.md: struct TripStop

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

// #include ComposingFeatures.md: struct Trip {

// #include ComposingFeatures.md: func aStopIsRemoved

/// More compositions of the same features.
@Suite enum ComposingFeatures {
  // #include ComposingFeatures.md: struct Planner

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

  // #include ComposingFeatures.md: struct TravelApp

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

    // #include ComposingFeatures.md: let stops = state.stops
  }

  // #include ComposingFeatures.md: struct Counted

  // #include ComposingFeatures.md: struct Unlocked

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

    // #include ComposingFeatures.md: if let trip = store.scope(
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
