import Foundation
import StoreTesting
import Testing

@testable import Features

struct RecipeDetailTests {
  private typealias State = RecipeDetail.State

  private let clock = TestClock()

  private func store(
    _ state: RecipeDetail.State = State(id: 42),
    hashtags: (@Sendable ([Recipe.ID]) async throws -> [Hashtag])? = nil,
    add: (@Sendable (Recipe.ID, String) async throws -> RecipeHashtags)? = nil
  ) -> TestStoreOf<RecipeDetail> {
    TestStore(initialState: state) {
      RecipeDetail()
    } withDependencies: {
      $0.recipeClient.recipe = { .test($0) }
      if let hashtags {
        $0.hashtagClient.hashtags = { ids in
          let hashtags = try await hashtags(ids)
          return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: hashtags) })
        }
      }
      if let add { $0.hashtagClient.addHashtags = add }
      $0.locale = Texts.english.locale
    }
  }

  private static func adding(_ text: String, to hashtags: [Hashtag]) -> State {
    with(State(id: 42)) {
      $0.recipe.value = .test(42)
      $0.hashtags.value = hashtags
      $0.addHashtags = AddHashtags.State(recipeID: 42, text: text)
    }
  }

  private func send(_ store: TestStoreOf<RecipeDetail>) async {
    await store.send(\.addHashtags.sendButtonTapped) { $0.addHashtags?.isSending = true }
  }

  @Test func aRecipeThatTheHashtagServiceDoesNotKnowHasNone() async {
    let store = store()
    store.dependencies.hashtagClient.hashtags = { _ in [RecipeHashtags(recipeID: 7, hashtags: [.test(7)])] }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await store.receive(.hashtagsLoaded([])) { $0.hashtags.loaded([]) }
  }

  @Test func onePartThatFailsDoesNotHideTheOther() async {
    let error = APIError.status(code: 404, message: nil, retryAt: nil)
    let store = store(State(summary: .test(42)), hashtags: { _ in throw APIError.notHTTP })
    store.dependencies.recipeClient.recipe = { _ in throw error }
    await store.send(.appeared) { $0.beginLoading() }
    #expect(store.state.title == "レシピ42")
    await store.receive(.recipeFailed(error)) { $0.recipe.failed(error) }
    await store.receive(.hashtagsFailed(.notHTTP)) { $0.hashtags.failed(.notHTTP) }
    await store.send(.appeared)
    store.dependencies.hashtagClient.hashtags = { _ in [RecipeHashtags(recipeID: 42, hashtags: [.test(3)])] }
    await store.send(.retryHashtagsButtonTapped) { $0.hashtags.loadAgain() }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(3)]) }
    await store.send(.retryHashtagsButtonTapped)
    store.dependencies.recipeClient.recipe = { .test($0) }
    await store.send(.retryRecipeButtonTapped) { $0.recipe.loadAgain() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await store.send(.retryRecipeButtonTapped)
  }

  /// The hashtags of a recipe may have been kept after those of the list from which it is opened, or before them.
  @Test(arguments: [-3600, 0, 3600])
  func whatWasKeptIsShownAndOfHashtagsThatWereKeptTwiceTheNewer(_ seconds: TimeInterval) async {
    let time = Date.yesterday.addingTimeInterval(seconds)
    let store = store(State(summary: .test(42), hashtags: [.test(1)], hashtagsAsOf: .yesterday)).nonExhaustive
    store.dependencies.recipeClient.recipe = { id in
      guard KeptAnswers.areWelcome else { throw APIError.notHTTP }
      return .test(id).asOf(.yesterday)
    }
    store.dependencies.hashtagClient.hashtags = { _ in
      guard KeptAnswers.areWelcome else { throw APIError.notHTTP }
      let hashtags = RecipeHashtags(recipeID: 42, hashtags: [.test(2)], omittedCount: 2)
      return IdentifiedArray(uniqueElements: [hashtags]).asOf(time)
    }
    await store.send(.appeared)
    await store.receive(.recipeLoaded(.test(42).asOf(.yesterday))) {
      $0.recipe.value = .test(42)
      $0.recipe.asOf = .yesterday
      $0.recipe.isLoading = true
    }
    await store.receive(.hashtagsLoaded([.test(2)], omitted: 2, asOf: time)) {
      $0.hashtags.value = [.test(seconds > 0 ? 2 : 1)]
      $0.hashtags.asOf = seconds > 0 ? time : .yesterday
      $0.hashtags.isLoading = true
    }
    await store.receive(.hashtagsFailed(.notHTTP)) { $0.hashtags.isLoading = false }
    await store.skipReceivedActions(strict: false)
    let recipe = store.state.recipe
    #expect(recipe.value == .test(42) && recipe.asOf == .yesterday && recipe.error == .notHTTP && !recipe.isLoading)
    if seconds > 0 { #expect(store.state.hashtags.omittedCount == 2) }
  }

  @Test func aHashtagThatIsKnownByItsIdGetsItsNewName() async {
    let renamed = Hashtag(id: 1, name: "renamed")
    let added = [Hashtag(id: 2, name: "first"), renamed, Hashtag(id: 2, name: "last")]
    let state = Self.adding("#a", to: [.test(3), .test(1)])
    let store = store(state, add: { id, _ in RecipeHashtags(recipeID: id, hashtags: added) }).nonExhaustive
    await store.play(.addHashtags(.presented(.sendButtonTapped)))
    #expect(store.state.hashtags.value == [Hashtag(id: 2, name: "first"), .test(3), renamed])
  }

  /// Only the server knows them, and whether the recipe had them before.
  @Test func ifSomeOfThoseThatWereAddedCanNotBeReadAllAreLoadedAgain() async {
    let store = store(
      Self.adding("#b #c", to: [.test(1)]),
      hashtags: { _ in [.test(3), .test(2), .test(1)] },
      add: { id, _ in RecipeHashtags(recipeID: id, hashtags: [.test(2)], omittedCount: 1) }
    )
    await send(store)
    await store.receive(.addHashtags(.presented(.hashtagsAdded([.test(2)], omitted: 1)))) {
      $0.addHashtags?.succeeded()
      $0.hashtags.value = [.test(2), .test(1)]
      $0.hashtags.isLoading = true
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(3), .test(2), .test(1)]) }
  }

  /// The server may have added the hashtags although its answer was lost.
  @Test func afterALostAnswerTheHashtagsAreLoaded() async {
    let store = store(
      Self.adding("#new", to: [.test(1)]),
      hashtags: { _ in [.test(2), .test(1)] },
      add: { _, _ in throw APIError.timeout(seconds: 30) }
    )
    await send(store)
    await store.receive(.addHashtags(.presented(.sendingFailed(.timeout(seconds: 30))))) {
      $0.addHashtags?.failed(.timeout(seconds: 30))
      $0.hashtags.isLoading = true
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(2), .test(1)]) }
  }

  /// The server may have got the request.
  @Test func closingTheSheetCancelsWhatIsBeingSentAndLoadsTheHashtags() async {
    let store = store(
      Self.adding("#b", to: [.test(1)]),
      hashtags: { _ in [.test(1)] },
      add: { [clock] id, _ in try await clock.afterASecond(RecipeHashtags(recipeID: id, hashtags: [.test(2)])) }
    )
    await send(store)
    store.exhaustivity = .off
    await store.send(\.addHashtags.cancelButtonTapped) { $0.hashtags.isLoading = true }
    await store.receive(\.addHashtags.dismiss) { $0.addHashtags = nil }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.isLoading = false }
    await store.finish()
  }
}
