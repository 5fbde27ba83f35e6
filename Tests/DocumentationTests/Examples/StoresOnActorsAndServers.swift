import StoreTesting
import Testing

@Reducer
struct Chat {
  struct State: Equatable {
    var lines: [String] = []
    var idleMinutes = 0
  }

  enum Action {
    case opened
    case received(String)
    case minutePassed
    case closing
  }

  @Dependency(\.chatClient) var chatClient
  @Dependency(\.continuousClock) var clock

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      return .run { send in
        for await _ in clock.timer(interval: .seconds(60)) { await send(.minutePassed) }
      }
    case .received(let line):
      state.lines.append(line)
      state.idleMinutes = 0
      return .none
    case .minutePassed:
      state.idleMinutes += 1
      return .none
    case .closing:
      let lines = state.lines
      return .run { _ in try await chatClient.save(lines: lines) }
    }
  }
}

@DependencyClient
struct ChatClient: Sendable {
  var save: @Sendable (_ lines: [String]) async throws -> Void
}

extension ChatClient: TestDependencyKey {
  static let testValue = ChatClient()
}

extension DependencyValues {
  var chatClient: ChatClient {
    get { self[ChatClient.self] }
    set { self[ChatClient.self] = newValue }
  }
}

/// Runs one chat.
actor ChatHost {
  private lazy var store = Store(initialState: Chat.State(), isolation: self) { Chat() }

  func open() -> StoreHandle<Chat.State, Chat.Action> {
    store.send(.opened)
    return store.handle
  }
}

/// Is held by the connections of one chat. The chat ends with the last of them.
final class ChatRoom: Sendable {
  let handle: StoreHandle<Chat.State, Chat.Action>
  private let host = ChatHost()

  init() async {
    handle = await host.open()
  }

  deinit {
    handle.invalidate()
  }
}

/// Serves one client, until it says no more or the task is cancelled.
func serve(
  _ messages: AsyncStream<String>,
  in room: ChatRoom,
  write: @escaping @Sendable (String) async -> Void
) async {
  let writing = Task { [handle = room.handle] in
    for await line in handle.states(\.lines.last) {
      if let line { await write(line) }
    }
  }
  for await message in messages {
    await room.handle.send(.received(message))
  }
  writing.cancel()
}

actor ChatServer {
  private struct WeakRoom {
    weak var room: ChatRoom?
  }

  private var rooms: [String: WeakRoom] = [:]

  func room(_ name: String) async -> ChatRoom {
    if let room = rooms[name]?.room { return room }
    let room = await ChatRoom()
    // Somebody else may have opened it meanwhile.
    if let other = rooms[name]?.room { return other }
    rooms[name] = WeakRoom(room: room)
    return room
  }

  func shutDown() async {
    for room in rooms.values.compactMap(\.room) {
      await room.handle.send(.closing).finish()
      room.handle.invalidate()
    }
  }
}

/// What a module has whose default isolation is the main actor.
nonisolated struct ChatMember: Equatable, Sendable {
  var name = ""
}

@Suite struct StoresOnActorsAndServersExamples {
  private func withoutTheWorld<Result>(
    saved: LockIsolated<[[String]]> = LockIsolated([]),
    _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await withDependencies {
      $0.continuousClock = TestClock()
      $0.chatClient.save = { lines in saved.withValue { $0.append(lines) } }
    } operation: {
      try await operation()
    }
  }

  @Test func aRoomClosesWithItsLastClient() async {
    await withoutTheWorld {
      let server = ChatServer()
      let (messages, client) = AsyncStream<String>.makeStream()
      let (written, writer) = AsyncStream<String>.makeStream()
      let room = await server.room("swift")
      let states = room.handle.states
      let serving = Task { [room] in
        await serve(messages, in: room) { writer.yield($0) }
      }
      client.yield("Hello")
      for await line in written.prefix(1) { #expect(line == "Hello") }
      #expect(await server.room("swift") === room)
      // The connection is cut.
      serving.cancel()
      await serving.value
      _ = consume room
      for await _ in states {}
    }
  }

  @Test func aServerShutsDown() async {
    let saved = LockIsolated<[[String]]>([])
    await withoutTheWorld(saved: saved) {
      let server = ChatServer()
      let room = await server.room("swift")
      await room.handle.send(.received("Hello"))
      await server.shutDown()
      for await _ in room.handle.states {}
      await room.handle.send(.received("too late"))
      #expect(await room.handle.state(\.lines) == ["Hello"])
    }
    #expect(saved.value == [["Hello"]])
  }

  @Test func messagesArriveInOrder() async {
    await withoutTheWorld {
      let room = await ChatRoom()
      let handle = room.handle
      let onMessage: @Sendable (String) -> Void = { message in
        handle.enqueue(.received(message))
      }
      for number in 0..<100 { onMessage("\(number)") }
      await handle.send(.received("last"))
      #expect(await handle.state(\.lines) == (0..<100).map { "\($0)" } + ["last"])
    }
  }

  @Test func theRulesOfAChat() async {
    let clock = TestClock()
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.continuousClock = clock
    }

    let chat = await store.send(.opened)
    await clock.advance(by: .seconds(60))
    await store.receive(\.minutePassed) {
      $0.idleMinutes = 1
    }
    await store.send(.received("Hello")) {
      $0.lines = ["Hello"]
      $0.idleMinutes = 0
    }
    await chat.cancel()
  }

  @MainActor final class ChatModel {
    let store = Store(initialState: Chat.State()) { Chat() }
  }

  @MainActor @Test func aPropertyOfTheMainActor() async {
    let model = ChatModel()
    model.store.send(.received("Hello"))
    #expect(model.store.lines == ["Hello"])
  }
}
