import Store
import Testing

@testable import StoreCore

/// Effects that cancel or replace the effect that they are a part of.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct NestedCancellationTests {
  typealias Action = LogAction

  let store = makeLogStore()

  func run(_ name: String, turns: Int = 3) -> Effect<Action> {
    .run { send in
      await send(.log("\(name) begins"))
      for _ in 0..<turns { await Task.yield() }
      await send(.log("\(name) ends"))
    }
  }

  func log(of effect: Effect<Action>) async -> [String] {
    await store.run(effect).finish()
    return store.state
  }

  nonisolated enum Wrapping: CaseIterable {
    case none, concatenated, merged, concatenatedWithOthers, mergedWithOthers, nested

    func callAsFunction(_ effect: Effect<Action>, other: Effect<Action>) -> Effect<Action> {
      switch self {
      case .none: effect
      case .concatenated: .concatenate(effect)
      case .merged: .merge(effect)
      case .concatenatedWithOthers: .concatenate(effect, other)
      case .mergedWithOthers: .merge(effect, other)
      case .nested: .concatenate(.merge(.concatenate(effect, other), other), other)
      }
    }
  }

  @Test(arguments: Wrapping.allCases) func anEffectDoesNotReplaceWhatItIsAPartOf(_ wrapping: Wrapping) async {
    let replacing = run("a").cancellable(id: 1, cancelInFlight: true)
    let log = await log(of: wrapping(replacing, other: .send(.log("other"))).cancellable(id: 1, cancelInFlight: true))
    #expect(log.filter { $0 != "other" } == ["a begins", "a ends"])
    let others = [Wrapping.concatenatedWithOthers: 1, .mergedWithOthers: 1, .nested: 3]
    #expect(log.count { $0 == "other" } == others[wrapping] ?? 0)
  }

  @Test(arguments: Wrapping.allCases) func anEffectThatCancelsWhatItIsAPartOfCancelsTheRest(_ wrapping: Wrapping) async
  {
    let cancelling = Effect<Action>.merge(.send(.log("before")), .cancel(id: 1), .send(.log("sent")), run("after"))
    let log = await log(of: wrapping(cancelling, other: run("other")).cancellable(id: 1))
    #expect(log == ["before"])
    #expect((store.core as? RootCore)?.ledger.isEmpty == true)
  }

  @Test(arguments: Wrapping.allCases) func anotherIDIsAnotherEffect(_ wrapping: Wrapping) async {
    let cancelling = Effect<Action>.merge(.cancel(id: 2), run("after")).cancellable(id: 1)
    let log = await log(of: wrapping(cancelling, other: .none).cancellable(id: 3))
    #expect(log == ["after begins", "after ends"])
  }

  @Test func theInnerOfTwoIsCancelledAlone() async {
    let inner = Effect<Action>.merge(.cancel(id: 1), run("never")).cancellable(id: 1)
    #expect(await log(of: .merge(inner, run("outer")).cancellable(id: 2)) == ["outer begins", "outer ends"])
  }

  @Test func aReplacedStepDoesNotRunBesideWhatReplacesIt() async {
    func sequence(_ name: String) -> Effect<Action> {
      .concatenate(["1", "2"].map { run("\(name)\($0)").cancellable(id: 1, cancelInFlight: true) })
    }
    store.run(sequence("a"))
    // The first sequence continues with a step that is older than the second sequence's step, and is replaced too.
    await store.run(sequence("b")).finish()
    #expect(store.state == ["a1 begins", "b1 begins", "b1 ends", "b2 begins", "b2 ends"])
    #expect((store.core as? RootCore)?.ledger.isEmpty == true)
  }

  @Test func aCancellationScopeDoesNotReplaceItsOwnEffect() async {
    let effect = Effect<Action>.run { send in
      let isCancelled = await withTaskCancellation(id: 1, cancelInFlight: true) { Task.isCancelled }
      await send(.log("scope is cancelled: \(isCancelled)"))
    }
    #expect(await log(of: effect.cancellable(id: 1)) == ["scope is cancelled: false"])
  }

  @Test func whatWaitsIsAPartOfItsSequence() async {
    let clock = TestClock()
    let limited = run("a").debounce(id: 1, for: .seconds(1), clock: clock)
    let task = store.run(.concatenate(limited, run("b")).cancellable(id: 1))
    await Task { await clock.advance(by: .seconds(1)) }.value
    await task.finish()
    #expect(store.state == ["a begins", "a ends", "b begins", "b ends"])
    let cancelled = store.run(.concatenate(.merge(limited, .cancel(id: 1)), run("c")).cancellable(id: 1))
    #expect(await cancelled.isFinished)
    #expect(store.state.count == 4)
  }
}
