import Dependencies
import Features
import Foundation
import StoreInspection

extension [RecordedEndpoint] {
  /// The endpoints of all features' clients.
  static var features: Self {
    web.map { $0.failing(with: APIError.noConnection(reason: "the network is down")) }
      + database.map { $0.failing(with: DatabaseError.diskFull(path: "todos.db")) }
      + [openURL.failing(with: OpenURLError.unavailable(reason: "there is no browser"))]
      // Whether a request is repeated, once there is a network again.
      + [#endpoint(\.connectivity.restored)]
  }

  private static var web: Self {
    [
      #endpoint(\.githubClient.searchRepos),
      #endpoint(\.githubClient.searchFavorites),
      #endpoint(\.githubClient.repository),
      #endpoint(\.githubClient.isStarred),
      #endpoint(\.githubClient.setStarred),
      #endpoint(\.qiitaClient.articles),
      #endpoint(\.qiitaClient.article),
      #endpoint(\.recipeClient.recipes),
      #endpoint(\.recipeClient.recipe),
      #endpoint(\.hashtagClient.hashtags),
      #endpoint(\.hashtagClient.addHashtags),
      #endpoint(\.catalogClient[answer: \.users]),
      #endpoint(\.catalogClient[answer: \.songs]),
    ]
  }

  private static var database: Self {
    [
      #endpoint(\.toDoClient.changes),
      #endpoint(\.toDoClient.toDo),
      #endpoint(\.toDoClient.create),
      #endpoint(\.toDoClient.insert),
      #endpoint(\.toDoClient.setDone),
      #endpoint(\.toDoClient.edit),
      #endpoint(\.toDoClient.delete),
      #endpoint(\.toDoClient.draft),
      #endpoint(\.toDoClient.saveDraft),
      #endpoint(\.hashtagDraftClient.draft),
      #endpoint(\.hashtagDraftClient.saveDraft),
      #endpoint(\.bookmarkClient.bookmarks),
      #endpoint(\.bookmarkClient.add),
      #endpoint(\.bookmarkClient.remove),
      #endpoint(\.cacheClient.clear),
      #endpoint(\.preferencesClient.load),
      #endpoint(\.preferencesClient.saveTab),
      #endpoint(\.preferencesClient.addSearch),
      #endpoint(\.preferencesClient.removeSearch),
      #endpoint(\.preferencesClient.clearSearches),
    ]
  }

  private static var openURL: RecordedEndpoint {
    .callable("openURL(url:)", madeBy: "OpenURL") { values, record in
      let openURL = values.openURL
      values.openURL = OpenURL { url throws(OpenURLError) in
        do {
          try await record(url) { try await openURL(url) }
        } catch {
          throw error as? OpenURLError ?? .unavailable(reason: "\(error)")
        }
      }
    }
  }
}
