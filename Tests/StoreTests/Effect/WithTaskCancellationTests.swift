import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct WithTaskCancellationTests {
  let log = Log()

  @Test(arguments: StoreVariant.allCases) func aCancellationScopeReturnsItsValue(_ variant: StoreVariant) async {
    let effect = Effect<LogAction>.run { send in
      let value = await withTaskCancellation(id: 1) {
        MainActor.assertIsolated()
        await Task.yield()
        return 42
      }
      MainActor.assertIsolated()
      await send(.log("\(value)"))
      try await withTaskCancellation(id: 1) { throw Failure() }
    } catch: { error, send in
      await send(.log("\(error)"))
    }
    #expect(await finalLog(variant, of: effect) == ["42", "Failure()"])
  }

  /// Only the scope can't send any more.
  @Test(arguments: StoreVariant.allCases) func theEffectGoesOnWhenAScopeIsCancelled(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    let task = store.run(id: "effect") { send in
      await withTaskCancellation(id: "scope") {
        await log.hang("scope")
        await send(.log("never"))
      }
      await send(.log("is cancelled: \(Task.isCancelled)"))
    }
    await log.wait(for: "scope started")
    store.cancel(id: "scope")
    #expect(log.entries == ["scope started", "scope cancelled"])
    await task.finish()
    #expect(store.state == ["is cancelled: false"])
  }

  @Test(arguments: [false, true]) func theEndOfTheEffectIsTheEndOfItsCancellationScopes(hasID: Bool) async {
    let store = makeLogStore()
    let task = store.run(id: "effect") { _ in
      await withTaskCancellation(id: "scope") { await log.hang("scope") }
      // A scope of a cancelled effect is cancelled from the start.
      await withTaskCancellation(id: "other") { log.append("other is cancelled: \(Task.isCancelled)") }
    }
    await log.wait(for: "scope started")
    if hasID { store.cancel(id: "effect") } else { task.cancel() }
    #expect(log.entries == ["scope started", "scope cancelled"])
    #expect(await task.isFinished)
    await log.wait(for: "other is cancelled: true")
  }

  @Test func stretchesAndEffectsShareTheirIDs() async {
    let store = makeLogStore()
    store.run(id: 1) { _ in await log.hang("effect") }
    store.run { _ in
      await withTaskCancellation(id: 1, cancelInFlight: true) { await log.hang("first scope") }
      log.append("effect goes on")
    }
    await log.wait(for: "first scope started")
    #expect(log.entries == ["effect started", "effect cancelled", "first scope started"])
    store.run(id: 1, cancelInFlight: true) { _ in await log.hang("second effect") }
    #expect(log.entries.suffix(2) == ["first scope cancelled", "second effect started"])
    await log.wait(for: "effect goes on")
  }

  @Test func whatIsInFlightIsCancelledBeforeACancellationScopeBegins() async {
    for _ in 0..<50 {
      let log = Log()
      let store = makeLogStore()
      store.run(id: 1) { _ in await log.hang("effect") }
      await store.run { _ in
        await offTheActor { await withTaskCancellation(id: 1, cancelInFlight: true) { log.append("scope") } }
      }
      .finish()
      #expect(log.entries == ["effect started", "effect cancelled", "scope"])
    }
  }

  @Test func aCancellationScopeBeginsWhenTheStoreIsAtRest() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = makeStore(Scripted.State()) { Scripted() }
    store.send(.act("hang") { _ in log.hanging("effect").cancellable(id: 1) })
    let start = Scripted.Action.act("start") { _ in
      Task.immediate { @MainActor in
        await withTaskCancellation(id: 1, cancelInFlight: true) { log.append("scope") }
      }
      log.append("reduced")
      return .none
    }
    store.send(.run("send") { await $0(start) })
    await log.wait(for: "scope")
    #expect(log.entries == ["effect started", "reduced", "effect cancelled", "scope"])
  }

  /// A task that outlives its effect can still run code that an id cancels. It does not delay the end of the effect.
  @Test func aCancellationScopeMayBeginWhenItsEffectHasFinished() async {
    let store = makeLogStore()
    let task = store.run { _ in
      Task {
        await log.wait(for: "effect finished")
        await withTaskCancellation(id: 1) { await log.hang("scope") }
        log.append("end")
      }
    }
    await task.finish()
    log.append("effect finished")
    await log.wait(for: "scope started")
    #expect(await task.isFinished)
    store.cancel(id: 1)
    await log.wait(for: "end")
    #expect(log.entries == ["effect finished", "scope started", "scope cancelled", "end"])
  }

  @Test func aSequenceGoesOnBeforeACancellationScopeThatOutlivesItsEffectEnds() async {
    let store = makeLogStore()
    let first = Effect<LogAction>.run { _ in
      Task { await withTaskCancellation(id: 1) { await log.hang("scope") } }
      await log.wait(for: "scope started")
    }
    let next = Effect<LogAction>.run { send in
      await send(.log("next"))
      await send(.run(.cancel(id: 1)))
    }
    await store.run(.concatenate(first, next)).finish()
    #expect(store.state == ["next"])
    // The scope starts away from the store's actor. If it is cancelled in that moment, it ends as soon as it has started.
    await log.wait(for: "scope cancelled")
    #expect(log.entries == ["scope started", "scope cancelled"])
  }

  @Test func cancellingTheTaskAroundACancellationScopeCancelsIt() async {
    let store = makeLogStore()
    let task = store.run { _ in
      await withTaskGroup { group in
        group.addTask { await withTaskCancellation(id: 1) { await log.hang("scope") } }
        await log.wait(for: "scope started")
        group.cancelAll()
      }
      log.append("done")
    }
    await task.finish()
    #expect(log.entries == ["scope started", "scope cancelled", "done"])
  }

  @Test func anEffectCancelsOthersFromElsewhere() async {
    let store = makeLogStore()
    store.run(id: 1) { _ in await log.hang("other") }
    let task = store.run(id: 2) { send in
      await offTheActor {
        Task.cancel(id: 1)
        // A scope begins after what was cancelled before it.
        await withTaskCancellation(id: 1) { log.append("is cancelled: \(Task.isCancelled)") }
      }
      await send(.log("goes on"))
    }
    await task.finish()
    #expect(log.entries == ["other started", "other cancelled", "is cancelled: false"])
    #expect(store.state == ["goes on"])
  }

  @Test func aCancellationScopeDoesNotReplaceItsOwnEffect() async {
    let effect = Effect<LogAction>.run { send in
      let isCancelled = await withTaskCancellation(id: 1, cancelInFlight: true) { Task.isCancelled }
      await send(.log("scope is cancelled: \(isCancelled)"))
    }
    #expect(await finalLog(of: effect.cancellable(id: 1)) == ["scope is cancelled: false"])
  }

  @Test func idsBelongToTheChildWhoseEffectItIs() async {
    let rows: IdentifiedArrayOf<Job.State> = [Job.State(id: 1), Job.State(id: 2)]
    let work = Reduce<Job.State, Bool> { state, stops in
      let id = state.id
      if stops { return .run { _ in Task.cancel(id: "work") } }
      return .run { _ in await withTaskCancellation(id: "work") { await log.hang("\(id)") } }
    }
    let store = makeStore(rows) {
      Changer<IdentifiedArrayOf<Job.State>, IdentifiedAction<Int, Bool>>().forEach(\.self, action: \.child) { work }
    }
    for id in 1...2 {
      store.send(.child(.element(id: id, action: false)))
      await log.wait(for: "\(id) started")
    }
    await store.send(.child(.element(id: 1, action: true))).finish()
    #expect(log.entries == ["1 started", "2 started", "1 cancelled"])
  }

  @Test func withoutAnEffectNothingIsCancelledAndThatIsReported() async {
    let line = #line + 2
    let issues = await withCapturedIssues {
      let value = await withTaskCancellation(id: 1) { 42 }
      Task.cancel(id: 1)
      #expect(value == 42)
    }
    #expect(
      issues.map(\.message) == [
        """
        "withTaskCancellation(id:)" was called outside of an effect. The operation runs, but nothing can cancel it by \
        its id.

        Cancellation ids belong to a store. Call the function from the operation of an "Effect.run", or from what that \
        awaits; an unstructured "Task.detached" in between loses the connection.
        """,
        """
        "Task.cancel(id:)" was called outside of an effect. Nothing was cancelled.

        Cancellation ids belong to a store. Call it from the operation of an "Effect.run", or return ".cancel(id:)" \
        from the reducer.
        """,
      ]
    )
    #expect(issues.map(\.line) == [line, line + 1] && issues.allSatisfy { $0.fileID == #fileID })
  }
}
