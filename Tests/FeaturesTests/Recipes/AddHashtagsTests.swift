import Foundation
import StoreTesting
import Synchronization
import Testing

@testable import Features

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
    await store.send(.sendButtonTapped) { $0.sentAgain() }
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
    await store.receive(modify: "Hashtags are sent again") { $0.sentAgain() }
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

/// What was typed for hashtags and was not sent is kept, also for the next run.
struct HashtagDraftsTests {
  private static let full = DatabaseError.diskFull(path: "/a")

  private let clock = TestClock()
  /// What the database holds, by recipe.
  private let kept = LockIsolated<[Recipe.ID: String]>([:])

  private func store(_ prepare: @escaping (inout DependencyValues) -> Void = { _ in }) -> TestStoreOf<RecipeList> {
    var state = RecipeList.State(detail: RecipeDetail.State(id: 7))
    state.recipes.rows = [RecipeList.Row(recipe: .test(7)), RecipeList.Row(recipe: .test(8))]
    return TestStore(initialState: state) {
      RecipeList()
    } withDependencies: {
      $0.locale = Texts.english.locale
      $0.hashtagDraftClient.draft = { [kept] id in kept.value[id] ?? "" }
      $0.hashtagDraftClient.saveDraft = { [kept] text, id in kept.withValue { $0[id] = text } }
      $0.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: [.test(1)]) }
      $0.hashtagClient.hashtags = { _ in [] }
      prepare(&$0)
    }.nonExhaustive
  }

  /// Lets the database, which has a draft, take a second to read it.
  private func readSlowly(_ values: inout DependencyValues) {
    kept.withValue { $0 = [7: "#soup"] }
    values.hashtagDraftClient.draft = { [clock, kept] id in
      try await clock.sleep(for: .seconds(1))
      return kept.value[id] ?? ""
    }
  }

  private func waitForTheDatabase(_ store: TestStoreOf<RecipeList>) async {
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
  }

  private func send(_ actions: AddHashtags.Action..., to store: TestStoreOf<RecipeList>) async {
    for action in actions { await store.play(.detail(.presented(.addHashtags(.presented(action))))) }
  }

  private func open(_ store: TestStoreOf<RecipeList>) async {
    await store.play(.detail(.presented(.addHashtagsButtonTapped)))
  }

  private func text(_ store: TestStoreOf<RecipeList>) -> String? { store.state.detail?.addHashtags?.text }

  @Test(arguments: [AddHashtags.Action.sendButtonTapped, .cancelButtonTapped])
  func whatWasTypedIsThereInTheNextRunUntilItIsSentOrDiscarded(_ action: AddHashtags.Action) async {
    let first = store()
    await open(first)
    await send(.textChanged("#s"), .textChanged("#soup"), to: first)
    let second = store()
    await open(second)
    #expect(text(second) == "#soup" && second.state.detail?.addHashtags?.canSend == true)
    await send(action, to: second)
    #expect(kept.value == [7: ""])
    if action == .sendButtonTapped { await send(.alert(.presented(.okButtonTapped)), to: second) }
    await open(second)
    #expect(text(second) == "")
  }

  /// A draft that has not been on show is not discarded with what was typed before it was read.
  @Test(arguments: [nil, " #hot"])
  func whatHasNotBeenReadIsNotDiscarded(_ typed: String?) async {
    let store = store(readSlowly)
    await open(store)
    if let typed { await send(.textChanged(typed), to: store) }
    await send(.cancelButtonTapped, to: store)
    await waitForTheDatabase(store)
    #expect(kept.value[7] == "#soup")
    await open(store)
    await waitForTheDatabase(store)
    #expect(text(store) == "#soup")
  }

  /// A job belongs to the task of the action that started it, which ends with its view.
  @Test func aJobThatWasCancelledRunsAgain() async {
    let store = store(readSlowly)
    let task = await store.send(.detail(.presented(.addHashtagsButtonTapped)))
    await task.cancel()
    await store.receive(.draftsCancelled)
    await waitForTheDatabase(store)
    #expect(text(store) == "#soup" && store.state.detail?.addHashtags?.canSend == true)
  }

  /// The sheet of one recipe waits for its draft while that of another opens.
  @Test func eachSheetGetsItsOwn() async {
    let store = store(readSlowly)
    kept.withValue { $0[8] = "#cake" }
    await open(store)
    await send(.textChanged(" #hot"), to: store)
    await store.send(.rowTapped(id: 8))
    await open(store)
    await send(.textChanged(" #sweet"), to: store)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == " #sweet" && kept.value[7] == "#soup #hot")
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == "#cake #sweet" && kept.value == [7: "#soup #hot", 8: "#cake #sweet"])
  }

  /// An appearance cannot know whether a job is running. It takes the place of one that is.
  @Test func aRunningJobBeginsAgain() async {
    let readCount = LockIsolated(0)
    let store = store {
      $0.hashtagDraftClient.draft = { [clock] _ in
        try await clock.sleep(for: .seconds(1))
        readCount.withValue { $0 += 1 }
        return "#soup"
      }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
    }
    await open(store)
    await clock.advance(by: .milliseconds(900))
    await store.send(.detail(.presented(.appeared)))
    await waitForTheDatabase(store)
    #expect(store.state.detail?.addHashtags?.isRestoring == false)
    #expect(text(store) == "#soup" && readCount.value == 1)
  }

  /// It is said until what failed is kept, whatever is kept for other recipes meanwhile.
  @Test func whatCouldNotBeKeptIsSaid() async {
    let isFull = LockIsolated(true)
    let store = store {
      $0.hashtagDraftClient.saveDraft = { [kept] text, id in
        if id == 7, isFull.value { throw Self.full }
        kept.withValue { $0[id] = text }
      }
    }
    await open(store)
    await send(.textChanged("#soup"), to: store)
    #expect(store.state.draftsError == Self.full && text(store) == "#soup")
    await store.send(.rowTapped(id: 8))
    await open(store)
    await send(.textChanged("#cake"), to: store)
    #expect(store.state.draftsError == Self.full && kept.value == [8: "#cake"])
    await store.send(.draftErrorDismissed)
    #expect(store.state.draftsError == nil)
    await store.send(.rowTapped(id: 7))
    await open(store)
    #expect(text(store) == "#soup" && store.state.draftsError == Self.full, "it is there again, and tried again")
    isFull.withValue { $0 = false }
    await send(.textChanged("#soups"), to: store)
    #expect(store.state.draftsError == nil && kept.value == [7: "#soups", 8: "#cake"])
  }

  /// It is not replaced by what is typed meanwhile or afterwards, but read again.
  @Test(arguments: [false, true])
  func aDraftThatCouldNotBeReadIsSaidAndKept(isTypedMeanwhile: Bool) async {
    let store = store {
      readSlowly(&$0)
      $0.hashtagDraftClient.draft = { [clock] _ in try await clock.afterASecond(throwing: Self.full) }
    }
    await open(store)
    if isTypedMeanwhile { await send(.textChanged(" #"), to: store) }
    await waitForTheDatabase(store)
    #expect(store.state.draftsError == Self.full && store.state.detail?.addHashtags?.isRestoring == false)
    #expect(text(store) == (isTypedMeanwhile ? " #" : "") && kept.value[7] == "#soup")
    await send(.textChanged(" #h"), to: store)
    await waitForTheDatabase(store)
    #expect(text(store) == " #h" && store.state.detail?.addHashtags?.canSend == true, "it need not be kept to be sent")
    #expect(kept.value[7] == "#soup")
    store.dependencies.hashtagDraftClient.draft = { [kept] id in kept.value[id] ?? "" }
    await send(.textChanged(" #hot"), to: store)
    #expect(text(store) == "#soup #hot" && kept.value[7] == "#soup #hot" && store.state.draftsError == nil)
  }

  @Test func theDatabaseKeepsOneTextForEachRecipe() async throws {
    try await withDependencies {
      $0.database = Database(inMemory: .features)
    } operation: {
      let client = HashtagDraftClient.liveValue
      #expect(try await client.draft(recipeID: 7) == "")
      try await client.saveDraft(text: "#s", recipeID: 7)
      try await client.saveDraft(text: "#soup", recipeID: 7)
      try await client.saveDraft(text: "#b", recipeID: .max)
      #expect(try await client.draft(recipeID: 7) == "#soup")
      #expect(try await client.draft(recipeID: .max) == "#b")
      try await client.saveDraft(text: "", recipeID: 7)
      #expect(try await client.draft(recipeID: 7) == "")
    }
  }
}
