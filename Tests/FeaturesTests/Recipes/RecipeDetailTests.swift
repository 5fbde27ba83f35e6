import Dependencies
import Foundation
import Store
import StoreTesting
import Synchronization
import TestSupport
import Testing

@testable import Features

struct RecipeDetailTests {
  private typealias State = RecipeDetail.State

  private func store(
    _ state: RecipeDetail.State = State(id: 42),
    recipe: (@Sendable (Recipe.ID) async throws -> Recipe)? = { .test($0) },
    hashtags: (@Sendable ([Recipe.ID]) async throws -> [Hashtag])? = { _ in [.test(1)] },
    add: (@Sendable (Recipe.ID, String) async throws -> [Hashtag])? = nil,
    omitted: Int = 0
  ) -> TestStoreOf<RecipeDetail> {
    TestStore(initialState: state) {
      RecipeDetail()
    } withDependencies: {
      if let recipe { $0.recipeClient.recipe = recipe }
      if let hashtags {
        $0.hashtagClient.hashtags = { ids in
          let hashtags = try await hashtags(ids)
          return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: hashtags) })
        }
      }
      if let add {
        $0.hashtagClient.addHashtags = {
          RecipeHashtags(recipeID: $0, hashtags: try await add($0, $1), omittedCount: omitted)
        }
      }
      $0.locale = Texts.english.locale
    }
  }

  /// The state after both parts have been loaded.
  private static func loaded(_ hashtags: [Hashtag] = [.test(1)]) -> State {
    var state = State(id: 42)
    state.recipe.value = .test(42)
    state.hashtags.value = hashtags
    return state
  }

  /// Opens the sheet, types hashtags and sends them.
  private func addHashtags(_ text: String, _ store: TestStoreOf<RecipeDetail>) async {
    await store.send(.addHashtagsButtonTapped) { $0.addHashtags = AddHashtags.State(recipeID: 42) }
    await store.send(\.addHashtags.textChanged, text) { $0.addHashtags?.text = text }
    await store.send(\.addHashtags.sendButtonTapped) { $0.addHashtags?.isSending = true }
  }

  private static let yesterday = Date(timeIntervalSinceReferenceDate: 1)

  @Test(arguments: [nil, APIError.noConnection(reason: "the cable is out")])
  func whatWasKeptIsShownAsOfItsTimeWhileItLoads(_ error: APIError?) async {
    let store = TestStore(initialState: State(id: 42)) {
      RecipeDetail()
    } withDependencies: {
      $0.connectivity.restored = { _ in false }
      $0.recipeClient.recipe = { id in
        if KeptAnswers.areWelcome { return .test(id).asOf(Self.yesterday) }
        if let error { throw error }
        return .test(id)
      }
      $0.hashtagClient.hashtags = { ids in
        let hashtags = ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test(1)], omittedCount: 2) }
        if KeptAnswers.areWelcome { return IdentifiedArray(uniqueElements: hashtags).asOf(Self.yesterday) }
        if let error { throw error }
        return IdentifiedArray(uniqueElements: hashtags)
      }
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.recipeLoaded(.test(42).asOf(Self.yesterday))) {
      $0.recipe.value = .test(42)
      $0.recipe.asOf = Self.yesterday
      $0.recipe.isLoading = true
    }
    await store.receive(.hashtagsLoaded([.test(1)], omitted: 2, asOf: Self.yesterday)) {
      $0.hashtags.value = [.test(1)]
      $0.hashtags.omittedCount = 2
      $0.hashtags.asOf = Self.yesterday
      $0.hashtags.isLoading = true
    }
    await store.finish()
    await store.skipReceivedActions(strict: false)
    #expect(store.state.recipe.value == .test(42) && store.state.hashtags.value == [.test(1)])
    #expect(store.state.recipe.isLoading == false && store.state.hashtags.isLoading == false)
    let date = error == nil ? nil : Self.yesterday
    #expect(store.state.recipe.asOf == date && store.state.hashtags.asOf == date)
    #expect(store.state.recipe.error == error && store.state.hashtags.error == error)
    #expect(store.state.hashtags.omittedCount == 2)
  }

  /// The hashtags of a recipe may have been kept after those of the list from which it is opened, or before them.
  @Test(arguments: [-3600, 0, 3600])
  func ofHashtagsThatWereKeptTwiceTheNewerAreShown(_ seconds: TimeInterval) async {
    let time = Self.yesterday.addingTimeInterval(seconds)
    var state = State(id: 42)
    state.hashtags = RecipeDetail.Part([.test(1)])
    state.hashtags.asOf = Self.yesterday
    let store = TestStore(initialState: state) {
      RecipeDetail()
    } withDependencies: {
      $0.recipeClient.recipe = { .test($0) }
      $0.hashtagClient.hashtags = { ids in
        guard KeptAnswers.areWelcome else { throw APIError.notHTTP }
        return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test(2)]) }).asOf(
          time
        )
      }
    }
    store.exhaustivity = .off
    await store.send(.appeared)
    await store.receive(.hashtagsLoaded([.test(2)], asOf: time)) {
      $0.hashtags.value = [.test(seconds > 0 ? 2 : 1)]
      $0.hashtags.asOf = seconds > 0 ? time : Self.yesterday
      $0.hashtags.isLoading = true
    }
    await store.receive(.hashtagsFailed(.notHTTP)) { $0.hashtags.isLoading = false }
    await store.skipReceivedActions(strict: false)
  }

  /// The server may have added the hashtags although its answer was lost.
  @Test func afterALostAnswerTheHashtagsAreLoaded() async {
    var state = Self.loaded()
    state.addHashtags = AddHashtags.State(recipeID: 42, text: "#new")
    let store = store(state, hashtags: { _ in [.test(2), .test(1)] }) { _, _ in throw APIError.timeout(seconds: 30) }
    await store.send(.addHashtags(.presented(.sendButtonTapped))) { $0.addHashtags?.isSending = true }
    await store.receive(.addHashtags(.presented(.sendingFailed(.timeout(seconds: 30))))) {
      $0.addHashtags?.failed(.timeout(seconds: 30))
      $0.hashtags.isLoading = true
    }
    await store.receive(.hashtagsLoaded([.test(2), .test(1)])) {
      $0.hashtags.value = [.test(2), .test(1)]
      $0.hashtags.isLoading = false
    }
  }

  @Test func bothPartsAreLoadedSideBySide() async {
    let clock = TestClock()
    let store = store(
      recipe: { id in
        try await clock.sleep(for: .seconds(2))
        return .test(id)
      },
      hashtags: { ids in
        #expect(ids == [42])
        try await clock.sleep(for: .seconds(1))
        return [.test(1), .test(2)]
      }
    )
    await store.send(.appeared) { $0.beginLoading() }
    #expect(store.state.title == nil)
    await clock.advance(by: .seconds(1))
    await store.receive(.hashtagsLoaded([.test(1), .test(2)])) { $0.hashtags.loaded([.test(1), .test(2)]) }
    await clock.advance(by: .seconds(1))
    await store.receive(.recipeLoaded(.test(42))) { $0.recipe.loaded(.test(42)) }
    #expect(store.state.title == "レシピ42")
    await store.send(.appeared)
  }

  @Test func whatTheListKnowsIsShownAtOnce() async {
    let store = store(State(summary: .test(42), hashtags: [.test(9)]))
    #expect(store.state.title == "レシピ42" && store.state.hashtags.value == [.test(9)])
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(1)]) }
  }

  @Test func aRecipeThatTheHashtagServiceDoesNotKnowHasNone() async {
    let store = store()
    store.dependencies.hashtagClient.hashtags = { _ in [RecipeHashtags(recipeID: 7, hashtags: [.test(7)])] }
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await store.receive(.hashtagsLoaded([])) { $0.hashtags.loaded([]) }
  }

  @Test func hashtagsThatFailDoNotHideTheRecipe() async {
    let store = store(hashtags: { _ in throw APIError.notHTTP })
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await store.receive(.hashtagsFailed(.notHTTP)) { $0.hashtags.failed(.notHTTP) }
    await store.send(.retryRecipeButtonTapped)
    store.dependencies.hashtagClient.hashtags = { _ in [RecipeHashtags(recipeID: 42, hashtags: [.test(3)])] }
    await store.send(.retryHashtagsButtonTapped) { $0.hashtags.loadAgain() }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(3)]) }
  }

  @Test func aRecipeThatFailsDoesNotHideTheHashtags() async {
    let store = store(
      State(summary: .test(42)),
      recipe: { _ in throw APIError.status(code: 404, message: nil, retryAt: nil) }
    )
    await store.send(.appeared) { $0.beginLoading() }
    let error = APIError.status(code: 404, message: nil, retryAt: nil)
    await store.receive(.recipeFailed(error)) { $0.recipe.failed(error) }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(1)]) }
    await store.send(.appeared)
    await store.send(.retryHashtagsButtonTapped)
    store.dependencies.recipeClient.recipe = { .test($0) }
    await store.send(.retryRecipeButtonTapped) { $0.recipe.loadAgain() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
  }

  @Test func addedHashtagsAreShownWithoutLoadingThemAgain() async {
    // A hashtag that the recipe already has keeps its position.
    let store = store(Self.loaded([.test(1)]), hashtags: nil, add: { _, _ in [.test(1), .test(2), .test(3)] })
    await addHashtags("#a #b #c", store)
    await store.receive(\.addHashtags.hashtagsAdded) {
      $0.addHashtags?.succeeded()
      $0.hashtags.value = [.test(3), .test(2), .test(1)]
    }
    await store.send(\.addHashtags.alert.okButtonTapped) { $0.addHashtags?.alert = nil }
    await store.receive(\.addHashtags.dismiss) { $0.addHashtags = nil }
  }

  @Test func aHashtagThatIsKnownByItsIdGetsItsNewName() async {
    let renamed = Hashtag(id: 1, name: "renamed")
    let added = [Hashtag(id: 2, name: "first"), renamed, Hashtag(id: 2, name: "last")]
    let store = store(Self.loaded([.test(3), .test(1)]), hashtags: nil, add: { _, _ in added })
    store.exhaustivity = .off
    await addHashtags("#a", store)
    await store.receive(\.addHashtags.hashtagsAdded) {
      $0.hashtags.value = [Hashtag(id: 2, name: "first"), .test(3), renamed]
    }
    await store.skipReceivedActions(strict: false)
  }

  @Test func whatIsUnderWayWhenHashtagsAreAddedIsAskedForAnew() async {
    let clock = TestClock()
    let attempts = Locked(0)
    let store = store(
      State(id: 42),
      hashtags: { _ in
        let attempt = attempts.next()
        try await clock.sleep(for: .seconds(1))
        return attempt == 1 ? [.test(1)] : [.test(2), .test(1)]
      },
      add: { _, _ in [.test(2)] }
    )
    await store.send(.appeared) { $0.beginLoading() }
    await store.receive(\.recipeLoaded) { $0.recipe.loaded(.test(42)) }
    await addHashtags("#b", store)
    await store.receive(\.addHashtags.hashtagsAdded) {
      $0.addHashtags?.succeeded()
      $0.hashtags.value = [.test(2)]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.hashtagsLoaded([.test(2), .test(1)])) { $0.hashtags.loaded([.test(2), .test(1)]) }
    #expect(attempts.withLock { $0 } == 2)
  }

  @Test(arguments: [nil, APIError.notHTTP])
  func theOthersAreLoadedWhenTheyWereNot(_ error: APIError?) async {
    // The hashtags were not loaded, because a link opened the sheet directly or because loading has failed.
    var state = State(id: 42)
    state.addHashtags = AddHashtags.State(recipeID: 42, text: "#b")
    state.hashtags.error = error
    let store = store(state, hashtags: { _ in [.test(2), .test(1)] }, add: { _, _ in [.test(2)] })
    await store.send(\.addHashtags.sendButtonTapped) { $0.addHashtags?.isSending = true }
    await store.receive(\.addHashtags.hashtagsAdded) {
      $0.addHashtags?.succeeded()
      $0.hashtags.value = [.test(2)]
      $0.hashtags.loadAgain()
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(2), .test(1)]) }
  }

  /// Only the server knows them, and whether the recipe had them before.
  @Test func ifSomeOfThoseThatWereAddedCanNotBeReadAllAreLoadedAgain() async {
    let loading = { @Sendable (_: [Recipe.ID]) in [Hashtag.test(3), .test(2), .test(1)] }
    let store = store(Self.loaded([.test(1)]), hashtags: loading, add: { _, _ in [.test(2)] }, omitted: 1)
    await addHashtags("#b #c", store)
    await store.receive(.addHashtags(.presented(.hashtagsAdded([.test(2)], omitted: 1)))) {
      $0.addHashtags?.succeeded()
      $0.hashtags.value = [.test(2), .test(1)]
      $0.hashtags.isLoading = true
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.loaded([.test(3), .test(2), .test(1)]) }
  }

  @Test func failingToAddChangesNothing() async {
    let error = APIError.status(code: 404, message: nil, retryAt: nil)
    let store = store(Self.loaded(), hashtags: nil, add: { _, _ in throw error })
    await addHashtags("#b", store)
    await store.receive(\.addHashtags.sendingFailed) { $0.addHashtags?.failed(error) }
    #expect(store.state.hashtags.value == [.test(1)])
  }

  @Test func closingTheSheetCancelsWhatIsBeingSent() async {
    let clock = TestClock()
    let store = store(
      Self.loaded(),
      hashtags: { _ in [.test(1)] },
      add: { _, _ in try await clock.afterASecond([.test(2)]) }
    )
    await addHashtags("#b", store)
    // The server may have got the request.
    await store.send(\.addHashtags.cancelButtonTapped) { $0.hashtags.isLoading = true }
    store.exhaustivity = .off
    await store.receive(\.addHashtags.dismiss) { $0.addHashtags = nil }
    await store.receive(\.hashtagsLoaded) { $0.hashtags.isLoading = false }
    await clock.advance(by: .seconds(1))
    await store.finish()
  }

  @Test func theResultIsTheSameUnderEverySchedule() async {
    await exploreSchedules(100) {
      let clock = TestClock()
      let added = Mutex(false)
      let store = store(
        recipe: { id in
          try await clock.sleep(for: .milliseconds(100))
          return .test(id)
        },
        hashtags: { _ in
          // The hashtags at the time of the request.
          let hashtags: [Hashtag] = added.withLock { $0 } ? [.test(2), .test(1)] : [.test(1)]
          try await clock.sleep(for: .milliseconds(100))
          return hashtags
        },
        add: { _, _ in
          try await clock.sleep(for: .milliseconds(100))
          added.withLock { $0 = true }
          return [.test(2)]
        }
      )
      store.exhaustivity = .off
      await store.send(.appeared)
      await addHashtags("#b", store)
      await clock.advance(by: .seconds(1))
      await store.finish()
      await store.skipReceivedActions()
      store.assert {
        $0.recipe = .init(.test(42))
        $0.hashtags = .init([.test(2), .test(1)])
        $0.addHashtags?.alert = .hashtagsAdded(.english)
      }
    }
  }

  @Test func actionsAndStatesSurviveEncoding() throws {
    let actions: [RecipeDetail.Action] = [
      .appeared, .retryRecipeButtonTapped, .retryHashtagsButtonTapped, .addHashtagsButtonTapped,
      .recipeLoaded(.test(1)), .recipeFailed(.notHTTP), .hashtagsLoaded([.test(1)]), .hashtagsFailed(.cancelled),
      .addHashtags(.presented(.textChanged("#a"))), .addHashtags(.dismiss),
    ]
    let data = try JSONEncoder().encode(actions)
    #expect(try JSONDecoder().decode([RecipeDetail.Action].self, from: data) == actions)
    var state = Self.loaded()
    state.addHashtags = AddHashtags.State(recipeID: 42)
    let text = String(decoding: try JSONEncoder().encode(state), as: UTF8.self)
    #expect(text.contains("\"addHashtags\"") && text.contains("レシピ42") && text.contains("タグ1"))
  }
}
