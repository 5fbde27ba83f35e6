import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor
@Suite struct StoreHandleTests {
  private let log = Log()

  @Test func sendsAndReadsFromAnywhere() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let handle = store.handle
    let log = log
    await Task.detached {
      await handle.send(.change { $0.count = 3 })
      #expect(await handle.state(\.count) == 3)
      let task = await handle.send(
        .run("effect") { send in
          MainActor.shared.assertIsolated()
          await log.wait(for: "go")
          await send(.note("sent"))
        }
      )
      #expect(await !task.isFinished)
      log.append("go")
      await task.finish()
      #expect(await handle.state(\.log) == ["change", "effect", "sent"])
    }.value
    #expect(store.log == ["change", "effect", "sent"])
  }

  @Test func manySendersLoseNothing() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let handle = store.handle
    await withTaskGroup { group in
      for _ in 1...4 {
        group.addTask { @concurrent in
          for _ in 1...100 { await handle.send(.change { $0.count += 1 }) }
        }
      }
    }
    #expect(store.count == 400)
  }

  @Test func aHandleDoesNotKeepTheStore() async {
    var store: StoreOf<Scripted>? = makeStore(Scripted.State()) { Scripted() }
    let handle = store?.handle
    weak let core = store?.core
    store = nil
    #expect(core == nil)
    let log = log
    let issues = await withCapturedIssues {
      let task = await handle?.send(
        .act("late") { _ in
          log.append("reduced")
          return .none
        }
      )
      #expect(await task?.isFinished == true)
    }
    #expect(issues.isEmpty)
    #expect(log.entries.isEmpty)
    #expect(await handle?.state(\.count) == nil)
  }

  @Test func aHandleOfAScopedStore() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    var pane: Store<Scripted.Pane, Scripted.PaneAction>? = store.scope(state: \.pane, action: \.pane)
    let handle = pane?.handle
    await Task.detached { _ = await handle?.send(.add(5)) }.value
    #expect(await handle?.state(\.count) == 5)
    #expect(store.pane.count == 5)
    // The handle works even if nothing retains the scoped store.
    pane = nil
    await handle?.send(.add(5))
    #expect(await handle?.state(\.count) == 10)
    #expect(store.pane.count == 10)
  }

  @Test func aHandleOfAStoreOfAnotherActor() async {
    let owner = Owner()
    let handle = await owner.open()
    await handle.send(.change { $0.count = 2 })
    #expect(await handle.state(\.count) == 2)
    await owner.close()
    #expect(await handle.state(\.count) == nil)
  }

  /// The `deinit` of the actor, or of what it owns, may still read states.
  @Test func statesAreReadWhileTheActorIsBeingReleased() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let subscription = StateSubscription<Int>()
    let (values, continuation) = AsyncStream<Int?>.makeStream()
    var owner: LastOwner? = LastOwner {
      Task.immediate { continuation.yield(await subscription.next(isolation: nil)) }
    }
    let handle = try #require(await owner?.open())
    await handle.subscribe(subscription, to: \.self)
    owner = nil
    for await value in values {
      #expect(value == 7)
      break
    }
    #expect(await subscription.next(isolation: nil) == nil)
  }

  private actor LastOwner {
    private final class Token: Sendable {
      let onRelease: @Sendable () -> Void

      init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

      deinit { onRelease() }
    }

    /// Released before the store.
    private let token: Token
    private lazy var store = Store(initialState: 7, isolation: self) { EmptyReducer<Int, Int>() }

    init(_ onRelease: @escaping @Sendable () -> Void) { token = Token(onRelease) }

    func open() -> StoreHandle<Int, Int> { store.handle }
  }

  private actor Owner {
    private var store: StoreOf<Scripted>?

    func open() -> StoreHandle<Scripted.State, Scripted.Action> {
      let store = Store(initialState: Scripted.State()) { Scripted() }
      self.store = store
      return store.handle
    }

    func close() { store = nil }
  }
}
