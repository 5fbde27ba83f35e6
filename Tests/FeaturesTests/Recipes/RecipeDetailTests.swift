import Dependencies
import Foundation
import Store
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

  /// The state after both parts have been loaded, with the sheet.
  private static func adding(_ text: String, to hashtags: [Hashtag]) -> State {
    var state = State(id: 42)
    state.recipe.value = .test(42)
    state.hashtags.value = hashtags
    state.addHashtags = AddHashtags.State(recipeID: 42, text: text)
    return state
  }

  private func send(_ store: TestStoreOf<RecipeDetail>) async {
    await store.send(\.addHashtags.sendButtonTapped) { $0.addHashtags?.isSending = true }
  }

  // MARK: - Loading

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

  // MARK: - Kept answers

  @Test(arguments: [nil, APIError.noConnection(reason: "the cable is out")])
  func whatWasKeptIsShownAsOfItsTimeWhileItLoads(_ error: APIError?) async {
    let store = store()
    store.dependencies.recipeClient.recipe = { id in
      if KeptAnswers.areWelcome { return .test(id).asOf(.yesterday) }
      if let error { throw error }
      return .test(id)
    }
    store.dependencies.hashtagClient.hashtags = { ids in
      let hashtags = ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test(1)], omittedCount: 2) }
      if KeptAnswers.areWelcome { return IdentifiedArray(uniqueElements: hashtags).asOf(.yesterday) }
      if let error { throw error }
      return IdentifiedArray(uniqueElements: hashtags)
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.recipeLoaded(.test(42).asOf(.yesterday))) {
      $0.recipe.value = .test(42)
      $0.recipe.asOf = .yesterday
      $0.recipe.isLoading = true
    }
    await store.receive(.hashtagsLoaded([.test(1)], omitted: 2, asOf: .yesterday)) {
      $0.hashtags.value = [.test(1)]
      $0.hashtags.omittedCount = 2
      $0.hashtags.asOf = .yesterday
      $0.hashtags.isLoading = true
    }
    await store.skipReceivedActions(strict: false)
    let (recipe, hashtags) = (store.state.recipe, store.state.hashtags)
    #expect(recipe.value == .test(42) && hashtags.value == [.test(1)] && hashtags.omittedCount == 2)
    #expect(!recipe.isLoading && !hashtags.isLoading && recipe.error == error && hashtags.error == error)
    let date: Date? = error == nil ? nil : .yesterday
    #expect(recipe.asOf == date && hashtags.asOf == date)
  }

  /// The hashtags of a recipe may have been kept after those of the list from which it is opened, or before them.
  @Test(arguments: [-3600, 0, 3600])
  func ofHashtagsThatWereKeptTwiceTheNewerAreShown(_ seconds: TimeInterval) async {
    let time = Date.yesterday.addingTimeInterval(seconds)
    let store = store(State(summary: .test(42), hashtags: [.test(1)], hashtagsAsOf: .yesterday))
    store.dependencies.hashtagClient.hashtags = { _ in
      guard KeptAnswers.areWelcome else { throw APIError.notHTTP }
      return IdentifiedArray(uniqueElements: [RecipeHashtags(recipeID: 42, hashtags: [.test(2)])]).asOf(time)
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.hashtagsLoaded([.test(2)], asOf: time)) {
      $0.hashtags.value = [.test(seconds > 0 ? 2 : 1)]
      $0.hashtags.asOf = seconds > 0 ? time : .yesterday
      $0.hashtags.isLoading = true
    }
    await store.receive(.hashtagsFailed(.notHTTP)) { $0.hashtags.isLoading = false }
    await store.skipReceivedActions(strict: false)
  }

  // MARK: - Adding hashtags

  @Test func aHashtagThatIsKnownByItsIdGetsItsNewName() async {
    let renamed = Hashtag(id: 1, name: "renamed")
    let added = [Hashtag(id: 2, name: "first"), renamed, Hashtag(id: 2, name: "last")]
    let state = Self.adding("#a", to: [.test(3), .test(1)])
    let store = store(state, add: { id, _ in RecipeHashtags(recipeID: id, hashtags: added) })
    store.exhaustivity = .off
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
