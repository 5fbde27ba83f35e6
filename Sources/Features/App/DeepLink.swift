import Foundation

/// A place in the app that a link can open.
///
/// | link | place |
/// |---|---|
/// | `app://repos`, `app://repos?q=swift` | the repository search, with a query |
/// | `app://repos/favorites` | the starred repositories |
/// | `app://repos/apple/swift` | a repository |
/// | `app://articles`, `app://articles/swift` | the articles, with a tag |
/// | `app://articles/items/c686397e4a0f4f11683d` | an article, in the browser |
/// | `app://recipes`, `app://recipes/42` | the list of recipes, a recipe |
/// | `app://recipes/42/hashtags` | the form that adds hashtags to a recipe |
/// | `app://todos`, `app://todos/new` | the list of to-dos, the form for a new one |
/// | `app://todos/ID` | a to-do; the id is a UUID |
/// | `app://todos/ID/edit` | the form that edits a to-do |
/// | `app://catalog` | the catalog |
/// | `app://bookmarks` | the bookmarks |
///
/// Unknown parameters are ignored.
public enum DeepLink: Codable, Equatable, Sendable {
  /// The repository search. With a query, the search starts.
  case repositories(query: String?)
  /// The starred repositories.
  case favorites
  /// A repository.
  case repository(owner: String, name: String)
  /// The articles with a tag. Without a tag, the list of articles with the current tag.
  case articles(tag: String?)
  /// An article, which is opened in the browser.
  case article(id: Article.ID)
  /// The list of recipes.
  case recipes
  /// A recipe.
  case recipe(id: Int64)
  /// The form that adds hashtags to a recipe.
  case addHashtags(recipeID: Int64)
  /// The list of to-dos.
  case toDos
  /// The form for a new to-do.
  case newToDo
  /// A to-do.
  case toDo(id: UUID)
  /// The form that edits a to-do.
  case editToDo(id: UUID)
  /// The catalog.
  case catalog
  /// The bookmarks.
  case bookmarks

  /// Parses a link.
  ///
  /// - Throws: A ``DeepLinkError`` that describes what is wrong with the link.
  public init(_ link: String) throws(DeepLinkError) {
    do throws(DeepLinkError.Problem) {
      self = try Self.parse(link)
    } catch {
      throw DeepLinkError(link: link.oneLine, problem: error)
    }
  }

  private static func parse(_ link: String) throws(DeepLinkError.Problem) -> DeepLink {
    // No link is longer, and a text of this length can still be shown and parsed quickly.
    guard link.utf8.count <= 2_000 else { throw .tooLong(limit: 2_000) }
    guard let parts = URLComponents(string: link, encodingInvalidCharacters: false) else {
      throw .noAddress
    }
    guard parts.scheme?.lowercased() == "app" else { throw .otherScheme }
    guard parts.user == nil, parts.password == nil, parts.port == nil, parts.fragment == nil else {
      throw .extraPart
    }
    let path = parts.percentEncodedPath.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
    guard path.allSatisfy({ $0.isFit }) else { throw .unreadablePath }
    let place = parts.host?.lowercased() ?? ""
    return switch (place, path.count) {
    case ("repos", 0): .repositories(query: try parameter("q", of: parts))
    case ("repos", 1) where path[0] == "favorites": .favorites
    case ("repos", 2): .repository(owner: path[0], name: path[1])
    case ("articles", 0): .articles(tag: nil)
    case ("articles", 1) where path[0] == "items" && parts.percentEncodedPath.hasSuffix("/"):
      // The id of the article is missing.
      throw .unknownPart(place: place)
    case ("articles", 1): .articles(tag: path[0])
    case ("articles", 2) where path[0] == "items": .article(id: path[1])
    case ("recipes", 0): .recipes
    case ("recipes", 1): .recipe(id: try recipeID(path[0]))
    case ("recipes", 2) where path[1] == "hashtags": .addHashtags(recipeID: try recipeID(path[0]))
    case ("todos", 0): .toDos
    case ("todos", 1) where path[0] == "new": .newToDo
    case ("todos", 1): .toDo(id: try toDoID(path[0]))
    case ("todos", 2) where path[1] == "edit": .editToDo(id: try toDoID(path[0]))
    case ("catalog", 0): .catalog
    case ("bookmarks", 0): .bookmarks
    case ("repos", _), ("articles", _), ("recipes", _), ("todos", _), ("catalog", _), ("bookmarks", _):
      throw .unknownPart(place: place)
    default:
      throw .unknownPlace
    }
  }

  /// Returns the value of a parameter, or `nil` if it is not there. Other parameters are ignored: pages and mails add
  /// their own to links.
  private static func parameter(_ name: String, of link: URLComponents) throws(DeepLinkError.Problem) -> String? {
    let values = (link.queryItems ?? []).filter { $0.name == name }.map { $0.value ?? "" }
    guard let value = values.first else { return nil }
    guard values.count == 1, value.isFit else { throw .unreadableParameter(name: name) }
    return value
  }

  private static func recipeID(_ text: String) throws(DeepLinkError.Problem) -> Int64 {
    guard let id = Int64(text), id > 0 else {
      throw .noRecipeID(text: text.oneLine)
    }
    return id
  }

  private static func toDoID(_ text: String) throws(DeepLinkError.Problem) -> UUID {
    guard let id = UUID(uuidString: text) else {
      throw .noToDoID(text: text.oneLine)
    }
    return id
  }

  /// The links to a place of the app, and to the places in it.
  static func places(_ name: String) -> [String] {
    switch name {
    case "repos": ["app://repos", "app://repos?q=QUERY", "app://repos/favorites", "app://repos/OWNER/NAME"]
    case "articles": ["app://articles", "app://articles/TAG", "app://articles/items/ID"]
    case "recipes": ["app://recipes", "app://recipes/ID", "app://recipes/ID/hashtags"]
    case "todos": ["app://todos", "app://todos/new", "app://todos/ID", "app://todos/ID/edit"]
    default: ["app://\(name)"]
    }
  }

  /// The link to this place. Parsing it returns the same place.
  public var link: String {
    func link(_ parts: String...) -> String { "app://" + parts.map(\.percentEncoded).joined(separator: "/") }
    return switch self {
    case .repositories(let query): link("repos") + (query.map { "?q=\($0.percentEncoded)" } ?? "")
    case .favorites: link("repos", "favorites")
    case .repository(let owner, let name): link("repos", owner, name)
    case .articles(nil): link("articles")
    case .articles(let tag?): link("articles", tag)
    case .article(let id): link("articles", "items", id)
    case .recipes: link("recipes")
    case .recipe(let id): link("recipes", "\(id)")
    case .addHashtags(let id): link("recipes", "\(id)", "hashtags")
    case .toDos: link("todos")
    case .newToDo: link("todos", "new")
    case .toDo(let id): link("todos", id.uuidString)
    case .editToDo(let id): link("todos", id.uuidString, "edit")
    case .catalog: link("catalog")
    case .bookmarks: link("bookmarks")
    }
  }
}

extension String {
  /// Whether this text can be a value in a link: not empty and without control characters.
  fileprivate var isFit: Bool { !isEmpty && !unicodeScalars.contains { $0.properties.generalCategory == .control } }
}
