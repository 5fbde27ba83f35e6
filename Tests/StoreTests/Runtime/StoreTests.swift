import Dispatch
import Dependencies
import Store
import Testing

@testable import StoreCore

@MainActor @Suite struct StoreTests {
  @Test func effectsThatSendActionsWithEffectsNeedNoStack() async {
    let store = makeStore(0, of: Int.self) { count, left in
      count += 1
      return left == 0 ? .none : .run { await $0(left - 1) }
    }
    await store.send(100_000).finish()
    #expect(store.state == 100_001)
  }

  // MARK: Lifetimes

  private final class Owned {}

  private let log = Log()

  @Test func theStateIsFreedAndWhatTheReducerReplaces() {
    weak var first: Owned?
    weak var second: Owned?
    do {
      let store = makeStore(Owned(), of: Owned.self) { state, object in
        state = object
        return .none
      }
      first = store.withState { $0 }
      #expect(first != nil)
      store.send(Owned())
      second = store.withState { $0 }
      #expect(first == nil && second != nil)
    }
    #expect(second == nil)
  }

  @Test func observationDoesNotKeepTheStore() {
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let store = makeStore(Scripted.State()) { Scripted() }
      core = store.core
      log.watch { _ = (store.count, store.scope(state: \.pane, action: \.pane).count) }
      store.send(.change { $0.other += 1 })
    }
    #expect(core == nil)
  }

  @Test func aScopedStoreKeepsItsParent() async {
    weak var core: Core<Scripted.State, Scripted.Action>?
    do {
      let pane: Store<Scripted.Pane, Scripted.PaneAction>
      do {
        let store = makeStore(Scripted.State()) { Scripted() }
        core = store.core
        store.send(.run("a") { _ in await log.hang("effect") })
        pane = store.scope(state: \.pane, action: \.pane)
      }
      pane.send(.add(2))
      #expect(pane.count == 2 && core != nil && log.entries == ["effect started"])
    }
    #expect(core == nil)
    #expect(log.entries == ["effect started", "effect cancelled"])
  }

  @Test func theMemoryOfAQueueIsThatOfTheElementsThatWait() {
    var queue = Queue<Int>()
    for element in 0...1 { queue.append(element) }
    for element in 2...100_000 {
      queue.append(element)
      #expect(queue.popFirst() == element - 2)
      if queue.places.count > 200 { break }
    }
    #expect(queue.places.count < 200)
    for element in 0..<10_000 { queue.append(element) }
    while queue.popFirst() != nil {}
    #expect(queue.places.capacity <= 1024)
  }

  @Test func aStoreIsDescribedByItsType() {
    #expect("\(makeStore(Scripted.State()) { Scripted() })" == "Store<Scripted.State, Scripted.Action>")
  }

  // MARK: StoreTask

  @Test(arguments: StoreVariant.allCases) func anActionWithoutEffectsIsFinished(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
    let task = store.send(.note("a"))
    #expect(await task.isFinished)
    await task.finish()
    task.cancel()
    #expect(await store.send(.act("b") { _ in .send(.note("c")) }).isFinished)
    #expect(store.log == ["a", "b", "c"])
  }

  @Test(arguments: StoreVariant.allCases) func cancellingFromElsewhere(_ variant: StoreVariant) async {
    let store = makeStore(Scripted.State(), variant) { Scripted() }
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
