import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct CompositionTests {
  typealias Action = LogAction

  private let log = Log()

  /// Logs its beginning and its end, and lets other tasks run in between.
  func run(_ name: String, turns: Int = 3) -> Effect<Action> {
    .run { send in
      await send(.log("\(name) begins"))
      for _ in 0..<turns { await Task.yield() }
      await send(.log("\(name) ends"))
    }
  }

  @Test func nothing() {
    let effects: [Effect<Action>] = [
      .merge(), .merge(.none, .none), .merge([]), .concatenate(), .concatenate([.none]), .none.merge(with: .none),
      .none.concatenate(with: .none), .none.map { $0 }, .none.cancellable(id: 1),
      .none.cancellable(id: 1, cancelInFlight: true), .none.debounce(id: 1, for: .seconds(1)),
      .none.throttle(id: 1, for: .seconds(1)),
    ]
    #expect(effects.allSatisfy { $0.isNone })
  }

  @Test(arguments: StoreVariant.allCases) func actionsAreReducedFirstInFirstOutBeforeSendReturns(
    _ variant: StoreVariant
  ) {
    let store = makeStore([Int](), variant, of: Int.self) { state, action in
      state.append(action)
      // Sends the nodes of a tree, breadth first.
      return action < 8 ? .merge(.send(action * 2), .send(action * 2 + 1)) : .none
    }
    store.send(1)
    #expect(store.state == Array(1...15))
  }

  /// A reducer does not reenter: what is sent meanwhile waits, but there is a task for it.
  @Test(arguments: StoreVariant.allCases) func aReducerThatSendsGetsATask(_ variant: StoreVariant) async {
    var reentrantSend: ((Int) -> StoreTask)?
    var inner: StoreTask?
    let store = makeStore([Int](), variant, of: Int.self) { state, action in
      if action == 1 { inner = reentrantSend?(2) }
      state.append(action)
      return action == 2 ? .run { _ in await log.hang("effect") } : action == 1 ? .send(3) : .none
    }
    reentrantSend = { [unowned store] in store.send($0) }
    store.send(1)
    #expect(store.state == [1, 2, 3])
    await log.wait(for: "effect started")
    #expect(await inner?.isFinished == false)
    inner?.cancel()
    #expect(await inner?.isFinished == true)
    #expect(log.entries.last == "effect cancelled")
  }

  private enum EndlessAction { case start, tick(Int) }

  /// Actions that send one another without end block their actor, so a report has to name them.
  @Test func actionsThatAreSentOnAndOnAreReported() {
    var configuration = StoreConfiguration()
    #expect(configuration.endlessCount == 1_000_000)
    configuration.endlessCount = 100
    /// Sends twice, and returns how many actions have been reduced.
    func run(until end: Int) -> Int {
      let store = Store(initialState: 0, isolation: MainActor.shared, configuration: configuration) {
        Reduce<Int, EndlessAction> { state, _ in
          state += 1
          return state % end == 0 ? .none : .send(.tick(state % end))
        }
      }
      store.send(.start)
      store.send(.start)
      return store.state
    }
    let issues = withCapturedIssues { #expect(run(until: 1_000) == 2_000) }
    let message = """
      A store has reduced 100 actions in one call of "send", and goes on.

        Action:
          CompositionTests.EndlessAction.tick(99)
        Store:  Store<Int, CompositionTests.EndlessAction>

      This usually is an action whose effect sends the same action again, such as ".send(.tick)" in reply to ".tick". \
      Nothing else of the store's actor runs until it ends. Send it from a ".run" effect that waits in between, or \
      only as long as there is something to do.
      """
    #expect(issues.map(\.message) == [message, message])
    // Those that come to an end are not.
    #expect(run(until: 99) == 198)
  }

  /// All effects of one action start during its `send`, however many they are.
  @Test func mergedEffectsStartInOrder() async {
    let names = (0..<1000).map { "\($0)" }
    let store = makeLogStore()
    let task = store.run(.merge(names.map { run($0) }))
    #expect(store.state == names.map { "\($0) begins" })
    await task.finish()
  }

  @Test(arguments: StoreVariant.allCases) func concatenatedEffectsRunOneAfterTheOther(_ variant: StoreVariant) async {
    let entries = await finalLog(variant, of: .concatenate(run("a"), run("b", turns: 0), .send(.log("c")), run("d")))
    #expect(entries == ["a begins", "a ends", "b begins", "b ends", "c", "d begins", "d ends"])
  }

  @Test func aStepThatFailsLetsTheNextOneGo() async {
    let failing = Effect<Action>.run(operation: { _ in throw Failure() }, catch: { await $1(.log("failed")) })
    #expect(await finalLog(of: .concatenate(failing, run("next"))) == ["failed", "next begins", "next ends"])
  }

  @Test(arguments: StoreVariant.allCases) func mapTransformsWhateverIsSentOnce(_ variant: StoreVariant) async {
    let effect = Effect<Int>.merge(
      .send(1),
      .run { await $0(2) },
      .run(operation: { _ in throw Failure() }, catch: { await $1(3) }),
      .concatenate(.run { await $0(4) }, .send(5)),
      .run { await $0(6) }.cancellable(id: "id"),
      .run { _ in await log.hang("hanging") }.cancellable(id: "other"),
      .concatenate(.run { _ in await Task.yield() }, .cancel(id: "other"))
    )
    let store = makeLogStore(variant)
    let mapped = effect.map { value in
      log.append("\(value)")
      return value + 10
    }
    await store.run(mapped.map { .log("\($0)") }).finish()
    #expect(store.state.sorted() == ["11", "12", "13", "14", "15", "16"])
    #expect(log.entries.filter { !$0.hasPrefix("hanging") }.sorted() == ["1", "2", "3", "4", "5", "6"])
    #expect(store.state.firstIndex(of: "14") ?? 0 < store.state.firstIndex(of: "15") ?? 0)
  }

  /// This passes if it compiles: the type of the action is inferred everywhere.
  @Test func theActionOfMergedAndJoinedEffectsIsInferred() {
    let number = 1
    let (first, second) = (Effect.send(number), Effect.send(2))
    let effects = [first, second]
    let merged: [Any] = [
      Effect.merge(first, second), Effect.merge(effects), Effect.merge([first, second]),
      Effect.merge(effects.map { $0.merge(with: first) }), Effect.merge(.send(number), .none),
    ]
    let joined: [Any] = [
      Effect.concatenate(first, second), Effect.concatenate(effects), Effect.concatenate([first, second]),
      Effect.concatenate(effects.map { $0.concatenate(with: first) }), Effect.concatenate(.send(number), .none),
    ]
    #expect((merged + joined).allSatisfy { $0 is Effect<Int> })
    #expect(MemoryLayout<Effect<Int>>.size == MemoryLayout<Int>.size)
    #expect(MemoryLayout<Effect<[String]>>.size == MemoryLayout<Int>.size)
  }
}
