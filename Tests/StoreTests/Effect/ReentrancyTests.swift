import Store
import Dependencies
import Testing

@testable import StoreCore

/// Code that effects, observers, inspectors and cancellation handlers run while the store is at work.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ReentrancyTests {
  typealias Action = LogAction

  @TaskLocal static var name = "nobody"

  /// Lets `Sendable` functions refer to the store.
  @MainActor final class Owner {
    let store = makeLogStore()

    func onceTold(_ body: @escaping @MainActor @Sendable (Store<[String], Action>) -> Void) {
      withObservationTracking {
        _ = store.count
      } onChange: {
        MainActor.assumeIsolated { body(self.store) }
      }
    }
  }

  let log = Log()
  let owner = Owner()

  // MARK: Cancellation handlers

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

  @Test func aCancellationHandlerSends() async {
    let store = owner.store
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

  // MARK: Inspectors and observers

  @Test func anInspectorSendsAndCancels() async {
    let store = owner.store
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
        case .modified, .sharedStateChanged, .restored, .observersNotified: break
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

  @Test func anEffectOfAnObserversActionSeesItsTaskLocalValues() async {
    let log = log
    owner.onceTold { store in
      Self.$name.withValue("the observer") {
        _ = store.run { send in
          await send(.log("told \(Self.name)"))
          log.append("told")
        }
      }
    }
    Self.$name.withValue("the sender") { _ = owner.store.send(.log("sent")) }
    await log.wait(for: "told")
    #expect(owner.store.state == ["sent", "told the observer"])
  }

  @Test func anEffectOfAnObserversActionBeginsAfterTheSendThatToldTheObserver() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let log = log
    owner.onceTold { store in
      store.run { _ in log.append("observer's effect") }
      log.append("observer")
    }
    owner.store.run { _ in log.append("effect") }
    owner.store.send(.log(""))
    log.append("sent")
    await log.wait(for: "observer's effect")
    #expect(log.entries == ["effect", "observer", "sent", "observer's effect"])
  }

  // MARK: Effects that are being started

  /// An effect that logs the task-local name under which it runs.
  static func sign(_ entry: String) -> Effect<Action> {
    .run { await $0(.log("\(entry) for \(name)")) }
  }

  @Test func anEffectSeesTheTaskLocalValuesOfItsOwnSender() async {
    let task = Self.$name.withValue("the sender") {
      owner.store.run(
        .merge(
          .run { send in
            await Self.$name.withValue("the effect") {
              await send(.run(Self.sign("nested")))
              await send(.log("sent by the effect"))
            }
            await send(.run(Self.sign("second")))
          },
          Self.sign("next")
        )
      )
    }
    await task.finish()
    #expect(
      Set(owner.store.state) == [
        "sent by the effect", "next for the sender", "nested for the effect", "second for the sender",
      ]
    )
  }

  @Test(arguments: [false, true]) func aChainOfEffectsLetsOthersRun(isSequence: Bool) async {
    let store = makeStore(false, of: Bool.self) { isStopped, stops in
      if stops { isStopped = true }
      guard !isStopped else { return .none }
      return isSequence ? .concatenate(.run { _ in }, .send(false)) : .run { await $0(false) }
    }
    let stopping = Task { store.send(true) }
    let task = store.send(false)
    #expect(!store.state)
    _ = await stopping.value
    await task.finish()
    #expect(store.state)
    #expect(store.core.isAtRest)
  }
}
