import Store
import Dependencies
import Testing

@testable import StoreCore

private enum Sender { @TaskLocal static var name = "nobody" }

/// Code that effects, observers, inspectors and cancellation handlers run while the store is at work.
@MainActor @Suite(.timeLimit(.minutes(10))) struct ReentrancyTests {
  typealias Action = LogAction

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
    func start(_ name: String) async -> StoreTask {
      let effect = hang { [weak store] in
        store?.send(.log("\(name) sends"))
        let runs = Effect<Action>.run { await $0(.log("\(name) runs")) }
        store?.send(.run(.merge(.cancel(id: "second"), runs, .send(.log("\(name) goes")))))
        log.append("\(name) handled")
      }
      let task = store.run(effect.cancellable(id: name))
      await Task {}.value
      return task
    }
    let first = await start("first")
    _ = await start("second")
    // Cancelled by the reducer: actions that are sent meanwhile wait for their turn.
    store.run(.merge(.cancel(id: "first"), .send(.log("after"))))
    #expect(log.entries == ["first handled", "second handled"])
    #expect(
      store.state == ["first sends", "after", "second sends", "first goes", "second goes", "first runs", "second runs"]
    )
    #expect(await first.isFinished)
    // Cancelled from outside.
    await start("third").cancel()
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
          let name = effect.name ?? ""
          steps.append("started \(name)")
          store?.send(.log("seen \(name)"))
          if name == "unwanted" { store?.cancel(id: name) }
        case .effectFinished(let effect): steps.append("finished \(effect.name ?? "")")
        case .effectCancelled(let effect): steps.append("cancelled \(effect.name ?? "")")
        case .modified, .sharedStateChanged, .restored, .observersNotified: break
        }
      }
    )
    let unwanted = Effect<Action>.run(name: "unwanted") { _ in log.append("never") }.cancellable(id: "unwanted")
    await store.run(.merge(unwanted, .run(name: "wanted") { _ in log.append("ran") })).finish()
    #expect(log.entries == ["ran"])
    #expect(
      steps == [
        "reduced run", "started unwanted", "reduced seen unwanted", "reduced run", "cancelled unwanted",
        "started wanted", "reduced seen wanted", "finished wanted",
      ]
    )
  }

  @Test func anEffectOfAnObserversActionBeginsAfterTheSendThatToldTheObserver() async {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    owner.onceTold { store in
      Sender.$name.withValue("the observer") { _ = store.run { _ in log.append("effect of \(Sender.name)") } }
      log.append("observer")
    }
    owner.store.run { _ in log.append("effect of \(Sender.name)") }
    Sender.$name.withValue("the sender") { _ = owner.store.send(.log("")) }
    log.append("sent")
    await log.wait(for: "effect of the observer")
    #expect(log.entries == ["effect of nobody", "observer", "sent", "effect of the observer"])
  }

  // MARK: Effects that are being started

  @Test func anEffectSeesTheTaskLocalValuesOfItsOwnSender() async {
    /// An effect that logs the task-local name under which it runs.
    func sign(_ entry: String) -> Effect<Action> { .run { await $0(.log("\(entry) for \(Sender.name)")) } }
    let (nested, second) = (Action.run(sign("nested")), Action.run(sign("second")))
    let first = Effect<Action>.run { send in
      await Sender.$name.withValue("the effect") {
        await send(nested)
        await send(.log("sent by the effect"))
      }
      await send(second)
    }
    let task = Sender.$name.withValue("the sender") { owner.store.run(.merge(first, sign("next"))) }
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
