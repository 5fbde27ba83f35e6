import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// A list shows what the server has for the latest request.
@Suite struct ExploredLists {
  // MARK: Repositories

  private static func ids(of query: String) -> [Int] { [1, 2].map { query.count * 10 + $0 } }

  @Test func theQueryThatWasTypedLastIsSearched() async {
    await exploreStates(of: SearchRepos.State(), within: .stories(of: 7)) {
      SearchRepos()
    } withDependencies: {
      $0.githubClient.searchRepos = { query, sort, page in
        let label = "page \(page) of \(query)\(sort == nil ? "" : ", sorted")"
        try await choose(label, .success(()), .failure(APIError.notHTTP))
        let repository = Repository.test(Self.ids(of: query)[page - 1])
        return RepositoryPage(items: [repository], totalCount: 2, nextPage: page == 1 ? 2 : nil)
      }
    } actions: { state in
      SearchRepos.Action.queryChanged("a")
      SearchRepos.Action.queryChanged("ab")
      SearchRepos.Action.searchSubmitted
      if state.sort == nil { SearchRepos.Action.sortSelected(RepositorySort(.stars)) }
      if let id = state.results.rows.last?.id { SearchRepos.Action.rowAppeared(id: id) }
      if state.results.failure != nil { SearchRepos.Action.retryButtonTapped }
    } always: { state in
      if case .search(let query, _) = state.results.query {
        #expect(Self.ids(of: query).starts(with: state.results.rows.ids))
      } else {
        #expect(state.results.rows.isEmpty)
      }
      #expect(state.results.request == nil || state.results.failure == nil)
    } whenSettled: { state in
      #expect(state.results.latestQuery == (state.query.isEmpty ? nil : .search(query: state.query, sort: state.sort)))
      #expect(!state.results.isLoading)
      // If the rows are missing, there is a failure that can be retried.
      #expect(state.results.query == state.results.latestQuery || state.results.failure != nil)
    }
  }

  @Test func aStarIsThatOfTheServer() async {
    let server = ModeledValue(false)
    let state = RepositoryDetail.State(owner: "ada", name: "repository-1")
    await exploreStates(of: state, within: .stories(of: 6)) {
      RepositoryDetail()
    } withDependencies: {
      $0.githubClient.repository = { _, _ in
        // The answer is determined by the request, whenever it arrives.
        let stars = server.value ? 11 : 10
        try await choose("repository", .success(()), .failure(APIError.notHTTP))
        return .test(1, stars: stars)
      }
      $0.githubClient.isStarred = { _, _ in
        let isStarred = server.value
        try await choose("is it starred", .success(()), .failure(APIError.notHTTP))
        return isStarred
      }
      $0.githubClient.setStarred = { isStarred, _, _ in
        let what = isStarred ? "star" : "unstar"
        try await choose("\(what) reaches the server", .success(()), .failure(APIError.notHTTP))
        server.withValue { $0 = isStarred }
        // The answer may be lost.
        try await choose("\(what) answers", .success(()), .failure(APIError.notHTTP))
      }
    } actions: { state in
      RepositoryDetail.Action.appeared
      RepositoryDetail.Action.starButtonTapped
      if state.failure != nil || state.starFailure != nil { RepositoryDetail.Action.retryButtonTapped }
    } whenSettled: { state in
      #expect(!state.isLoading && !state.isLoadingStar)
      if let isStarred = state.isStarred {
        #expect(isStarred == server.value)
        // If the stars could not be counted anew, there is a failure that can be retried.
        if let repository = state.repository, state.failure == nil {
          #expect(repository.stargazersCount == (isStarred ? 11 : 10))
        }
      }
    }
  }

  // MARK: Articles

  @Test func theTagThatWasSubmittedLastIsShown() async {
    let submitted = ModeledValue("")
    await exploreStates(of: Articles.State(tag: "a"), within: .stories(of: 7)) {
      Articles()
    } withDependencies: {
      $0.qiitaClient.articles = { tag, page in
        submitted.withValue { $0 = tag }
        try await choose("page \(page) of \(tag)", .success(()), .failure(APIError.notHTTP))
        let url = URL(string: "https://example.com/\(tag)/\(page)") ?? URL(filePath: "/")
        let article = Article(id: "\(tag)\(page)", title: "", url: url, user: Article.User(id: "ada"))
        return ArticlePage(items: [article], totalCount: 2, nextPage: page == 1 ? 2 : nil)
      }
    } actions: { state in
      Articles.Action.appeared
      Articles.Action.tagChanged(state.tag == "a" ? "ab" : "a")
      Articles.Action.tagSubmitted
      Articles.Action.refreshPulled
      if let id = state.list.rows.last?.id { Articles.Action.rowAppeared(id: id) }
      if state.list.failure != nil { Articles.Action.retryButtonTapped }
    } always: { state in
      #expect(state.list.rows.ids.allSatisfy { "\($0.dropLast())" == state.list.query })
    } whenSettled: { state in
      #expect(!state.list.isLoading)
      #expect(state.list.latestQuery ?? "" == submitted.value)
      #expect(state.list.query == state.list.latestQuery || state.list.failure != nil)
    }
  }

  // MARK: Recipes

  private static let shownRecipe = {
    var state = RecipeList.State()
    state.recipes.query = .all
    state.recipes.rows = [RecipeList.Row(recipe: .test(1), hashtags: [.test(1)])]
    return state
  }()

  /// A list that has been loaded begins three steps later.
  @Test(arguments: [(RecipeList.State(), 5), (shownRecipe, 4)])
  func recipesHaveTheHashtagsThatTheServerHas(_ initial: RecipeList.State, depth: Int) async {
    let server = ModeledValue([1 as Hashtag.ID])
    let initial = {
      var state = initial
      state.detail = RecipeDetail.State(summary: .test(1))
      state.detail?.addHashtags = AddHashtags.State(recipeID: 1, text: "#2")
      state.detail?.addHashtags?.hasRestored = true
      return state
    }()
    await exploreStates(of: initial, within: .stories(of: depth)) {
      RecipeList()
    } withDependencies: {
      // That their failures leave the hashtags is explored below.
      $0.recipeClient.recipes = { _, _ in
        try await choose("recipes", .success(RecipePage(recipes: [.test(1)])))
      }
      $0.recipeClient.recipe = { .test($0) }
      $0.hashtagClient.hashtags = { ids in
        // The answer is determined by the request, whenever it arrives.
        let hashtags = server.value.map(Hashtag.test)
        try await choose("hashtags", .success(()), .failure(APIError.notHTTP))
        return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: hashtags) })
      }
      $0.locale = Texts.english.locale
      $0.hashtagDraftClient.saveDraft = { _, _ in }
      $0.hashtagClient.addHashtags = { id, _ in
        try await choose("add", .success(()), .failure(APIError.notHTTP))
        server.withValue { $0 = [2, 1] }
        return RecipeHashtags(recipeID: id, hashtags: [.test(2)])
      }
    } actions: { state in
      RecipeList.Action.appeared
      if state.recipes.query != nil { RecipeList.Action.refreshPulled }
      if state.detail?.addHashtags != nil {
        RecipeList.Action.detail(.presented(.addHashtags(.presented(.sendButtonTapped))))
      }
      if let detail = state.detail {
        if detail.recipe == RecipeDetail.Part() { RecipeList.Action.detail(.presented(.appeared)) }
        RecipeList.Action.detail(.dismiss)
      }
      if state.hashtagsError != nil { RecipeList.Action.retryHashtagsButtonTapped }
    } whenSettled: { state in
      for row in state.recipes.rows {
        // If the hashtags are out of date, there is an error that can be retried.
        #expect(row.hashtags?.map(\.id) == server.value || state.hashtagsError != nil)
      }
      #expect(state.hashtagsRequest == nil)
    }
  }

  @Test func hashtagsOnShowStay() async {
    await exploreStates(of: Self.shownRecipe, within: .stories(of: 6)) {
      RecipeList()
    } withDependencies: {
      $0.recipeClient.recipes = { _, _ in
        try await choose("recipes", .success(RecipePage(recipes: [.test(1)])), .failure(APIError.notHTTP))
      }
      $0.hashtagClient.hashtags = { ids in
        try await choose("hashtags", .success(()), .failure(APIError.notHTTP))
        return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: [.test(2)]) })
      }
    } actions: { state in
      RecipeList.Action.refreshPulled
      RecipeList.Action.orderSelected(state.recipes.latestQuery == .newest ? .oldest : .newest)
      if state.hashtagsError != nil { RecipeList.Action.retryHashtagsButtonTapped }
    } always: { state in
      #expect(state.recipes.rows.map { $0.hashtags?.isEmpty } == [false])
    } whenSettled: { state in
      // Stale rows come with an error that can be retried.
      #expect(state.recipes.rows.allSatisfy { !$0.isStale || state.hashtagsError != nil })
    }
  }

  // MARK: The catalog

  @Test func theSongsAreThoseOfTheArtistWhoWasSelected() async {
    @Sendable func song(_ id: Int, _ artist: String) -> Song { Song(id: id, title: "", artist: artist) }
    await exploreStates(of: Catalog.State(), within: .stories(of: 6)) {
      Catalog()
    } withDependencies: {
      $0.catalogClient[\.users] = { [] }
      $0.catalogClient[\.songs] = {
        try await choose("all songs", .success([song(1, "a"), song(2, "b")]), .failure(APIError.notHTTP))
      }
      $0.catalogClient[\.[songsBy: "a"]] = {
        try await choose("songs by a", .success([song(1, "a")]), .failure(APIError.notHTTP))
      }
    } actions: { state in
      Catalog.Action.songs(.load)
      Catalog.Action.songs(.reload)
      Catalog.Action.artistSelected(state.artist == nil ? "a" : nil)
    } always: { state in
      if let songs = state.songs.value { #expect(songs.count == (state.artist == nil ? 2 : 1)) }
    } whenSettled: { state in
      #expect(!state.$songs.isLoading)
    }
  }
}
