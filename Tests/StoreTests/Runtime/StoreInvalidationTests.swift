import Dependencies
import Store
import Testing

@testable import StoreCore

/// The end of stores and of the actors that own them.
@Suite(.timeLimit(.minutes(10))) struct StoreInvalidationTests {
  /// Yields its name to a stream when it is released.
  final class Token: Sendable {
    let continuation: AsyncStream<String>.Continuation
    let name: String

    init(_ name: String, _ continuation: AsyncStream<String>.Continuation) {
      self.name = name
      self.continuation = continuation
    }

    deinit { continuation.yield(name) }
  }

  @Reducer struct Chat {
    struct State: Equatable {
      var messages: [String] = []
    }

    enum Action: Sendable {
      case opened
      case received(String)
      case closing(Log)
      case closed(Log)
    }

    let log: Log?

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .opened:
        return .run { _ in try await Task.never() }
      case .received(let message):
        state.messages.append(message)
        log?.append(message)
      case .closing(let log):
        return .merge(.send(.closed(log)), .run { _ in log.append("nobody is left to run this") })
      case .closed(let log): log.append("closed")
      }
      return .none
    }
  }

  actor Session {
    let token: Token
    let log: Log?
    private var store: StoreOf<Chat>?

    init(_ token: Token, log: Log? = nil) {
      self.token = token
      self.log = log
    }

    func start() -> StoreHandle<Chat.State, Chat.Action> {
      let store = Store(initialState: Chat.State()) { Chat(log: log) }
      self.store = store
      return store.handle
    }

    func open() -> StoreTask? { store?.send(.opened) }
  }

  /// An object that the clients of a session retain.
  final class Room: Sendable {
    let handle: StoreHandle<Chat.State, Chat.Action>
    private let session: Session

    init(_ token: Token, log: Log) async {
      session = Session(token, log: log)
      handle = await session.start()
      _ = await session.open()
    }

    deinit { handle.invalidate() }
  }

  @Test func aThousandRoomsCloseWhenTheirLastClientVanishes() async {
    let (gone, continuation) = AsyncStream<String>.makeStream()
    let log = Log()
    var rooms: [Room] = []
    for number in 0..<1000 {
      let room = await Room(Token("\(number)", continuation), log: log)
      // An action that is enqueued just before the release still arrives.
      room.handle.enqueue(.received("\(number)"))
      rooms.append(room)
    }
    rooms = []
    var names: Set<String> = []
    for await name in gone.prefix(1000) { names.insert(name) }
    #expect(names == Set((0..<1000).map(String.init)))
    #expect(Set(log.entries) == names)
  }

  @Test func neitherAHandleNorATaskKeepsTheActor() async {
    let (gone, continuation) = AsyncStream<String>.makeStream()
    var session: Session? = Session(Token("session", continuation))
    let handle = await session?.start()
    let task = await handle?.send(.opened)
    let callback: @Sendable () -> Void = { handle?.enqueue(.received("late")) }
    task?.cancel()
    session = nil
    for await name in gone.prefix(1) { #expect(name == "session") }
    callback()
    #expect(await handle?.send(.opened).isFinished == true)
    #expect(await handle?.state(\.messages) == nil)
    #expect(await task?.isFinished == true)
    await task?.finish()
    task?.cancel()
  }

  actor LastWords {
    private let token: Token
    private let log: Log
    private var store: StoreOf<Chat>?

    init(_ token: Token, log: Log) {
      self.token = token
      self.log = log
    }

    func start() { store = Store(initialState: Chat.State()) { Chat(log: nil) } }

    isolated deinit {
      store?.send(.closing(log))
      let handle = store?.handle
      handle?.enqueue(.received("nobody gets this"))
      if let messages = store?.messages { log.append("\(messages.count)") }
      store?.invalidate()
    }
  }

  @Test func anActorUsesItsStoreInItsIsolatedDeinit() async {
    let (gone, continuation) = AsyncStream<String>.makeStream()
    let log = Log()
    var words: LastWords? = LastWords(Token("words", continuation), log: log)
    await words?.start()
    words = nil
    for await _ in gone.prefix(1) {}
    #expect(log.entries == ["closed", "0"])
  }

  @MainActor @Test func anInvalidatedStore() async {
    let log = Log()
    let store = Store(initialState: Chat.State()) { Chat(log: nil) }
    let task = store.send(.opened)
    let (states, handle) = (store.states, store.handle)
    let iterator = states.makeAsyncIterator()
    _ = await iterator.next()
    store.send(.received("first"))
    #expect(await iterator.next()?.messages == ["first"])
    store.invalidate()
    await task.finish()
    #expect(await iterator.next() == nil)
    store.send(.received("second"))
    store.send(.closing(log))
    handle.enqueue(.received("third"))
    #expect(await handle.send(.opened).isFinished)
    #expect(store.messages == ["first"])
    #expect(await handle.state(\.messages) == ["first"])
    #expect(log.entries.isEmpty)
    #expect(store.core.isAtRest)
    store.invalidate()
  }

  /// Invalidates the store from a reducer, a cancellation handler, an effect that is being started, and an observer.
  @MainActor @Test(arguments: [0, 1, 2, 3]) func aStoreThatIsInvalidatedByItsOwnCode(place: Int) async {
    enum Action: Sendable {
      case run(@MainActor @Sendable () -> Effect<Action>)
    }
    let log = Log()
    let box = Box<Store<Int, Action>>()
    let store = makeStore(0, of: Action.self) { state, action in
      state += 1
      switch action {
      case .run(let effect): return MainActor.assumeIsolated { effect() }
      }
    }
    box.value = store
    let leave: @MainActor @Sendable () -> Void = { box.value?.invalidate() }
    let running = store.send(.run { .run { _ in try await Task.never() } })
    var task: StoreTask?
    switch place {
    case 0:
      task = store.send(
        .run {
          leave()
          return .merge(.send(.run { .none }), .run { _ in log.append("never") })
        }
      )
    case 1:
      task = store.send(
        .run {
          .merge(
            .run { @MainActor _ in
              await withTaskCancellationHandler {
                try? await Task.never()
              } onCancel: {
                MainActor.assumeIsolated { leave() }
              }
            }
            .cancellable(id: 1),
            .run { _ in try await Task.never() }
          )
        }
      )
      await Task.yield()
      store.send(.run { .merge(.cancel(id: 1), .run { _ in log.append("never") }) })
    case 2:
      task = store.send(.run { .merge(.run { @MainActor _ in leave() }, .run { _ in try await Task.never() }) })
    default:
      withObservationTracking {
        _ = store.state
      } onChange: {
        MainActor.assumeIsolated { leave() }
      }
      task = store.send(.run { .run { _ in try await Task.never() } })
    }
    await task?.finish()
    await running.finish()
    #expect(log.entries.isEmpty)
    #expect(store.core.isAtRest)
    box.value = nil
  }

  @MainActor @Test func aScopedStoreIsNotInvalidated() async {
    let store = makeStore(Scripted.State()) { Scripted() }
    let pane = store.scope(state: \.pane, action: \.pane)
    let issues = withCapturedIssues { pane.invalidate() }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("\"invalidate()\" was called on a scoped store. Nothing was ended.") == true)
    pane.send(.add(1))
    #expect(store.pane.count == 1)
  }

  @MainActor final class Box<Value> {
    var value: Value?
  }
}
