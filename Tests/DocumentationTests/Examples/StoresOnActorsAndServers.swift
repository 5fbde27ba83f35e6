import StoreTesting
import Testing

// #include StoresOnActorsAndServers.md: struct Chat {

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
  private let store = Store(initialState: Chat.State()) { Chat() }

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
    var count = 0
    for await lines in handle.states(\.lines) {
      for line in lines.dropFirst(count) { await write(line) }
      count = lines.count
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
// #include StoresOnActorsAndServers.md: nonisolated struct ChatMember:

// #include StoresOnActorsAndServers.md: struct ChatSettings

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

  // #include StoresOnActorsAndServers.md: func aRoomClosesWithItsLastClient

  // #include StoresOnActorsAndServers.md: func aServerShutsDown

  @Test func messagesArriveInOrder() async {
    await withoutTheWorld {
      let room = await ChatRoom()
      let handle = room.handle
      // #include StoresOnActorsAndServers.md: let onMessage: @Sendable
      #expect(await handle.state(\.lines) == (0..<100).map { "\($0)" } + ["last"])
    }
  }

  // #include StoresOnActorsAndServers.md: func theRulesOfAChat

  // #include StoresOnActorsAndServers.md: class ChatModel

  @MainActor @Test func aPropertyOfTheMainActor() async {
    let model = ChatModel()
    model.store.send(.received("Hello"))
    #expect(model.store.lines == ["Hello"])
  }

  // #include StoresOnActorsAndServers.md: func greet()

  @Test func storesThatTheirActorsUseFirst() async {
    await withoutTheWorld {
      await ChatSession().open()
      await LazyChatSession().open()
      let session = NamedChatSession(greeting: "Hello")
      await session.open()
      #expect(await session.handle.state(\.lines) == ["Hello"])
      #expect(await greet() == ["Hello"])
    }
  }
}
