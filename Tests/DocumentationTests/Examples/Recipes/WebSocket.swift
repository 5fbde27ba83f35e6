import StoreTesting
import Testing

@Suite struct SocketRecipe {
  @DependencyClient
  struct ChatClient: TestDependencyKey {
    var connect: @Sendable () async throws -> AsyncThrowingStream<String, any Error>
    var send: @Sendable (_ text: String) async throws -> Void

    static let testValue = ChatClient()
  }

  @Reducer
  struct Chat {
    struct State: Equatable {
      var isConnected = false
      var messages: [String] = []
      var draft = ""
    }

    enum Action: Equatable {
      case task
      case connected
      case received(String)
      case disconnected
      case sendButtonTapped
      case sendFailed(String)
    }

    enum CancelID { case socket }

    @Dependency(\.continuousClock) var clock
    @Dependency(ChatClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .task:
        return .run { send in
          while true {
            do {
              let messages = try await client.connect()
              await send(.connected)
              for try await message in messages { await send(.received(message)) }
            } catch {}
            await send(.disconnected)
            try await clock.sleep(for: .seconds(3))
          }
        }
        .cancellable(id: CancelID.socket, cancelInFlight: true)

      case .sendButtonTapped:
        let text = state.draft
        state.draft = ""
        return .run { _ in
          try await client.send(text: text)
        } catch: { _, send in
          await send(.sendFailed(text))
        }

      case .connected:
        state.isConnected = true
        return .none

      case .received(let message):
        state.messages.append(message)
        return .none

      case .disconnected:
        state.isConnected = false
        return .none

      case .sendFailed(let text):
        if state.draft.isEmpty { state.draft = text }
        return .none
      }
    }
  }

  @Test func aLostConnectionIsMadeAgain() async {
    let clock = TestClock()
    let (messages, socket) = AsyncThrowingStream<String, any Error>.makeStream()
    let store = TestStore(initialState: Chat.State()) {
      Chat()
    } withDependencies: {
      $0.continuousClock = clock
      $0[ChatClient.self].connect = { messages }
    }

    let task = await store.send(.task)
    await store.receive(.connected) { $0.isConnected = true }
    socket.yield("Hello")
    await store.receive(.received("Hello")) { $0.messages = ["Hello"] }
    socket.finish()
    await store.receive(.disconnected) { $0.isConnected = false }
    await clock.advance(by: .seconds(3))
    await store.receive(.connected) { $0.isConnected = true }
    await store.receive(.disconnected) { $0.isConnected = false }
    await task.cancel()
  }

  @Test func aMessageThatWasNotSentComesBack() async {
    struct Offline: Error {}
    let store = TestStore(initialState: Chat.State(draft: "Hello")) {
      Chat()
    } withDependencies: {
      $0[ChatClient.self].send = { _ in throw Offline() }
    }
    await store.send(.sendButtonTapped) { $0.draft = "" }
    await store.receive(.sendFailed("Hello")) { $0.draft = "Hello" }
  }
}
