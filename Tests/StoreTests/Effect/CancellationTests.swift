import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CancellationTests {
  typealias Action = LogAction

  let log = Log()

  func store(_ variant: StoreVariant = .immediate) -> Store<[String], Action> { makeLogStore(variant) }

  func hang(_ log: Log, _ name: String) -> Effect<Action> {
    .run(name: name) { send in
      await log.hang(name)
      await send(.log("\(name) sent after it was cancelled"))
      log.append("\(name) ended")
    }
  }

  // MARK: Ids

  @Test(arguments: StoreVariant.allCases) func anIDCancelsWhatRunsUnderIt(_ variant: StoreVariant) async {
    let store = store(variant)
    let first = store.run(hang(log, "first").cancellable(id: "a"))
    let second = store.run(hang(log, "second").cancellable(id: "a"))
    let third = store.run(hang(log, "third").cancellable(id: "b"))
    for name in ["first", "second", "third"] { await log.wait(for: "\(name) started") }
    store.cancel(id: "a")
    #expect(log.entries.suffix(2) == ["first cancelled", "second cancelled"])
    #expect(await first.isFinished)
    #expect(await second.isFinished)
    #expect(await !third.isFinished)
    await log.wait(for: "first ended")
    await log.wait(for: "second ended")
    third.cancel()
    await log.wait(for: "third ended")
    #expect(store.state == [])
  }

  @Test func idsOfAnyType() async {
    struct Compound: Hashable { var user: Int, file: String }
    enum ID { case search, load(Int) }
    let ids: [any Hashable & Sendable] = [
      1, "1", 1.0, UInt8(1), Compound(user: 1, file: "a"), Compound(user: 2, file: "a"), ObjectIdentifier(Log.self),
      [1], Optional(1), ["a": 1],
    ]
    let store = store()
    for (index, id) in ids.enumerated() { store.run(hang(log, "\(index)").cancellable(id: id)) }
    for (index, id) in ids.enumerated() {
      let before = log.entries.count { $0.hasSuffix("cancelled") }
      store.cancel(id: id)
      #expect(log.entries.contains("\(index) cancelled"))
      #expect(log.entries.count { $0.hasSuffix("cancelled") } == before + 1)
    }
  }

  @Test func idsBelongToOneStore() async {
    let first = store()
    let second = store()
    first.run(hang(log, "first").cancellable(id: 1))
    second.run(hang(log, "second").cancellable(id: 1))
    first.cancel(id: 1)
    #expect(log.entries == ["first started", "second started", "first cancelled"])
    second.run(hang(log, "third").cancellable(id: 1, cancelInFlight: true))
    #expect(log.entries.suffix(2) == ["second cancelled", "third started"])
  }

  @Test(arguments: StoreVariant.allCases) func cancelInFlight(_ variant: StoreVariant) async {
    let store = store(variant)
    store.run(hang(log, "first").cancellable(id: 1))
    await log.wait(for: "first started")
    store.run(hang(log, "second").cancellable(id: 1))
    await log.wait(for: "second started")
    store.run(hang(log, "third").cancellable(id: 1, cancelInFlight: true))
    await log.wait(for: "third started")
    #expect(log.entries.filter { $0.hasSuffix("cancelled") } == ["first cancelled", "second cancelled"])
    // `.none` cancels nothing, even with `cancelInFlight`.
    store.run(.none.cancellable(id: 1, cancelInFlight: true))
    #expect(!log.entries.contains("third cancelled"))
  }

  @Test func cancelInFlightSparesItsOwnParts() async {
    let store = store()
    let both = Effect<Action>.merge(hang(log, "first"), hang(log, "second")).cancellable(id: 1, cancelInFlight: true)
    store.run(both)
    #expect(log.entries == ["first started", "second started"])
    store.run(both)
    #expect(
      log.entries.prefix(6)
        == [
          "first started", "second started", "first cancelled", "second cancelled", "first started", "second started",
        ]
    )
  }

  @Test func anEffectHasEveryIDThatItIsGiven() async {
    for id in ["inner", "outer"] {
      let log = Log()
      let store = store()
      store.run(
        .merge(hang(log, "a").cancellable(id: "inner"), hang(log, "b")).cancellable(id: "outer")
      )
      store.cancel(id: id)
      #expect(
        log.entries.filter { $0.hasSuffix("cancelled") }
          == (id == "inner" ? ["a cancelled"] : ["a cancelled", "b cancelled"])
      )
    }
  }

  @Test func cancellingNothingIsNothing() async {
    let store = store()
    #expect(await store.cancel(id: 1).isFinished)
    // The cancellation comes before the effect and has no influence on it.
    store.run(.merge(.cancel(id: 1), hang(log, "after").cancellable(id: 1)))
    #expect(log.entries == ["after started"])
    // In this order the effect never runs.
    store.run(.merge(hang(log, "before").cancellable(id: 2), .cancel(id: 2)))
    #expect(log.entries == ["after started"])
  }

  // MARK: From within

  @Test(arguments: StoreVariant.allCases) func anEffectCancelsItself(_ variant: StoreVariant) async {
    let issues = await withCapturedIssues {
      let store = store(variant)
      let task = store.run(id: 1) { send in
        await send(.log("before"))
        await send(.run(.cancel(id: 1)))
        log.append("is cancelled: \(Task.isCancelled)")
        await send(.log("after"))
        try Task.checkCancellation()
        log.append("never")
      }
      await task.finish()
      await log.wait(for: "is cancelled: true")
      #expect(store.state == ["before"])
    }
    #expect(issues.isEmpty)
    #expect(log.entries == ["is cancelled: true"])
  }

  @Test(arguments: StoreVariant.allCases) func anEffectCancelsItselfLater(_ variant: StoreVariant) async {
    let store = store(variant)
    let task = store.run(id: 1) { send in
      await Task.yield()
      await offTheActor {
        await send(.run(.cancel(id: 1)))
        log.append("child is cancelled: \(Task.isCancelled)")
        await send(.log("after"))
      }
      log.append("is cancelled: \(Task.isCancelled)")
    }
    await task.finish()
    await log.wait(for: "is cancelled: true")
    #expect(log.entries == ["child is cancelled: true", "is cancelled: true"])
    #expect(store.state == [])
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

  @Test func cancellationFromElsewhereRacesWithSends() async {
    for _ in 0..<300 {
      let store = makeStore(0, of: Int.self) { state, action in
        state += action
        guard action == 0 else { return .none }
        return .run { send in
          await withTaskGroup { group in
            for _ in 0..<3 {
              group.addTask { for _ in 0..<10 { await send(1) } }
            }
          }
        }
      }
      let task = store.send(0)
      await Task.detached {
        task.cancel()
        await task.finish()
      }.value
      let count = store.state
      for _ in 0..<5 { await Task.yield() }
      #expect(store.state == count)
      #expect(await task.isFinished)
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

  @Test(arguments: StoreVariant.allCases) func cancelIncludesEffectsOfActionsThatEffectsSend(_ variant: StoreVariant)
    async
  {
    let store = store(variant)
    let other = store.run(hang(log, "other"))
    let inner = hang(log, "inner")
    let innermost = hang(log, "innermost")
    let task = store.run(
      .merge(
        .run { send in
          await send(.run(.merge(inner, .run { await $0(.run(innermost)) })))
          await log.hang("outer")
        },
        .send(.run(hang(log, "sent")))
      )
    )
    let names = ["outer", "inner", "innermost", "sent"]
    for name in names + ["other"] { await log.wait(for: "\(name) started") }
    task.cancel()
    #expect(
      log.entries.filter { $0.hasSuffix("cancelled") }.sorted() == names.map { "\($0) cancelled" }.sorted()
    )
    #expect(await task.isFinished)
    #expect(await !other.isFinished)
    task.cancel()
    other.cancel()
    #expect(log.entries.contains("other cancelled"))
    for name in ["inner", "innermost", "sent", "other"] { await log.wait(for: "\(name) ended") }
    #expect(store.state == [])
  }

  @Test func finishWaitsForItsOwnEffectsOnly() async {
    let store = store()
    store.run(hang(log, "endless"))
    await store.run { _ in await Task.yield() }.finish()
    #expect(!log.entries.contains("endless cancelled"))
  }

  @Test func manyCanWait() async {
    let store = store()
    let task = store.run(hang(log, "effect").cancellable(id: 1))
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
  }

  @Test(arguments: StoreVariant.allCases) func cancellingTheTaskThatWaitsCancelsTheEffects(_ variant: StoreVariant)
    async
  {
    let store = store(variant)
    let task = store.run(hang(log, "effect"))
    await log.wait(for: "effect started")
    let waiter = Task {
      log.append("waits")
      await task.finish()
      log.append("done")
    }
    await log.wait(for: "waits")
    #expect(await !task.isFinished)
    waiter.cancel()
    await waiter.value
    #expect(log.entries.contains("effect cancelled"))
    #expect(await task.isFinished)
    #expect(log.entries.filter { !$0.hasPrefix("effect") } == ["waits", "done"])

    // Waits in a task that is already cancelled.
    let second = store.run(hang(log, "second"))
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
    var store: Store<[String], Action>? = store(variant)
    let first = store?.run(hang(log, "first"))
    let second = store?.run(
      .concatenate(
        .run { _ in
          await withTaskCancellation(id: "scope") { await log.hang("second") }
        },
        hang(log, "never")
      )
    )
    await log.wait(for: "first started")
    await log.wait(for: "second started")
    let waiter = Task {
      log.append("waits")
      await first?.finish()
      log.append("done")
    }
    await log.wait(for: "waits")
    store = nil
    #expect(log.entries.contains("first cancelled"))
    #expect(log.entries.contains("second cancelled"))
    await waiter.value
    await second?.finish()
    first?.cancel()
    #expect(await first?.isFinished == true)
    #expect(await second?.isFinished == true)
    #expect(!log.entries.contains("never started"))
  }

  @Test func aStoreThatGoesBeforeItsEffectsStartHasNone() async {
    var store: Store<[String], Action>? = store(.enqueued)
    let task = store?.run { _ in log.append("started: \(Task.isCancelled)") }
    store = nil
    await task?.finish()
    await Task {}.value
    #expect(log.entries.allSatisfy { $0 == "started: true" })
  }

  // MARK: Children

  @Test(arguments: StoreVariant.allCases) func idsOfChildrenArePerChild(_ variant: StoreVariant) async {
    var state = Family.State(guest: Member.State(id: 1))
    state.children = [Member.State(id: 2), Member.State(id: 3), Member.State(id: 4)]
    state.children[id: 2]?.children = [Member.State(id: 21), Member.State(id: 22)]
    let store = makeStore(state, variant) {
      Family.parent
        .ifLet(\.guest, action: \.guest) { Member(log: log) }
        .forEach(\.children, action: \.children) { Member(log: log) }
    }
    store.send(.guest(.work))
    for id in [2, 3, 4] { store.send(.children(.element(id: id, action: .work))) }
    for id in [21, 22] {
      store.send(.children(.element(id: 2, action: .children(.element(id: id, action: .work)))))
    }
    for id in [1, 2, 3, 4, 21, 22] { await log.wait(for: "work \(id) started") }
    func cancelled() -> [String] { log.entries.filter { $0.hasSuffix("cancelled") } }

    // A child cancels only its own effects.
    store.send(.children(.element(id: 3, action: .stop)))
    #expect(cancelled() == ["work 3 cancelled"])
    store.send(.children(.element(id: 2, action: .children(.element(id: 22, action: .stop)))))
    #expect(cancelled() == ["work 3 cancelled", "work 22 cancelled"])
    // Its parent also cancels the effects of its descendants.
    store.send(.children(.element(id: 2, action: .stop)))
    #expect(
      cancelled() == ["work 3 cancelled", "work 22 cancelled", "work 2 cancelled", "work 21 cancelled"]
    )
    store.send(.stopAll)
    #expect(cancelled().suffix(2) == ["work 1 cancelled", "work 4 cancelled"])
    #expect(cancelled().count == 6)
  }
}
