import Store
import StoreTesting
import Testing

/// Effects that see their feature, features that begin and end, and states that are not `Equatable`.
@Suite struct PassingEffectTests {
  @Reducer struct Ovens {
    struct State {
      var unit = "C"
      var ovens: IdentifiedArrayOf<Oven.State> = []
      var log: [String] = []
      @TestIgnored var steps = 0
    }
    enum Action { case ovenAdded(id: Int), ovenRemoved(id: Int), unitChanged(String), oven(IdentifiedActionOf<Oven>) }
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        state.steps += 1
        switch action {
        case .ovenAdded(let id): state.ovens.append(Oven.State(id: id))
        case .ovenRemoved(let id): state.ovens.remove(id: id)
        case .unitChanged(let unit): state.unit = unit
        case .oven(.element(let id, .isHot)): state.log.append("oven \(id) is hot")
        case .oven: break
        }
        return .none
      }
      .onChange(
        of: \.unit,
        anywhere: { old, state in
          let unit = state.unit
          return run { _ in print(old, unit) }
        }
      )
      .forEach(\.ovens, action: \.oven) { Oven() }
    }
  }

  @Reducer struct Oven {
    struct State: Identifiable {
      let id: Int
      var degrees = 20
      var target = 20
    }
    enum Action { case targetChanged(Int), isHot }
    enum CancelID { case heating }
    @Dependency(\.continuousClock) var clock
    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .targetChanged(let target) = action { state.target = target }
        return .none
      }
      .onMount { _ in
        run(name: "Follow the target") { store in
          for await target in store.changes(of: \.target) where target > 250 {
            try store.modify("Limit") { $0.target = 250 }
          }
        }
      }
      .onMount(id: \.target) { target, _ in
        run(name: "Heat") { store in
          while try store.degrees < target {
            try await clock.sleep(for: .seconds(60))
            let isReached = try store.modify("Heat") { state in
              state.degrees = min(state.degrees + 100, target)
              return state.degrees == target
            }
            if isReached { try store.send(.isHot) }
          }
        } catch: { _, store in
          try store.modify("Out of order") { $0.target = 20 }
        }
        .cancellable(id: CancelID.heating)
      }
      .onDismount { _ in .run { _ in print("off") } }
    }
  }

  @Test func anOvenHeats() async {
    let clock = TestClock()
    let store = TestStore(initialState: Ovens.State()) { Ovens() }
    store.dependencies.continuousClock = clock
    await store.send(.ovenAdded(id: 1)) { $0.ovens = [Oven.State(id: 1)] }
    await store.send(.oven(.element(id: 1, action: .targetChanged(200)))) { $0.ovens[id: 1]?.target = 200 }
    #expect(store.isEffectRunning(id: Oven.CancelID.heating))
    await clock.advance(by: .seconds(60))
    await store.receive(modify: "Heat") { $0.ovens[id: 1]?.degrees = 120 }
    await store.send(.unitChanged("F")) { $0.unit = "F" }
    await clock.advance(by: .seconds(60))
    await store.receive(modify: "Heat") { $0.ovens[id: 1]?.degrees = 200 }
    await store.receive(\.oven[id: 1].isHot) { $0.log = ["oven 1 is hot"] }
    await store.send(.ovenRemoved(id: 1)) { $0.ovens = [] }
    #expect(!store.isEffectRunning(id: Oven.CancelID.heating))
    await store.finish()
  }

  @Test func noStoryOverheatsAnOven() async {
    await exploreStates(of: Ovens.State(ovens: [Oven.State(id: 1)]), within: ExplorationBounds(depth: 4)) {
      Ovens()
    } withDependencies: {
      $0.continuousClock = TestClock()
    } actions: { state in
      if !state.ovens.isEmpty {
        [100, 300].map { Ovens.Action.oven(.element(id: 1, action: .targetChanged($0))) }
        Ovens.Action.ovenRemoved(id: 1)
      }
    } always: { state in
      #expect(state.ovens.allSatisfy { $0.degrees <= 250 })
    }
  }
}
