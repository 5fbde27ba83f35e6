public import Foundation

/// A recipe or an article that is kept for later. For repositories, GitHub's stars serve as bookmarks.
public struct Bookmark: Codable, Hashable, Identifiable, Sendable {
  /// The kinds of things that can be kept.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// An article of Qiita.
    case article
    /// A recipe.
    case recipe
  }

  /// The identifier of a bookmark, which names the recipe or the article.
  public struct ID: Codable, Hashable, Sendable {
    /// The kind of the thing.
    public var kind: Kind
    /// The identifier among the things of its kind.
    public var key: String

    /// Makes an identifier.
    public init(_ kind: Kind, _ key: String) {
      self.kind = kind
      self.key = key
    }
  }

  /// The identifier.
  public var id: ID
  /// The title when the bookmark was made.
  public var title: String
  /// The name of the author.
  public var author: String
  /// The address of the page; `nil` if the app shows the thing itself.
  public var url: URL?
  /// The time when the bookmark was made.
  public var keptAt: Date

  /// Makes a bookmark.
  public init(id: ID, title: String, author: String, url: URL? = nil, keptAt: Date) {
    self.id = id
    self.title = title
    self.author = author
    self.url = url
    self.keptAt = keptAt
  }

  /// Makes a bookmark of an article.
  public init(_ article: Article, keptAt: Date) {
    self.init(id: ID(article), title: article.title, author: article.user.id, url: article.url, keptAt: keptAt)
  }

  /// Makes a bookmark of a recipe.
  public init(_ recipe: RecipeSummary, keptAt: Date) {
    self.init(id: ID(recipe.id), title: recipe.title, author: recipe.user.name, keptAt: keptAt)
  }
}

extension Bookmark.ID {
  /// The identifier of the bookmark of an article.
  public init(_ article: Article) { self.init(.article, article.id) }

  /// The identifier of the bookmark of a recipe.
  public init(_ recipe: Recipe.ID) { self.init(.recipe, "\(recipe)") }
}

extension Bookmark {
  /// Whether this bookmark precedes another one in the list: the newest is the first one.
  func comesBefore(_ other: Bookmark) -> Bool {
    keptAt == other.keptAt ? (id.kind.rawValue, id.key) < (other.id.kind.rawValue, other.id.key) : keptAt > other.keptAt
  }
}
