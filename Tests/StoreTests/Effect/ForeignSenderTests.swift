import Store
import Testing

@testable import StoreCore

/// Whoever calls an effect's `send` with an action that cancels the effect goes on, unless it is the effect itself.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct ForeignSenderTests {
  typealias Action = LogAction

  private let log = Log()
  private let current = LockIsolated<Send<Action>?>(nil)

  /// An effect with the id 1 that hands out its `send` and does not end.
  private var download: Effect<Action> {
    .run { [current, log] send in
      current.setValue(send)
      await log.hang("download")
    }
    .cancellable(id: 1)
  }

  private func stop() async { await current.value?(.run(.cancel(id: 1))) }

  @Test(arguments: StoreVariant.allCases) func anEffectOfAnotherStore(_ variant: StoreVariant) async {
    let (first, second) = (makeLogStore(variant), makeLogStore(variant))
    first.run(download)
    await log.wait(for: "download started")
    let current = current
    let task = second.run(
      .run { send in
        await current.value?(.run(.cancel(id: 1)))
        await send(.log("cancelled: \(Task.isCancelled)"))
      }
    )
    await task.finish()
    await log.wait(for: "download cancelled")
    #expect(second.state == ["cancelled: false"])
  }

  @Test func anotherEffectOfTheSameStore() async {
    let store = makeLogStore()
    store.run(download)
    await log.wait(for: "download started")
    let current = current
    await store.run(
      .run { send in
        await current.value?(.run(.cancel(id: 1)))
        await send(.log("cancelled: \(Task.isCancelled)"))
      }
    )
    .finish()
    #expect(store.state == ["cancelled: false"])
  }

  @Test func aTaskOfTheProgram() async {
    let store = makeLogStore()
    store.run(download)
    await log.wait(for: "download started")
    let isCancelled = await Task {
      await stop()
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
        other.run(
          .run { send in
            await current.value?(.run(.cancel(id: 1)))
            await send(.log("cancelled: \(Task.isCancelled)"))
          }
        )
        log.append("is cancelled: \(Task.isCancelled)")
        await log.hang("download")
      }
      .cancellable(id: 1)
    )
    await log.wait(for: "download cancelled")
    #expect(second.state == ["cancelled: false"])
  }

  /// A task that the effect has made, and that goes on after it.
  @Test func anUnstructuredTaskOfTheEffect() async {
    let store = makeLogStore()
    let log = log
    store.run(
      .run { send in
        Task {
          await send(.run(.cancel(id: 1)))
          log.append("task is cancelled: \(Task.isCancelled)")
        }
        await log.hang("effect")
      }
      .cancellable(id: 1)
    )
    await log.wait(for: "task is cancelled: false")
    await log.wait(for: "effect cancelled")
  }

  /// The id is cancelled by another task of the effect, without its `send`.
  @Test func aTaskThatCancelsAnID() async {
    let store = makeLogStore()
    let log = log
    store.run(
      .run { _ in
        Task {
          Task.cancel(id: 1)
          log.append("task is cancelled: \(Task.isCancelled)")
        }
        await log.hang("effect")
      }
      .cancellable(id: 1)
    )
    await log.wait(for: "task is cancelled: false")
    await log.wait(for: "effect cancelled")
  }
}
