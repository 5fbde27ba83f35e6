import Store
import Testing

@testable import StoreCore

/// Whoever calls an effect's `send` with an action that cancels the effect goes on, unless it is the effect itself.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ForeignSenderTests {
  private let log = Log()
  private let current = LockIsolated<Send<LogAction>?>(nil)

  /// Starts an effect with the id 1 that hands out its `send` and does not end.
  private func download(_ store: Store<[String], LogAction>) async {
    let (log, current) = (log, current)
    log.removeAll()
    store.run(id: 1) { send in
      current.setValue(send)
      await log.hang("download")
    }
    await log.wait(for: "download started")
  }

  @Test(arguments: StoreVariant.allCases) func effectsAndTasksOfTheProgram(_ variant: StoreVariant) async {
    let (store, other) = (makeLogStore(variant), makeLogStore(variant))
    let current = current
    for sender in [store, other] {
      await download(store)
      let task = sender.run { send in
        await current.value?(.run(.cancel(id: 1)))
        await send(.log("cancelled: \(Task.isCancelled)"))
      }
      await task.finish()
      await log.wait(for: "download cancelled")
      #expect(sender.state == ["cancelled: false"])
    }
    await download(store)
    let isCancelled = await Task {
      await current.value?(.run(.cancel(id: 1)))
      return Task.isCancelled
    }
    .value
    #expect(!isCancelled)
    await log.wait(for: "download cancelled")
  }

  /// The effect is still being started, so its store does not know its task yet.
  @Test func whoeverIsCalledByAnEffectThatStarts() async {
    let (first, second) = (makeLogStore(), makeLogStore())
    let (current, log) = (current, log)
    nonisolated(unsafe) let other = second
    first.run(
      .run { @MainActor send in
        current.setValue(send)
        other.run { send in
          await current.value?(.run(.cancel(id: 1)))
          await send(.log("cancelled: \(Task.isCancelled)"))
        }
        await log.hang("download")
      }
      .cancellable(id: 1)
    )
    await log.wait(for: "download cancelled")
    #expect(second.state == ["cancelled: false"])
  }

  /// A task that the effect has made, and that goes on after it. It may also cancel the id without the effect's `send`.
  @Test(arguments: [false, true]) func anUnstructuredTaskOfTheEffect(sends: Bool) async {
    let store = makeLogStore()
    let log = log
    store.run(id: 1) { send in
      Task {
        if sends { await send(.run(.cancel(id: 1))) } else { Task.cancel(id: 1) }
        log.append("task is cancelled: \(Task.isCancelled)")
      }
      await log.hang("effect")
    }
    await log.wait(for: "task is cancelled: false")
    await log.wait(for: "effect cancelled")
  }
}
