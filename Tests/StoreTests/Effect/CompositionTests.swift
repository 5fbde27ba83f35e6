import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite(.timeLimit(.minutes(10))) struct CompositionTests {
  enum Action: Equatable {
    case start
    case log(String)
    case effect(Int)
  }

  private let log = Log()

  /// Makes a store whose state is the log. `.effect(n)` starts one of the effects that the test provides.
  func store(
    variant: StoreVariant = .immediate,
    effects: [Effect<Action>] = [],
    _ effect: Effect<Action>
  ) -> Store<[String], Action> {
    makeStore([String](), variant, of: Action.self) { state, action in
      switch action {
      case .start:
        return effect
      case .log(let entry):
        state.append(entry)
        return .none
      case .effect(let index):
        return effects[index]
      }
    }
  }

  /// Logs its beginning and its end, and lets other tasks run in between.
  func run(_ name: String, turns: Int = 3) -> Effect<Action> {
    .run { send in
      await send(.log("\(name) begins"))
      for _ in 0..<turns { await Task.yield() }
      await send(.log("\(name) ends"))
    }
  }

  // MARK: none, send

  @Test func nothing() async {
    let store = store(.none)
    let task = store.send(.start)
    #expect(await task.isFinished)
    #expect(store.core.runtime.flags.contains(.reducing) == false)
    #expect(Effect<Action>.merge().isNone)
    #expect(Effect<Action>.merge(.none, .none).isNone)
    #expect(Effect<Action>.merge([]).isNone)
    #expect(Effect<Action>.concatenate().isNone)
    #expect(Effect<Action>.concatenate([.none]).isNone)
    #expect(Effect<Action>.none.merge(with: .none).isNone)
    #expect(Effect<Action>.none.concatenate(with: .none).isNone)
    #expect(Effect<Action>.none.map { $0 }.isNone)
    #expect(Effect<Action>.none.cancellable(id: 1).isNone)
    #expect(Effect<Action>.none.cancellable(id: 1, cancelInFlight: true).isNone)
    #expect(Effect<Action>.none.debounce(id: 1, for: .seconds(1)).isNone)
    #expect(Effect<Action>.none.throttle(id: 1, for: .seconds(1)).isNone)
  }

  @Test(arguments: StoreVariant.allCases) func sendIsReducedBeforeSendReturns(_ variant: StoreVariant) {
    let store = store(variant: variant, .send(.log("sent")))
    store.send(.start)
    #expect(store.state == ["sent"])
  }

  @Test(arguments: StoreVariant.allCases) func actionsAreReducedFirstInFirstOut(_ variant: StoreVariant) {
    let store = makeStore([Int](), variant, of: Int.self) { state, action in
      state.append(action)
      // Sends the nodes of a tree, breadth first.
      return action < 8 ? .merge(.send(action * 2), .send(action * 2 + 1)) : .none
    }
    store.send(1)
    #expect(store.state == Array(1...15))
  }

  @Test(arguments: StoreVariant.allCases) func reducersDoNotReenter(_ variant: StoreVariant) async {
    var reentrantSend: ((Int) -> StoreTask)?
    var inner: StoreTask?
    let store = makeStore([Int](), variant, of: Int.self) { state, action in
      log.append("\(action) begins")
      if action == 1 {
        inner = reentrantSend?(2)
        _ = reentrantSend?(3)
      }
      state.append(action)
      log.append("\(action) ends")
      return action == 2 ? .run { _ in await log.hang("effect") } : action == 1 ? .send(4) : .none
    }
    reentrantSend = { [unowned store] in store.send($0) }
    store.send(1)
    #expect(store.state == [1, 2, 3, 4])
    #expect(
      log.entries.filter { !$0.hasPrefix("effect") }
        == ["1 begins", "1 ends", "2 begins", "2 ends", "3 begins", "3 ends", "4 begins", "4 ends"]
    )
    await log.wait(for: "effect started")
    #expect(await inner?.isFinished == false)
    inner?.cancel()
    #expect(await inner?.isFinished == true)
    #expect(log.entries.last == "effect cancelled")
  }

  // MARK: merge

  @Test(arguments: StoreVariant.allCases) func mergedEffectsRunAtTheSameTime(_ variant: StoreVariant) async {
    let store = store(variant: variant, .merge(run("a"), run("b"), .send(.log("c"))))
    await store.send(.start).finish()
    #expect(store.state.first == "c")
    #expect(Set(store.state.dropFirst().prefix(2)) == ["a begins", "b begins"])
    #expect(Set(store.state.suffix(2)) == ["a ends", "b ends"])
  }

  @Test func mergedEffectsStartInOrder() async {
    let names = (0..<50).map { "\($0)" }
    let store = store(.merge(names.map { run($0) }))
    let task = store.send(.start)
    #expect(store.state == names.map { "\($0) begins" })
    await task.finish()
  }

  @Test func mergingKeepsTheOrder() {
    func names(_ effect: Effect<Action>) -> [String] {
      let store = store(effect)
      store.send(.start)
      return store.state
    }
    func send(_ name: String) -> Effect<Action> { .send(.log(name)) }
    #expect(names(send("a").merge(with: send("b")).merge(with: send("c"))) == ["a", "b", "c"])
    #expect(names(send("a").merge(with: send("b").merge(with: send("c")))) == ["a", "b", "c"])
    #expect(
      names(send("a").merge(with: send("b")).merge(with: send("c").merge(with: send("d")))) == ["a", "b", "c", "d"]
    )
    #expect(names(.merge(send("a"), .merge(send("b"), .none, send("c")), send("d"))) == ["a", "b", "c", "d"])
    #expect(names(.concatenate(send("a"), .concatenate(send("b"), send("c")), send("d"))) == ["a", "b", "c", "d"])
    #expect(names(send("a").concatenate(with: send("b").concatenate(with: send("c")))) == ["a", "b", "c"])
  }

  // MARK: concatenate

  @Test(arguments: StoreVariant.allCases) func concatenatedEffectsRunOneAfterTheOther(_ variant: StoreVariant) async {
    let store = store(variant: variant, .concatenate(run("a"), run("b", turns: 0), .send(.log("c")), run("d")))
    await store.send(.start).finish()
    #expect(store.state == ["a begins", "a ends", "b begins", "b ends", "c", "d begins", "d ends"])
  }

  @Test(arguments: StoreVariant.allCases) func concatenateWaitsForTheWholeOfTheFirst(_ variant: StoreVariant) async {
    let first = Effect<Action>.merge(
      run("a", turns: 9),
      .concatenate(run("b", turns: 1), .merge(run("c", turns: 20), run("d", turns: 2)), run("e", turns: 4)),
      run("f", turns: 0)
    )
    let store = store(variant: variant, first.concatenate(with: run("last")))
    await store.send(.start).finish()
    #expect(store.state.suffix(2) == ["last begins", "last ends"])
    #expect(Set(store.state.dropLast(2)) == Set("abcdef".flatMap { ["\($0) begins", "\($0) ends"] }))
    func position(_ entry: String) -> Int { store.state.firstIndex(of: entry) ?? -1 }
    #expect(position("b ends") < position("c begins"))
    #expect(position("c ends") < position("e begins"))
    #expect(position("d ends") < position("e begins"))
  }

  @Test func concatenateDoesNotWaitForEffectsOfActionsThatItSent() async {
    let store = store(
      effects: [.run { _ in await log.hang("other") }.cancellable(id: "other"), .cancel(id: "other")],
      .concatenate(.send(.effect(0)), .run { await $0(.effect(0)) }, run("second"), .send(.effect(1)))
    )
    await store.send(.start).finish()
    #expect(store.state == ["second begins", "second ends"])
    #expect(log.entries.sorted() == ["other cancelled", "other cancelled", "other started", "other started"])
  }

  @Test func aStepThatFailsOrIsCancelledLetsTheNextOneGo() async {
    let store = store(
      effects: [.cancel(id: 1)],
      .concatenate(
        .run { _ in
          throw Failure()
        } catch: { _, send in
          await send(.log("failed"))
        },
        .run { _ in
          await log.hang("second")
          throw Failure()
        }
        .cancellable(id: 1),
        run("third")
      )
    )
    let task = store.send(.start)
    await log.wait(for: "second started")
    #expect(store.state == ["failed"])
    store.send(.effect(0))
    await task.finish()
    #expect(log.entries == ["second started", "second cancelled"])
    #expect(store.state == ["failed", "third begins", "third ends"])
  }

  @Test func aCancelledSequenceEnds() async {
    let store = store(
      effects: [.cancel(id: 1)],
      .concatenate(.run { _ in await log.hang("first") }, run("second")).cancellable(id: 1)
    )
    let task = store.send(.start)
    store.send(.effect(0))
    await task.finish()
    #expect(log.entries == ["first started", "first cancelled"])
    #expect(store.state == [])
  }

  @Test func aSequenceCanCancelItself() async {
    let store = store(
      .concatenate(run("first"), .cancel(id: 1), run("second")).cancellable(id: 1)
    )
    await store.send(.start).finish()
    #expect(store.state == ["first begins", "first ends"])
  }

  // MARK: map

  @Test(arguments: StoreVariant.allCases) func mapTransformsWhateverIsSent(_ variant: StoreVariant) async {
    let effect = Effect<Int>.merge(
      .send(1),
      .run { await $0(2) },
      .run { _ in
        throw Failure()
      } catch: { _, send in
        await send(3)
      },
      .concatenate(.run { await $0(4) }, .send(5)),
      .run { await $0(6) }.cancellable(id: "id"),
      .run { _ in await log.hang("hanging") }.cancellable(id: "other"),
      .concatenate(.run { _ in await Task.yield() }, .cancel(id: "other"))
    )
    let store = store(variant: variant, effect.map { .log("\($0)") })
    await store.send(.start).finish()
    #expect(store.state.sorted() == ["1", "2", "3", "4", "5", "6"])
    let first = store.state.firstIndex(of: "4") ?? 0
    #expect(first < store.state.firstIndex(of: "5") ?? 0)
  }

  @Test func mapTransformsOncePerAction() async {
    let effect = Effect<Int>.run { send in
      await send(1)
      await send(2)
    }
    let store = store(
      effect.map { value in
        log.append("\(value)")
        return value + 10
      }
      .map { .log("\($0)") }
    )
    await store.send(.start).finish()
    #expect(log.entries == ["1", "2"])
    #expect(store.state == ["11", "12"])
  }
}
