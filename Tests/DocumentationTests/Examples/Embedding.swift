import Store
import Testing

@MainActor
@Suite(.serialized) struct EmbeddingExamples {
  /// Stores are live in a program and need their dependencies here, in a test.
  private func withTestClock(_ operation: () async throws -> Void) async rethrows {
    try await withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      try await operation()
    }
  }

  @Test func mainActor() async {
    await withTestClock {
      let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
      store.send(.startButtonTapped)
      print(store.isRunning)  // true
      #expect(store.isRunning)
    }
  }

  @Test func property() async {
    await withTestClock {
      let model = Model()
      model.store.send(.startButtonTapped)
      #expect(model.store.isRunning)
    }
  }

  @Test func ownActor() async {
    await withTestClock {
      let session = Session()
      await session.start()
      #expect(await session.isRunning)
    }
  }

  @Test func rooms() async {
    await withTestClock {
      var room: Room? = await Room()
      let handle = room?.handle
      #expect(await handle?.state(\.isRunning) == true)
      room = nil
      while await handle?.state(\.isRunning) != nil { await Task.yield() }
    }
  }

  @Test func elsewhere() async {
    await withTestClock {
      let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
      let handle = store.handle
      await Task.detached {
        await handle.send(.startButtonTapped)
        let isRunning = await handle.state(\.isRunning)
        #expect(isRunning == true)
      }.value
      #expect(store.isRunning)
    }
  }
}

actor Session {
  private lazy var store = makeStore()

  private func makeStore() -> StoreOf<Stopwatch> {
    Store(initialState: Stopwatch.State()) { Stopwatch() }
  }

  func start() {
    store.send(.startButtonTapped)
  }

  func open() -> StoreHandle<Stopwatch.State, Stopwatch.Action> {
    start()
    return store.handle
  }
}

final class Room: Sendable {
  let handle: StoreHandle<Stopwatch.State, Stopwatch.Action>
  private let session = Session()

  init() async {
    handle = await session.open()
  }

  deinit {
    handle.invalidate()
  }
}

extension Session {
  var isRunning: Bool { store.isRunning }
}

@MainActor final class Model {
  let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
}
