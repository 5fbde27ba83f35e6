import Foundation
import Testing

@testable import Execution
@testable import StoreTesting

@Suite struct LifetimeTests {
  final class Box: Sendable, Equatable { static func == (lhs: Box, rhs: Box) -> Bool { lhs === rhs } }

  @Test func nothingIsLeftBehind() async {
    weak var box: Box?
    weak var executor: StoreExecutor?
    weak var store: TestStore<Box, Int>?
    weak var inner: Store<Box, Int>?
    let clock = TestClock()
    await { () async in
      let state = Box()
      box = state
      let testStore = TestStore(initialState: state) {
        Reduce<Box, Int> { _, action in
          guard action > 0 else { return .none }
          return .merge(
            .run { send in
              try await clock.sleep(for: .seconds(1))
              await send(0)
            },
            .run { send in await send(await Task.detached { action - 1 }.value) },
            .run { _ in try await clock.sleep(for: .seconds(action)) }.cancellable(id: action)
          )
        }
      }
      (store, inner, executor) = (testStore, testStore.store, testStore.executor)
      testStore.exhaustivity = .off
      await testStore.send(3)
      await clock.advance(by: .seconds(1))
      await testStore.receive(0)
      await testStore.send(0).finish()
      await testStore.send(5).cancel()
    }()
    #expect(store == nil)
    #expect(inner == nil)
    #expect(box == nil)
    #expect(clock.sleeperCount == 0)
    // Detached tasks may still be running.
    while executor != nil { await Task.yield() }
  }

  @Test func effectsThatComeBackAfterTheTestRunInTheBackground() async {
    let (gate, end) = (Gate(), Gate())
    let wasCancelled = Locked(false)
    weak var executor: StoreExecutor?
    let failures = await reported {
      let store = makeStoreOfLastAction {
        .run { send in
          await gate.wait()
          wasCancelled.withLock { $0 = Task.isCancelled }
          await send(1)
          await offActor(())
          await send(2)
          end.open()
        }
      }
      executor = store.executor
      await store.send(0)
    }
    #expect(failures.map { $0.message.prefix(38) } == ["1 effect still running at the end of t"])
    gate.open()
    await end.wait()
    #expect(wasCancelled.withLock { $0 })
    while executor != nil { await Task.yield() }
  }

  @Test func tasksOutliveTheirStore() async {
    let gate = Gate()
    var task: TestStoreTask?
    do {
      let store = makeStoreOfLastAction { .run { _ in await gate.wait() } }
      store.exhaustivity = .off
      task = await store.send(0)
    }
    await task?.cancel()
    await task?.finish(timeout: .zero)
    gate.open()
    await task?.finish()
  }

  @Test func storesCanBeReleasedOnAnotherThread() async {
    // Passed on once, and not used by the sender after that.
    struct Carrier: @unchecked Sendable { var store: TestStore<Int, Int>? }
    let clock = TestClock()
    for _ in 0..<20 {
      let carrier = Locked(Carrier())
      let store = makeStoreOfLastAction { .run { _ in try await clock.sleep(for: .seconds(1)) } }
      store.exhaustivity = .off
      await store.send(0)
      nonisolated(unsafe) let handedOver = store
      carrier.withLock { $0.store = handedOver }
      _ = consume store
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          carrier.withLock { $0.store = nil }
          continuation.resume()
        }
      }
    }
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func cleanUpOfCancelledEffectsRunsBeforeTheTestEnds() async {
    let (steps, clock) = (Log<Int>(), TestClock())
    do {
      let store = makeStoreOfLastAction {
        .run { _ in
          do {
            try await clock.sleep(for: .seconds(1))
          } catch {
            steps.append(1)
            await offActor(())
            steps.append(2)
          }
        }
      }
      await store.send(0).cancel()
      #expect(steps.all == [1, 2])
      store.exhaustivity = .off
      await store.send(0)
    }
    #expect(steps.all == [1, 2, 1, 2])
  }
}
