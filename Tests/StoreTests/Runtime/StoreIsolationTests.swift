import Dependencies
import Dispatch
import Store
import Testing

/// Stores that belong to actors other than the main actor.
@Suite struct StoreIsolationTests {
  /// An actor that makes its store in its initializer.
  private actor Owner {
    private var store: StoreOf<Scripted>?

    init() async {
      store = Store(initialState: Scripted.State(), isolation: self) { Scripted() }
    }

    var log: [String] { store?.log ?? [] }

    func run(_ log: Log) async {
      let owner = self
      await store?.send(
        .run("effect") { send in
          owner.assertIsolated()
          await leave(owner)
          owner.assertIsolated()
          log.append(await Task.detached { "detached" }.value)
          owner.assertIsolated()
          await send(.note("sent"))
          owner.assertIsolated()
          log.append("end")
        }
      ).finish()
    }

    func sendsAtOnce() -> Bool {
      store?.send(.change { $0.count = 7 })
      return store?.count == 7
    }
  }

  /// An actor that makes its store when it needs it.
  private actor LateOwner {
    func run(_ log: Log) async -> [String] {
      let owner = self
      let store = Store(initialState: Scripted.State()) { Scripted() }
      let task = store.send(
        .run("effect") { send in
          owner.assertIsolated()
          await log.wait(for: "go")
          owner.assertIsolated()
          await send(.note("sent"))
        }
      )
      log.append("go")
      await task.finish()
      return store.log
    }
  }

  @Test func aStoreMadeInAnActorsInitializer() async {
    let log = Log()
    let owner = await Owner()
    #expect(await owner.sendsAtOnce())
    await owner.run(log)
    #expect(await owner.log == ["change", "effect", "sent"])
    #expect(log.entries == ["detached", "end"])
  }

  /// An actor with a lazy store.
  private actor LazyOwner {
    private lazy var store = Store(initialState: Scripted.State(), isolation: self) { Scripted() }

    func run() async -> [String] {
      let owner = self
      await store.send(
        .run("effect") { send in
          owner.assertIsolated()
          await send(.note("sent"))
        }
      ).finish()
      return store.log
    }
  }

  @Test func aStoreMadeOnFirstUseBelongsToTheActor() async {
    #expect(await LazyOwner().run() == ["effect", "sent"])
  }

  @Test func aStoreMadeInAMethodBelongsToTheActor() async {
    #expect(await LateOwner().run(Log()) == ["effect", "sent"])
  }

  /// An actor of a queue, on which also code runs that belongs to no task.
  private actor QueueOwner {
    let executor = SerialQueueExecutor()
    private lazy var store = Store(initialState: Scripted.State(), isolation: self) { Scripted() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func startEffect() -> [String] {
      store.send(.run("run") { _ in })
      return store.log
    }
  }

  @Test func anExecutorThatKnowsItsCodeIsAsked() async {
    let owner = QueueOwner()
    #expect(owner.executor.queue.sync { owner.assumeIsolated { $0.startEffect() } } == ["run"])
  }
}

/// Leaves the caller's actor.
@concurrent private func leave(_ actor: any Actor) async {
  await Task.yield()
}

/// An executor that can tell whether code runs on its queue.
final class SerialQueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "SerialQueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
