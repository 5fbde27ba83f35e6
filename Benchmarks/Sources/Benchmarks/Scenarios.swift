import Observation
import Store
import StoreTesting
import Synchronization

/// The scenarios, in the order in which they are printed. Each creates its own stores.
@MainActor
final class Scenarios {
  let plan: Plan
  let filter: (String) -> Bool
  private(set) var results: [Measurement] = []

  init(plan: Plan, filter: @escaping (String) -> Bool) {
    self.plan = plan
    self.filter = filter
  }

  func add(_ name: String, _ measure: () async -> Measurement) async {
    guard filter(name) else { return }
    let measurement = await measure()
    results.append(measurement)
  }

  func runAll() async throws {
    await runYardsticks()
    await runStores()
    await runNested()
    await runCollections()
    await runEffects()
    await runEffectsInFlight()
    await runDependencies()
    await runObservation()
    await runShared()
    await runTestStores()
    await runParallelActors()
    await runExplorations()
    for rowCount in [30, 100_000] {
      let name = "trace.send.\(rowCount)rows"
      if filter(name) { results.append(try await TraceScenarios(rowCount: rowCount).measurement(name, plan)) }
    }
    if filter("todos") { results += try await ToDoScenarios().measurements(sampleCount: plan.sampleCount) }
  }

  private func runYardsticks() async {
    await add("yardstick.reduce") {
      var state = Counter.State()
      let counter = Counter()
      return await plan.measure("yardstick.reduce") { rounds in
        for _ in 0..<rounds {
          use(counter.reduce(into: &state, action: .increment))
        }
      }
    }
    await add("yardstick.taskLocal.read") {
      await plan.measure("yardstick.taskLocal.read") { rounds in
        for _ in 0..<rounds { use(Yardstick.value) }
      }
    }
    await add("yardstick.taskLocal.bind") {
      await plan.measure("yardstick.taskLocal.bind") { rounds in
        for _ in 0..<rounds { Yardstick.$value.withValue(1) { use(0) } }
      }
    }
    await add("yardstick.mutex") {
      let mutex = Mutex(0)
      return await plan.measure("yardstick.mutex") { rounds in
        for _ in 0..<rounds { mutex.withLock { $0 &+= 1 } }
      }
    }
    await add("yardstick.task.immediate") {
      await plan.measure("yardstick.task.immediate") { rounds in
        for _ in 0..<rounds { await Task.immediate {}.value }
      }
    }
    await add("yardstick.task.detached") {
      await plan.measure("yardstick.task.detached") { rounds in
        for _ in 0..<rounds { await Task.detached {}.value }
      }
    }
    await add("yardstick.observation") {
      let box = ObservedBox()
      return await plan.measure("yardstick.observation") { rounds in
        for _ in 0..<rounds {
          withObservationTracking {
            use(box.value)
          } onChange: {
          }
          box.value &+= 1
        }
      }
    }
  }

  private func runStores() async {
    await add("store.send.1") {
      let store = Store(initialState: Counter.State()) { Counter() }
      return await plan.measure("store.send.1") { rounds in
        for _ in 0..<rounds { store.send(.increment) }
      }
    }
    await add("store.access.1") {
      let store = Store(initialState: Counter.State()) { Counter() }
      return await plan.measure("store.access.1") { rounds in
        for _ in 0..<rounds { use(store.count) }
      }
    }
    await add("store.init.1") {
      await plan.measure("store.init.1") { rounds in
        for _ in 0..<rounds { use(Store(initialState: Counter.State()) { Counter() }) }
      }
    }
  }

  private func nestedChain() -> [StoreOf<Nested>] {
    var stores = [Store(initialState: Nested.State(depth: 11)) { Nested() }]
    while stores.count < 11, let child = stores.last?.scope(state: \.$child, action: \.child) { stores.append(child) }
    return stores
  }

  private func runNested() async {
    await add("nested.scope.10") {
      await plan.measure("nested.scope.10") { rounds in
        let state = Nested.State(depth: 11)
        for _ in 0..<rounds {
          var store = Store(initialState: state) { Nested() }
          for _ in 0..<10 {
            guard let child = store.scope(state: \.$child, action: \.child) else { break }
            store = child
          }
          use(store)
        }
      }
    }
    await add("nested.send.10") {
      let stores = nestedChain()
      return await plan.measure("nested.send.10") { rounds in
        for _ in 0..<rounds { stores[10].send(.increment) }
      }
    }
    await add("nested.rootSend.10") {
      let stores = nestedChain()
      return await plan.measure("nested.rootSend.10") { rounds in
        for _ in 0..<rounds { stores[0].send(.increment) }
      }
    }
    await add("nested.access.10") {
      let stores = nestedChain()
      return await plan.measure("nested.access.10") { rounds in
        for _ in 0..<rounds { use(stores[10].count) }
      }
    }
  }

  private func runCollections() async {
    for count in [1000, 10_000] {
      await add("foreach.send.\(count)") {
        let store = Store(initialState: List.State(count: count)) { List() }
        return await plan.measure("foreach.send.\(count)") { rounds in
          for _ in 0..<rounds { store.send(.rows(.element(id: count / 2, action: .increment))) }
        }
      }
    }
    for count in [1000, 10_000] {
      await add("watched.send.\(count)") {
        let store = Store(initialState: List.State(count: count)) { WatchedList() }
        return await plan.measure("watched.send.\(count)") { rounds in
          for _ in 0..<rounds { store.send(.rows(.element(id: count / 2, action: .increment))) }
        }
      }
      await add("mounted.send.\(count)") {
        let store = Store(initialState: List.State(count: count)) { MountedList() }
        return await plan.measure("mounted.send.\(count)") { rounds in
          for _ in 0..<rounds { store.send(.rows(.element(id: count / 2, action: .increment))) }
        }
      }
    }
    await add("foreach.scopedSend.1000") {
      let store = Store(initialState: List.State(count: 1000)) { List() }
      let rows = Array(store.scope(state: \.rows, action: \.rows))
      for row in rows { arm(row) }
      return await plan.measure("foreach.scopedSend.1000") { rounds in
        for _ in 0..<rounds { rows[500].send(.increment) }
      }
    }
    await add("scoped.alive.100000") {
      let store = Store(initialState: List.State(count: 100_000)) { List() }
      let rows = Array(store.scope(state: \.rows, action: \.rows))
      return await plan.measure("scoped.alive.100000") { rounds in
        for _ in 0..<rounds { store.send(.rows(.element(id: 50_000, action: .increment))) }
        use(rows)
      }
    }
  }

  /// Observes a row, and observes it again after each change.
  private func arm(_ row: StoreOf<Row>) {
    nonisolated(unsafe) let row = row
    withObservationTracking {
      use(row.count)
    } onChange: {
      // `onChange` is called on the store's actor, which is the main actor.
      MainActor.assumeIsolated { self.arm(row) }
    }
  }

  private func runEffects() async {
    await add("effect.send.roundtrip") {
      let store = Store(initialState: Counter.State()) { Counter() }
      return await plan.measure("effect.send.roundtrip") { rounds in
        for _ in 0..<rounds { store.send(.sendNext) }
      }
    }
    await add("effect.run.roundtrip") {
      let store = Store(initialState: Counter.State()) { Counter() }
      return await plan.measure("effect.run.roundtrip") { rounds in
        for _ in 0..<rounds { await store.send(.runNext).finish() }
      }
    }
    await add("effect.modify.roundtrip") {
      let store = Store(initialState: Counter.State()) { ModifyingCounter() }
      return await plan.measure("effect.modify.roundtrip") { rounds in
        for _ in 0..<rounds { await store.send(.runNext).finish() }
      }
    }
    await add("effect.run.roundtrip.actor") {
      let session = Session()
      return await plan.measure("effect.run.roundtrip.actor") { await session.roundtrips($0) }
    }
    await add("effect.run.concurrent.10000") {
      let session = Session()
      return await plan.measure("effect.run.concurrent.10000", operationsPerRound: 10_000) { rounds in
        for _ in 0..<rounds { await session.concurrent(10_000) }
      }
    }
    await add("effect.cancel.10000") {
      let store = Store(initialState: 0) { Sleeper() }
      return await plan.measure("effect.cancel.10000", operationsPerRound: 10_000) { rounds in
        for _ in 0..<rounds {
          let tasks = (0..<10_000).map { store.send(.start($0)) }
          for id in 0..<10_000 { store.send(.cancel(id)) }
          for task in tasks { await task.finish() }
        }
      }
    }
  }

  private func runDependencies() async {
    await add("dependency.access") {
      let store = Store(initialState: 0) { Stepper() }
      return await plan.measure("dependency.access", operationsPerRound: Stepper.reads) { rounds in
        for _ in 0..<rounds { store.send(()) }
      }
    }
    await add("dependency.override") {
      let stepper = Stepper()
      return await plan.measure("dependency.override") { rounds in
        for round in 0..<rounds {
          withDependencies {
            $0.step = round
          } operation: {
            use(stepper.step)
          }
        }
      }
    }
  }

  private func runObservation() async {
    await add("observation.fanout.1000") {
      let store = Store(initialState: Counter.State()) { Counter() }
      let observers = Observers(store)
      for _ in 0..<999 { observers.observeOther() }
      observers.observeCount()
      return await plan.measure("observation.fanout.1000") { rounds in
        for _ in 0..<rounds { store.send(.increment) }
      }
    }
    await add("observation.fanout.1000.all") {
      let store = Store(initialState: Counter.State()) { Counter() }
      let observers = Observers(store)
      for _ in 0..<1000 { observers.observeCount() }
      return await plan.measure("observation.fanout.1000.all") { rounds in
        for _ in 0..<rounds { store.send(.increment) }
      }
    }
  }

  private func runTestStores() async {
    await add("teststore.send.small") {
      let store = TestStore(initialState: Counter.State()) { Counter() }
      return await plan.measure("teststore.send.small") { rounds in
        for _ in 0..<rounds { await store.send(.increment) { $0.count &+= 1 } }
      }
    }
    await add("teststore.send.1000rows") {
      let store = TestStore(initialState: List.State(count: 1000)) { List() }
      return await plan.measure("teststore.send.1000rows") { rounds in
        for _ in 0..<rounds {
          await store.send(.rows(.element(id: 500, action: .increment))) { $0.rows[id: 500]?.count &+= 1 }
        }
      }
    }
  }

  /// The cost of a step, including steps that are repeated in order to reach a point.
  private func runExplorations() async {
    await add("explore.step") {
      let steps = await ExplorationScenarios.explore(points: 20_000).steps
      return await plan.measure("explore.step", operationsPerRound: steps) { rounds in
        for _ in 0..<rounds { use(await ExplorationScenarios.explore(points: 20_000)) }
      }
    }
  }

  private func runParallelActors() async {
    for (name, workers) in [("actors.1000.one-core", 1), ("actors.1000.two-cores", 2)] {
      await add(name) {
        await plan.measure(name, operationsPerRound: 100_000) { rounds in
          for _ in 0..<rounds { await runSessions(1000, workers: workers) }
        }
      }
    }
  }
}

/// Runs sessions on several tasks at a time.
@concurrent
private func runSessions(_ count: Int, workers: Int) async {
  await withTaskGroup { group in
    for worker in 0..<workers {
      group.addTask {
        for index in 0..<count where index % workers == worker {
          await Session().roundtrips(100)
        }
      }
    }
  }
}

enum Yardstick {
  @TaskLocal static var value = 0
}

@Observable
final class ObservedBox {
  var value = 0
}

/// Observes a store, and observes it again after each change.
@MainActor
final class Observers {
  private let store: StoreOf<Counter>

  init(_ store: StoreOf<Counter>) {
    self.store = store
  }

  func observeCount() {
    withObservationTracking {
      use(store.count)
    } onChange: {
      MainActor.assumeIsolated { self.observeCount() }
    }
  }

  func observeOther() {
    withObservationTracking {
      use(store.other)
    } onChange: {
      MainActor.assumeIsolated { self.observeOther() }
    }
  }
}

/// An actor with a store of its own.
actor Session {
  private var store: StoreOf<Counter>?

  private func start() -> StoreOf<Counter> {
    if let store { return store }
    let store = Store(initialState: Counter.State()) { Counter() }
    self.store = store
    return store
  }

  func roundtrips(_ count: Int) async {
    let store = start()
    for _ in 0..<count { await store.send(.runNext).finish() }
  }

  func concurrent(_ count: Int) async {
    let store = start()
    let tasks = (0..<count).map { _ in store.send(.runNext) }
    for task in tasks { await task.finish() }
  }
}
