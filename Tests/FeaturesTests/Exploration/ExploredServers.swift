import Foundation
import StoreTesting
import Testing

@testable import Features

/// A list shows what the server has for the latest request. A detail shows what the server has, or it is said since when
/// it is known, or why it is not there.
@Suite struct ExploredServers {
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
      #expect(state.results.query == state.results.latestQuery || state.results.failure != nil)
    }
  }

  @Test func aStarIsThatOfTheServer() async {
    let server = ModeledValue(false)
    await exploreStates(of: RepositoryDetail.State(owner: "ada", name: "repository-1"), within: .stories(of: 6)) {
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

  @Test func theTagThatWasSubmittedLastIsShown() async {
    let submitted = ModeledValue("")
    await exploreStates(of: Articles.State(tag: "a"), within: .stories(of: 7)) {
      Articles()
    } withDependencies: {
      $0.qiitaClient.articles = { tag, page in
        submitted.withValue { $0 = tag }
        try await choose("page \(page) of \(tag)", .success(()), .failure(APIError.notHTTP))
        return ArticlePage(items: [.test("\(tag)\(page)")], totalCount: 2, nextPage: page == 1 ? 2 : nil)
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

  @Test func whatWasThereIsShownUntilThereIsSomethingNewer() async {
    let answered = ModeledValue(Set<String>())
    await exploreStates(of: Articles.State(tag: "a"), within: .stories(of: 6)) {
      Articles()
    } withDependencies: {
      $0.connectivity.restored = { _ in await choose("network", true, false) }
      $0.qiitaClient.articles = { tag, page in
        let answer = ArticlePage(items: [.test(tag)])
        if KeptAnswers.areWelcome, answered.value.contains(tag) { return answer.asOf(.yesterday) }
        try await choose("page \(page) of \(tag)", .success(()), .failure(APIError.noConnection(reason: "")))
        answered.withValue { _ = $0.insert(tag) }
        return answer
      }
    } actions: { state in
      Articles.Action.tagChanged(state.tag == "a" ? "ab" : "a")
      Articles.Action.tagSubmitted
      Articles.Action.refreshPulled
      if state.list.failure != nil { Articles.Action.retryButtonTapped }
    } always: { state in
      #expect(state.list.rows.allSatisfy { $0.id == state.list.query })
      #expect(state.list.asOf == nil || state.list.isLoading || state.list.failure != nil)
      #expect(state.list.request == nil || state.list.failure == nil)
    } whenSettled: { state in
      #expect(!state.list.isLoading)
      if let query = state.list.latestQuery, answered.value.contains(query) { #expect(state.list.query == query) }
    }
  }

  private static let shownRecipe = with(RecipeList.State()) {
    $0.recipes.query = .all
    $0.recipes.rows = [RecipeList.Row(recipe: .test(1), hashtags: [.test(1)])]
  }

  /// A list that has been loaded begins three steps later.
  @Test(arguments: [(RecipeList.State(), 5), (shownRecipe, 4)])
  func recipesHaveTheHashtagsThatTheServerHas(_ initial: RecipeList.State, depth: Int) async {
    let server = ModeledValue([1 as Hashtag.ID])
    let initial = with(initial) {
      $0.detail = RecipeDetail.State(summary: .test(1))
      $0.detail?.addHashtags = AddHashtags.State(recipeID: 1, text: "#2")
      $0.detail?.addHashtags?.hasRestored = true
    }
    await exploreStates(of: initial, within: .stories(of: depth)) {
      RecipeList()
    } withDependencies: {
      // That their failures leave the hashtags is explored below.
      $0.recipeClient.recipes = { _, _ in
        try await choose("recipes", .success(RecipePage(recipes: [.test(1)])))
      }
      $0.recipeClient.recipe = { .test($0) }
      $0.hashtagClient.hashtags = { ids in
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
      #expect(state.recipes.rows.allSatisfy { !$0.isStale || state.hashtagsError != nil })
    }
  }

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

  @Test func aRepositoryIsThatOfTheServer() async {
    let repository = Repository.test(1, stars: 10)
    await exploreStates(of: RepositoryDetail.State(owner: "ada", name: repository.name), within: .stories(of: 6)) {
      RepositoryDetail()
    } withDependencies: {
      $0.githubClient.repository = { _, _ in
        if KeptAnswers.areWelcome {
          let isKept = try await choose("is it kept", .success(true), .success(false))
          if isKept { return repository.asOf(.yesterday) }
        }
        return try await choose("repository", .success(repository), .failure(APIError.notHTTP))
      }
      $0.githubClient.isStarred = { _, _ in try await choose("star", .success(true), .failure(APIError.notHTTP)) }
    } actions: { state in
      RepositoryDetail.Action.appeared
      RepositoryDetail.Action.retryButtonTapped
      if state.starFailure != nil { RepositoryDetail.Action.starFailureDismissed }
    } always: { state in
      #expect(state.asOf == nil || state.isLoading || state.failure != nil)
      #expect(state.asOf == nil || state.repository != nil)
      #expect(!state.isLoading || state.failure == nil)
      #expect(!state.isLoadingStar || state.starFailure == nil)
    } whenSettled: { state in
      #expect(!state.isLoading && !state.isLoadingStar)
      #expect(state.repository == nil || state.repository == repository)
    }
  }

  @Test func aRecipeAndItsHashtagsAreThoseOfTheServers() async {
    let server = ModeledValue([1 as Hashtag.ID])
    await exploreStates(of: RecipeDetail.State(id: 1), within: .stories(of: 6)) {
      RecipeDetail()
    } withDependencies: {
      $0.locale = Texts.english.locale
      $0.recipeClient.recipe = { id in
        if KeptAnswers.areWelcome {
          let isKept = try await choose("is the recipe kept", .success(true), .success(false))
          if isKept { return Recipe.test(id).asOf(.yesterday) }
        }
        return try await choose("recipe", .success(Recipe.test(id)), .failure(APIError.notHTTP))
      }
      $0.hashtagClient.hashtags = { ids in
        let hashtags = server.value.map(Hashtag.test)
        try await choose("hashtags", .success(()), .failure(APIError.notHTTP))
        return IdentifiedArray(uniqueElements: ids.map { RecipeHashtags(recipeID: $0, hashtags: hashtags) })
      }
      $0.hashtagClient.addHashtags = { id, _ in
        // After this the server has them, whether its answer arrives or not.
        try await choose("hashtags arrive", .success(()), .failure(APIError.noConnection(reason: "")))
        server.withValue { $0 = [2, 1] }
        try await choose("they are answered", .success(()), .failure(APIError.timeout(seconds: 5)))
        return RecipeHashtags(recipeID: id, hashtags: [.test(2)])
      }
    } actions: { state in
      RecipeDetail.Action.appeared
      if state.recipe.error != nil { RecipeDetail.Action.retryRecipeButtonTapped }
      if state.hashtags.error != nil { RecipeDetail.Action.retryHashtagsButtonTapped }
      if let sheet = state.addHashtags {
        if sheet.text.isEmpty { RecipeDetail.Action.addHashtags(.presented(.textChanged("#2"))) }
        RecipeDetail.Action.addHashtags(.presented(.sendButtonTapped))
        RecipeDetail.Action.addHashtags(.presented(.cancelButtonTapped))
      } else if state.recipe.value != nil {
        RecipeDetail.Action.addHashtagsButtonTapped
      }
    } always: { state in
      #expect(state.recipe.asOf == nil || state.recipe.isLoading || state.recipe.error != nil)
      #expect(!state.recipe.isLoading || state.recipe.error == nil)
      #expect(!state.hashtags.isLoading || state.hashtags.error == nil)
    } whenSettled: { state in
      #expect(!state.recipe.isLoading && !state.hashtags.isLoading)
      #expect(state.addHashtags?.isSending != true)
      if state.hashtags.isComplete { #expect(state.hashtags.value?.map(\.id) == server.value) }
    }
  }
}
