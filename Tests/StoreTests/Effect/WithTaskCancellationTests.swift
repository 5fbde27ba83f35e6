import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct WithTaskCancellationTests {
  typealias Action = LogAction

  let log = Log()

  func store(_ variant: StoreVariant = .immediate) -> Store<[String], Action> { makeLogStore(variant) }

  @Test(arguments: StoreVariant.allCases) func aCancellationScopeReturnsItsValue(_ variant: StoreVariant) async {
    let store = store(variant)
    let task = store.run { send in
      let value = await withTaskCancellation(id: 1) {
        MainActor.assertIsolated()
        await Task.yield()
        return 42
      }
      MainActor.assertIsolated()
      await send(.log("\(value)"))
      do {
        try await withTaskCancellation(id: 1) { throw Failure() }
      } catch {
        await send(.log("\(error)"))
      }
    }
    await task.finish()
    #expect(store.state == ["42", "Failure()"])
  }

  /// Only the scope can't send any more.
  @Test(arguments: StoreVariant.allCases) func theEffectGoesOnWhenAScopeIsCancelled(_ variant: StoreVariant) async {
    let store = store(variant)
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

  @Test func theEndOfTheEffectIsTheEndOfItsCancellationScopes() async {
    let store = store()
    func send() -> StoreTask {
      store.run(id: "effect") { _ in
        try await withTaskCancellation(id: "scope") {
          await log.hang("scope")
          try Task.checkCancellation()
        }
        log.append("never")
      }
    }
    let first = send()
    await log.wait(for: "scope started")
    store.cancel(id: "effect")
    #expect(log.entries == ["scope started", "scope cancelled"])
    #expect(await first.isFinished)

    let second = send()
    while log.entries.count < 3 { await Task.yield() }
    second.cancel()
    #expect(log.entries.dropFirst(2) == ["scope started", "scope cancelled"])
  }

  @Test func stretchesAndEffectsShareTheirIDs() async {
    let store = store()
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
      let store = store()
      store.run(id: 1) { _ in await log.hang("effect") }
      let task = store.run { _ in
        await offTheActor {
          await withTaskCancellation(id: 1, cancelInFlight: true) { log.append("scope") }
        }
      }
      await task.finish()
      #expect(log.entries == ["effect started", "effect cancelled", "scope"])
    }
  }

  /// A reducer starts a task at once, for the effect that sent the action.
  @Test func aCancellationScopeBeginsWhenTheStoreIsAtRest() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let store = makeStore(Scripted.State()) { Scripted() }
    store.send(.act("hang") { [log] _ in .run { _ in await log.hang("effect") }.cancellable(id: 1) })
    store.send(
      .run("send") { [log] send in
        await send(
          .act("start") { _ in
            Task.immediate { @MainActor in
              await withTaskCancellation(id: 1, cancelInFlight: true) { log.append("scope") }
            }
            log.append("reduced")
            return .none
          }
        )
      }
    )
    await log.wait(for: "scope")
    #expect(log.entries == ["effect started", "reduced", "effect cancelled", "scope"])
  }

  @Test func aCancellationScopeOfACancelledEffectIsCancelledFromTheStart() async {
    let store = store()
    let task = store.run { _ in
      await log.hang("effect")
      await withTaskCancellation(id: 1) {
        log.append("scope is cancelled: \(Task.isCancelled)")
      }
    }
    task.cancel()
    await log.wait(for: "scope is cancelled: true")
  }

  /// A task that outlives its effect can still run code that an id cancels. It does not delay the end of the effect.
  @Test(arguments: [false, true]) func aCancellationScopeMayBeginWhenItsEffectHasFinished(_ isCancelled: Bool) async {
    let store = store()
    let task = store.run { _ in
      Task {
        await log.wait(for: "effect finished")
        await withTaskCancellation(id: 1) {
          log.append("scope is cancelled: \(Task.isCancelled)")
          await log.wait(for: "go on")
          log.append("scope is cancelled: \(Task.isCancelled)")
        }
        log.append("end")
      }
    }
    await task.finish()
    log.append("effect finished")
    await log.wait(for: "scope is cancelled: false")
    #expect(await task.isFinished)
    if isCancelled { await store.cancel(id: 1).finish() }
    log.append("go on")
    await log.wait(for: "end")
    // A wait that is cancelled ends by itself, possibly before the test ends it.
    #expect(
      log.entries.filter { $0 != "go on" } == [
        "effect finished", "scope is cancelled: false", "scope is cancelled: \(isCancelled)", "end",
      ]
    )
  }

  /// A cancellation scope in a task that outlives its effect is no part of the step that the effect is.
  @Test func aSequenceGoesOnBeforeACancellationScopeThatOutlivesItsEffectEnds() async {
    let store = store()
    let task = store.run(
      .concatenate(
        .run { _ in
          Task { await withTaskCancellation(id: 1) { await log.hang("scope") } }
          await log.wait(for: "scope started")
        },
        .run { send in
          await send(.log("next"))
          await send(.run(.cancel(id: 1)))
        }
      )
    )
    await task.finish()
    #expect(store.state == ["next"])
    // The scope starts away from the store's actor. If it is cancelled in that moment, it ends as soon as it has started.
    await log.wait(for: "scope cancelled")
    #expect(log.entries == ["scope started", "scope cancelled"])
  }

  @Test func cancellingTheTaskAroundACancellationScopeCancelsIt() async {
    let store = store()
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

  @Test func anEffectCancelsOthers() async {
    let store = store()
    store.run(id: 1) { _ in await log.hang("other") }
    let task = store.run(id: 2) { send in
      await offTheActor { Task.cancel(id: 1) }
      await send(.log("goes on"))
    }
    await task.finish()
    #expect(log.entries == ["other started", "other cancelled"])
    #expect(store.state == ["goes on"])
  }

  @Test(arguments: StoreVariant.allCases) func anEffectCancelsItself(_ variant: StoreVariant) async {
    let store = store(variant)
    let task = store.run(id: 1) { send in
      Task.cancel(id: 1)
      log.append("is cancelled: \(Task.isCancelled)")
      await send(.log("never"))
    }
    await task.finish()
    await log.wait(for: "is cancelled: true")
    #expect(store.state == [])
  }

  /// A cancellation from another actor has to wait for the store's actor, and precedes actions that are sent after it.
  @Test(arguments: StoreVariant.allCases) func anEffectCancelsItselfFromElsewhere(_ variant: StoreVariant) async {
    let store = store(variant)
    let task = store.run(id: 1) { send in
      await offTheActor {
        Task.cancel(id: 1)
        await send(.log("never"))
      }
    }
    await task.finish()
    #expect(store.state == [])
  }

  @Test func aScopeBeginsAfterWhatWasCancelledFromElsewhere() async {
    let store = store()
    let task = store.run { _ in
      await offTheActor {
        Task.cancel(id: 1)
        await withTaskCancellation(id: 1) { log.append("is cancelled: \(Task.isCancelled)") }
      }
    }
    await task.finish()
    #expect(log.entries == ["is cancelled: false"])
  }

  @Reducer
  struct Child {
    enum Action: Equatable { case work, stop }
    let log: Log
    func reduce(into state: inout Member.State, action: Action) -> Effect<Action> {
      let log = log
      let id = state.id
      switch action {
      case .work:
        return .run { _ in await withTaskCancellation(id: "work") { await log.hang("\(id)") } }
      case .stop:
        return .run { _ in
          Task.cancel(id: "work")
          log.append("\(id) stopped")
        }
      }
    }
  }

  @CasePathable
  enum FamilyAction {
    case children(IdentifiedActionOf<Child>)
  }

  @Test func idsBelongToTheChildWhoseEffectItIs() async {
    let children: IdentifiedArrayOf<Member.State> = [Member.State(id: 1), Member.State(id: 2)]
    let store = makeStore(children) {
      Reduce<IdentifiedArrayOf<Member.State>, FamilyAction> { _, _ in .none }
        .forEach(\.self, action: \.children) { Child(log: log) }
    }
    store.send(.children(.element(id: 1, action: .work)))
    store.send(.children(.element(id: 2, action: .work)))
    await log.wait(for: "1 started")
    await log.wait(for: "2 started")
    await store.send(.children(.element(id: 1, action: .stop))).finish()
    #expect(log.entries.suffix(2) == ["1 cancelled", "1 stopped"])
    #expect(!log.entries.contains("2 cancelled"))
  }

  // MARK: Misuse

  @Test func aCancellationScopeOutsideOfAnEffectIsReportedAndRuns() async throws {
    let line = #line + 2
    let issues = await withCapturedIssues {
      let value = await withTaskCancellation(id: 1) { 42 }
      #expect(value == 42)
    }
    let message = """
      "withTaskCancellation(id:)" was called outside of an effect. The operation runs, but nothing can cancel it by its id.

      Cancellation ids belong to a store. Call the function from the operation of an "Effect.run", or from what that awaits; \
      an unstructured "Task.detached" in between loses the connection.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.fileID == #fileID)
    #expect(issues.first?.line == line)
  }

  @Test func cancellingOutsideOfAnEffectIsReported() {
    let line = #line + 1
    let issues = withCapturedIssues { Task.cancel(id: 1) }
    let message = """
      "Task.cancel(id:)" was called outside of an effect. Nothing was cancelled.

      Cancellation ids belong to a store. Call it from the operation of an "Effect.run", or return ".cancel(id:)" from the \
      reducer.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.fileID == #fileID)
    #expect(issues.first?.line == line)
  }
}
