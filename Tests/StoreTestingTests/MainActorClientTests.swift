import Dependencies
import Testing

@testable import Execution
@testable import StoreTesting

/// Clients on the main actor: their work for effects is done when a line of the test returns.
@Suite struct MainActorClientTests {
  @MainActor final class Server {
    var pings = 0
    func ping() { pings += 1 }
  }

  @MainActor @Test func callsAfterAnAdvance() async {
    let clock = TestClock()
    let server = Server()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Void> { _, _ in
        .run { _ in
          while true {
            try await clock.sleep(for: .seconds(10))
            await server.ping()
            await server.ping()
          }
        }
      }
    }
    let task = await store.send(())
    await clock.advance(by: .seconds(10))
    #expect(server.pings == 2)
    await clock.advance(by: .seconds(20))
    #expect(server.pings == 6)
    await task.cancel()
  }

  @MainActor @Test func callsAfterASend() async {
    await check()
  }

  @Test func callsInTestsWithoutAnActor() async {
    await check()
  }

  private func check() async {
    let server = Server()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        guard action < 3 else { return .none }
        return .run { send in
          await server.ping()
          await send(action + 1)
        }
      }
    }
    await store.send(1) { $0 = 1 }
    #expect(await server.pings == 2)
    await store.receive(2) { $0 = 2 }
    await store.receive(3) { $0 = 3 }
  }

  @Test func whoGoesThereForEverIsNotWaitedFor() async {
    let server = Server()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Void> { _, _ in .run { _ in while !Task.isCancelled { await server.ping() } } }
    }
    let task = await store.send(())
    #expect(await server.pings >= 1_000)
    await task.cancel()
  }

  /// The main actor may be so busy that jobs would run in the background before it is free.
  @Test func aBusyMainActorIsWaitedFor() async {
    await StoreExecutor.$limits.withValue(.init(patience: 0)) {
      await whoGoesThereForEverIsNotWaitedFor()
    }
  }
}
