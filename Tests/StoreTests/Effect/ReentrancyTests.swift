import Store
import Dependencies
import Testing

@testable import StoreCore

/// Code that effects run at unexpected moments, while the store is at work.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReentrancyTests {
  typealias Action = LogAction

  let log = Log()

  @MainActor final class Owner {
    var store: Store<[String], Action>?
    var counts: [Int] = []
    let log = Log()

    func observeCount() {
      withObservationTracking {
        counts.append(store?.count ?? -1)
      } onChange: {
        MainActor.assumeIsolated {
          guard let store = self.store, store.withState(\.count) < 10 else { return self.log.append("ten") }
          self.observeCount()
          store.run { await $0(.log("")) }
        }
      }
    }
  }

  let owner = Owner()

  init() {
    owner.store = makeLogStore()
  }

  /// An effect that calls `body` when it is cancelled, before the cancellation returns.
  func hang(onCancel body: @escaping @MainActor @Sendable () -> Void) -> Effect<Action> {
    .run { @MainActor _ in
      let (stream, continuation) = AsyncStream<Never>.makeStream()
      await withTaskCancellationHandler {
        for await _ in stream {}
        withExtendedLifetime(continuation) {}
      } onCancel: {
        MainActor.assumeIsolated { body() }
      }
    }
  }

  @Test func aCancellationHandlerSends() async throws {
    let store = try #require(owner.store)
    func start(_ name: String) -> StoreTask {
      store.run(
        hang { [weak store] in
          store?.send(.log("\(name) sends"))
          store?.send(
            .run(.merge(.cancel(id: "second"), .run { await $0(.log("\(name) runs")) }, .send(.log("\(name) goes"))))
          )
          log.append("\(name) handled")
        }
        .cancellable(id: name)
      )
    }
    let first = start("first")
    _ = start("second")
    await Task {}.value
    // Cancelled by the reducer: actions that are sent meanwhile wait for their turn.
    store.run(.merge(.cancel(id: "first"), .send(.log("after"))))
    #expect(log.entries == ["first handled", "second handled"])
    #expect(
      store.state == [
        "first sends", "after", "second sends", "first goes", "second goes", "first runs", "second runs",
      ]
    )
    #expect(await first.isFinished)
    // Cancelled from outside.
    let third = start("third")
    await Task {}.value
    third.cancel()
    #expect(store.state.suffix(3) == ["third sends", "third goes", "third runs"])
  }

  @Test func aCancellationHandlerCancelsItsOwnEffect() async throws {
    let store = try #require(owner.store)
    let task = store.run(
      .merge(
        hang { [weak store] in
          store?.cancel(id: 1)
          log.append("first")
        },
        hang { log.append("second") }
      )
      .cancellable(id: 1)
    )
    await Task {}.value
    store.cancel(id: 1)
    #expect(log.entries == ["first", "second"])
    #expect(await task.isFinished)
  }

  @Test func anEffectReleasesItsStore() async {
    weak let core = owner.store?.core
    let owner = owner
    owner.store?.run(
      .merge(
        .run { @MainActor send in
          owner.store = nil
          await send(.log("nobody gets this"))
          log.append("released")
        },
        .run { _ in log.append("next, is cancelled: \(Task.isCancelled)") }
      )
    )
    await log.wait(for: "released")
    await Task {}.value
    #expect(owner.store == nil)
    #expect(core == nil)
  }

  @Test func aCancellationHandlerRunsWhenTheStoreGoes() async {
    let owner = owner
    owner.store?.run(hang { log.append("handled") })
    await Task {}.value
    owner.store = nil
    #expect(log.entries == ["handled"])
  }

  @Test func anInspectorSendsAndCancels() async throws {
    let store = try #require(owner.store)
    var steps: [String] = []
    store.inspect(
      with: Inspector { [weak store] step in
        switch step {
        case .reduced(.log(let entry), _, _, _): steps.append("reduced \(entry)")
        case .reduced: steps.append("reduced run")
        case .effectStarted(let effect):
          steps.append("started \(effect.name ?? "")")
          store?.send(.log("seen \(effect.name ?? "")"))
          if effect.name == "unwanted" { store?.cancel(id: "unwanted") }
        case .effectFinished(let effect): steps.append("finished \(effect.name ?? "")")
        case .modified, .sharedStateChanged: break
        case .effectCancelled(let effect): steps.append("cancelled \(effect.name ?? "")")
        }
      }
    )
    let task = store.run(
      .merge(
        .run(name: "unwanted") { _ in log.append("never") }.cancellable(id: "unwanted"),
        .run(name: "wanted") { _ in log.append("ran") }
      )
    )
    await task.finish()
    #expect(log.entries == ["ran"])
    #expect(
      steps == [
        "reduced run", "started unwanted", "reduced seen unwanted", "reduced run", "cancelled unwanted",
        "started wanted", "reduced seen wanted", "finished wanted",
      ]
    )
  }

  @Test func observersSendAndStartEffects() async throws {
    let store = try #require(owner.store)
    owner.observeCount()
    store.send(.log(""))
    await owner.log.wait(for: "ten")
    #expect(store.count == 10)
    #expect(owner.counts == Array(0...9))
  }
}
