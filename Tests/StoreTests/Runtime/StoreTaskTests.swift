import Dependencies
import Dispatch
import Store
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreTaskTests {
  private let log = Log()

  @Test(arguments: StoreVariant.allCases) func anActionWithoutEffectsIsFinished(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let task = store.send(.note("a"))
    #expect(await task.isFinished)
    await task.finish()
    task.cancel()
    let chain = store.send(.act("b") { _ in .send(.note("c")) })
    #expect(await chain.isFinished)
    #expect(store.log == ["a", "b", "c"])
  }

  @Test(arguments: StoreVariant.allCases) func cancellingFromElsewhere(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let log = log
    let task = store.send(.run("a") { _ in await log.hang("effect") })
    await log.wait(for: "effect started")
    #expect(!task.isCancelled)
    await Task.detached {
      task.cancel()
      #expect(task.isCancelled)
      await task.finish()
    }.value
    #expect(await task.isFinished)
    #expect(log.entries == ["effect started", "effect cancelled"])
  }

  /// The cancellation waits until the reducer has returned, because a reducer must not change which effects are in
  /// flight.
  @Test func aReducerThatCancelsATaskDoesSoAfterwards() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let task = store.send(.run("a") { _ in await log.hang("effect") })
    store.send(
      .act("b") { _ in
        task.cancel()
        log.append("reduced")
        return .none
      }
    )
    await task.finish()
    #expect(log.entries == ["effect started", "reduced", "effect cancelled"])
    #expect(store.log == ["a", "b"])
  }

  @Test func tasksAreEqualIfTheyAreThoseOfOneSend() {
    let store = makeStore(Scripted.State()) { Scripted() }
    let log = log
    let tasks = ["a", "b"].map { name in store.send(.run(name) { _ in await log.hang(name) }) }
    #expect(tasks[0] == tasks[0])
    #expect(Set(tasks + tasks) == Set(tasks))
    #expect(tasks[0] != tasks[1])
    #expect(store.send(.note("c")) == store.send(.note("d")))
    #expect(store.send(.note("e")).isCancelled)
    for task in tasks { task.cancel() }
  }

  /// A task that prefers an executor leaves the main actor at each call of an async function, even one of the main
  /// actor. The relevant jobs run on two queues, in order, so each number of turns tests one of these places.
  @Test(arguments: 0..<20) func effectsMayEndWhileSomebodyBeginsToWait(_ turns: Int) async {
    let log = log
    let finished = DispatchSemaphore(value: 0)
    let executor = QueueExecutor()
    let waiting = Task(executorPreference: executor) {
      await Self.sendAndWait(turns: turns, log)
      finished.signal()
    }
    // Waits as long as it takes: only a lost wake-up takes ten minutes.
    let isFinished = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: finished.wait(timeout: .now() + 600) == .success) }
    }
    #expect(isFinished, "The wake-up is lost if the effect ends after \(turns) turns.")
    withExtendedLifetime(executor) { waiting.cancel() }
  }

  private static func sendAndWait(turns: Int, _ log: Log) async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let task = store.send(.act("start") { _ in .run { _ in await log.hang("effect") }.cancellable(id: 1) })
    after(turns: turns) { _ = store.send(.act("stop") { _ in .cancel(id: 1) }) }
    await task.finish()
    withExtendedLifetime(store) {}
  }

  private static func after(turns: Int, _ body: @escaping @MainActor () -> Void) {
    if turns == 0 { body() } else { Task { after(turns: turns - 1, body) } }
  }
}

private final class QueueExecutor: TaskExecutor {
  let queue = DispatchQueue(label: "QueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
