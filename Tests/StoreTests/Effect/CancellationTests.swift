import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  typealias Action = LogAction

  let log = Log()

  var cancelled: [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

  /// An effect that sends after it was cancelled, which is in vain.
  func hang(_ name: String) -> Effect<Action> {
    let log = log
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

  @Test func idsOfAnyType() {
    struct Compound: Hashable { var user: Int, file: String }
    let ids: [any Hashable & Sendable] = [
      1, "1", 1.0, UInt8(1), Compound(user: 1, file: "a"), Compound(user: 2, file: "a"), ObjectIdentifier(Log.self),
      [1], Optional(1), ["a": 1],
    ]
    let store = makeLogStore()
    for (index, id) in ids.enumerated() { store.run(hang("\(index)").cancellable(id: id)) }
    for id in ids.reversed() { store.cancel(id: id) }
    #expect(cancelled == ids.indices.reversed().map { "\($0) cancelled" })
  }

  @Test(arguments: StoreVariant.allCases) func cancelInFlight(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    for name in ["first", "second"] {
      store.run(hang(name).cancellable(id: 1))
      await log.wait(for: "\(name) started")
    }
    store.run(hang("third").cancellable(id: 1, cancelInFlight: true))
    await log.wait(for: "third started")
    #expect(cancelled == ["first cancelled", "second cancelled"])
    // `.none` cancels nothing.
    store.run(.none.cancellable(id: 1, cancelInFlight: true))
    #expect(cancelled.count == 2)
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

  // MARK: From within

  @Test(arguments: StoreVariant.allCases, [false, true])
  func anEffectCancelsItself(_ variant: StoreVariant, isElsewhere: Bool) async {
    let store = makeLogStore(variant)
    let log = log
    let task = store.run(id: 1) { send in
      await send(.log("before"))
      @Sendable func cancel() async {
        await send(.run(.cancel(id: 1)))
        log.append("is cancelled: \(Task.isCancelled)")
        await send(.log("after"))
      }
      if isElsewhere {
        await Task.yield()
        await offTheActor { await cancel() }
      } else {
        await cancel()
      }
      // The error is not reported.
      try Task.checkCancellation()
      log.append("never")
    }
    await task.finish()
    await log.wait(for: "is cancelled: true")
    #expect(store.state == ["before"])
    #expect(log.entries == ["is cancelled: true"])
  }

  @Test(arguments: StoreVariant.allCases) func anEffectReplacesItself(_ variant: StoreVariant) async {
    let store = makeStore([Int](), variant, of: Int.self) { state, action in
      state.append(action)
      return .run { send in
        if action < 100 { await send(action + 1) } else { log.append("arrived") }
        // The next effect has cancelled this one, so this action is dropped.
        if action < 100 { await send(-1) }
      }
      .cancellable(id: "id", cancelInFlight: true)
    }
    await store.send(1).finish()
    await log.wait(for: "arrived")
    #expect(store.state == Array(1...100))
  }

  func run(_ name: String) -> Effect<Action> {
    .run { send in
      await send(.log("\(name) begins"))
      for _ in 0..<3 { await Task.yield() }
      await send(.log("\(name) ends"))
    }
  }

  /// An effect as a part of others, with an id.
  func wrapped(_ effect: Effect<Action>, cancelInFlight: Bool = false) -> Effect<Action> {
    .concatenate(.merge(.concatenate(effect, run("next")), .send(.log("beside"))), .send(.log("last")))
      .cancellable(id: 1, cancelInFlight: cancelInFlight)
  }

  @Test func anEffectDoesNotReplaceWhatItIsAPartOf() async {
    let replacing = run("a").cancellable(id: 1, cancelInFlight: true)
    let entries = await finalLog(of: wrapped(replacing, cancelInFlight: true))
    #expect(entries.filter { $0 != "beside" } == ["a begins", "a ends", "next begins", "next ends", "last"])
    #expect(entries.contains("beside"))
  }

  @Test func anEffectThatCancelsWhatItIsAPartOfCancelsTheRest() async {
    let store = makeLogStore()
    await store.run(wrapped(.merge(.send(.log("before")), .cancel(id: 1), .send(.log("sent")), run("a")))).finish()
    #expect(store.state == ["before"])
    #expect(store.root?.ledger.isEmpty == true)
  }

  // MARK: Order

  /// The end of a removed child lets a sequence continue, whose next step the returned effect replaces.
  @Test func aRemovedChildEndsBeforeTheReturnedEffectBegins() async {
    let log = log
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

  /// Two cancellations from another thread. The first one lets the next step of a sequence begin, which the second one
  /// cancels.
  @Test func aCancellationIsNotOvertakenByWhatAnEarlierOneStarts() async {
    let store = makeLogStore()
    let start = store.run(
      .concatenate(hang("first").cancellable(id: "first"), .run { await $0(.log("sent by what was cancelled")) })
    )
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

  // MARK: Races

  @Test func aCancelledEffectSendsNoMore() async {
    for _ in 0..<300 {
      let store = makeStore((isCancelled: false, late: 0, count: 0), of: Bool.self) { state, isCancel in
        if isCancel {
          state.isCancelled = true
          return .cancel(id: 1)
        }
        state.count += 1
        if state.isCancelled { state.late += 1 }
        guard state.count == 1 else { return .none }
        return .run { send in
          await withTaskGroup { group in
            for _ in 0..<4 {
              group.addTask {
                while !Task.isCancelled { await send(false) }
                // Sends once more, without a look at `isCancelled`.
                await send(false)
              }
            }
          }
        }
        .cancellable(id: 1)
      }
      let task = store.send(false)
      while store.withState({ $0.count }) < 3 { await Task.yield() }
      store.send(true)
      let count = store.withState { $0.count }
      await task.finish()
      for _ in 0..<5 { await Task.yield() }
      #expect(store.withState { $0.late } == 0)
      #expect(store.withState { $0.count } == count)
    }
  }

  // MARK: StoreTask

  @Test(arguments: StoreVariant.allCases) func finishIncludesEffectsOfActionsThatEffectsSend(_ variant: StoreVariant)
    async
  {
    // Each action has an effect that sends the next one, in some cases through `.send`.
    let store = makeStore(0, variant, of: Int.self) { state, action in
      state = action
      switch action {
      case 20: return .none
      case let action where action.isMultiple(of: 3): return .send(action + 1)
      default:
        return .run { send in
          await Task.yield()
          await send(action + 1)
        }
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
    let waiters = (0..<10).map { index in
      Task {
        log.append("\(index) waits")
        await task.finish()
        log.append("\(index) done")
      }
    }
    let elsewhere = Task.detached { await task.finish() }
    for index in 0..<10 { await log.wait(for: "\(index) waits") }
    #expect(!log.entries.contains("0 done"))
    store.cancel(id: 1)
    for waiter in waiters + [elsewhere] { await waiter.value }
    #expect(log.entries.count { $0.hasSuffix("done") } == 10)
    #expect(cancelled == ["effect cancelled"])
  }

  @Test(arguments: StoreVariant.allCases) func cancellingTheTaskThatWaitsCancelsTheEffects(_ variant: StoreVariant)
    async
  {
    let store = makeLogStore(variant)
    let task = store.run(hang("effect"))
    await log.wait(for: "effect started")
    let waiter = Task {
      log.append("waits")
      await task.finish()
    }
    await log.wait(for: "waits")
    #expect(await !task.isFinished)
    waiter.cancel()
    await waiter.value
    #expect(log.entries.contains("effect cancelled"))
    #expect(await task.isFinished)

    // Waits in a task that is already cancelled.
    let second = store.run(hang("second"))
    await log.wait(for: "second started")
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await second.finish()
    }
    await late.value
    #expect(log.entries.contains("second cancelled"))
  }

  // MARK: The store goes

  @Test(arguments: StoreVariant.allCases) func releasingTheStoreCancelsEverything(_ variant: StoreVariant) async {
    var store: Store<[String], Action>? = makeLogStore(variant)
    let first = store?.run(hang("first"))
    let second = store?.run(
      .concatenate(
        .run { _ in
          await withTaskCancellation(id: "scope") { await log.hang("second") }
        },
        hang("never")
      )
    )
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
}
