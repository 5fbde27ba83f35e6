import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct RunTests {
  private let log = Log()

  // MARK: Sending

  @Test(arguments: [StoreVariant.immediate, .enqueued]) func startsAtOnceIfPossible(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    let task = store.run { send in
      await send(.log("1"))
      await Task.yield()
      await send(.log("2"))
    }
    // Up to its first suspension.
    #expect(store.state == (variant == .immediate ? ["1"] : []))
    await task.finish()
    #expect(store.state == ["1", "2"])
  }

  @Test(arguments: StoreVariant.allCases) func startsOnTheStoresActorAndComesBackToIt(_ variant: StoreVariant) async {
    let effect = Effect<LogAction>.run { send in
      MainActor.assertIsolated()
      await send(.log("1"))
      MainActor.assertIsolated()
      await offTheActor { await send(.log("2")) }
      MainActor.assertIsolated()
      await Task.detached { await send(.log("3")) }.value
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      await send(.log("4"))
    }
    #expect(await finalLog(variant, of: effect) == ["1", "2", "3", "4"])
  }

  @Test(arguments: StoreVariant.allCases) func childTasksSend(_ variant: StoreVariant) async {
    let effect = Effect<LogAction>.run { send in
      async let first: Void = send(.log("1"))
      async let second: Void = send(.log("2"))
      _ = await (first, second)
      await withTaskGroup { group in for value in 3...100 { group.addTask { await send(.log("\(value)")) } } }
      for value in 101...300 { await send(.log("\(value)")) }
    }
    let entries = await finalLog(variant, of: effect)
    let expected = (1...300).map { "\($0)" }
    #expect(Set(entries.prefix(100)) == Set(expected.prefix(100)))
    #expect(entries.dropFirst(100) == expected.dropFirst(100))
  }

  @Test(arguments: StoreVariant.allCases) func cancelledPartsOfAnEffectSendNothing(_ variant: StoreVariant) async {
    let effect = Effect<LogAction>.run { send in
      @Sendable func sendWhenCancelled() async {
        await Log().hang("")
        await send(.log("never"))
      }
      await withTaskGroup { group in
        group.addTask { await sendWhenCancelled() }
        group.addTask { await send(.log("1")) }
        await group.next()
        group.cancelAll()
      }
      async let loser: Void = sendWhenCancelled()
      await send(.log("2"))
      if Task.isCancelled { await loser }
    }
    #expect(await finalLog(variant, of: effect) == ["1", "2"])
  }

  @Test(arguments: StoreVariant.allCases) func sendReturnsWhenTheActionIsReduced(_ variant: StoreVariant) async {
    let store = makeStore(0, variant, of: Int.self) { _, action in
      log.append("\(action)")
      guard action == 0 else { return action == 2 ? .send(3) : .none }
      return .run { send in
        await send(1)
        log.append("sent")
        await offTheActor {
          await send(2)
          log.append("sent")
        }
      }
    }
    await store.send(0).finish()
    #expect(log.entries == ["0", "1", "sent", "2", "3", "sent"])
  }

  @Test func aLoopOfSendsLeavesOthersTheirTurn() async {
    let store = makeLogStore()
    let task = store.run { send in
      // Ends only if another task gets a turn.
      while !log.entries.contains("others had their turn") { await send(.log("")) }
    }
    #expect(store.count == 128)
    Task { log.append("others had their turn") }
    await task.finish()
  }

  // MARK: Errors

  @Test(arguments: StoreVariant.allCases) func errorsGoToTheHandler(_ variant: StoreVariant) async {
    let effect = Effect<LogAction>.run { send in
      await send(.log("1"))
      throw Failure()
    } catch: { error, send in
      MainActor.assertIsolated()
      await send(.log("\(error)"))
    }
    #expect(await finalLog(variant, of: effect) == ["1", "Failure()"])
  }

  /// A store that performs an effect for the action "start".
  func startingStore(_ effect: Effect<String>) -> Store<[String], String> {
    makeStore([], of: String.self) { state, action in
      if action == "start" { return effect }
      state.append(action)
      return .none
    }
  }

  @Test func errorsWithoutAHandlerAreReported() async {
    let line = #line + 1
    let effect = Effect<String>.run(name: "failing") { _ in throw Failure() }.cancellable(id: "id")
    let store = startingStore(effect)
    let issues = await withCapturedIssues { await store.send("start").finish() }
    let message = """
      An effect threw an error that nothing handles.

        Error:
      \(indentedDump(Failure()))
        Effect: "failing" made in StoreTests/RunTests.swift:\(line), cancellable by String.id, for the action
      \(indentedDump("start"))

      Handle errors in the operation with "do" and "catch", or give "Effect.run" a "catch" closure that sends an action.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.fileID == #fileID && issues.first?.line == line)
  }

  /// An endpoint has reported its name before it throws, so the error is not reported again.
  @Test func endpointsThatAreNotImplementedAreReportedOnce() async {
    let fetch: @Sendable () async throws -> String = unimplemented("Client.fetch")
    let issues = await withCapturedIssues {
      _ = await finalLog(of: .run { send in await send(.log(try await fetch())) })
    }
    #expect(issues.map { $0.message.prefix { $0 != "\n" } } == ["Unimplemented: Client.fetch"])
  }

  @Test func cancellationErrorsAreSilent() async {
    let caught = Effect<LogAction>.run(
      operation: { _ in throw CancellationError() },
      catch: { await $1(.log("caught")) }
    )
    #expect(await finalLog(of: .merge(.run { _ in throw CancellationError() }, caught)) == [])
  }

  @Test(arguments: [false, true]) func errorsAfterTheEndAreSilent(isStoreGone: Bool) async {
    let issues = await withCapturedIssues {
      var store: Store<[String], LogAction>? = makeLogStore()
      @Sendable func hangAndThrow(_ name: String) async throws {
        await log.hang(name)
        log.append("\(name) throws")
        throw Failure()
      }
      let second = Effect<LogAction>.run(
        operation: { _ in try await hangAndThrow("second") },
        catch: { _, _ in log.append("caught") }
      )
      let task = store?.run(.merge(.run { _ in try await hangAndThrow("first") }, second))
      if isStoreGone { store = nil } else { task?.cancel() }
      await log.wait(for: "first throws")
      await log.wait(for: "second throws")
      // The tasks have ended after other tasks had a turn on the actor.
      await Task {}.value
    }
    #expect(issues.isEmpty && !log.entries.contains("caught"))
  }

  @Test(arguments: StoreVariant.allCases, [false, true])
  func anActionTellsThatTheTaskWasCancelled(_ variant: StoreVariant, usesState: Bool) async {
    let store = makeLogStore(variant)
    let loading: Effect<LogAction> =
      usesState
      ? EmptyReducer<[String], LogAction>()
        .run(operation: { _ in await log.hang("loading") }, cancelled: { .log("cancelled") })
      : Effect.run(operation: { _ in await log.hang("loading") }, cancelled: { "cancelled" }).map { .log($0) }
    let effect = Effect<LogAction>.merge(loading.cancellable(id: 1, cancelInFlight: true), log.hanging("saving"))
    let (first, second) = (store.run(effect), store.run(effect))
    first.cancel()
    #expect(store.state == [])
    for _ in 1...2 {
      second.cancel()
      #expect(store.state == ["cancelled"])
    }
    let third = store.run(effect)
    let waiting = Task { await third.finish() }
    waiting.cancel()
    await waiting.value
    #expect(store.state == ["cancelled", "cancelled"])
  }

  @Test func sendsAfterTheEndAreReportedAndDropped() async {
    let (sends, continuation) = AsyncStream<Send<String>>.makeStream()
    let line = #line + 1
    let effect = Effect<String>.run { send in
      continuation.yield(send)
      continuation.finish()
    }
    let issues = await withCapturedIssues {
      let store = startingStore(effect)
      await store.send("start").finish()
      for await send in sends { await send("late") }
      #expect(store.state == [])
    }
    let message = """
      An effect sent an action after it had finished. The action was dropped.

        Action:
      \(indentedDump("late"))
        Effect: made in StoreTests/RunTests.swift:\(line), for the action
      \(indentedDump("start"))

      This usually means that "send" escaped from the effect's operation: into an unstructured task, or into a closure that \
      something called later. Keep the operation running for as long as it sends: await the work, or wrap callbacks in an \
      "AsyncStream" and loop over it.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.line == line)
  }

  // MARK: Tasks and results

  @Test(arguments: StoreVariant.allCases) func theTaskHasTheGivenNameAndPriority(_ variant: StoreVariant) async {
    let store = makeLogStore(variant)
    let effect = Effect<LogAction>.run(priority: .low, name: "counting") { _ in
      await Task.yield()
      withUnsafeCurrentTask { log.append("\($0?.priority == .low)") }
      log.append(Task.name ?? "none")
    }
    let task = store.run(effect)
    // Waiting for the task could raise its priority.
    await log.wait(for: "counting")
    await task.finish()
    #expect(log.entries == ["true", "counting"])
  }

  @Test func anAsynchronousOperationBecomesAResult() async throws {
    func fail() async throws(Failure) -> Int { throw Failure() }
    func failUntyped() async throws -> Int { throw Failure() }
    let failure = await Result { () async throws(Failure) in try await fail() }
    #expect(failure == .failure(Failure()))
    let untyped: Result<Int, any Error> = await Result { try await failUntyped() }
    #expect(throws: Failure()) { try untyped.get() }
    // It stays on the actor.
    var count = 0
    let result: Result<Int, Never> = await Result {
      await Task.yield()
      MainActor.assertIsolated()
      count += 1
      return count
    }
    #expect(result == .success(1))
  }
}
