import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreTests {
  private let log = Log()

  @Test(arguments: StoreVariant.allCases) func sendReducesAtOnce(_ variant: StoreVariant) {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    store.send(.change { $0.count += 1 })
    #expect(store.count == 1)
    #expect(store.withState { $0.log } == ["change"])
    store.send(.act("twice") { _ in .merge(.send(.change { $0.count += 1 }), .send(.change { $0.count += 10 })) })
    #expect(store.count == 12)
    #expect(store.log == ["change", "twice", "change", "change"])
  }

  @Test(arguments: StoreVariant.allCases) func actionsAreReducedInTheOrderOfTheirArrival(_ variant: StoreVariant) {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    store.send(
      .act("a") { _ in
        .merge(
          .send(.act("b") { _ in .send(.act("d") { _ in .send(.note("f")) }) }),
          .send(.act("c") { _ in .send(.note("e")) })
        )
      }
    )
    #expect(store.log == ["a", "b", "c", "d", "e", "f"])
  }

  @Test(arguments: StoreVariant.allCases) func aSendFromAReductionWaitsItsTurn(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let box = StoreBox()
    box.store = store
    let tasks = Locked<[StoreTask]>([])
    let log = log
    store.send(
      .act("outer") { state in
        MainActor.assumeIsolated {
          let task = box.store?.send(
            .run("inner") { send in
              await log.wait(for: "go")
              await send(.note("late"))
            }
          )
          tasks.withLock { $0 += task.map { [$0] } ?? [] }
        }
        // The inner action has not been reduced yet.
        state.log.append("outer goes on")
        return .send(.note("returned"))
      }
    )
    box.store = nil
    #expect(store.log == ["outer", "outer goes on", "inner", "returned"])
    let task = tasks.withLock { $0.first }
    #expect(await task?.isFinished == false)
    log.append("go")
    await task?.finish()
    #expect(await task?.isFinished == true)
    #expect(store.log == ["outer", "outer goes on", "inner", "returned", "late"])
  }

  @Test(arguments: StoreVariant.allCases)
  func theTaskOfASendFromAReductionIsFinishedIfTheActionHasNoEffect(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let box = StoreBox()
    box.store = store
    let tasks = Locked<[StoreTask]>([])
    store.send(
      .act("outer") { _ in
        MainActor.assumeIsolated {
          let task = box.store?.send(.note("inner"))
          tasks.withLock { $0 += task.map { [$0] } ?? [] }
        }
        return .none
      }
    )
    box.store = nil
    let task = tasks.withLock { $0.first }
    #expect(task != nil)
    await task?.finish()
    #expect(await task?.isFinished == true)
    #expect(store.log == ["outer", "inner"])
  }

  @Test(arguments: StoreVariant.allCases) func effectsStartOnTheActorAndComeBackToIt(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let log = log
    await store.send(
      .run("effect") { send in
        MainActor.shared.assertIsolated()
        await leave(log)
        MainActor.shared.assertIsolated()
        log.append(await Task.detached { "detached" }.value)
        MainActor.shared.assertIsolated()
        await Task.yield()
        MainActor.shared.assertIsolated()
        await send(.note("sent"))
        MainActor.shared.assertIsolated()
        log.append("end")
      }
    ).finish()
    #expect(log.entries == ["off the actor", "detached", "end"])
    #expect(store.log == ["effect", "sent"])
  }

  @Test func effectsRunUpToTheirFirstSuspensionAtOnce() async {
    let store = makeStore(Scripted.State(), .immediate) { Scripted() }
    let task = store.send(
      .run("effect") { send in
        await send(.note("first"))
        await Task.yield()
        await send(.note("second"))
      }
    )
    #expect(store.log == ["effect", "first"])
    await task.finish()
    #expect(store.log == ["effect", "first", "second"])
  }

  @Test func enqueuedEffectsStartLater() async {
    let store = makeStore(Scripted.State(), .enqueued) { Scripted() }
    let task = store.send(.run("effect") { await $0(.note("first")) })
    #expect(store.log == ["effect"])
    await task.finish()
    #expect(store.log == ["effect", "first"])
  }

  @Test(arguments: StoreVariant.allCases) func awaitSendReturnsAfterTheActionWasReduced(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let handle = store.handle
    let log = log
    await store.send(
      .run("effect") { send in
        for count in 1...3 {
          await send(.change { $0.count = count })
          log.append("\(await handle.state(\.count) ?? -1)")
        }
        await Task.detached {
          await send(.act("chain") { _ in .send(.change { $0.count = 10 }) })
          log.append("\(await handle.state(\.count) ?? -1)")
        }.value
      }
    ).finish()
    #expect(log.entries == ["1", "2", "3", "10"])
  }

  @Test func effectsThatSendActionsWithEffectsNeedNoStack() async {
    let store = makeStore(0, of: Int.self) { count, left in
      count += 1
      return left == 0 ? .none : .run { await $0(left - 1) }
    }
    await store.send(100_000).finish()
    #expect(store.state == 100_001)
  }

  @Test func describesItself() {
    let store = makeStore(0, of: Int.self) { _, _ in .none }
    #expect("\(store)" == "Store<Int, Int>")
  }

  @Test func withStateRethrows() {
    struct Failure: Error {}
    let store = makeStore(1, of: Int.self) { _, _ in .none }
    #expect(throws: Failure.self) { try store.withState { _ throws(Failure) in throw Failure() } }
  }
}

/// Leaves the caller's actor.
@concurrent private func leave(_ log: Log) async {
  log.append("off the actor")
}
