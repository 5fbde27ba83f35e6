import Features
import Foundation
import Testing

struct DeepLinkTests {
  private static let id = "DEADBEEF-DEAD-BEEF-DEAD-BEEFDEADBEEF"

  private static let noPlace =
    "there is no place of that name. There are repos, articles, recipes, todos, catalog and bookmarks."
  private static let noArticle =
    "articles has no such place. There is app://articles, app://articles/TAG and app://articles/items/ID."
  private static let noPlaceOfRecipes =
    "recipes has no such place. There is app://recipes, app://recipes/ID and app://recipes/ID/hashtags."
  private static let noPlaceOfRepositories =
    "repos has no such place. There is app://repos, app://repos?q=QUERY, app://repos/favorites and app://repos/OWNER/NAME."
  private static let noPlaceOfToDos =
    "todos has no such place. There is app://todos, app://todos/new, app://todos/ID and app://todos/ID/edit."
  private static let tooLarge = "9223372036854775808"
  private static let noQuery = "its parameter q is empty, not text, or there twice."

  private static func places() throws -> [(String, DeepLink)] {
    let id = try #require(UUID(uuidString: id))
    return [
      ("app://repos", .repositories(query: nil)),
      ("app://repos?q=language%3Aswift%20%26%20%E6%97%A5%E6%9C%AC", .repositories(query: "language:swift & 日本")),
      ("app://repos/favorites", .favorites),
      ("app://repos/apple/swift", .repository(owner: "apple", name: "swift")),
      ("app://articles", .articles(tag: nil)),
      ("app://articles/C%2B%2B", .articles(tag: "C++")),
      ("app://articles/%E3%82%BF%2F%E3%82%B0", .articles(tag: "タ/グ")),
      ("app://articles/items", .articles(tag: "items")),
      ("app://articles/items/c686397e4a0f4f11683d", .article(id: "c686397e4a0f4f11683d")),
      ("app://recipes", .recipes),
      ("app://recipes/42", .recipe(id: 42)),
      ("app://recipes/9223372036854775807", .recipe(id: .max)),
      ("app://recipes/42/hashtags", .addHashtags(recipeID: 42)),
      ("app://todos", .toDos),
      ("app://todos/new", .newToDo),
      ("app://todos/\(Self.id)", .toDo(id: id)),
      ("app://todos/\(Self.id)/edit", .editToDo(id: id)),
      ("app://catalog", .catalog), ("app://bookmarks", .bookmarks),
    ]
  }

  @Test func everyPlaceHasALink() throws {
    for (link, place) in try Self.places() {
      #expect(try DeepLink(link) == place)
      #expect(place.link == link)
    }
  }

  @Test(arguments: [
    ("", "it must begin with app://."),
    ("https://recipes/42", "it must begin with app://."),
    ("recipes/42", "it must begin with app://."),
    ("app://recipes/4 2", "it is not an address. Links look like app://recipes/42."),
    ("app://me:secret@recipes/42", "it must have no user, port or fragment."),
    ("app://recipes:80/42", "it must have no user, port or fragment."),
    ("app://recipes/42#top", "it must have no user, port or fragment."),
    ("app:recipes/42", noPlace), ("app://", noPlace), ("app://recipe/42", noPlace),
    ("app://recipes/soup", "soup is not the id of a recipe, which is a number from 1 on."),
    ("app://recipes/0", "0 is not the id of a recipe, which is a number from 1 on."),
    ("app://recipes/\(tooLarge)", "\(tooLarge) is not the id of a recipe, which is a number from 1 on."),
    ("app://recipes/42/steps", noPlaceOfRecipes), ("app://repos/apple", noPlaceOfRepositories),
    ("app://articles/swift/7", noArticle), ("app://articles/items/", noArticle),
    ("app://catalog/users", "catalog has no such place. There is app://catalog only."),
    ("app://todos/\(id)/delete", noPlaceOfToDos),
    ("app://todos/1", "1 is not the id of a to-do, which is a UUID."),
    ("app://todos/New", "New is not the id of a to-do, which is a UUID."),
    ("app://articles/a%00b", "a part of its path is not text."),
    ("app://articles/%FF", "a part of its path is not text."),
    ("app://articles/%0A", "a part of its path is not text."),
    ("app://repos?q=", noQuery), ("app://repos?q", noQuery), ("app://repos?q=a&q=b", noQuery),
  ])
  func whatIsMalformedIsRefused(_ link: String, _ reason: String) throws {
    let error = try #require(throws: DeepLinkError.self) { try DeepLink(link) }
    #expect(error.message == "The link \(link) can't be opened: \(reason)")
    let japanese = Texts(locale: Locale(identifier: "ja")).message(of: error)
    #expect(japanese.hasPrefix("リンク \(link) を開けません。") && !japanese.contains(reason))
  }

  /// Letters and slashes are taken easy, and pages and mails add parameters of their own to links.
  @Test(arguments: [
    ("APP://Recipes/42", DeepLink.recipe(id: 42)), ("app://recipes/42/", .recipe(id: 42)),
    ("app://recipes//42", .recipe(id: 42)),
    ("app://repos?q=a&x=1", .repositories(query: "a")), ("app://repos?x&q=a&x=&x=1", .repositories(query: "a")),
    ("app://repos?query=a", .repositories(query: nil)), ("app://recipes?q=a&q=b", .recipes),
    ("app://recipes/42?utm_source=mail", .recipe(id: 42)),
  ])
  func whatMeansNothingIsIgnored(_ link: String, _ place: DeepLink) throws { #expect(try DeepLink(link) == place) }

  @Test func aLinkThatIsTooLongIsRefused() throws {
    let link = "app://repos?q=" + String(repeating: "a", count: 2_000)
    let error = try #require(throws: DeepLinkError.self) { try DeepLink(link) }
    #expect(error.problem == .tooLong(limit: 2_000))
    #expect(error.link.count == 301, "what is shown of it is cut")
  }

  @Test func theMessageShowsNoControlCharacters() throws {
    let error = try #require(throws: DeepLinkError.self) { try DeepLink("app://x\u{1B}[2J") }
    #expect(
      error.message == "The link app://x[2J can't be opened: it is not an address. Links look like app://recipes/42."
    )
  }
}
