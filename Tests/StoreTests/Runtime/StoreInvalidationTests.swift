import Dependencies
import Store
import Testing

@testable import StoreCore

/// The end of stores and of the actors that own them.
@Suite(.timeLimit(.minutes(10))) struct StoreInvalidationTests {
  actor Session {
    private let token: EndToken
    private var store: StoreOf<Scripted>?

    init(_ token: EndToken) { self.token = token }

    func start() -> StoreHandle<Scripted.State, Scripted.Action> {
      let store = Store(initialState: Scripted.State()) { Scripted() }
      self.store = store
      return store.handle
    }
  }

  /// An object that the clients of a session retain.
  final class Room: Sendable {
    let handle: StoreHandle<Scripted.State, Scripted.Action>
    private let session: Session

    init(_ token: EndToken) async {
      session = Session(token)
      handle = await session.start()
      await handle.send(hang)
    }

    deinit { handle.invalidate() }
  }

  @Test func aThousandRoomsCloseWhenTheirLastClientVanishes() async {
    let (gone, continuation) = AsyncStream<Int>.makeStream()
    let log = Log()
    var rooms: [Room] = []
    for number in 0..<1000 {
      let room = await Room(EndToken { continuation.yield(number) })
      // An action that is enqueued just before the release still arrives.
      room.handle.enqueue(logging("\(number)", in: log))
      rooms.append(room)
    }
    rooms = []
    var numbers: Set<Int> = []
    for await number in gone.prefix(1000) { numbers.insert(number) }
    #expect(numbers == Set(0..<1000))
    #expect(Set(log.entries) == Set(numbers.map { "\($0)" }))
  }

  @Test func neitherAHandleNorATaskKeepsTheActor() async {
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    var session: Session? = Session(EndToken { continuation.yield() })
    let handle = await session?.start()
    let task = await handle?.send(hang)
    // An effect that runs on the actor keeps it.
    task?.cancel()
    session = nil
    for await _ in gone { break }
    handle?.enqueue(.note("late"))
    #expect(await handle?.send(.note("late")).isFinished == true)
    #expect(await handle?.state(\.log) == nil)
    #expect(await task?.isFinished == true)
    await task?.finish()
    task?.cancel()
  }

  actor LastWords {
    private let token: EndToken
    private let log: Log
    private var store: StoreOf<Scripted>?

    init(_ token: EndToken, log: Log) { (self.token, self.log) = (token, log) }

    func start() { store = Store(initialState: Scripted.State()) { Scripted() } }

    isolated deinit {
      let (closed, nobody) = (logging("closed", in: log), logging("nobody is left to run this", in: log))
      store?.send(.act("closing") { _ in .merge(.send(closed), .run { await $0(nobody) }) })
      let handle = store?.handle
      handle?.enqueue(nobody)
      if let store { log.append("\(store.log)") }
      store?.invalidate()
    }
  }

  @Test func anActorUsesItsStoreInItsIsolatedDeinit() async {
    let (gone, continuation) = AsyncStream<Void>.makeStream()
    let log = Log()
    var words: LastWords? = LastWords(EndToken { continuation.yield() }, log: log)
    await words?.start()
    words = nil
    for await _ in gone { break }
    #expect(log.entries == ["closed", #"["closing", "closed"]"#])
  }

  @MainActor @Test func anInvalidatedStore() async {
    let store = Store(initialState: Scripted.State()) { Scripted() }
    let task = store.send(hang)
    let (states, handle, log) = (store.states.makeAsyncIterator(), store.handle, Log())
    _ = await states.next()
    store.send(.note("first"))
    #expect(await states.next()?.log == ["hang", "first"])
    store.invalidate()
    await task.finish()
    #expect(await states.next() == nil)
    let late = store.states.makeAsyncIterator()
    #expect(await late.next()?.log == ["hang", "first"])
    #expect(await late.next() == nil)
    store.send(logging("second", in: log))
    handle.enqueue(logging("third", in: log))
    #expect(await handle.send(hang).isFinished)
    #expect(await handle.state(\.log) == store.log)
    #expect(store.log == ["hang", "first"] && log.entries.isEmpty && store.core.isAtRest)
    store.invalidate()
  }

  /// Invalidates the store from a reducer, a cancellation handler, an effect that is being started, and an observer.
  enum Place: CaseIterable { case reducer, cancellationHandler, startOfAnEffect, observer }

  @MainActor @Test(arguments: Place.allCases) func aStoreThatIsInvalidatedByItsOwnCode(_ place: Place) async {
    let (log, box) = (Log(), StoreBox())
    let store = makeStore(Scripted.State()) { Scripted() }
    box.store = store
    let leave: @Sendable () -> Void = { MainActor.assumeIsolated { box.store?.invalidate() } }
    let endless = Effect<Scripted.Action>.run { _ in try await Task.never() }
    let never = Effect<Scripted.Action>.run { _ in log.append("never") }
    let running = store.send(hang)
    let task: StoreTask
    switch place {
    case .reducer:
      task = store.send(
        .act("leave") { _ in
          leave()
          return .merge(.send(.note("dropped")), never)
        }
      )
    case .cancellationHandler:
      let leaving = Effect<Scripted.Action>.run { _ in
        await withTaskCancellationHandler(operation: { try? await Task.never() }, onCancel: leave)
      }
      task = store.send(.act("hang") { _ in .merge(leaving.cancellable(id: 1), endless) })
      await Task.yield()
      store.send(.act("cancel") { _ in .merge(.cancel(id: 1), never) })
    case .startOfAnEffect: task = store.send(.act("start") { _ in .merge(.run { _ in leave() }, endless) })
    case .observer:
      withObservationTracking({ _ = store.count }, onChange: leave)
      task = store.send(
        .act("change") { state in
          state.count += 1
          return endless
        }
      )
    }
    await task.finish()
    await running.finish()
    #expect(log.entries.isEmpty && store.core.isAtRest && !store.log.contains("dropped"))
    box.store = nil
  }

  @MainActor @Test func aScopedStoreIsNotInvalidated() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    let line = #line + 2
    let issues = await withCapturedIssues {
      pane.invalidate()
      pane.handle.invalidate()
      await pane.handle.send(.add(1))
    }
    let message = """
      "invalidate()" was called on a scoped store. Nothing was ended.

      Effects belong to the root store. Call it on the store that was made with "Store(initialState:)"; what belongs \
      to one feature is cancelled when the feature's state goes away, or by its id.
      """
    #expect(issues.map(\.message) == [message, message] && issues.map(\.line) == [line, line + 1])
    #expect(store.pane.count == 1)
  }
}

private let hang = Scripted.Action.run("hang") { _ in try await Task.never() }

private func logging(_ name: String, in log: Log) -> Scripted.Action {
  .act(name) { _ in
    log.append(name)
    return .none
  }
}
