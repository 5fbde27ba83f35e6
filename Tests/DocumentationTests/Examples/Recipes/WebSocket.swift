import StoreTesting
import Testing

@Suite struct SocketRecipe {
  // #include WebSocket.md

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
