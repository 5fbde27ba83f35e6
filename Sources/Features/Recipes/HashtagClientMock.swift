import Dependencies
import Store

extension HashtagClient {
  /// Sample hashtags, the same in every run. The client keeps added hashtags for as long as it exists.
  public static var mockValue: Self {
    let memory = Memory()
    return Self(
      hashtags: { recipeIDs in
        try await mockAnswer("/recipe_hashtags?recipe_ids=\(recipeIDs.map(String.init).joined(separator: ","))") {
          let samples = memory.samples.withLock { $0 }
          var hashtags: IdentifiedArrayOf<RecipeHashtags> = []
          for id in recipeIDs { hashtags.append(RecipeHashtags(recipeID: id, hashtags: samples.hashtags(of: id))) }
          return hashtags
        }
      },
      addHashtags: { recipeID, value in
        try Connectivity.checkOnline()
        let added = try memory.samples.withLock { samples throws(APIError) in try samples.add(value, to: recipeID) }
        @Dependency(\.responseCache) var cache
        await cache?.remove { RecipeHashtagsRequest.isAddress($0, for: recipeID) }
        return RecipeHashtags(recipeID: recipeID, hashtags: added)
      }
    )
  }

  private final class Memory: Sendable {
    let samples = Locked(SampleHashtags())
  }
}
