import Features
import Foundation
import Store
import StoreTesting
import Synchronization
import Testing

struct AddHashtagsTests {
  private func store(
    _ text: String = "#a",
    add: @escaping @Sendable (Recipe.ID, String) async throws -> [Hashtag]
  ) -> TestStoreOf<AddHashtags> {
    TestStore(initialState: AddHashtags.State(recipeID: 42, text: text)) {
      AddHashtags()
    } withDependencies: {
      $0.hashtagClient.addHashtags = { RecipeHashtags(recipeID: $0, hashtags: try await add($0, $1)) }
      $0.locale = Texts.english.locale
    }
  }

  @Test(arguments: [
    ("　＃夕食　#簡単\n", "#夕食 #簡単"), ("\n #朝食 \r\n", "#朝食"), ("#a\n＃b", "#a\n#b"), ("#そのまま", "#そのまま"), ("", ""),
    (" 　\n\t ", ""),
  ])
  func theTextIsNormalized(_ text: String, _ value: String) {
    let state = AddHashtags.State(recipeID: 1, text: text)
    #expect(state.value == value)
    #expect(state.canSend == !value.isEmpty)
  }

  @Test(arguments: [PresentationAction.presented(AddHashtags.Action.Alert.okButtonTapped), .dismiss])
  func addingShowsAnAlertThatClosesTheSheet(_ action: PresentationAction<AddHashtags.Action.Alert>) async {
    let store = store("　\n") { id, value in
      #expect(id == 42 && value == "#a #b")
      return [.test(1), .test(2)]
    }
    // Nothing is not sent.
    await store.send(.sendButtonTapped)
    await store.send(.textChanged("＃a　#b\n")) { $0.text = "＃a　#b\n" }
    await store.send(.sendButtonTapped) { $0.isSending = true }
    await store.receive(.hashtagsAdded([.test(1), .test(2)])) { $0.succeeded() }
    #expect(store.state.alert?.description == "Hashtags added\n  1. OK")
    await store.send(.sendButtonTapped)
    await store.send(.alert(action)) { $0.alert = nil }
    #expect(store.isDismissed)
  }

  @Test func itIsSentOnceAtATime() async {
    let clock = TestClock()
    let store = store { _, _ in try await clock.afterASecond([.test(1)]) }
    await store.send(.sendButtonTapped) { $0.isSending = true }
    await store.send(.sendButtonTapped)
    await store.send(.textChanged("#b"))
    await store.send(.sendButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(\.hashtagsAdded) { $0.succeeded() }
  }

  @Test func failureKeepsTheText() async {
    let store = store { _, _ in throw APIError.notHTTP }
    await store.send(.sendButtonTapped) { $0.isSending = true }
    await store.receive(.sendingFailed(.notHTTP)) { $0.failed(.notHTTP) }
    #expect(store.state.text == "#a")
    store.dependencies.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: []) }
    await store.send(.sendButtonTapped) {
      $0.isSending = true
      $0.error = nil
    }
    await store.receive(\.hashtagsAdded) { $0.succeeded() }
  }

  /// Sends a text for the first time, which fails. Afterwards there is a network in two seconds of the clock.
  private func sendWithoutNetwork(
    _ error: APIError
  ) async -> (store: TestStoreOf<AddHashtags>, clock: TestClock<Duration>) {
    let clock = TestClock()
    let isDown = Mutex(true)
    let store = store { _, value in
      #expect(value == "#a")
      let wasDown = isDown.withLock { isDown in
        defer { isDown = false }
        return isDown
      }
      if wasDown { throw error }
      return [.test(1)]
    }
    store.dependencies.restoreNetwork(after: .seconds(2), on: clock)
    await store.send(.sendButtonTapped) { $0.isSending = true }
    await store.receive(.sendingFailed(error)) { $0.failed(error) }
    return (store, clock)
  }

  @Test func whatDidNotReachTheServerIsSentWhenThereIsANetwork() async {
    let (store, clock) = await sendWithoutNetwork(.noConnection(reason: "the connection was refused"))
    await clock.advance(by: .seconds(2))
    await store.receive(modify: "Hashtags are sent again") {
      $0.isSending = true
      $0.error = nil
    }
    await store.receive(.hashtagsAdded([.test(1)])) { $0.succeeded() }
  }

  @Test func aTextThatIsChangedMeanwhileIsNotSent() async {
    let (store, clock) = await sendWithoutNetwork(.noConnection(reason: "the connection was refused"))
    await store.send(.textChanged("#ab")) {
      $0.text = "#ab"
      $0.error = nil
    }
    await clock.advance(by: .seconds(2))
    await store.finish()
  }

  @Test(arguments: [APIError.noConnection(reason: "the connection was lost"), .timeout(seconds: 30)])
  func whatMayHaveReachedTheServerIsNotSentTwice(_ error: APIError) async {
    let (store, clock) = await sendWithoutNetwork(error)
    await clock.advance(by: .seconds(2))
    await store.finish()
  }
}
