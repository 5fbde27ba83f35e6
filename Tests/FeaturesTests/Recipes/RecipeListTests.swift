import Features
import Foundation
import StoreTesting
import Synchronization
import Testing

struct RecipeListTests {
  private typealias State = RecipeList.State
  private typealias Request = PagedList<RecipeList.Query, RecipeList.Row, String>.Request

  private static let first = Request(query: .all)

  private static func page(_ ids: some Sequence<Recipe.ID>, next: String? = nil) -> RecipePage {
    RecipePage(recipes: ids.map { .test($0) }, nextCursor: next)
  }

  private static func rows(_ ids: some Sequence<Recipe.ID>, hashtags: Bool = true) -> [RecipeList.Row] {
    ids.map { RecipeList.Row(recipe: .test($0), hashtags: hashtags ? [.test($0 * 10)] : nil) }
  }

  private static func hashtags(_ ids: some Sequence<Recipe.ID>) -> IdentifiedArrayOf<RecipeHashtags> {
    IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test($0 * 10)]) })
  }

  private func store(
    _ state: RecipeList.State = State(),
    recipes: (@Sendable (String?) async throws -> RecipePage)? = nil,
    hashtags: (@Sendable ([Recipe.ID]) async throws -> IdentifiedArrayOf<RecipeHashtags>)? = { Self.hashtags($0) }
  ) -> TestStoreOf<RecipeList> {
    TestStore(initialState: state) {
      RecipeList()
    } withDependencies: {
      if let recipes { $0.recipeClient.recipes = { _, cursor in try await recipes(cursor) } }
      if let hashtags { $0.hashtagClient.hashtags = hashtags }
      $0.recipeClient.recipe = { .test($0) }
      $0.hashtagClient.addHashtags = { id, _ in RecipeHashtags(recipeID: id, hashtags: [.test(31)]) }
      $0.hashtagDraftClient.draft = { _ in "" }
      $0.hashtagDraftClient.saveDraft = { _, _ in }
      $0.locale = Texts.english.locale
    }
  }

  private static func loaded(_ ids: ClosedRange<Recipe.ID> = 1...10, next: String? = "a") -> State {
    with(State()) { $0.recipes.loaded(.all, rows(ids), next: next) }
  }

  @Test func recipesComeFirstAndThenTheirHashtags() async {
    let store = store { cursor in
      #expect(cursor == nil)
      return Self.page(1...2, next: "a")
    } hashtags: { ids in
      #expect(ids == [1, 2])
      // The answer is in another order, with one recipe too many and one missing.
      return Self.hashtags([9, 2])
    }
    await store.send(.appeared) { $0.recipes.request = Self.first }
    await store.receive(.pageLoaded(request: Self.first, page: Self.page(1...2, next: "a"))) {
      $0.pageLoaded(1...2, next: "a")
    }
    await store.receive(.hashtagsLoaded(recipeIDs: [1, 2], hashtags: Self.hashtags([9, 2]))) {
      $0.hashtagsRequest = nil
      $0.recipes.rows[id: 1]?.hashtags = []
      $0.recipes.rows[id: 2]?.hashtags = [.test(20)]
    }
    await store.send(.appeared)
  }

  /// As a view does that disappears before its task has ended.
  @Test func aRequestThatWasCancelledWithItsViewIsMadeAgain() async {
    let clock = TestClock()
    let count = Mutex(0)
    let store = store { _ in
      count.withLock { $0 += 1 }
      return try await clock.afterASecond(Self.page(1...1))
    } hashtags: { ids in
      try await clock.afterASecond(Self.hashtags(ids))
    }
    let task = await store.send(.appeared) { $0.recipes.request = Self.first }
    await task.cancel()
    await store.receive(.pageCancelled(request: Self.first)) { $0.recipes.cancelled(Self.first) }
    await clock.advance(by: .seconds(1))
    let second = await store.send(.appeared) { $0.recipes.resumed(Self.first) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.pageLoaded(1...1) }
    #expect(count.withLock { $0 } == 2)
    await second.cancel()
    await store.receive(.hashtagsFailed(recipeIDs: [1], error: .cancelled)) { $0.hashtagsFailed(.cancelled) }
    await store.send(.appeared) { $0.hashtagsRequested([1]) }
    await clock.advance(by: .seconds(1))
    await store.receive(\.hashtagsLoaded) { $0.hashtagsLoaded([1]) }
  }

  @Test func retryingRepeatsTheRequestThatFailed() async {
    let store = store(recipes: { _ in throw APIError.notHTTP }, hashtags: nil)
    await store.send(.retryButtonTapped)
    await store.send(.appeared) { $0.recipes.request = Self.first }
    await store.receive(.pageFailed(request: Self.first, error: .notHTTP)) { $0.recipes.failed(Self.first, .notHTTP) }
    await store.send(.appeared)
    store.dependencies.recipeClient.recipes = { _, _ in Self.page([]) }
    await store.send(.retryButtonTapped) { $0.recipes.started(Self.first) }
    await store.receive(\.pageLoaded) { $0.recipes.loaded(.all, []) }
    #expect(store.state.recipes.isEmpty)
  }

  @Test func oneOfTheLastRowsLoadsTheNextPage() async {
    let store = store(Self.loaded()) { cursor in
      #expect(cursor == "a")
      return Self.page(10...12)
    } hashtags: { ids in
      #expect(ids == [11, 12])
      return Self.hashtags(ids)
    }
    let second = Request(query: .all, cursor: "a")
    await store.send(.rowAppeared(id: 5))
    await store.send(.rowAppeared(id: 6)) { $0.recipes.request = second }
    await store.receive(\.pageLoaded) {
      $0.recipes.request = nil
      $0.recipes.rows.append(contentsOf: Self.rows(11...12, hashtags: false))
      $0.recipes.nextCursor = nil
      $0.hashtagsRequest = [11, 12]
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtagsLoaded([11, 12]) }
    for id in 1...12 as ClosedRange<Recipe.ID> { await store.send(.rowAppeared(id: id)) }
  }

  @Test func pagesWithoutNewRecipesAreFollowedByOthersUntilThereAreTooMany() async {
    let store = store(Self.loaded()) { cursor in
      let number = cursor.flatMap(Int.init) ?? 1
      return Self.page(number < 8 ? 1...10 : 11...12, next: "\(number + 1)")
    }.nonExhaustive
    await store.play(.rowAppeared(id: 10))
    #expect(store.state.recipes.waitsForUser && store.state.recipes.nextCursor == "6")
    await store.play(.rowAppeared(id: 10))
    #expect(store.state.recipes.nextCursor == "6")
    await store.play(.moreButtonTapped)
    #expect(store.state.recipes.rows.count == 12 && store.state.recipes.nextCursor == "9")
    #expect(store.state.recipes.rows[id: 12]?.hashtags != nil)
  }

  @Test func refreshingCancelsWhatIsUnderWay() async {
    let clock = TestClock()
    let store = store(
      recipes: { _ in try await clock.afterASecond(Self.page([1])) },
      hashtags: { _ in try await TestClock().afterASecond([]) }
    )
    await store.send(.appeared) { $0.recipes.request = Self.first }
    await clock.advance(by: .milliseconds(900))
    await store.send(.refreshPulled)
    await clock.advance(by: .seconds(1))
    await store.receive(\.pageLoaded) { $0.pageLoaded([1]) }
    store.dependencies.recipeClient.recipes = { _, _ in Self.page([]) }
    await store.send(.refreshPulled) { $0.recipes.request = Self.first }
    await store.receive(\.pageLoaded) {
      $0.recipes.loaded(.all, [])
      $0.hashtagsRequest = nil
    }
    await store.finish()
  }

  @Test func responsesToOlderRequestsAreIgnored() async {
    let store = store(Self.loaded())
    await store.send(.pageLoaded(request: Self.first, page: Self.page([9])))
    await store.send(.pageFailed(request: Self.first, error: .notHTTP))
    await store.send(.hashtagsLoaded(recipeIDs: [1], hashtags: Self.hashtags([1])))
    await store.send(.hashtagsFailed(recipeIDs: [1], error: .notHTTP))
  }

  @Test func recipesAreOrderedByDate() async {
    let store = store(Self.loaded(1...1, next: nil)).nonExhaustive
    store.dependencies.recipeClient.recipes = { order, cursor in
      #expect(cursor == nil)
      return Self.page([order == .newest ? 2 : 3])
    }
    await store.send(.orderSelected(.all)) { $0.recipes.request = nil }
    await store.play(.orderSelected(.newest))
    #expect(store.state.recipes.query == .newest && store.state.recipes.rows.map(\.id) == [2])
    await store.send(.refreshPulled) { $0.recipes.request = Request(query: .newest) }
    await store.skipReceivedActions()
  }

  /// Also if the server of the recipes can be reached, and that of the hashtags can't.
  @Test(arguments: [nil, Date.yesterday])
  func hashtagsThatWereKeptHaveTheirTime(_ pageAsOf: Date?) async {
    var kept = Self.hashtags(1...2)
    for id in kept.ids { kept[id: id]?.asOf = .yesterday }
    let answers = Mutex<[Result<IdentifiedArrayOf<RecipeHashtags>, APIError>]>([
      .success(Self.hashtags(1...2)), .failure(.notHTTP), .success(kept),
    ])
    let pages = Mutex(0)
    let store = store { _ in
      pages.withLock { $0 += 1 }
      if pages.withLock({ $0 }) == 2 { throw APIError.notHTTP }
      return with(Self.page(1...2)) { $0.asOf = pageAsOf }
    } hashtags: { _ in
      try answers.withLock { $0.removeLast() }.get()
    }.nonExhaustive
    await store.send(.appeared)
    await store.receive(\.hashtagsFailed) {
      for id in 1...2 as ClosedRange<Recipe.ID> {
        $0.recipes.rows[id: id]?.hashtags = [.test(id * 10)]
        $0.recipes.rows[id: id]?.asOf = .yesterday
      }
    }
    await store.skipReceivedActions(strict: false)
    await store.send(.rowTapped(id: 2))
    let detail = store.state.detail
    #expect(detail?.summaryAsOf == store.state.recipes.asOf && detail?.hashtags.isComplete == false)
    #expect(detail?.hashtags.value == [.test(20)] && detail?.hashtags.asOf == .yesterday)
    await store.send(.detail(.dismiss))
    await store.send(.retryHashtagsButtonTapped)
    await store.receive(\.hashtagsLoaded) { $0.recipes.rows = IdentifiedArray(uniqueElements: Self.rows(1...2)) }
  }

  /// A link or a bookmark opens a recipe before the list is there.
  @Test func anOpenRecipeIsShownAsTheListHasIt() async {
    let store = store(State(detail: RecipeDetail.State(id: 2)), recipes: { _ in Self.page(1...2) }).nonExhaustive
    await store.send(.appeared)
    await store.receive(\.pageLoaded) { $0.detail?.summary = .test(2) }
    await store.skipReceivedActions(strict: false)
  }

  @Test func hashtagsThatFailLeaveTheRecipes() async {
    let store = store(recipes: { _ in Self.page(1...2) }, hashtags: { _ in throw APIError.notHTTP })
    await store.send(.retryHashtagsButtonTapped)
    await store.send(.appeared) { $0.recipes.request = Self.first }
    await store.receive(\.pageLoaded) { $0.pageLoaded(1...2) }
    await store.receive(.hashtagsFailed(recipeIDs: [1, 2], error: .notHTTP)) { $0.hashtagsFailed(.notHTTP) }
    store.dependencies.hashtagClient.hashtags = { Self.hashtags($0) }
    await store.send(.retryHashtagsButtonTapped) { $0.hashtagsRequested([1, 2]) }
    await store.receive(\.hashtagsLoaded) { $0.hashtagsLoaded([1, 2]) }
  }

  @Test func aPageThatComesBeforeTheHashtagsOfThePageBeforeWaits() async {
    let clock = TestClock()
    var state = Self.loaded()
    state.recipes.rows[id: 1]?.hashtags = nil
    state.hashtagsError = .notHTTP
    let store = store(
      state,
      recipes: { _ in Self.page([11]) },
      hashtags: { ids in try await clock.afterASecond(Self.hashtags(ids)) }
    )
    await store.send(.retryHashtagsButtonTapped) { $0.hashtagsRequested([1]) }
    await store.send(.rowAppeared(id: 10)) { $0.recipes.request = Request(query: .all, cursor: "a") }
    await store.receive(\.pageLoaded) {
      $0.recipes.request = nil
      $0.recipes.rows.append(contentsOf: Self.rows([11], hashtags: false))
      $0.recipes.nextCursor = nil
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.hashtagsLoaded) {
      $0.recipes.rows[id: 1]?.hashtags = [.test(10)]
      $0.hashtagsRequest = [11]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.hashtagsLoaded) { $0.hashtagsLoaded([11]) }
  }

  @Test func theHashtagsOfManyRecipesAreAskedForBitByBit() async {
    let store = store(recipes: { _ in Self.page(1...120) }).nonExhaustive
    await store.send(.refreshPulled)
    await store.receive(\.pageLoaded) { $0.hashtagsRequest = Array(1...50) }
    await store.receive(\.hashtagsLoaded) { $0.hashtagsRequest = Array(51...100) }
    await store.receive(\.hashtagsLoaded) { $0.hashtagsRequest = Array(101...120) }
    await store.receive(\.hashtagsLoaded) { $0.recipes.rows = IdentifiedArray(uniqueElements: Self.rows(1...120)) }
  }

  @Test func aRecipeIsOpenedWithWhatTheListKnowsAndComingBackLoadsNothing() async {
    let store = store(Self.loaded(), hashtags: { _ in Self.hashtags([3]) })
    await store.send(.rowTapped(id: 99))
    await store.send(.rowTapped(id: 3)) { $0.detail = RecipeDetail.State(summary: .test(3), hashtags: [.test(30)]) }
    await store.send(\.detail.appeared) { $0.detail?.beginLoading() }
    await store.receive(\.detail.recipeLoaded) { $0.detail?.recipe.loaded(.test(3)) }
    await store.receive(\.detail.hashtagsLoaded) { $0.detail?.hashtags.isLoading = false }
    await store.send(\.detail.dismiss) { $0.detail = nil }
    await store.send(.appeared)
  }

  @Test func addedHashtagsAreShownWithoutLoadingThemAgain() async {
    var state = Self.loaded(1...3)
    state.detail = RecipeDetail.State(summary: .test(3), hashtags: [.test(30)])
    state.detail?.addHashtags = AddHashtags.State(recipeID: 3, text: "#a")
    let store = store(state, hashtags: nil)
    // A hashtag that the recipe already has keeps its position.
    store.dependencies.hashtagClient.addHashtags = { id, _ in
      RecipeHashtags(recipeID: id, hashtags: [.test(30), .test(31), .test(32)])
    }
    await store.send(\.detail.addHashtags.sendButtonTapped) { $0.detail?.addHashtags?.isSending = true }
    await store.receive(\.detail.addHashtags.hashtagsAdded) {
      $0.detail?.addHashtags?.succeeded()
      $0.detail?.hashtags.value = [.test(32), .test(31), .test(30)]
      $0.recipes.rows[id: 3]?.hashtags = [.test(32), .test(31), .test(30)]
    }
    await store.send(\.detail.addHashtags.alert.okButtonTapped) { $0.detail?.addHashtags?.alert = nil }
    await store.receive(\.detail.addHashtags.dismiss) { $0.detail?.addHashtags = nil }
  }

  @Test func aRowChangesWhenAllHashtagsOfTheRecipeAreKnown() async {
    let clock = TestClock()
    var state = Self.loaded(3...3)
    state.detail = RecipeDetail.State(id: 3)
    state.detail?.addHashtags = AddHashtags.State(recipeID: 3, text: "#a")
    let store = store(
      state,
      hashtags: { _ in try await clock.afterASecond([RecipeHashtags(recipeID: 3, hashtags: [.test(31), .test(30)])]) }
    )
    await store.send(\.detail.addHashtags.sendButtonTapped) { $0.detail?.addHashtags?.isSending = true }
    await store.receive(\.detail.addHashtags.hashtagsAdded) {
      $0.detail?.addHashtags?.succeeded()
      $0.detail?.hashtags.value = [.test(31)]
      $0.detail?.hashtags.isLoading = true
      // The list loads them as well, because the detail may be closed before its own request has ended.
      $0.recipes.rows[id: 3]?.isStale = true
      $0.hashtagsRequest = [3]
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.detail.hashtagsLoaded) {
      $0.detail?.hashtags.loaded([.test(31), .test(30)])
      $0.recipes.rows[id: 3]?.hashtags = [.test(31), .test(30)]
      $0.recipes.rows[id: 3]?.isStale = false
    }
    await store.receive(\.hashtagsLoaded) { $0.hashtagsRequest = nil }
  }

  @Test func addedHashtagsAreNotLostUnderAnySchedule() async {
    // The list's request for hashtags, the recipe's request, and a request that adds hashtags, all at once.
    await exploreSchedules(100) {
      let clock = TestClock()
      let added = Mutex(false)
      let store = store { _ in
        Self.page(1...2)
      } hashtags: { ids in
        let hashtags: [Hashtag] = added.withLock { $0 } ? [.test(2), .test(1)] : [.test(1)]
        try await clock.sleep(for: .milliseconds(ids.count == 1 ? 100 : 150))
        return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: hashtags) })
      }.nonExhaustive
      store.dependencies.hashtagClient.addHashtags = { id, _ in
        try await clock.sleep(for: .milliseconds(100))
        added.withLock { $0 = true }
        return RecipeHashtags(recipeID: id, hashtags: [.test(2)])
      }
      await store.play(.appeared, .rowTapped(id: 1), .detail(.presented(.appeared)))
      await store.play(.detail(.presented(.addHashtagsButtonTapped)))
      for action in [AddHashtags.Action.textChanged("#b"), .sendButtonTapped] {
        await store.play(.detail(.presented(.addHashtags(.presented(action)))))
      }
      await clock.advance(by: .seconds(1))
      await store.finish()
      await store.skipReceivedActions()
      store.assert {
        $0.recipes.rows[id: 1]?.hashtags = [.test(2), .test(1)]
        $0.detail?.hashtags = .init([.test(2), .test(1)])
        $0.hashtagsRequest = nil
        $0.recipes.request = nil
      }
    }
  }
}

// What these tests expect of the list, without the functions that are tested.

extension RecipeList.State {
  /// These recipes are there, and their hashtags are requested.
  fileprivate mutating func pageLoaded(_ ids: some Sequence<Recipe.ID>, next: String? = nil) {
    recipes.loaded(.all, ids.map { RecipeList.Row(recipe: .test($0)) }, next: next)
    hashtagsRequest = Array(ids)
  }

  fileprivate mutating func hashtagsRequested(_ ids: [Recipe.ID]) {
    hashtagsRequest = ids
    hashtagsError = nil
  }

  fileprivate mutating func hashtagsLoaded(_ ids: [Recipe.ID]) {
    hashtagsRequest = nil
    for id in ids { recipes.rows[id: id]?.hashtags = [.test(id * 10)] }
  }

  fileprivate mutating func hashtagsFailed(_ error: APIError) {
    hashtagsRequest = nil
    hashtagsError = error
  }
}
