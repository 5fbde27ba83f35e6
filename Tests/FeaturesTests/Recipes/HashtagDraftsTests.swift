import Dependencies
import Store
import StoreTesting
import Testing

@testable import Features

/// What was typed for hashtags and was not sent is kept, also for the next run.
struct HashtagDraftsTests {
  private static let full = DatabaseError.diskFull(path: "/a")

  /// What the database holds, by recipe.
  private let kept = LockIsolated<[Recipe.ID: String]>([:])
  private let writeCount = LockIsolated(0)

  private func store(
    _ prepare: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RecipeList> {
    var state = RecipeList.State(detail: RecipeDetail.State(id: 7))
    state.recipes.rows = [RecipeList.Row(recipe: .test(7)), RecipeList.Row(recipe: .test(8))]
    let store = TestStore(initialState: state) {
      RecipeList()
    } withDependencies: {
      $0.locale = Texts.english.locale
      $0.hashtagDraftClient.draft = { [kept] id in kept.value[id] ?? "" }
      $0.hashtagDraftClient.saveDraft = { [kept, writeCount] text, id in
        kept.withValue { $0[id] = text }
        writeCount.withValue { $0 += 1 }
      }
      $0.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: [.test(1)]) }
      $0.hashtagClient.hashtags = { _ in [] }
      prepare(&$0)
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    return store
  }

  private func send(_ actions: AddHashtags.Action..., to store: TestStoreOf<RecipeList>) async {
    for action in actions {
      await store.send(.detail(.presented(.addHashtags(.presented(action)))))
      await store.skipReceivedActions(strict: false)
    }
  }

  private func open(_ store: TestStoreOf<RecipeList>) async {
    await store.send(.detail(.presented(.addHashtagsButtonTapped)))
    await store.skipReceivedActions(strict: false)
  }

  /// A client's endpoint that takes a second.
  private func slowly<Input: Sendable, Output: Sendable>(
    _ clock: TestClock<Duration>,
    _ endpoint: @escaping @Sendable (Input) async throws -> Output
  ) -> @Sendable (Input) async throws -> Output {
    { input in
      try await clock.sleep(for: .seconds(1))
      return try await endpoint(input)
    }
  }

  private func text(_ store: TestStoreOf<RecipeList>) -> String? { store.state.detail?.addHashtags?.text }

  @Test func whatWasTypedIsThereInTheNextRun() async {
    let first = store()
    await open(first)
    await send(.textChanged("#s"), .textChanged("#soup"), to: first)
    let second = store()
    await open(second)
    #expect(text(second) == "#soup")
    #expect(second.state.detail?.addHashtags?.canSend == true)
  }

  @Test(arguments: [AddHashtags.Action.sendButtonTapped, .cancelButtonTapped])
  func whatWasSentOrDiscardedIsNot(_ action: AddHashtags.Action) async {
    let first = store()
    await open(first)
    await send(.textChanged("#soup"), action, to: first)
    #expect(kept.value == [7: ""])
    if action == .sendButtonTapped { await send(.alert(.presented(.okButtonTapped)), to: first) }
    await open(first)
    #expect(text(first) == "")
  }

  @Test func whatCouldNotBeSentIsKept() async {
    let store = store { $0.hashtagClient.addHashtags = { _, _ in throw APIError.notHTTP } }
    await open(store)
    await send(.textChanged("#soup"), .sendButtonTapped, to: store)
    #expect(text(store) == "#soup")
    #expect(kept.value == [7: "#soup"])
  }

  /// A form that is replaced in the next moment loses nothing, and what is written meanwhile is written once.
  @Test func eachTextIsWrittenAfterTheOneBefore() async {
    let clock = TestClock()
    let store = store {
      $0.hashtagDraftClient.saveDraft = { [kept, writeCount] text, id in
        try await clock.sleep(for: .seconds(1))
        kept.withValue { $0[id] = text }
        writeCount.withValue { $0 += 1 }
      }
    }
    await open(store)
    await send(.textChanged("#s"), .textChanged("#so"), .textChanged("#soup"), to: store)
    await store.send(.detail(.dismiss))
    await clock.advance(by: .seconds(5))
    await store.skipReceivedActions(strict: false)
    #expect(kept.value == [7: "#soup"])
    #expect(writeCount.value == 2)
  }

  @Test func whatIsTypedBeforeTheDraftIsReadContinuesIt() async {
    kept.withValue { $0 = [7: "#soup"] }
    let clock = TestClock()
    let store = store { $0.hashtagDraftClient.draft = slowly(clock, $0.hashtagDraftClient.draft) }
    await open(store)
    #expect(store.state.detail?.addHashtags?.isRestoring == true)
    await send(.textChanged(" #hot"), to: store)
    #expect(store.state.detail?.addHashtags?.canSend == false, "not all of it is there")
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == "#soup #hot")
    #expect(kept.value == [7: "#soup #hot"])
  }

  /// A draft that has not been on show is not discarded with what was typed before it was read.
  @Test(arguments: [nil, " #hot"])
  func whatHasNotBeenReadIsNotDiscarded(_ typed: String?) async {
    kept.withValue { $0 = [7: "#soup"] }
    let clock = TestClock()
    let store = store { $0.hashtagDraftClient.draft = slowly(clock, $0.hashtagDraftClient.draft) }
    await open(store)
    if let typed { await send(.textChanged(typed), to: store) }
    await send(.cancelButtonTapped, to: store)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(kept.value == [7: "#soup"])
    await open(store)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == "#soup")
  }

  @Test func whatIsErasedBeforeTheDraftIsReadIsNoReasonToDiscardIt() async {
    kept.withValue { $0 = [7: "#soup"] }
    let clock = TestClock()
    let store = store { $0.hashtagDraftClient.draft = slowly(clock, $0.hashtagDraftClient.draft) }
    await open(store)
    await send(.textChanged("#"), .textChanged(""), to: store)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == "#soup")
    #expect(kept.value == [7: "#soup"])
  }

  /// A job belongs to the task of the action that started it, which ends with its view.
  @Test func aJobThatWasCancelledRunsAgain() async {
    kept.withValue { $0 = [7: "#soup"] }
    let clock = TestClock()
    let store = store {
      $0.hashtagDraftClient.draft = slowly(clock, $0.hashtagDraftClient.draft)
    }
    let task = await store.send(.detail(.presented(.addHashtagsButtonTapped)))
    await task.cancel()
    await store.receive(.draftsCancelled)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == "#soup")
    #expect(store.state.detail?.addHashtags?.canSend == true)
  }

  /// An appearance cannot know whether a job is running. It takes the place of one that is.
  @Test func aRunningJobBeginsAgain() async {
    let readCount = LockIsolated(0)
    let clock = TestClock()
    let store = store {
      $0.hashtagDraftClient.draft = slowly(clock) { _ in
        readCount.withValue { $0 += 1 }
        return "#soup"
      }
      $0.recipeClient.recipe = { _ in throw APIError.notHTTP }
    }
    await open(store)
    await clock.advance(by: .milliseconds(900))
    await store.send(.detail(.presented(.appeared)))
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.detail?.addHashtags?.isRestoring == false)
    #expect(text(store) == "#soup" && readCount.value == 1)
    await store.skipInFlightEffects(strict: false)
  }

  /// What the sheet of one recipe waits for is not what that of another one gets.
  @Test func eachSheetGetsItsOwn() async {
    kept.withValue { $0 = [7: "#soup", 8: "#cake"] }
    let clock = TestClock()
    let store = store {
      $0.hashtagDraftClient.draft = slowly(clock, $0.hashtagDraftClient.draft)
    }
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

  @Test func whatCouldNotBeKeptIsSaid() async {
    let store = store { $0.hashtagDraftClient.saveDraft = { _, _ in throw Self.full } }
    await open(store)
    await send(.textChanged("#soup"), to: store)
    #expect(store.state.draftsError == Self.full)
    #expect(text(store) == "#soup")
    await store.send(.draftErrorDismissed)
    #expect(store.state.draftsError == nil)
    store.dependencies.hashtagDraftClient.saveDraft = { [kept] text, id in kept.withValue { $0[id] = text } }
    await send(.textChanged("#soups"), to: store)
    #expect(kept.value == [7: "#soups"])
  }

  /// It stays until what failed is kept, whatever is kept for other recipes meanwhile.
  @Test func whatWasKeptForAnotherRecipeIsNoReasonToSayNothing() async {
    let isFull = LockIsolated(true)
    let store = store {
      $0.hashtagDraftClient.saveDraft = { [kept] text, id in
        if id == 7, isFull.value { throw Self.full }
        kept.withValue { $0[id] = text }
      }
    }
    await open(store)
    await send(.textChanged("#soup"), to: store)
    await store.send(.rowTapped(id: 8))
    await open(store)
    await send(.textChanged("#cake"), to: store)
    #expect(kept.value == [8: "#cake"])
    #expect(store.state.draftsError == Self.full)
    isFull.withValue { $0 = false }
    await store.send(.rowTapped(id: 7))
    await open(store)
    await send(.textChanged("#soups"), to: store)
    #expect(kept.value == [7: "#soups", 8: "#cake"])
    #expect(store.state.draftsError == nil)
  }

  /// It is not replaced by what is typed meanwhile or afterwards, but read again.
  @Test(arguments: [false, true])
  func aDraftThatCouldNotBeReadIsSaidAndKept(isTypedMeanwhile: Bool) async {
    kept.withValue { $0 = [7: "#soup"] }
    let clock = TestClock()
    let store = store {
      $0.hashtagDraftClient.draft = slowly(clock) { _ in throw Self.full }
    }
    await open(store)
    if isTypedMeanwhile { await send(.textChanged(" #"), to: store) }
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.draftsError == Self.full)
    #expect(store.state.detail?.addHashtags?.isRestoring == false)
    #expect(text(store) == (isTypedMeanwhile ? " #" : ""))
    #expect(kept.value == [7: "#soup"])
    await send(.textChanged(" #h"), to: store)
    await clock.advance(by: .seconds(1))
    await store.skipReceivedActions(strict: false)
    #expect(text(store) == " #h" && store.state.detail?.addHashtags?.canSend == true, "it need not be kept to be sent")
    #expect(kept.value == [7: "#soup"])
    store.dependencies.hashtagDraftClient.draft = { [kept] id in kept.value[id] ?? "" }
    await send(.textChanged(" #hot"), to: store)
    #expect(text(store) == "#soup #hot")
    #expect(kept.value == [7: "#soup #hot"])
    #expect(store.state.draftsError == nil)
  }

  @Test(arguments: [AddHashtags.Action.sendButtonTapped, .cancelButtonTapped])
  func aDraftThatCouldNotBeReadStaysWhereItIs(_ action: AddHashtags.Action) async {
    kept.withValue { $0 = [7: "#soup"] }
    let store = store { $0.hashtagDraftClient.draft = { _ in throw Self.full } }
    await open(store)
    await send(.textChanged("#hot"), action, to: store)
    #expect(kept.value == [7: "#soup"])
  }

  /// As long as the program runs, the sheet shows it again, and it is written again.
  @Test(arguments: ["#soup", ""])
  func whatCouldNotBeKeptIsThereAgain(_ typed: String) async {
    kept.withValue { $0 = [7: "#"] }
    let store = store()
    await open(store)
    store.dependencies.hashtagDraftClient.saveDraft = { _, _ in throw Self.full }
    await send(.textChanged(typed), to: store)
    await store.send(.detail(.presented(.addHashtags(.dismiss))))
    store.dependencies.hashtagDraftClient.saveDraft = { [kept] text, id in kept.withValue { $0[id] = text } }
    await open(store)
    #expect(text(store) == typed)
    #expect(kept.value == [7: typed])
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
