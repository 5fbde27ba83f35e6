import Store
import Dependencies
import Testing

@testable import StoreCore

@MainActor @Suite(.timeLimit(.minutes(10))) struct StoreHandleTests {
  private let log = Log()

  @Test func sendsAndReadsFromAnywhere() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (handle, log) = (store.handle, log)
    await Task.detached {
      await handle.send(.change { $0.count = 3 })
      #expect(await handle.state(\.count) == 3)
      let effect = Scripted.Action.run("effect") { send in
        MainActor.shared.assertIsolated()
        await log.wait(for: "go")
        await send(.note("sent"))
      }
      let task = await handle.send(effect)
      #expect(await !task.isFinished)
      log.append("go")
      await task.finish()
    }.value
    #expect(store.log == ["change", "effect", "sent"])
  }

  @Test func handlesOfScopedStores() async {
    let store = makeRows(2)
    let pane = store.scope(state: \.pane, action: \.pane).handle
    let row = store.scope(state: \.rows, action: \.rows)[1].handle
    await Task.detached {
      await pane.send(.add(1))
      await row.send(.add(2))
    }.value
    #expect(store.pane.count == 1 && store.rows[id: 1]?.count == 2)
    #expect(await pane.state(\.count) == 1)
    #expect(await row.state(\.count) == 2)
    store.send(.change { $0.rows.remove(id: 1) })
    #expect(await row.state(\.count) == nil)
  }

  /// Nothing retains the scoped stores.
  @Test func whatIsSentToAStateThatIsGone() async {
    var store: StoreOf<Scripted>? = makeRows(1)
    store?.send(.change { ($0.count, $0.detail) = (1, Scripted.Pane()) })
    let shown = store?.scope(state: \.shownDetail, action: \.detail)?.handle
    let row = store?.scope(state: \.rows, action: \.rows)[0].handle
    // The detail exists, but the key path does not show it.
    store?.send(.change { ($0.count, $0.rows) = (0, []) })
    let line = #line + 2
    let issues = await withCapturedIssues {
      await row?.send(.add(1))
      await shown?.send(.add(2))
    }
    #expect(issues.map(\.line) == [line] && store?.detail?.count == 2)
    store = nil
    await row?.send(.add(1))
    await shown?.send(.add(1))
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
    /// Released before the store.
    private let token: EndToken
    private lazy var store = Store(initialState: 7, isolation: self) { EmptyReducer<Int, Int>() }

    init(_ onRelease: @escaping @Sendable () -> Void) { token = EndToken(onRelease) }

    func open() -> StoreHandle<Int, Int> { store.handle }
  }

  // MARK: Actions that synchronous code sends

  @Test func actionsArriveInOrder() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (handle, pane) = (store.handle, store.scope(state: \.pane, action: \.pane))
    let paneHandle = pane.handle
    await Task.detached {
      for number in 0..<1000 {
        handle.enqueue(.note("\(number)"))
        if number.isMultiple(of: 10) { paneHandle.enqueue(.add(1)) }
      }
      // Actions that are sent later arrive after them.
      await handle.send(.note("last"))
    }.value
    #expect(store.log == (0..<1000).map { "\($0)" } + ["last"])
    #expect(pane.count == 100)
  }

  @Test func aReducerEnqueues() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (handle, log) = (store.handle, log)
    let second = Scripted.Action.act("second") { _ in
      log.append("second")
      return .none
    }
    store.send(
      .act("first") { _ in
        handle.enqueue(second)
        return .send(.note("its own"))
      }
    )
    await log.wait(for: "second")
    #expect(store.log == ["first", "its own", "second"])
  }

  @Test func anActionThatEnqueuesTheNextOneLeavesOthersTheirTurn() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let (handle, log) = (store.handle, log)
    @Sendable func enqueue(_ number: Int) {
      handle.enqueue(
        .act("\(number)") { _ in
          if number == 0 { Task { @MainActor in log.append("others had their turn") } }
          if number == 5_000 || log.entries.contains("others had their turn") {
            log.append("end")
          } else {
            enqueue(number + 1)
          }
          return .none
        }
      )
    }
    enqueue(0)
    await log.wait(for: "end")
    #expect(store.log.count < 5_000)
  }
}
