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
  }

  private static var web: Self {
    [
      .endpoint(\.githubClient.searchRepos, "githubClient.searchRepos(query:sort:page:)"),
      .endpoint(\.githubClient.searchFavorites, "githubClient.searchFavorites(page:)"),
      .endpoint(\.githubClient.repository, "githubClient.repository(owner:name:)"),
      .endpoint(\.githubClient.isStarred, "githubClient.isStarred(owner:name:)"),
      .endpoint(\.githubClient.setStarred, "githubClient.setStarred(isStarred:owner:name:)"),
      .endpoint(\.qiitaClient.articles, "qiitaClient.articles(tag:page:)"),
      .endpoint(\.qiitaClient.article, "qiitaClient.article(id:)"),
      .endpoint(\.recipeClient.recipes, "recipeClient.recipes(order:cursor:)"),
      .endpoint(\.recipeClient.recipe, "recipeClient.recipe(id:)"),
      .endpoint(\.hashtagClient.hashtags, "hashtagClient.hashtags(recipeIDs:)"),
      .endpoint(\.hashtagClient.addHashtags, "hashtagClient.addHashtags(recipeID:value:)"),
      .endpoint(\.catalogClient[\.users], #"catalogClient[\.users]"#),
      .endpoint(\.catalogClient[\.songs], #"catalogClient[\.songs]"#),
    ]
  }

  private static var database: Self {
    [
      .endpoint(\.toDoClient.changes, "toDoClient.changes(position:)"),
      .endpoint(\.toDoClient.toDo, "toDoClient.toDo(id:reading:)"),
      .endpoint(\.toDoClient.create, "toDoClient.create(toDo:)"),
      .endpoint(\.toDoClient.insert, "toDoClient.insert(toDos:)"),
      .endpoint(\.toDoClient.setDone, "toDoClient.setDone(id:isDone:)"),
      .endpoint(\.toDoClient.edit, "toDoClient.edit(id:edit:)"),
      .endpoint(\.toDoClient.delete, "toDoClient.delete(ids:)"),
      .endpoint(\.toDoClient.draft, "toDoClient.draft(id:)"),
      .endpoint(\.toDoClient.saveDraft, "toDoClient.saveDraft(draft:id:)"),
      .endpoint(\.hashtagDraftClient.draft, "hashtagDraftClient.draft(recipeID:)"),
      .endpoint(\.hashtagDraftClient.saveDraft, "hashtagDraftClient.saveDraft(text:recipeID:)"),
      .endpoint(\.bookmarkClient.bookmarks, "bookmarkClient.bookmarks"),
      .endpoint(\.bookmarkClient.add, "bookmarkClient.add(bookmark:)"),
      .endpoint(\.bookmarkClient.remove, "bookmarkClient.remove(id:)"),
      .endpoint(\.cacheClient.clear, "cacheClient.clear"),
      .endpoint(\.preferencesClient.load, "preferencesClient.load"),
      .endpoint(\.preferencesClient.saveTab, "preferencesClient.saveTab(tab:)"),
      .endpoint(\.preferencesClient.addSearch, "preferencesClient.addSearch(search:)"),
      .endpoint(\.preferencesClient.removeSearch, "preferencesClient.removeSearch(search:)"),
      .endpoint(\.preferencesClient.clearSearches, "preferencesClient.clearSearches"),
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
