import Dependencies
import Foundation
import Store
import StoreTesting
import Testing

@testable import Features

/// What a detail shows is what the server has, or it is said since when it is known, or why it is not there.
@Suite struct ExploredDetails {
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
        // The answer is determined by the request, whenever it arrives.
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
