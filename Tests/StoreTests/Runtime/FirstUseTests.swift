import Dispatch
import Store
import Testing

/// Stores that are made where no actor is known, and belong to the actor that uses them first.
@Suite struct FirstUseTests {
  private actor Host {
    let inProperty = Store(initialState: Scripted.State()) { Scripted() }
    let inInitializer: StoreOf<Scripted>
    private lazy var lazily = Store(initialState: Scripted.State()) { Scripted() }
    private lazy var explicitly = Store(initialState: Scripted.State(), isolation: self) { Scripted() }
    private var ofMethod: StoreOf<Scripted>?
    private let pane: Store<Scripted.Pane, Scripted.PaneAction>
    nonisolated let handle: StoreHandle<Scripted.State, Scripted.Action>

    init() {
      inInitializer = Store(initialState: Scripted.State()) { Scripted() }
      // None of this gives the store an actor, since no actor runs this.
      pane = inInitializer.scope(state: \.pane, action: \.pane)
      handle = inInitializer.handle
      _ = (inInitializer.count, inInitializer.state, pane.count)
    }

    func perform<Result: Sendable>(
      _ place: Place,
      _ body: @Sendable (isolated Host, StoreOf<Scripted>) async -> Result
    ) async -> Result {
      switch place {
      case .property: await body(self, inProperty)
      case .initializer: await body(self, inInitializer)
      case .lazyProperty: await body(self, lazily)
      case .isolation: await body(self, explicitly)
      case .method: await body(self, makeStore())
      }
    }

    /// Here the compiler sees the actor.
    private func makeStore() -> StoreOf<Scripted> {
      let store = Store(initialState: Scripted.State()) { Scripted() }
      ofMethod = store
      return store
    }

    func addToPane() -> Int {
      pane.send(.add(2))
      return inInitializer.pane.count
    }
  }

  enum Place: CaseIterable { case property, initializer, lazyProperty, isolation, method }
  enum Use: CaseIterable { case send, handle, observation }

  @Test(arguments: Place.allCases, Use.allCases)
  func effectsRunOnTheActorOfTheFirstUse(_ place: Place, _ use: Use) async {
    // Made by code that runs on no actor.
    let host = await Task.detached { Host() }.value
    let handle = await host.perform(place) { host, store in
      switch use {
      case .send: await store.send(.check(host)).finish()
      case .handle: break
      case .observation: withExtendedLifetime(observe(isolation: host) { _ = store.count }) {}
      }
      return store.handle
    }
    await handle.send(.check(host)).finish()
    #expect(await handle.state(\.log)?.suffix(2) == ["run", "sent"])
  }

  @Test func aScopedStoreGivesTheStoreItsActor() async {
    let host = await Task.detached { Host() }.value
    #expect(await host.addToPane() == 2)
    await host.handle.send(.run("run") { _ in host.assertIsolated() }).finish()
  }

  /// Here the initializer runs on the main actor, and takes a handle there.
  @Test func theActorTakesOverFromTheActorOfItsInitializer() async {
    let host = await MainActor.run { Host() }
    await host.perform(.initializer) { host, store in await store.send(.check(host)).finish() }
    await host.handle.send(.run("handle") { _ in host.assertIsolated() }).finish()
    #expect(await host.handle.state(\.log) == ["run", "sent", "handle"])
  }

  /// What a handle sends settles the actor on which it was taken.
  @Test func afterASendThroughTheHandleNoActorTakesOver() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let host = await MainActor.run { Host() }
      await host.handle.send(.run("run") { _ in MainActor.assertIsolated() }).finish()
      print(await host.handle.state(\.log) ?? [])
      await host.perform(.initializer) { _, store in _ = store.send(.note("sent")) }
    }
    expectOutput(of: result, contains: ["does not run on the store's actor, \"MainActor\"."])
  }

  /// The initializer of an actor runs wherever it is called, so a handle that is taken there waits.
  @Test func aHandleWaitsForTheFirstUse() async {
    let host = await Task.detached { Host() }.value
    let handle = host.handle
    handle.enqueue(.note("enqueued"))
    let sending = Task { await handle.send(.note("sent")) }
    let reading = Task { await handle.state(\.count) }
    let states = Task {
      for await count in handle.states(\.count) { return count }
      return -1
    }
    let cancelled = Task { await handle.states(\.count).first { _ in true } }
    cancelled.cancel()
    #expect(await cancelled.value == nil)
    await host.perform(.initializer) { _, store in _ = store.send(.run("first") { _ in host.assertIsolated() }) }
    await sending.value.finish()
    #expect(await reading.value != nil)
    #expect(await states.value >= 0)
    let log = await handle.state(\.log)
    #expect(log?.first == "first")
    #expect(log.map(Set.init) == ["first", "enqueued", "sent"])
  }

  @globalActor private actor Background { static let shared = Background() }

  @Background private final class BackgroundModel {
    let store = Store(initialState: Scripted.State()) { Scripted() }

    nonisolated init() {}

    func send() async -> [String] {
      await store.send(.check(Background.shared)).finish()
      return store.log
    }
  }

  @Test func aGlobalActor() async {
    #expect(await BackgroundModel().send() == ["run", "sent"])
  }

  /// A task that is cancelled while it waits for the store's actor has sent its action all the same.
  @Test func anActionOfACancelledTaskIsNotLost() async {
    let host = await Task.detached { Host() }.value
    let sending = Task { await host.handle.send(.note("sent")) }
    sending.cancel()
    _ = await sending.value
    await host.perform(.initializer) { _, store in _ = store.send(.note("first")) }
    await host.handle.send(.note("last"))
    #expect(await host.handle.state(\.log) == ["first", "sent", "last"])
  }

  @Test func aHandleOfAStoreThatNobodyUsedEndsWithTheStore() async {
    var host: Host? = await Task.detached { Host() }.value
    guard let handle = host?.handle else { return }
    let sending = Task { await handle.send(.note("sent")) }
    let reading = Task { await handle.state(\.count) }
    handle.enqueue(.note("enqueued"))
    host = nil
    #expect(await reading.value == nil)
    await sending.value.finish()
    #expect(await handle.state(\.count) == nil)
  }

  /// Two actors use one store, which Swift 5 mode and "nonisolated(unsafe)" allow.
  @Test func aSecondActorStopsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let host = Host()
      await host.perform(.property) { _, store in _ = store.send(.note("first")) }
      nonisolated(unsafe) let store = await host.perform(.property) { _, store in Smuggled(value: store) }.value
      await MainActor.run { _ = store.send(.note("second")) }
    }
    let actor = "does not run on the store's actor, \"FirstUseTests.Host\"."
    expectOutput(of: result, contains: [actor, "The store was made at StoreTests/FirstUseTests.swift:8,"])
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

/// An executor that can tell whether code runs on its queue.
private final class SerialQueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "SerialQueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
