import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  typealias Action = LogAction

  let log = Log()

  var cancelled: [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

  /// An effect that sends after it was cancelled, which is in vain.
  func hang(_ name: String) -> Effect<Action> {
    return .run(name: name) { send in
      await log.hang(name)
      await send(.log("\(name) sent after it was cancelled"))
      log.append("\(name) ended")
    }
  }

  // MARK: Ids

  @Test(arguments: StoreVariant.allCases) func anIDCancelsWhatRunsUnderIt(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    let first = store.run(hang("first").cancellable(id: "a"))
    // An effect has every id that it is given.
    let second = store.run(.merge(hang("second").cancellable(id: "a"), hang("third")).cancellable(id: "b"))
    for name in ["first", "second", "third"] { await log.wait(for: "\(name) started") }
    store.cancel(id: "a")
    #expect(log.entries.suffix(2) == ["first cancelled", "second cancelled"])
    #expect(await first.isFinished)
    #expect(await !second.isFinished)
    await log.wait(for: "first ended")
    await log.wait(for: "second ended")
    store.cancel(id: "b")
    await log.wait(for: "third ended")
    #expect(cancelled.count == 3)
    #expect(store.state == [])
  }

  @Test func cancellingNothingIsNothing() async {
    let store = makeLogStore()
    #expect(await store.cancel(id: 1).isFinished)
    // The cancellation comes before the effect and has no influence on it.
    store.run(.merge(.cancel(id: 1), hang("after").cancellable(id: 1)))
    #expect(log.entries == ["after started"])
    // In this order the effect never runs.
    store.run(.merge(hang("before").cancellable(id: 2), .cancel(id: 2)))
    #expect(log.entries == ["after started"])
  }

  @Test func anEffectThatIsCancelledBeforeItsTaskRunsDoesNothing() async {
    let store = makeLogStore(.enqueued)
    store.run(id: 1) { _ in log.append("never") }
    store.cancel(id: 1)
    // After what the main actor has to do already.
    await Task {}.value
    #expect(log.entries == [] && store.core.isAtRest)
  }

  /// A cancellation from another actor has to wait for the store's actor, and precedes actions that are sent after it.
  @Test(arguments: StoreVariant.allCases, [false, true])
  func anEffectCancelsItself(_ variant: StoreVariant, isElsewhere: Bool) async {
    for sends in [true, false] {
      let (store, log) = (makeLogStore(variant), Log())
      let task = store.run(id: 1) { send in
        await send(.log("before"))
        @Sendable func cancel() async {
          if sends { await send(.run(.cancel(id: 1))) } else { Task.cancel(id: 1) }
          if sends || !isElsewhere { log.append("is cancelled: \(Task.isCancelled)") }
          await send(.log("after"))
        }
        if isElsewhere {
          await Task.yield()
          await offTheActor { await cancel() }
        } else {
          await cancel()
        }
        log.append("is cancelled: \(Task.isCancelled)")
        // The error is not reported.
        try Task.checkCancellation()
        log.append("never")
      }
      await task.finish()
      await log.wait(for: "is cancelled: true")
      // The task has ended after other tasks had a turn on the actor.
      await Task {}.value
      #expect(store.state == ["before"])
      #expect(Set(log.entries) == ["is cancelled: true"])
    }
  }

  // MARK: Order

  /// The end of a removed child lets a sequence continue, whose next step the returned effect replaces.
  @Test func aRemovedChildEndsBeforeTheReturnedEffectBegins() async {
    func replacing(_ name: String) -> Effect<Office.Action> {
      .run { _ in log.append(name) }.cancellable(id: "next", cancelInFlight: true)
    }
    let store = makeStore(Office.State(optional: Job.State(id: 1))) {
      Around(Office()) { state, action, reduction in
        let effect = reduction(&state, action)
        if case .optional = action { return .concatenate(effect, replacing("next")) }
        return replacing("other")
      }
    }
    let first = store.send(.optional(.start("child")))
    await store.send(.change { $0.optional = nil }).finish()
    await first.finish()
    #expect(log.entries == ["other"])
    #expect(store.core.isAtRest)
  }

  /// The first cancellation lets the next step of a sequence begin, which the second one cancels.
  @Test func aCancellationIsNotOvertakenByWhatAnEarlierOneStarts() async {
    let store = makeLogStore()
    let next = Effect<Action>.run { await $0(.log("sent by what was cancelled")) }
    let start = store.run(.concatenate(hang("first").cancellable(id: "first"), next))
    let stop = store.run { _ in
      await offTheActor {
        Task.cancel(id: "first")
        start.cancel()
      }
    }
    await stop.finish()
    await start.finish()
    #expect(store.state.isEmpty)
  }

  @Test func aCancelledEffectSendsNoMore() async {
    for _ in 0..<300 {
      let store = makeLogStore()
      let task = store.run(id: 1) { send in
        await withTaskGroup { group in
          for _ in 0..<4 {
            group.addTask {
              while !Task.isCancelled { await send(.log("")) }
              // Sends once more, without a look at `isCancelled`.
              await send(.log(""))
            }
          }
        }
      }
      while store.count < 3 { await Task.yield() }
      store.cancel(id: 1)
      let count = store.count
      await task.finish()
      for _ in 0..<5 { await Task.yield() }
      #expect(store.count == count)
    }
  }

  // MARK: StoreTask

  @Test(arguments: StoreVariant.allCases)
  func finishIncludesEffectsOfActionsThatEffectsSend(_ variant: StoreVariant) async {
    // Each action has an effect that sends the next one, in some cases through `.send`.
    let store = makeStore(0, variant, of: Int.self) { state, action in
      state = action
      guard action < 20 else { return .none }
      if action.isMultiple(of: 3) { return .send(action + 1) }
      return .run { send in
        await Task.yield()
        await send(action + 1)
      }
    }
    let task = store.send(0)
    #expect(await !task.isFinished)
    await task.finish()
    #expect(store.state == 20)
    #expect(await task.isFinished)
    await task.finish()
  }

  @Test func manyWaitForTheEffectsOfOneSend() async {
    let store = makeLogStore()
    store.run(hang("endless"))
    let task = store.run(hang("effect").cancellable(id: 1))
    let waiters = ["a", "b", "c"].map { name in
      Task {
        log.append("\(name) waits")
        await task.finish()
        log.append("done")
      }
    }
    let elsewhere = Task.detached { await task.finish() }
    for name in ["a", "b", "c"] { await log.wait(for: "\(name) waits") }
    #expect(!log.entries.contains("done"))
    store.cancel(id: 1)
    for waiter in waiters + [elsewhere] { await waiter.value }
    #expect(log.entries.count { $0 == "done" } == 3)
    #expect(cancelled == ["effect cancelled"])
  }

  @Test(arguments: StoreVariant.allCases)
  func cancellingTheTaskThatWaitsCancelsTheEffects(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    // The second one waits in a task that is already cancelled.
    for name in ["first", "second"] {
      let task = store.run(hang(name))
      await log.wait(for: "\(name) started")
      let waiter = Task {
        if name == "second" { withUnsafeCurrentTask { $0?.cancel() } }
        log.append("\(name) waits")
        await task.finish()
      }
      await log.wait(for: "\(name) waits")
      if name == "first" {
        #expect(await !task.isFinished)
        waiter.cancel()
      }
      await waiter.value
      #expect(log.entries.contains("\(name) cancelled"))
      #expect(await task.isFinished)
    }
  }

  @Test(arguments: StoreVariant.allCases) func releasingTheStoreCancelsEverything(_ variant: StoreVariant) async {
    var store: Store<[String], Action>? = makeLogStore(variant)
    let first = store?.run(hang("first"))
    let scope = Effect<Action>.run { _ in await withTaskCancellation(id: "scope") { await log.hang("second") } }
    let second = store?.run(.concatenate(scope, hang("never")))
    await log.wait(for: "first started")
    await log.wait(for: "second started")
    let waiter = Task {
      log.append("waits")
      await first?.finish()
    }
    await log.wait(for: "waits")
    store = nil
    #expect(Set(cancelled) == ["first cancelled", "second cancelled"])
    await waiter.value
    await second?.finish()
    first?.cancel()
    #expect(await first?.isFinished == true)
    #expect(await second?.isFinished == true)
    #expect(!log.entries.contains("never started"))
  }

  // MARK: Other senders

  // Whoever calls an effect's `send` with an action that cancels the effect goes on, unless it is the effect itself.

  private let current = LockIsolated<Send<LogAction>?>(nil)

  /// Starts an effect with the id 1 that hands out its `send` and does not end.
  private func download(_ store: Store<[String], LogAction>) async {
    log.removeAll()
    store.run(id: 1) { send in
      current.setValue(send)
      await log.hang("download")
    }
    await log.wait(for: "download started")
  }

  @Test(arguments: StoreVariant.allCases) func effectsAndTasksOfTheProgram(_ variant: StoreVariant) async {
    let (store, other) = (makeLogStore(variant), makeLogStore(variant))
    for sender in [store, other] {
      await download(store)
      let task = sender.run { send in
        await current.value?(.run(.cancel(id: 1)))
        await send(.log("cancelled: \(Task.isCancelled)"))
      }
      await task.finish()
      await log.wait(for: "download cancelled")
      #expect(sender.state == ["cancelled: false"])
    }
    await download(store)
    let isCancelled = await Task {
      await current.value?(.run(.cancel(id: 1)))
      return Task.isCancelled
    }
    .value
    #expect(!isCancelled)
    await log.wait(for: "download cancelled")
  }

  /// The effect is still being started, so its store does not know its task yet.
  @Test func whoeverIsCalledByAnEffectThatStarts() async {
    let (first, second) = (makeLogStore(), makeLogStore())
    nonisolated(unsafe) let other = second
    first.run(
      .run { @MainActor send in
        current.setValue(send)
        other.run { send in
          await current.value?(.run(.cancel(id: 1)))
          await send(.log("cancelled: \(Task.isCancelled)"))
        }
        await log.hang("download")
      }
      .cancellable(id: 1)
    )
    await log.wait(for: "download cancelled")
    #expect(second.state == ["cancelled: false"])
  }

  /// A task that the effect has made, and that goes on after it. It may also cancel the id without the effect's `send`.
  @Test(arguments: [false, true]) func anUnstructuredTaskOfTheEffect(sends: Bool) async {
    let store = makeLogStore()
    store.run(id: 1) { send in
      Task {
        if sends { await send(.run(.cancel(id: 1))) } else { Task.cancel(id: 1) }
        log.append("task is cancelled: \(Task.isCancelled)")
      }
      await log.hang("effect")
    }
    await log.wait(for: "task is cancelled: false")
    await log.wait(for: "effect cancelled")
  }
}
