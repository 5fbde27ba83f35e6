public import Foundation

/// An article as Qiita describes it in lists.
public struct Article: Codable, Hashable, Identifiable, Sendable {
  /// Qiita's own name for it: twenty hexadecimal digits.
  public var id: String
  /// What it is called.
  public var title: String
  /// Where it can be read.
  public var url: URL
  /// Who has written it.
  public var user: User
  /// How many people like it.
  public var likesCount: Int
  /// How many comments it has.
  public var commentsCount: Int
  /// When it was written; `nil` when the server does not say, or says something that is no time.
  public var createdAt: Date?
  /// What it is about.
  public var tags: [Tag]
  /// How often it was read. Qiita says so of your own articles only.
  public var pageViewsCount: Int?

  enum CodingKeys: String, CodingKey {
    case id, title, url, user, tags
    case likesCount = "likes_count"
    case commentsCount = "comments_count"
    case createdAt = "created_at"
    case pageViewsCount = "page_views_count"
  }

  /// The author of an article.
  public struct User: Codable, Hashable, Sendable {
    /// The name that stands in addresses.
    public var id: String

    /// Makes an author.
    public init(id: String) { self.id = id }
  }

  /// What an article is about.
  public struct Tag: Codable, Hashable, Sendable {
    /// The tag itself.
    public var name: String

    /// Makes a tag.
    public init(name: String) { self.name = name }
  }

  /// Makes an article.
  public init(
    id: String,
    title: String,
    url: URL,
    user: User,
    likesCount: Int = 0,
    commentsCount: Int = 0,
    createdAt: Date? = nil,
    tags: [Tag] = [],
    pageViewsCount: Int? = nil
  ) {
    self.id = id
    self.title = title
    self.url = url
    self.user = user
    self.likesCount = likesCount
    self.commentsCount = commentsCount
    self.createdAt = createdAt
    self.tags = tags
    self.pageViewsCount = pageViewsCount
  }

  /// Reads an article as Qiita writes it. Counts that are missing are zero, and whatever is no time is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decode(String.self, forKey: .id)
    title = try container.decode(String.self, forKey: .title)
    url = try container.decode(URL.self, forKey: .url)
    user = try container.decode(User.self, forKey: .user)
    likesCount = try container.decodeIfPresent(Int.self, forKey: .likesCount) ?? 0
    commentsCount = try container.decodeIfPresent(Int.self, forKey: .commentsCount) ?? 0
    createdAt = (try? container.decode(String.self, forKey: .createdAt)).flatMap(ArticleDate.read)
    tags = try container.decode([Tag].self, forKey: .tags)
    pageViewsCount = try container.decodeIfPresent(Int.self, forKey: .pageViewsCount)
  }

  /// Writes an article as Qiita does, with the time in Japan.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encode(url, forKey: .url)
    try container.encode(user, forKey: .user)
    try container.encode(likesCount, forKey: .likesCount)
    try container.encode(commentsCount, forKey: .commentsCount)
    try container.encode(createdAt.map(ArticleDate.write), forKey: .createdAt)
    try container.encode(tags, forKey: .tags)
    try container.encode(pageViewsCount, forKey: .pageViewsCount)
  }

  /// The day on which it was written, in Japan and in Japanese, wherever the program runs: 「2024年01月05日」, or
  /// 「日付不明」 when that is not known.
  public var createdOn: String { createdAt.map(ArticleDate.day) ?? "日付不明" }
}
