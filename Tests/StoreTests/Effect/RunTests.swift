import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct RunTests {
  enum Action: Equatable {
    case start
    case add(Int)
    case other
  }

  private let log = Log()

  /// Makes a store that adds up, and that runs an effect for `.start`.
  func store(
    _ variant: StoreVariant = .immediate,
    _ effect: @escaping () -> Effect<Action>
  ) -> Store<[Int], Action> {
    makeStore([Int](), variant, of: Action.self) { state, action in
      switch action {
      case .start: return effect()
      case .add(let value): state.append(value)
      case .other: break
      }
      return .none
    }
  }

  /// Effects that throw when they are cancelled, one without a handler and one with a handler that logs.
  private func twoThatThrow(_ log: Log) -> Effect<Action> {
    .merge(
      .run { _ in
        await log.hang("first")
        log.append("first throws")
        throw Failure()
      },
      .run { _ in
        await log.hang("second")
        log.append("second throws")
        throw Failure()
      } catch: { _, _ in
        log.append("caught")
      }
    )
  }

  // MARK: Sending

  @Test(arguments: StoreVariant.allCases) func sends(_ variant: StoreVariant) async {
    let store = store(variant) {
      .run { send in
        for value in 1...300 { await send(.add(value)) }
      }
    }
    await store.send(.start).finish()
    #expect(store.state == Array(1...300))
  }

  @Test func startsAtOnceAndRunsUpToItsFirstSuspension() async {
    let store = store {
      .run { send in
        await send(.add(1))
        await Task.yield()
        await send(.add(2))
      }
    }
    let task = store.send(.start)
    #expect(store.state == [1])
    await task.finish()
    #expect(store.state == [1, 2])
  }

  @Test func startsLaterWhereThereIsNoImmediateStart() async {
    let store = store(.enqueued) { .run { await $0(.add(1)) } }
    let task = store.send(.start)
    #expect(store.state == [])
    await task.finish()
    #expect(store.state == [1])
  }

  @Test(arguments: StoreVariant.allCases) func startsOnTheStoresActorAndComesBackToIt(_ variant: StoreVariant) async {
    let store = makeStore(
      [Int](),
      variant,
      of: Action.self,
      reduce: { state, action in
        MainActor.assertIsolated()
        switch action {
        case .start:
          return .run { send in
            MainActor.assertIsolated()
            await send(.add(1))
            MainActor.assertIsolated()
            await offTheActor { await send(.add(2)) }
            MainActor.assertIsolated()
            await Task.detached { await send(.add(3)) }.value
            MainActor.assertIsolated()
            await Task.yield()
            MainActor.assertIsolated()
            log.append("done")
          }
        case .add(let value):
          state.append(value)
          return .none
        case .other:
          return .none
        }
      }
    )
    await store.send(.start).finish()
    #expect(store.state == [1, 2, 3])
    #expect(log.entries == ["done"])
  }

  @Test(arguments: StoreVariant.allCases) func childTasksSend(_ variant: StoreVariant) async {
    let store = store(variant) {
      .run { send in
        async let first: Void = send(.add(1))
        async let second: Void = send(.add(2))
        _ = await (first, second)
        await withTaskGroup { group in
          for value in 3...100 { group.addTask { await send(.add(value)) } }
        }
        await Task.detached { await send(.add(101)) }.value
      }
    }
    await store.send(.start).finish()
    #expect(store.state.sorted() == Array(1...101))
    #expect(store.state.last == 101)
  }

  /// Parts of an effect that lost a race or were left behind can't send any more.
  @Test(arguments: StoreVariant.allCases) func cancelledPartsOfAnEffectSendNothing(_ variant: StoreVariant) async {
    let store = store(variant) {
      .run { send in
        await withTaskGroup { group in
          group.addTask {
            await Log().hang("")
            await send(.add(-1))
          }
          group.addTask { await send(.add(1)) }
          await group.next()
          group.cancelAll()
        }
        async let loser: Void = {
          await Log().hang("")
          await send(.add(-2))
        }()
        await send(.add(2))
        if Task.isCancelled { await loser }
      }
    }
    await store.send(.start).finish()
    #expect(store.state == [1, 2])
  }

  @Test(arguments: StoreVariant.allCases) func sendReturnsWhenTheActionIsReduced(_ variant: StoreVariant) async {
    let store = makeStore([Int](), variant, of: Action.self) { _, action in
      log.append("\(action)")
      switch action {
      case .start:
        return .run { send in
          await send(.add(1))
          log.append("sent")
          await offTheActor {
            await send(.other)
            log.append("sent")
          }
        }
      case .add: return .none
      case .other: return .send(.add(2))
      }
    }
    await store.send(.start).finish()
    #expect(log.entries == ["start", "add(1)", "sent", "other", "add(2)", "sent"])
  }

  @Test func aLoopOfSendsLeavesOthersTheirTurn() async {
    let store = makeStore(
      0,
      of: Action.self,
      reduce: { state, action in
        switch action {
        case .start:
          return .run { send in
            // Ends only if another task gets a turn.
            while !log.entries.contains("others had their turn") { await send(.add(1)) }
          }
        case .add:
          state += 1
          return .none
        case .other:
          return .none
        }
      }
    )
    let task = store.send(.start)
    #expect(store.state == 128)
    Task { log.append("others had their turn") }
    await task.finish()
    #expect(store.state >= 128)
  }

  // MARK: Errors

  @Test(arguments: StoreVariant.allCases) func errorsGoToTheHandler(_ variant: StoreVariant) async {
    let issues = await withCapturedIssues {
      let store = store(variant) {
        .run { send in
          await send(.add(1))
          throw Failure()
        } catch: { error, send in
          MainActor.assertIsolated()
          await send(.add(error is Failure ? 2 : 3))
        }
      }
      await store.send(.start).finish()
      #expect(store.state == [1, 2])
    }
    #expect(issues.isEmpty)
  }

  @Test(arguments: StoreVariant.allCases) func errorsWithoutAHandlerAreReported(_ variant: StoreVariant) async {
    let line = #line + 1
    let effect = Effect<Action>.run(name: "failing") { _ in throw Failure() }.cancellable(id: "id")
    let issues = await withCapturedIssues {
      let store = store(variant) { effect }
      await store.send(.start).finish()
    }
    let message = """
      An effect threw an error that nothing handles.

        Error:
      \(indentedDump(Failure()))
        Effect: "failing" made in StoreTests/RunTests.swift:\(line), cancellable by String.id, for the action
      \(indentedDump(Action.start))

      Handle errors in the operation with "do" and "catch", or give "Effect.run" a "catch" closure that sends an action.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.fileID == #fileID)
    #expect(issues.first?.line == line)
  }

  /// An endpoint has reported its name before it throws, so the error is not reported again.
  @Test func endpointsThatAreNotImplementedAreReportedOnce() async {
    let fetch: @Sendable () async throws -> Int = unimplemented("Client.fetch")
    let issues = await withCapturedIssues {
      let store = store { .run { send in await send(.add(try await fetch())) } }
      await store.send(.start).finish()
    }
    #expect(issues.map { $0.message.prefix { $0 != "\n" } } == ["Unimplemented: Client.fetch"])
  }

  @Test func cancellationErrorsAreSilent() async {
    let issues = await withCapturedIssues {
      let store = store {
        .merge(
          .run { _ in throw CancellationError() },
          .run { _ in
            throw CancellationError()
          } catch: { _, _ in
            log.append("caught")
          }
        )
      }
      await store.send(.start).finish()
    }
    #expect(issues.isEmpty)
    #expect(log.entries.isEmpty)
  }

  @Test func errorsOfCancelledEffectsAreSilent() async {
    let issues = await withCapturedIssues {
      let store = store { twoThatThrow(log) }
      store.send(.start).cancel()
      await log.wait(for: "first throws")
      await log.wait(for: "second throws")
      // The tasks have ended after other tasks had a turn on the actor.
      await Task {}.value
    }
    #expect(issues.isEmpty)
    #expect(!log.entries.contains("caught"))
  }

  /// A reducer knows that it has cancelled an effect by its id, but not that somebody has cancelled its task.
  @Test(arguments: StoreVariant.allCases) func anActionTellsThatTheTaskWasCancelled(_ variant: StoreVariant) async {
    let store = store(variant) {
      .merge(
        .run { _ in
          await log.hang("loading")
        } cancelled: {
          .add(1)
        }
        .cancellable(id: 1, cancelInFlight: true),
        .run { _ in await log.hang("saving") }
      )
    }
    let first = store.send(.start)
    let second = store.send(.start)
    #expect(store.state == [])
    first.cancel()
    #expect(store.state == [])
    second.cancel()
    #expect(store.state == [1])
    second.cancel()
    #expect(store.state == [1])
    let third = store.send(.start)
    let waiting = Task { await third.finish() }
    waiting.cancel()
    await waiting.value
    #expect(store.state == [1, 1])
  }

  // MARK: After the end

  @Test(arguments: StoreVariant.allCases) func sendsAfterTheEndAreReportedAndDropped(_ variant: StoreVariant) async {
    let (sends, continuation) = AsyncStream<Send<Action>>.makeStream()
    let line = #line + 1
    let effect = Effect<Action>.run { send in
      continuation.yield(send)
      continuation.finish()
    }
    let issues = await withCapturedIssues {
      let store = store(variant) { effect }
      await store.send(.start).finish()
      for await send in sends { await send(.add(1)) }
      #expect(store.state == [])
    }
    let message = """
      An effect sent an action after it had finished. The action was dropped.

        Action:
      \(indentedDump(Action.add(1)))
        Effect: made in StoreTests/RunTests.swift:\(line), for the action
      \(indentedDump(Action.start))

      This usually means that "send" escaped from the effect's operation: into an unstructured task, or into a closure that \
      something called later. Keep the operation running for as long as it sends: await the work, or wrap callbacks in an \
      "AsyncStream" and loop over it.
      """
    #expect(issues.map(\.message) == [message])
    #expect(issues.first?.line == line)
  }

  @Test(arguments: StoreVariant.allCases) func sendsAfterTheStoreIsGoneAreDropped(_ variant: StoreVariant) async {
    let issues = await withCapturedIssues {
      var store: Store<[Int], Action>? = store(variant) {
        log.append("reduced")
        return .run { send in
          await log.hang("effect")
          await send(.start)
          log.append("sent")
        }
      }
      store?.send(.start)
      await log.wait(for: "effect started")
      store = nil
      await log.wait(for: "sent")
    }
    #expect(issues.isEmpty)
    #expect(log.entries == ["reduced", "effect started", "effect cancelled", "sent"])
  }

  @Test func errorsAfterTheStoreIsGoneAreSilent() async {
    let issues = await withCapturedIssues {
      var store: Store<[Int], Action>? = store { twoThatThrow(log) }
      store?.send(.start)
      store = nil
      await log.wait(for: "first throws")
      await log.wait(for: "second throws")
      await Task {}.value
    }
    #expect(issues.isEmpty)
    #expect(!log.entries.contains("caught"))
  }

  // MARK: Tasks

  @Test(arguments: StoreVariant.allCases) func theTaskHasTheGivenNameAndPriority(_ variant: StoreVariant) async {
    let store = store(variant) {
      .run(priority: .low, name: "counting") { _ in
        await Task.yield()
        withUnsafeCurrentTask { log.append("\($0?.priority == .low)") }
        log.append(Task.name ?? "none")
      }
    }
    let task = store.send(.start)
    // Waiting for the task could raise its priority.
    await log.wait(for: "counting")
    await task.finish()
    #expect(log.entries == ["true", "counting"])
  }

  @Test func anEffectThatNobodyGetsDoesNothing() async {
    let effect = Effect<Action>.run { _ in log.append("ran") }
    let store = store { .none }
    await store.send(.start).finish()
    _ = effect
    #expect(log.entries == [])
  }

  @Test func anEffectRunsAsOftenAsItIsReturned() async {
    let effect = Effect<Action>.run { send in
      await Task.yield()
      await send(.add(1))
    }
    let first = store { .merge(effect, effect) }
    let second = store { effect }
    await first.send(.start).finish()
    await first.send(.start).finish()
    await second.send(.start).finish()
    #expect(first.state == [1, 1, 1, 1])
    #expect(second.state == [1])
  }
}
