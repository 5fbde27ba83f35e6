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
      // #include README.md: print(store.isRunning)
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

// #include README.md: actor Session

// #include Store+Invalidation.swift

extension Session {
  var isRunning: Bool { store.isRunning }
}

@MainActor final class Model {
  let store = Store(initialState: Stopwatch.State()) { Stopwatch() }
}
