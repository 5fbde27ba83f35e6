import Store

/// The cost of effects while many others are in flight, which should not depend on their number.
extension Scenarios {
  static let countsInFlight = [1000, 10_000, 100_000]

  func runEffectsInFlight() async {
    for count in Self.countsInFlight {
      await add("foreach.inFlight.\(count)") {
        // An action that does not concern the rows whose effects run.
        let store = Store(initialState: Workers.State(count: count)) { Workers() }
        for id in 0..<count { store.send(.rows(.element(id: id, action: .start))) }
        return await plan.measure("foreach.inFlight.\(count)") { rounds in
          for _ in 0..<rounds { store.send(.increment) }
        }
      }
    }
    for count in Self.countsInFlight {
      await add("foreach.start.\(count)") {
        await plan.measure("foreach.start.\(count)", operationsPerRound: count) { rounds in
          for _ in 0..<rounds {
            let store = Store(initialState: Workers.State(count: count)) { Workers() }
            for id in 0..<count { store.send(.rows(.element(id: id, action: .start))) }
          }
        }
      }
    }
    // One more effect copies those before it: put a hundred thousand together from a sequence.
    for count in Self.countsInFlight where count <= 10_000 {
      await add("effect.merge.\(count)") {
        await plan.measure("effect.merge.\(count)", operationsPerRound: count) { rounds in
          for _ in 0..<rounds {
            use((0..<count).reduce(Effect<Int>.none) { $0.merge(with: .send($1)) })
          }
        }
      }
    }
    for count in Self.countsInFlight where count <= 10_000 {
      await add("effect.concatenate.\(count)") {
        await plan.measure("effect.concatenate.\(count)", operationsPerRound: count) { rounds in
          for _ in 0..<rounds {
            use((0..<count).reduce(Effect<Int>.none) { $0.concatenate(with: .send($1)) })
          }
        }
      }
    }
    for count in Self.countsInFlight {
      await add("effect.throttle.ids.\(count)") {
        // All ids are within their interval.
        let store = Store(initialState: 0) { Throttler() }
        for id in 0..<count { store.send(id) }
        return await plan.measure("effect.throttle.ids.\(count)", operationsPerRound: 1000) { rounds in
          for round in 0..<rounds {
            for index in 0..<1000 { store.send((round &* 1000 &+ index) % count) }
          }
        }
      }
    }
    for count in Self.countsInFlight {
      await add("effect.cancelTask.\(count)") {
        let store = Store(initialState: 0) { Sleeper() }
        for id in 0..<count { store.send(.hang(id)) }
        return await plan.measure("effect.cancelTask.\(count)") { rounds in
          for _ in 0..<rounds { store.send(.hang(-1)).cancel() }
        }
      }
    }
  }
}

/// Suspends until the task is cancelled.
func hang() async {
  let (stream, continuation) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  withExtendedLifetime(continuation) {}
}

@Reducer
struct Worker {
  struct State: Equatable, Identifiable {
    let id: Int
  }
  enum Action { case start }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .run { _ in await hang() }
  }
}

/// Rows with effects that never end.
@Reducer
struct Workers {
  struct State: Equatable {
    var count = 0
    var rows: IdentifiedArrayOf<Worker.State>

    init(count: Int) {
      rows = IdentifiedArray(uniqueElements: (0..<count).map { Worker.State(id: $0) })
    }
  }
  enum Action {
    case increment
    case rows(IdentifiedActionOf<Worker>)
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .increment = action { state.count &+= 1 }
      return .none
    }
    .forEach(\.rows, action: \.rows) { Worker() }
  }
}

/// Lets the first action for each id through, and no other with this id for an hour.
@Reducer
struct Throttler {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    action < 0 ? .none : .send(-1).throttle(id: action, for: .seconds(3600), latest: false)
  }
}
