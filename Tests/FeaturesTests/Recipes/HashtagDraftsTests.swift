import Dependencies
import Store
import StoreTesting
import Testing

@testable import Features

/// What was typed for hashtags and was not sent is kept, also for the next run.
struct HashtagDraftsTests {
  private static let full = DatabaseError.diskFull(path: "/a")

  private let clock = TestClock()
  /// What the database holds, by recipe.
  private let kept = LockIsolated<[Recipe.ID: String]>([:])

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
      $0.hashtagDraftClient.saveDraft = { [kept] text, id in kept.withValue { $0[id] = text } }
      $0.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: [.test(1)]) }
      $0.hashtagClient.hashtags = { _ in [] }
      prepare(&$0)
    }
    store.exhaustivity = .off
    return store
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

  @Test func whatIsTypedBeforeTheDraftIsReadContinuesIt() async {
    let store = store(readSlowly)
    await open(store)
    #expect(store.state.detail?.addHashtags?.isRestoring == true)
    await send(.textChanged(" #hot"), to: store)
    #expect(store.state.detail?.addHashtags?.canSend == false, "not all of it is there")
    await waitForTheDatabase(store)
    #expect(text(store) == "#soup #hot" && kept.value[7] == "#soup #hot")
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
